package io.svc.server.incidents;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.redaction.Redaction;
import io.svc.server.redaction.RedactionOptions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Writes messages about incidents from records: figures, times and states. Only internal messages
 * quote texts of users, without personal data and secrets; no message contains evidence.
 */
final class IncidentMessageWriter {
  private final Redaction redaction = new Redaction();

  /** The facts for a draft. */
  record Facts(Incident incident, long agents, long alerts, long held, String commander) {
    static Facts read(Tx tx, OrgId org, String incidentId) {
      Incident incident =
          tx.on(IncidentStore.class)
              .find(org, incidentId)
              .orElseThrow(() -> ApiException.notFound("incident", incidentId));
      LinkStore links = tx.on(LinkStore.class);
      return new Facts(
          incident,
          links.count(org, incidentId, LinkKind.AGENT),
          links.count(org, incidentId, LinkKind.ALERT),
          tx.on(ContainmentStore.class).holdsIn(org, incidentId).stream()
              .map(ContainmentStore.ContainmentRow::agentId)
              .distinct()
              .count(),
          links.participants(org, incidentId).stream()
              .filter(participant -> participant.role() == WarRoomRole.COMMANDER)
              .map(LinkStore.Participant::name)
              .findFirst()
              .orElse(""));
    }
  }

  /** A message. */
  record Draft(String subject, String body) {}

  Draft of(Facts facts, IncidentMessage.Audience audience, MessageTone tone) {
    StringJoiner body = new StringJoiner("\n\n", "", "\n");
    if (tone == MessageTone.FORMAL) {
      body.add(
          audience == IncidentMessage.Audience.CUSTOMER ? "Dear customer," : "Dear colleagues,");
    }
    switch (audience) {
      case INTERNAL -> internal(facts, body);
      case EXECUTIVE -> executive(facts, body);
      case CUSTOMER -> customer(facts.incident(), body);
    }
    if (tone == MessageTone.FORMAL) {
      body.add("Kind regards");
    }
    return new Draft(subject(facts.incident(), audience), body.toString());
  }

  private String subject(Incident incident, IncidentMessage.Audience audience) {
    return switch (audience) {
      case INTERNAL ->
          "[#" + incident.number() + "] " + redacted(incident.title()) + ": " + incident.status();
      case EXECUTIVE ->
          "Incident #" + incident.number() + " (" + incident.severity() + "): " + state(incident);
      case CUSTOMER -> "Service notice: " + state(incident);
    };
  }

  private void internal(Facts facts, StringJoiner body) {
    Incident incident = facts.incident();
    body.add("Incident #" + incident.number() + ": " + redacted(incident.title()));
    body.add(
        "Severity "
            + incident.severity()
            + ", priority "
            + incident.priority()
            + ", category "
            + incident.category()
            + ". It is "
            + incident.status()
            + ".");
    body.add(times(incident));
    body.add(scope(facts));
    if (!incident.summary().isEmpty()) {
      body.add(redacted(incident.summary()));
    }
    body.add(
        facts.commander().isEmpty()
            ? "No commander assigned."
            : "Commander: " + facts.commander() + ".");
  }

  private static void executive(Facts facts, StringJoiner body) {
    Incident incident = facts.incident();
    body.add(
        "Incident #"
            + incident.number()
            + " of severity "
            + incident.severity()
            + ": "
            + state(incident)
            + ".");
    body.add(scope(facts));
    body.add(times(incident));
  }

  private static void customer(Incident incident, StringJoiner body) {
    body.add(
        "Since "
            + minute(incident.openedAt())
            + " we have been handling a security event in one of our automated systems.");
    body.add(
        switch (incident.status()) {
          case OPEN, INVESTIGATING -> "We are investigating it.";
          case CONTAINED -> "The affected systems were stopped. We continue to investigate.";
          case RESOLVED, CLOSED ->
              "It was resolved at "
                  + incident
                      .resolvedAt()
                      .map(IncidentMessageWriter::minute)
                      .orElse("an unknown time")
                  + ".";
        });
    body.add("We will inform you of further findings that concern you.");
  }

  private static String state(Incident incident) {
    return switch (incident.status()) {
      case OPEN -> "reported";
      case INVESTIGATING -> "under investigation";
      case CONTAINED -> "contained";
      case RESOLVED, CLOSED -> "resolved";
    };
  }

  private static String scope(Facts facts) {
    return "Affected agents: "
        + facts.agents()
        + "; contained: "
        + facts.held()
        + ". Alerts: "
        + facts.alerts()
        + ".";
  }

  private static String times(Incident incident) {
    StringJoiner times = new StringJoiner("\n");
    times.add("Opened: " + minute(incident.openedAt()));
    incident.acknowledgedAt().ifPresent(at -> times.add("Acknowledged: " + minute(at)));
    incident.containedAt().ifPresent(at -> times.add("Contained: " + minute(at)));
    incident.resolvedAt().ifPresent(at -> times.add("Resolved: " + minute(at)));
    return times.toString();
  }

  private static String minute(Instant at) {
    return at.truncatedTo(ChronoUnit.MINUTES).toString().replace("T", " ").replace(":00Z", " UTC");
  }

  private String redacted(String text) {
    return redaction.redact(text, RedactionOptions.standard()).text();
  }

  /** The tone of a draft. */
  enum MessageTone {
    NEUTRAL,
    FORMAL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
