package io.svc.server.credentials;

import java.util.Optional;

/**
 * A mapping as somebody wants it.
 *
 * @param id of the one to be replaced; empty where the pattern says which
 * @param secret the secret parts; empty where the stored ones stay, or a vault has them
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
    Optional<SentSecret> secret) {

  /** What was typed in; never printed. */
  record SentSecret(String token, String username, String password) {
    /** No value. */
    @Override
    public String toString() {
      return "SentSecret";
    }
  }

  /** The credential that these secret parts make. */
  Credential credential(SentSecret parts) {
    return new Credential(
        authType.orElse(AuthType.BEARER),
        parts.token(),
        parts.username(),
        parts.password(),
        header,
        prefix);
  }
}
