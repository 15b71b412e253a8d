package io.svc.server.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import java.util.Optional;

/**
 * Credentials in the operator's Vault, each as one secret with the keys {@code auth_type}, {@code
 * token}, {@code username}, {@code password}, {@code header} and {@code prefix}. The secret's place
 * in the request takes precedence over the mapping's; the types must be equal.
 */
final class VaultSecrets implements SecretSource {
  private final VaultPaths paths;
  private final KeyValueVault vault;

  VaultSecrets(VaultPaths paths, KeyValueVault vault) {
    this.paths = paths;
    this.vault = vault;
  }

  @Override
  public FetchedCredential fetch(OrgId org, Mapping mapping) throws CredentialUnavailableException {
    String path = paths.path(org, mapping);
    if (!paths.belongsTo(org, path)) {
      throw new CredentialUnavailableException(
          "\"" + path + "\" is not below \"" + paths.prefix(org) + "\", and is not read.");
    }
    KeyValueVault.VaultSecret found = vault.read(path);
    Credential credential = credential(found.document(), mapping, path);
    Optional<Credential.Problem> problem = credential.problem();
    if (problem.isPresent()) {
      throw unusable(path, problem.get().message());
    }
    return new FetchedCredential(credential, path + "@v" + found.version());
  }

  private static Credential credential(JsonNode document, Mapping mapping, String path)
      throws CredentialUnavailableException {
    String header = text(document, "header", path);
    String prefix = text(document, "prefix", path);
    return new Credential(
        type(text(document, "auth_type", path), mapping, path),
        text(document, "token", path),
        text(document, "username", path),
        text(document, "password", path),
        header.isEmpty() ? mapping.header() : header,
        prefix.isEmpty() ? mapping.prefix() : prefix);
  }

  private static AuthType type(String written, Mapping mapping, String path)
      throws CredentialUnavailableException {
    if (written.isEmpty()) {
      return mapping.authType().orElse(AuthType.BEARER);
    }
    Optional<AuthType> type = AuthType.of(written);
    if (type.isEmpty()) {
      throw unusable(path, "\"auth_type\" is not one of " + AuthType.LABELS + ".");
    }
    if (mapping.authType().filter(other -> other != type.get()).isPresent()) {
      throw unusable(
          path,
          "\"auth_type\" is \""
              + type.get()
              + "\", but the mapping specifies \""
              + mapping.authType().get()
              + "\".");
    }
    return type.get();
  }

  private static String text(JsonNode document, String key, String path)
      throws CredentialUnavailableException {
    JsonNode value = document.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (!value.isTextual() || value.textValue().length() > Credential.LONGEST) {
      throw unusable(
          path, "\"" + key + "\" is not a text of at most " + Credential.LONGEST + " characters.");
    }
    return value.textValue();
  }

  private static CredentialUnavailableException unusable(String path, String reason) {
    return new CredentialUnavailableException(
        "The secret at \"" + path + "\" cannot be used: " + reason);
  }
}
