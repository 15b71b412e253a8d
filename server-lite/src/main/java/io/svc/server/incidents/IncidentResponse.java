package io.svc.server.incidents;

import io.svc.server.accounts.Accounts;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.Claims;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.integrations.Integrations;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.mail.Mailer;
import io.svc.server.outgoing.OutgoingClient;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import java.util.Optional;

/** Dealing with incidents, as the rest of the service sees it. Safe for many threads. */
public final class IncidentResponse {
  private final Incidents incidents;
  private final Containments containments;
  private final Communications communications;
  private final IncidentRoutes routes;
  private final ReviewRoutes reviewRoutes;

  /**
   * What it stands on.
   *
   * @param policies knows which policies hold for agents
   * @param mailer where the server has a mail server
   */
  public record Sources(
      Database database,
      Identifiers identifiers,
      AuditLog audit,
      Accounts accounts,
      Tenants tenants,
      ApiKeys keys,
      Agents agents,
      AgentSessions sessions,
      AgentExtras policies,
      Claims claims,
      AgentLifecycle lifecycle,
      Alerts alerts,
      Integrations integrations,
      OutgoingClient outgoing,
      Optional<Mailer> mailer) {}

  public IncidentResponse(Sources sources) {
    this(sources, new Messenger(sources.outgoing(), sources.mailer()));
  }

  IncidentResponse(Sources sources, IncidentChannel channel) {
    Database database = sources.database();
    Identifiers identifiers = sources.identifiers();
    AuditLog audit = sources.audit();
    Timeline timeline = new Timeline(identifiers);
    Moves moves = new Moves(timeline, audit);
    IncidentEvidence evidence =
        new IncidentEvidence(
            identifiers, sources.alerts(), sources.sessions(), sources.agents(), timeline);
    this.incidents =
        new Incidents(
            identifiers,
            sources.alerts(),
            sources.sessions(),
            sources.agents(),
            evidence,
            timeline,
            audit);
    this.containments =
        new Containments(
            database,
            identifiers,
            new AgentHolds(sources.agents(), sources.lifecycle(), sources.claims(), sources.keys()),
            moves,
            timeline,
            audit);
    WarRoom room = new WarRoom(sources.accounts(), timeline, audit);
    this.routes =
        new IncidentRoutes(
            database,
            incidents,
            new IncidentDesk(incidents, evidence, room, moves, timeline, audit),
            containments,
            moves,
            timeline,
            audit);
    this.communications =
        new Communications(
            database,
            identifiers,
            sources.tenants(),
            sources.integrations(),
            channel,
            moves,
            timeline,
            audit);
    this.reviewRoutes =
        new ReviewRoutes(
            database,
            incidents,
            new Reviews(
                identifiers,
                sources.accounts(),
                new ReviewFacts(sources.agents(), sources.policies()),
                moves,
                timeline,
                audit),
            communications);
  }

  public void register(Api api) {
    routes.register(api);
    reviewRoutes.register(api);
  }

  public Incidents incidents() {
    return incidents;
  }

  public Containments containments() {
    return containments;
  }

  /** Lets those agents go whose time is over, and settles messages that a server broke off. */
  public void sweep() {
    containments.releaseDue();
    communications.sweep();
  }

  Communications communications() {
    return communications;
  }

  /** Removes everything of a tenant; tells how many rows that were. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(
        org,
        "incident_containment",
        "incident_hold",
        "incident_communication",
        "incident_attempt",
        "incident_review",
        "incident_action_item",
        "incident_entry",
        "incident_note",
        "incident_link",
        "incident_participant",
        "incident",
        "incident_sequence");
  }
}
