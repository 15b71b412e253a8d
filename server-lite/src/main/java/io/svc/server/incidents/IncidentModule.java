package io.svc.server.incidents;

import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alert;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.IncidentEscalation;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.Claims;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.detection.DetectionConfig;
import io.svc.server.detection.DetectionConfigs;
import io.svc.server.http.Api;
import io.svc.server.integrations.Integrations;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Incidents: response, containment, communication and review. Safe for many threads. */
public final class IncidentModule implements FeatureModule {
  private static final Duration SWEPT_EVERY = Duration.ofSeconds(10);

  private final Incidents incidents;
  private final Containments containments;
  private final Communications communications;
  private final IncidentRoutes routes;
  private final ReviewRoutes reviewRoutes;

  /**
   * Creates the feature and registers it to open incidents for alerts.
   *
   * @param policies the policies that apply to agents
   */
  public IncidentModule(
      SharedComponents core,
      ApiKeys keys,
      Agents agents,
      AgentSessions sessions,
      AgentExtras policies,
      Claims claims,
      AgentLifecycle lifecycle,
      Alerts alerts,
      DetectionConfigs detection,
      Integrations integrations,
      IncidentChannel channel) {
    Database database = core.database();
    Identifiers identifiers = core.identifiers();
    AuditLog audit = core.audit();
    Timeline timeline = new Timeline(identifiers);
    IncidentTransitions moves = new IncidentTransitions(timeline, audit);
    IncidentEvidence evidence =
        new IncidentEvidence(identifiers, alerts, sessions, agents, timeline);
    this.incidents =
        new Incidents(identifiers, alerts, sessions, agents, evidence, timeline, audit);
    this.containments =
        new Containments(
            database,
            identifiers,
            new AgentContainment(agents, lifecycle, claims, keys),
            moves,
            timeline,
            audit);
    WarRoom warRoom = new WarRoom(core.accounts(), timeline, audit);
    this.routes =
        new IncidentRoutes(
            database,
            incidents,
            new IncidentUpdates(incidents, evidence, warRoom, moves, timeline, audit),
            containments,
            moves,
            timeline,
            audit);
    this.communications =
        new Communications(
            database, identifiers, core.tenants(), integrations, channel, moves, timeline, audit);
    this.reviewRoutes =
        new ReviewRoutes(
            database,
            incidents,
            new Reviews(
                identifiers,
                core.accounts(),
                new ReviewFacts(agents, policies),
                moves,
                timeline,
                audit),
            communications);
    alerts.escalateTo(new AlertEscalation(incidents, detection));
  }

  /** Opens incidents for severe alerts according to the detection configuration. */
  private record AlertEscalation(Incidents incidents, DetectionConfigs detection)
      implements IncidentEscalation {
    @Override
    public Optional<String> reason(Tx tx, OrgId org, Alert alert) {
      DetectionConfig.AutoIncident auto = detection.autoIncident(tx, org);
      return auto.enabled() && alert.severity().isAtLeast(auto.minSeverity())
          ? Optional.of("Its alert is " + alert.severity().label() + ".")
          : Optional.empty();
    }

    @Override
    public void openFor(Tx tx, OrgId org, Alert alert, String reason) {
      incidents.openFor(tx, org, alert, reason);
    }
  }

  @Override
  public void register(Api api) {
    routes.register(api);
    reviewRoutes.register(api);
  }

  public Incidents incidents() {
    return incidents;
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("incidents", this::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(Job.removing("incident-sweep", SWEPT_EVERY, this::sweep));
  }

  Containments containments() {
    return containments;
  }

  /** Releases agents whose containment expired, and settles interrupted messages. */
  void sweep() {
    containments.releaseDue();
    communications.sweep();
  }

  Communications communications() {
    return communications;
  }

  long removeAll(Tx tx, OrgId org) {
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
