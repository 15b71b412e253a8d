package io.svc.server.integrations;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Seals the secrets of integrations, each with a key for that integration alone, so that none can
 * be moved to another row.
 */
final class SealedSecrets {
  private final Keyring keyring;

  SealedSecrets(Keyring keyring) {
    this.keyring = requireNonNull(keyring, "keyring is null");
  }

  /** The secrets of settings, sealed; empty where there are none. */
  String seal(OrgId org, String id, Settings settings) {
    Map<String, String> secrets = settings.secrets();
    if (secrets.isEmpty()) {
      return "";
    }
    try {
      return keyring.seal(use(org, id), Json.text(secrets));
    } catch (IllegalStateException e) {
      throw unavailable("sealed", id);
    }
  }

  /**
   * What an integration is configured with.
   *
   * @throws ApiException when its secrets cannot be opened
   */
  Settings open(OrgId org, Integration integration) {
    JsonNode shown = Json.own(integration.config());
    JsonNode secrets = secrets(org, integration);
    Map<String, String> values = new LinkedHashMap<>();
    for (ConfigField field : integration.type().fields()) {
      JsonNode value = (field.kind().isSecret() ? secrets : shown).path(field.name());
      if (value.isTextual()) {
        values.put(field.name(), value.textValue());
      }
    }
    return new Settings(integration.type(), values);
  }

  private JsonNode secrets(OrgId org, Integration integration) {
    String json =
        integration.sealed().isEmpty()
            ? "{}"
            : keyring
                .open(use(org, integration.id()), integration.sealed())
                .orElseThrow(() -> unavailable("opened", integration.id()));
    return Json.own(json);
  }

  private static String use(OrgId org, String id) {
    return "integration " + org.value() + " " + id;
  }

  private static ApiException unavailable(String what, String id) {
    return new ApiException(
        ErrorCode.STORE_UNAVAILABLE,
        "The secrets of \"" + id + "\" cannot be " + what + ": the master key is another.");
  }
}
