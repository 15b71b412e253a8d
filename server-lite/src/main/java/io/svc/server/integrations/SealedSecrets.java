package io.svc.server.integrations;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Seals the secrets of integrations, each with a key for that integration only, so that none can be
 * moved to another row.
 */
final class SealedSecrets {
  // With a space, which no name of a field contains.
  private static final String FORMER = "former secret";
  private static final String FORMER_UNTIL = "former secret until";

  private final Keyring keyring;

  SealedSecrets(Keyring keyring) {
    this.keyring = keyring;
  }

  /** Seals the secrets of settings; empty if there are none. */
  String seal(OrgId org, String id, IntegrationSettings settings) {
    return seal(org, id, new LinkedHashMap<>(settings.secrets()));
  }

  /** The same, together with the previous secret and its expiry. */
  String seal(
      OrgId org, String id, IntegrationSettings settings, String former, Instant validUntil) {
    Map<String, Object> secrets = new LinkedHashMap<>(settings.secrets());
    secrets.put(FORMER, former);
    secrets.put(FORMER_UNTIL, validUntil.toEpochMilli());
    return seal(org, id, secrets);
  }

  /** Seals the secrets of settings again; a previous one is unchanged, including its expiry. */
  String resealed(OrgId org, Integration before, IntegrationSettings settings) {
    JsonNode secrets = secrets(org, before);
    return secrets.has(FORMER)
        ? seal(
            org,
            before.id(),
            settings,
            secrets.path(FORMER).asText(),
            Instant.ofEpochMilli(secrets.path(FORMER_UNTIL).asLong()))
        : seal(org, before.id(), settings);
  }

  private String seal(OrgId org, String id, Map<String, Object> secrets) {
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
   * Returns the configuration of an integration.
   *
   * @throws ApiException when its secrets cannot be opened
   */
  IntegrationSettings open(OrgId org, Integration integration) {
    JsonNode shown = Json.readStored(integration.config());
    JsonNode secrets = secrets(org, integration);
    Map<String, String> values = new LinkedHashMap<>();
    for (ConfigField field : integration.type().fields()) {
      JsonNode value = (secrets.has(field.name()) ? secrets : shown).path(field.name());
      if (value.isTextual()) {
        values.put(field.name(), value.textValue());
      }
    }
    return new IntegrationSettings(integration.type(), values);
  }

  /** Returns the previous secret of a webhook, while it is valid. */
  Optional<String> former(OrgId org, Integration integration, Instant now) {
    JsonNode secrets = secrets(org, integration);
    return Optional.of(secrets.path(FORMER).asText())
        .filter(
            former ->
                !former.isEmpty() && now.toEpochMilli() < secrets.path(FORMER_UNTIL).asLong());
  }

  private JsonNode secrets(OrgId org, Integration integration) {
    String json =
        integration.sealed().isEmpty()
            ? "{}"
            : keyring
                .open(use(org, integration.id()), integration.sealed())
                .orElseThrow(() -> unavailable("opened", integration.id()));
    return Json.readStored(json);
  }

  private static String use(OrgId org, String id) {
    return "integration " + org.value() + " " + id;
  }

  private static ApiException unavailable(String description, String id) {
    return new ApiException(
        ErrorCode.STORE_UNAVAILABLE,
        "The secrets of \"" + id + "\" cannot be " + description + ": the master key was changed.");
  }
}
