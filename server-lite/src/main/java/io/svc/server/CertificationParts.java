package io.svc.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.metrics.core.metrics.Counter;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.attestation.DocumentSigner;
import io.svc.server.certification.CertificationEvent;
import io.svc.server.certification.CertificationRoutes;
import io.svc.server.certification.Certifications;
import io.svc.server.discovery.Discovery;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.metrics.Metrics;
import io.svc.server.policies.Policies;
import io.svc.server.registration.CertifiedDrift;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.telemetry.Telemetry;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Certifications of workflows, joined with what they look at and what revokes them. */
final class CertificationParts implements Part {
  private final Core core;
  private final Certifications certifications;

  CertificationParts(Core core, Alerts alerts, Discovery discovery, Metrics metrics) {
    this.core = core;
    Counter events =
        metrics.counter(
            "svc_certification_events_total",
            "What was decided about certifications, and drift that was seen since.",
            "event");
    for (CertificationEvent event : CertificationEvent.values()) {
      events.initLabelValues(event.toString());
    }
    this.certifications =
        new Certifications(
            new Certifications.Sources(
                core.database(),
                core.identifiers(),
                core.tenants(),
                new Agents(core.identifiers()),
                new AgentSessions(core.identifiers()),
                new Policies(),
                alerts,
                new DocumentSigner(core.keyring(), core.identifiers()),
                core.audit()),
            event -> events.labelValues(event.toString()).inc());
    discovery.listen(certifications.drift());
  }

  Certifications certifications() {
    return certifications;
  }

  /**
   * What platforms tell of changes, where it says how a workflow differs from what was certified.
   */
  Telemetry.ChangeListener changes() {
    return (tx, org, change) ->
        certifications.told(
            tx,
            org,
            change.platform(),
            change.resourceId(),
            change.kind().toString(),
            change.told());
  }

  /** What workflows that register are told of how they changed. */
  CertifiedDrift drift() {
    return (tx, org, agentId) ->
        certifications.drift(tx, org, agentId).stream()
            .map(
                entry ->
                    new CertifiedDrift.Change(
                        entry.kind(),
                        entry.severity(),
                        entry.path(),
                        given(entry.before()),
                        given(entry.after())))
            .toList();
  }

  private static Optional<Object> given(JsonNode value) {
    return value.isNull() ? Optional.empty() : Optional.of(value);
  }

  @Override
  public void register(Api api) {
    new CertificationRoutes(core.database(), certifications).register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("certifications", certifications::removeAll));
  }

  @Override
  public List<Job> jobs(Pace pace) {
    return List.of(new Job("certification-silence", Duration.ofMinutes(1), certifications::listen));
  }
}
