package io.svc.server.incidents;

import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alert;
import io.svc.server.alerts.Alerts;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.sessions.AgentSessions;
import java.util.List;
import java.util.Map;

/** Links incidents with their alerts, sessions and agents. */
final class IncidentEvidence {
  /** The maximum of agents, because containing all of them is one transaction. */
  static final int MAX_AGENTS = 200;

  private static final int MAX_OTHERS = 500;

  private final Identifiers identifiers;
  private final Alerts alerts;
  private final AgentSessions sessions;
  private final Agents agents;
  private final Timeline timeline;

  IncidentEvidence(
      Identifiers identifiers,
      Alerts alerts,
      AgentSessions sessions,
      Agents agents,
      Timeline timeline) {
    this.identifiers = identifiers;
    this.alerts = alerts;
    this.sessions = sessions;
    this.agents = agents;
    this.timeline = timeline;
  }

  private static int linkLimit(LinkKind kind) {
    return kind == LinkKind.AGENT ? MAX_AGENTS : MAX_OTHERS;
  }

  /** Returns true when the limit of links of this kind allows one more. */
  boolean isBelowLinkLimit(Tx tx, OrgId org, String incidentId, LinkKind kind) {
    return tx.on(LinkStore.class).count(org, incidentId, kind) < linkLimit(kind);
  }

  /**
   * Links an alert with its session and agent, and sets the alert's incident.
   *
   * @throws ApiException if the alert does not exist
   */
  void addAlert(Tx tx, Caller caller, Incident incident, String alertId, String note) {
    OrgId org = caller.tenant();
    Alert alert = alerts.get(tx, org, alertId);
    rejectLinkedAlert(tx, org, incident, alert);
    if (!add(tx, caller, incident, LinkKind.ALERT, alertId, alert.title(), note)) {
      return;
    }
    alerts.link(tx, org, alertId, incident.incidentId(), Timeline.actor(caller));
    if (!alert.agentId().isEmpty()
        && agents.find(tx, org, alert.agentId()).isPresent()
        && isBelowLinkLimit(tx, org, incident.incidentId(), LinkKind.AGENT)) {
      addAgent(tx, caller, incident, alert.agentId(), "");
    }
    if (!alert.sessionId().isEmpty()
        && sessions.find(tx, org, alert.sessionId()).isPresent()
        && isBelowLinkLimit(tx, org, incident.incidentId(), LinkKind.SESSION)) {
      add(tx, caller, incident, LinkKind.SESSION, alert.sessionId(), "", "");
    }
  }

  private static void rejectLinkedAlert(Tx tx, OrgId org, Incident incident, Alert alert) {
    if (alert.incidentId().isEmpty() || alert.incidentId().equals(incident.incidentId())) {
      return;
    }
    tx.on(IncidentStore.class)
        .find(org, alert.incidentId())
        .filter(other -> other.status().isActive())
        .ifPresent(
            other -> {
              throw new ApiException(
                  ErrorCode.CONFLICT,
                  "Incident #"
                      + other.number()
                      + " already contains the alert \""
                      + alert.alertId()
                      + "\"; merge the two incidents, or remove the alert there.");
            });
  }

  /**
   * Links a session and its agent.
   *
   * @throws ApiException if the session does not exist
   */
  void addSession(Tx tx, Caller caller, Incident incident, String sessionId, String note) {
    OrgId org = caller.tenant();
    String agentId =
        sessions
            .find(tx, org, sessionId)
            .orElseThrow(() -> ApiException.notFound("session", sessionId))
            .agentId();
    if (add(tx, caller, incident, LinkKind.SESSION, sessionId, "", note)
        && agents.find(tx, org, agentId).isPresent()
        && isBelowLinkLimit(tx, org, incident.incidentId(), LinkKind.AGENT)) {
      addAgent(tx, caller, incident, agentId, "");
    }
  }

  /**
   * Links an agent, which becomes part of the incident's scope.
   *
   * @throws ApiException if the agent does not exist
   */
  void addAgent(Tx tx, Caller caller, Incident incident, String agentId, String note) {
    String name = agents.get(tx, caller.tenant(), agentId).name();
    add(tx, caller, incident, LinkKind.AGENT, agentId, name, note);
  }

  private boolean add(
      Tx tx,
      Caller caller,
      Incident incident,
      LinkKind kind,
      String refId,
      String name,
      String note) {
    OrgId org = caller.tenant();
    LinkStore store = tx.on(LinkStore.class);
    String id = incident.incidentId();
    int added =
        store.add(
            org,
            id,
            kind,
            refId,
            identifiers.next("lnk_"),
            tx.now(),
            Timeline.actor(caller),
            timeline.masked(note));
    if (added == 0) {
      return false;
    }
    if (store.count(org, id, kind) > linkLimit(kind)) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "The incident already has "
              + linkLimit(kind)
              + " items of kind "
              + kind
              + ", the maximum.");
    }
    timeline.write(
        tx,
        caller,
        id,
        TimelineEntryType.EVIDENCE_ADDED,
        kind + " " + (name.isEmpty() ? refId : "\"" + name + "\"") + " added",
        Map.of("kind", kind.toString(), "id", refId));
    return true;
  }

  /**
   * Removes a link by the identifier of the linked object.
   *
   * @throws ApiException if the link does not exist, or the agent is still contained
   */
  void remove(Tx tx, Caller caller, Incident incident, String refId) {
    OrgId org = caller.tenant();
    String id = incident.incidentId();
    LinkStore.Link link =
        tx.on(LinkStore.class)
            .find(org, id, refId)
            .orElseThrow(
                () ->
                    new ApiException(
                        ErrorCode.VALIDATION_FAILED,
                        "\"" + refId + "\" is not evidence of the incident."));
    if (link.kind() == LinkKind.AGENT
        && !tx.on(ContainmentStore.class).heldBy(org, id, refId).isEmpty()) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "The agent \"" + refId + "\" is contained by the incident. Release it first.");
    }
    tx.on(LinkStore.class).remove(org, id, link.kind(), refId);
    if (link.kind() == LinkKind.ALERT
        && alerts.find(tx, org, refId).filter(a -> a.incidentId().equals(id)).isPresent()) {
      alerts.link(tx, org, refId, "", Timeline.actor(caller));
    }
    timeline.write(
        tx,
        caller,
        id,
        TimelineEntryType.EVIDENCE_REMOVED,
        link.kind() + " " + refId + " removed",
        Map.of("kind", link.kind().toString(), "id", refId));
  }

  /** Copies all links of an incident to another one, up to the limits. */
  void copy(Tx tx, Caller caller, Incident from, Incident to) {
    OrgId org = caller.tenant();
    List<LinkStore.Link> links = tx.on(LinkStore.class).all(org, from.incidentId());
    for (LinkStore.Link link : links) {
      boolean isLinked =
          tx.on(LinkStore.class).find(org, to.incidentId(), link.refId()).isPresent();
      if (!isLinked && isBelowLinkLimit(tx, org, to.incidentId(), link.kind())) {
        add(tx, caller, to, link.kind(), link.refId(), "", link.note());
        if (link.kind() == LinkKind.ALERT) {
          alerts.link(tx, org, link.refId(), to.incidentId(), Timeline.actor(caller));
        }
      }
    }
  }
}
