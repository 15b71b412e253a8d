package io.svc.server.certification;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertDraft;
import io.svc.server.alerts.Alerts;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The alerts of certified workflows. An alert contains its {@code ThreatDetectionEvent}, and is
 * routed by the alert rules.
 */
final class CertificationAlerts {
  static final String DRIFT = "certification_drift";
  static final String GAP = "telemetry_gap";
  private static final String SOURCE = "certification";

  /** The maximum number of differences in an alert; the history contains all of them. */
  private static final int MAX_REPORTED = 50;

  private final Alerts alerts;

  CertificationAlerts(Alerts alerts) {
    this.alerts = alerts;
  }

  /** Returns a difference as the event contains it. */
  private static Map<String, Object> toMap(DriftEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("class", entry.kind());
    fields.put("path", entry.path());
    fields.put("before", entry.before());
    fields.put("after", entry.after());
    return fields;
  }

  /** Alerts that critical drift revoked a certification. */
  void revoked(Tx tx, OrgId org, CertifiedWorkflow workflow, List<DriftEntry> drift) {
    Map<String, Object> details = details(workflow);
    details.put(
        "drift", drift.stream().limit(MAX_REPORTED).map(CertificationAlerts::toMap).toList());
    details.put("drift_total", (long) drift.size());
    String subject =
        drift.stream()
            .filter(entry -> entry.severity().equals("critical"))
            .limit(5)
            .map(entry -> entry.kind().replace('_', ' ') + " at " + entry.path())
            .collect(Collectors.joining(", "));
    alerts.raise(
        tx,
        org,
        AlertDraft.of(
                DRIFT,
                Severity.CRITICAL,
                "The certification of \"" + workflow.name() + "\" was revoked because of drift")
            .description("Changed since certification: " + subject + ".")
            .source(SOURCE)
            .event(EventType.THREAT_DETECTION)
            .agent(workflow.agentId())
            // Each revoked certification raises its own alert.
            .destination(workflow.certId())
            .details(details)
            .build());
  }

  /**
   * Alerts that a certified workflow is inactive.
   *
   * @return the alert
   */
  String silent(Tx tx, OrgId org, CertifiedWorkflow workflow, RunInterval rhythm, Instant lastRun) {
    Map<String, Object> details = details(workflow);
    details.put("last_run_at", lastRun);
    details.put("expected_within_seconds", rhythm.allowed().toSeconds());
    details.put("usual_interval_seconds", rhythm.usual().toSeconds());
    details.put("runs_known", (long) rhythm.runs());
    return alerts
        .raise(
            tx,
            org,
            AlertDraft.of(
                    GAP,
                    Severity.HIGH,
                    "No run of \"" + workflow.name() + "\" was reported recently")
                .description(
                    "It usually runs every "
                        + words(rhythm.usual())
                        + ", but no run was reported for more than "
                        + words(rhythm.allowed())
                        + ". It is inactive, or its runs are not monitored.")
                .source(SOURCE)
                .agent(workflow.agentId())
                .destination(workflow.assetId())
                .details(details)
                .build())
        .alert()
        .alertId();
  }

  /** Resolves the alert, because the workflow runs again or the inactivity is explained. */
  void resolve(Tx tx, OrgId org, String alertId, String reason) {
    alerts.settle(tx, org, alertId, SOURCE, reason);
  }

  private static Map<String, Object> details(CertifiedWorkflow workflow) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("cert_id", workflow.certId());
    details.put("workflow_id", workflow.workflowId());
    details.put("platform", workflow.platform());
    return details;
  }

  /** Formats a duration in a suitable unit. */
  static String words(Duration time) {
    if (time.toDays() >= 2) {
      return time.toDays() + " days";
    }
    if (time.toHours() >= 2) {
      return time.toHours() + " hours";
    }
    return time.toMinutes() >= 2 ? time.toMinutes() + " minutes" : time.toSeconds() + " seconds";
  }
}
