package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alert;
import io.svc.server.alerts.Alerts;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Incidents, which users or alerts open. Safe for use by several threads, and by several servers on
 * one store.
 */
public final class Incidents {
  /** The limit of counts in overviews. */
  public static final int MAX_COUNTED = 1_000;

  private static final int SEARCHED = 2_000;

  private final Identifiers identifiers;
  private final Alerts alerts;
  private final AgentSessions sessions;
  private final Agents agents;
  private final IncidentEvidence evidence;
  private final Timeline timeline;
  private final AuditLog audit;

  Incidents(
      Identifiers identifiers,
      Alerts alerts,
      AgentSessions sessions,
      Agents agents,
      IncidentEvidence evidence,
      Timeline timeline,
      AuditLog audit) {
    this.identifiers = identifiers;
    this.alerts = alerts;
    this.sessions = sessions;
    this.agents = agents;
    this.evidence = evidence;
    this.timeline = timeline;
    this.audit = audit;
  }

  /** Returns an incident; empty if it does not exist. */
  public Optional<Incident> find(Tx tx, OrgId org, String id) {
    return tx.on(IncidentStore.class).find(org, id);
  }

  /**
   * Returns an incident.
   *
   * @throws ApiException if the incident does not exist
   */
  public Incident get(Tx tx, OrgId org, String id) {
    return find(tx, org, id).orElseThrow(() -> ApiException.notFound("incident", id));
  }

  /** Returns the number of active incidents of each severity, up to {@link #MAX_COUNTED}. */
  public Map<Severity, Long> active(Tx tx, OrgId org) {
    Map<Severity, Long> counts = new EnumMap<>(Severity.class);
    for (Severity severity : Severity.values()) {
      counts.put(severity, tx.on(IncidentStore.class).active(org, severity, MAX_COUNTED));
    }
    return counts;
  }

  /**
   * Returns a page of incidents after an identifier, oldest first; an empty text starts at the
   * beginning.
   */
  public List<Incident> after(Tx tx, OrgId org, String incidentId, int limit) {
    return tx.on(IncidentStore.class).after(org, incidentId, limit);
  }

  /** Returns the latest incidents that contain a text, latest first. */
  public List<Incident> search(Tx tx, OrgId org, String text, int limit) {
    return tx.on(IncidentStore.class).search(org, SearchText.normalized(text), SEARCHED, limit);
  }

  /**
   * Opens an incident.
   *
   * @throws ApiException if its source does not exist
   */
  Incident open(Tx tx, Caller caller, NewIncident newIncident) {
    OrgId org = caller.tenant();
    Optional<Alert> alert = newIncident.alertId().map(id -> requireAlert(tx, org, id));
    Optional<AgentSession> session = newIncident.sessionId().map(id -> session(tx, org, id));
    Severity severity =
        newIncident.severity().or(() -> alert.map(Alert::severity)).orElse(Severity.MEDIUM);
    String title = timeline.masked(title(tx, org, newIncident, alert, session));
    Incident incident =
        insert(
            tx,
            caller,
            newIncident,
            title,
            severity,
            newIncident
                .category()
                .or(() -> alert.map(IncidentCategory::of))
                .orElse(IncidentCategory.OTHER));
    alert.ifPresent(a -> evidence.addAlert(tx, caller, incident, a.alertId(), ""));
    session.ifPresent(s -> evidence.addSession(tx, caller, incident, s.id(), ""));
    newIncident.agentIds().forEach(id -> evidence.addAgent(tx, caller, incident, id, ""));
    return get(tx, org, incident.incidentId());
  }

  private Alert requireAlert(Tx tx, OrgId org, String alertId) {
    return alerts.get(tx, org, alertId);
  }

  private AgentSession session(Tx tx, OrgId org, String id) {
    return sessions.find(tx, org, id).orElseThrow(() -> ApiException.notFound("session", id));
  }

  private String title(
      Tx tx,
      OrgId org,
      NewIncident newIncident,
      Optional<Alert> alert,
      Optional<AgentSession> session) {
    if (!newIncident.title().isEmpty()) {
      return newIncident.title();
    }
    return alert
        .map(Alert::title)
        .orElseGet(
            () -> {
              String agentId = session.orElseThrow().agentId();
              String name = agents.names(tx, org, List.of(agentId)).getOrDefault(agentId, agentId);
              return "Session of " + name;
            });
  }

  private Incident insert(
      Tx tx,
      Caller caller,
      NewIncident newIncident,
      String title,
      Severity severity,
      IncidentCategory category) {
    OrgId org = caller.tenant();
    IncidentStore store = tx.on(IncidentStore.class);
    String id = identifiers.next("inc_");
    long number = store.nextNumber(org);
    String summary = timeline.masked(newIncident.summary());
    Incident.SourceType source =
        newIncident.alertId().isPresent()
            ? Incident.SourceType.ALERT
            : newIncident.sessionId().isPresent()
                ? Incident.SourceType.SESSION
                : Incident.SourceType.OPERATOR;
    store.insert(
        org,
        id,
        number,
        title,
        summary,
        severity,
        newIncident.priority().orElse(Priority.of(severity)),
        category,
        source,
        newIncident.alertId().orElse(""),
        newIncident.sessionId().orElse(""),
        Json.text(newIncident.tags().stream().map(timeline::masked).toList()),
        searched(number, title, summary),
        Timeline.actor(caller),
        tx.now());
    Incident incident = get(tx, org, id);
    timeline.write(
        tx,
        caller,
        id,
        TimelineEntryType.OPENED,
        opened(source) + " as " + severity,
        Map.of("severity", severity.toString(), "source", source.toString()));
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.INCIDENT, "incident.create", "incident", id, incident.shown())
            .with("severity", severity.toString())
            .with("source", source.toString())
            .with("alertId", newIncident.alertId().orElse("")));
    return incident;
  }

  private static String opened(Incident.SourceType source) {
    return source == Incident.SourceType.OPERATOR
        ? "Created manually"
        : "Created from its " + source;
  }

  static String searched(long number, String title, String summary) {
    return new SearchText().with("#" + number).with(title).with(summary).toString();
  }

  /**
   * Assigns an alert to an incident: its current one unless that is closed, an open one of the
   * alert's agent, or a new one. Idempotent, also for concurrent calls.
   *
   * @param reason the reason, a sentence to display
   * @return the incident
   */
  public Incident openFor(Tx tx, OrgId org, Alert alert, String reason) {
    Caller caller = Caller.system("incidents", org);
    Optional<Incident> currentIncident = currentIncident(tx, org, alert);
    if (currentIncident.isPresent()) {
      return currentIncident.get();
    }
    // Waits for a concurrent transaction that opens an incident for the same agent.
    IncidentStore store = tx.on(IncidentStore.class);
    store.holdNumbers(org);
    Optional<Incident> existing =
        alert.agentId().isEmpty()
            ? Optional.empty()
            : store
                .activeAbout(org, LinkKind.AGENT, alert.agentId())
                .flatMap(row -> store.lock(org, row.incidentId()))
                .filter(row -> row.status().isActive())
                .filter(
                    row -> evidence.isBelowLinkLimit(tx, org, row.incidentId(), LinkKind.ALERT));
    if (existing.isPresent()) {
      join(tx, caller, existing.get(), alert, reason);
      return get(tx, org, existing.get().incidentId());
    }
    return open(
        tx,
        caller,
        new NewIncident(
            "",
            reason,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(alert.alertId()),
            Optional.empty(),
            List.of(),
            List.of()));
  }

  private Optional<Incident> currentIncident(Tx tx, OrgId org, Alert alert) {
    return alert.incidentId().isEmpty()
        ? Optional.empty()
        : find(tx, org, alert.incidentId())
            .filter(incident -> incident.status() != IncidentStatus.CLOSED);
  }

  private void join(Tx tx, Caller caller, Incident incident, Alert alert, String reason) {
    evidence.addAlert(tx, caller, incident, alert.alertId(), reason);
    if (alert.severity().compareTo(incident.severity()) > 0) {
      raiseSeverity(
          tx, caller, incident, alert.severity(), "An alert of this severity was linked.");
    }
  }

  /** Raises the severity; the priority follows unless a user chose it. */
  void raiseSeverity(Tx tx, Caller caller, Incident incident, Severity severity, String reason) {
    boolean follows = incident.priority() == Priority.of(incident.severity());
    tx.on(IncidentStore.class)
        .tell(
            caller.tenant(),
            incident.incidentId(),
            incident.title(),
            incident.summary(),
            severity,
            follows ? Priority.of(severity) : incident.priority(),
            incident.category(),
            incident.channelUrl(),
            incident.tags(),
            searched(incident.number(), incident.title(), incident.summary()),
            tx.now());
    severityChanged(tx, caller, incident, severity, reason);
  }

  void severityChanged(Tx tx, Caller caller, Incident before, Severity severity, String reason) {
    String maskedReason = timeline.masked(reason);
    timeline.write(
        tx,
        caller,
        before.incidentId(),
        TimelineEntryType.SEVERITY_CHANGED,
        before.severity() + " → " + severity + ". " + maskedReason,
        Map.of("from", before.severity().toString(), "to", severity.toString()));
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.INCIDENT,
                "incident.severity",
                "incident",
                before.incidentId(),
                before.shown())
            .with("from", before.severity().toString())
            .with("to", severity.toString())
            .with("reason", maskedReason));
  }
}
