package io.svc.server.integrations;

import static io.svc.server.integrations.ConfigField.at;
import static io.svc.server.integrations.ConfigField.optional;
import static io.svc.server.integrations.ConfigField.required;

import io.svc.server.integrations.ConfigField.Kind;
import java.util.List;
import java.util.Locale;

/**
 * The types of integrations, with their fields. A new type requires a constant here and a probe.
 */
public enum IntegrationType {
  SLACK(IntegrationCategory.NOTIFICATION, required("webhookUrl", Kind.SECRET_URL)),
  EMAIL(IntegrationCategory.NOTIFICATION, required("recipients", Kind.RECIPIENTS)),
  WEBHOOK(
      IntegrationCategory.NOTIFICATION,
      required("url", Kind.URL),
      optional("secret", Kind.SECRET),
      optional("authorization", Kind.SECRET)),
  PAGERDUTY(
      IntegrationCategory.NOTIFICATION,
      required("routingKey", Kind.SECRET),
      at("baseUrl", "https://events.pagerduty.com")),
  SIEM_WEBHOOK(
      IntegrationCategory.NOTIFICATION,
      required("url", Kind.URL),
      optional("authorization", Kind.SECRET)),
  N8N(
      IntegrationCategory.PLATFORM,
      required("baseUrl", Kind.URL),
      required("apiKey", Kind.SECRET),
      optional(IntegrationType.WEBHOOK_SECRET, Kind.SECRET)),
  ZAPIER(
      IntegrationCategory.PLATFORM,
      optional("accessToken", Kind.SECRET),
      at("baseUrl", "https://api.zapier.com"),
      optional(IntegrationType.WEBHOOK_SECRET, Kind.SECRET)),
  MAKE(
      IntegrationCategory.PLATFORM,
      required("baseUrl", Kind.URL),
      required("apiToken", Kind.SECRET),
      optional("organizationId", Kind.TEXT),
      optional("teamId", Kind.TEXT),
      optional(IntegrationType.WEBHOOK_SECRET, Kind.SECRET)),
  POWER_AUTOMATE(
      IntegrationCategory.PLATFORM,
      optional("tenantId", Kind.TEXT),
      optional("clientId", Kind.TEXT),
      optional("clientSecret", Kind.SECRET),
      optional("environmentId", Kind.TEXT),
      at("apiUrl", "https://api.flow.microsoft.com"),
      at("loginUrl", "https://login.microsoftonline.com"),
      optional(IntegrationType.WEBHOOK_SECRET, Kind.SECRET)),
  GITHUB(
      IntegrationCategory.PLATFORM,
      required("token", Kind.SECRET),
      at("baseUrl", "https://api.github.com")),
  OTLP(
      IntegrationCategory.PLATFORM,
      required("endpoint", Kind.URL),
      optional("authorization", Kind.SECRET)),
  OIDC(
      IntegrationCategory.IDENTITY,
      required("issuer", Kind.URL),
      required("clientId", Kind.TEXT),
      optional("clientSecret", Kind.SECRET)),
  VAULT(
      IntegrationCategory.SECRETS,
      required("address", Kind.URL),
      required("token", Kind.SECRET),
      optional("namespace", Kind.TEXT));

  /** The field of the secret that a platform signs its webhooks with. */
  static final String WEBHOOK_SECRET = "webhookSecret";

  private final IntegrationCategory category;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable.
  private final List<ConfigField> fields;

  IntegrationType(IntegrationCategory category, ConfigField... fields) {
    this.category = category;
    this.fields = List.of(fields);
  }

  public IntegrationCategory category() {
    return category;
  }

  List<ConfigField> fields() {
    return fields;
  }

  /** Returns whether the platform's workflows can be scanned. */
  public boolean isScanned() {
    return !credentials().isEmpty();
  }

  /**
   * Returns the fields that are required to read a platform's workflows; without them, only
   * uploaded exports are known. Empty for types without scans.
   */
  List<String> credentials() {
    return switch (this) {
      case N8N -> List.of("apiKey");
      case ZAPIER -> List.of("accessToken");
      case MAKE -> List.of("apiToken");
      case POWER_AUTOMATE -> List.of("tenantId", "clientId", "clientSecret");
      case SLACK, EMAIL, WEBHOOK, PAGERDUTY, SIEM_WEBHOOK, GITHUB, OTLP, OIDC, VAULT -> List.of();
    };
  }

  /** Returns the secret that stays valid for a day after it is replaced. */
  String overlapping() {
    return this == WEBHOOK ? "secret" : WEBHOOK_SECRET;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
