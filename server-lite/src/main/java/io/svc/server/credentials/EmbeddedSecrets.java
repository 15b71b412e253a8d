package io.svc.server.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Credentials in the store, each sealed with a key for its mapping only, so that none can be moved
 * to another row.
 */
final class EmbeddedSecrets implements SecretSource {
  private static final String TOKEN = "token";
  private static final String USERNAME = "username";
  private static final String PASSWORD = "password";

  private final Keyring keyring;

  EmbeddedSecrets(Keyring keyring) {
    this.keyring = keyring;
  }

  /** Seals the secret parts of a credential. */
  String seal(OrgId org, String id, Credential credential) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put(TOKEN, credential.token());
    parts.put(USERNAME, credential.username());
    parts.put(PASSWORD, credential.password());
    try {
      return keyring.seal(use(org, id), Json.text(parts));
    } catch (IllegalStateException e) {
      throw new ApiException(
          ErrorCode.STORE_UNAVAILABLE, "The credential cannot be encrypted at the moment.");
    }
  }

  @Override
  public FetchedCredential fetch(OrgId org, Mapping mapping) throws CredentialUnavailableException {
    Credential credential =
        open(org, mapping)
            .orElseThrow(
                () ->
                    new CredentialUnavailableException(
                        "The stored credential cannot be decrypted: the master key was changed."));
    return new FetchedCredential(
        credential, "embedded/" + mapping.id() + "@v" + mapping.secretVersion());
  }

  /** Returns the stored credential of a mapping; empty when it cannot be opened. */
  Optional<Credential> open(OrgId org, Mapping mapping) {
    return keyring
        .open(use(org, mapping.id()), mapping.sealed())
        .map(Json::readStored)
        .map(
            parts ->
                new Credential(
                    mapping.authType().orElse(AuthType.BEARER),
                    text(parts, TOKEN),
                    text(parts, USERNAME),
                    text(parts, PASSWORD),
                    mapping.header(),
                    mapping.prefix()));
  }

  private static String text(JsonNode parts, String name) {
    return parts.path(name).asText();
  }

  private static String use(OrgId org, String id) {
    return "egress credential " + org.value() + " " + id;
  }
}
