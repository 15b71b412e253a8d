package io.svc.server.credentials;

import java.util.Optional;

/**
 * A requested mapping.
 *
 * @param id the mapping to replace; empty if the pattern identifies it
 * @param secret the secret parts; empty if the stored ones stay unchanged, or are in a vault
 */
record MappingDraft(
    Optional<String> id,
    EgressPattern pattern,
    SourceKind source,
    Optional<AuthType> authType,
    String header,
    String prefix,
    String vaultPath,
    boolean enabled,
    Optional<SecretInput> secret) {

  /** Secret parts from a request; never printed. */
  record SecretInput(String token, String username, String password) {
    /** Returns no value. */
    @Override
    public String toString() {
      return "SecretInput";
    }
  }

  /** Returns the credential with these secret parts. */
  Credential credential(SecretInput parts) {
    return new Credential(
        authType.orElse(AuthType.BEARER),
        parts.token(),
        parts.username(),
        parts.password(),
        header,
        prefix);
  }
}
