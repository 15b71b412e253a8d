package io.svc.server.incidents;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.integrations.Integrations;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A message with all its parts; missing ones are empty texts. */
record PreparedMessage(
    IncidentMessage.Medium channel,
    IncidentMessage.Audience audience,
    String subject,
    String body,
    List<String> recipients,
    String integrationId) {
  PreparedMessage {
    recipients = List.copyOf(recipients);
  }

  /** Combines a request with the draft, which fills empty fields. */
  static PreparedMessage of(IncidentMessage message, Optional<CommunicationStore.Row> existing) {
    return new PreparedMessage(
        message.channel().or(() -> existing.map(CommunicationStore.Row::channel)).orElseThrow(),
        message
            .audience()
            .or(() -> existing.map(CommunicationStore.Row::audience))
            .orElse(IncidentMessage.Audience.INTERNAL),
        message.subject().or(() -> existing.map(CommunicationStore.Row::subject)).orElse(""),
        message.body().or(() -> existing.map(CommunicationStore.Row::body)).orElse(""),
        message.recipients().isEmpty()
            ? existing
                .map(row -> List.of(Json.readStored(row.recipients(), String[].class)))
                .orElse(List.of())
            : message.recipients(),
        message
            .integrationId()
            .or(() -> existing.map(CommunicationStore.Row::integrationId))
            .orElse(""));
  }

  /** Returns this message with the channel set when only one is possible and none was named. */
  PreparedMessage routed(Tx tx, OrgId org, Integrations integrations) {
    if (channel != IncidentMessage.Medium.SLACK || !integrationId.isEmpty()) {
      return this;
    }
    List<String> slackIntegrations = integrations.ofType(tx, org, IntegrationType.SLACK);
    if (slackIntegrations.size() > 1) {
      throw invalid(
          "required",
          "integrationId",
          "\"integrationId\" is missing: there are "
              + slackIntegrations.size()
              + " integrations of the type slack.");
    }
    String way = slackIntegrations.isEmpty() ? "" : slackIntegrations.get(0);
    return new PreparedMessage(channel, audience, subject, body, recipients, way);
  }

  /** Returns the settings of the message's integration; empty without an integration. */
  Map<String, String> settings(Tx tx, OrgId org, Integrations integrations) {
    if (integrationId.isEmpty()) {
      return Map.of();
    }
    IntegrationType requiredType =
        channel == IncidentMessage.Medium.SLACK ? IntegrationType.SLACK : IntegrationType.EMAIL;
    Integration found =
        integrations
            .find(tx, org, integrationId)
            .filter(integration -> integration.type() == requiredType && integration.enabled())
            .orElseThrow(
                () ->
                    invalid(
                        "unknown_value",
                        "integrationId",
                        "There is no integration \""
                            + integrationId
                            + "\" of type "
                            + requiredType
                            + " that is enabled."));
    return integrations.settings(tx, org, found.id());
  }

  /** Returns this message with its recipients. */
  PreparedMessage addressed(Map<String, String> settings) {
    if (channel == IncidentMessage.Medium.SLACK) {
      return this;
    }
    if (subject.isEmpty()) {
      throw invalid("required", "subject", "\"subject\" is missing: it is required for e-mail.");
    }
    List<String> addresses =
        recipients.isEmpty() && settings.containsKey("recipients")
            ? List.of(settings.get("recipients").split(",", -1))
            : recipients;
    if (addresses.isEmpty()) {
      throw invalid(
          "required",
          "recipients",
          "\"recipients\" is missing: e-mail requires at least one, or an \"integrationId\".");
    }
    return new PreparedMessage(channel, audience, subject, body, addresses, integrationId);
  }

  private static ApiException invalid(String code, String field, String text) {
    return new ApiException(
        ErrorCode.VALIDATION_FAILED, text, List.of(new ApiException.FieldError(code, field, text)));
  }
}
