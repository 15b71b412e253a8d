package io.svc.server.events;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.svc.server.db.OrgId;
import io.svc.server.metrics.Metrics;
import java.util.List;

/**
 * The six counters of governance. Names and labels are from the specification. A counter is
 * incremented after the transaction that stores the event.
 */
public final class GovernanceCounters {
  /**
   * Label values that are known before the first event.
   *
   * @param stages of policies
   * @param verdicts of replay jobs
   * @param results of verifications
   * @param modes of routing
   * @param outcomes of decisions
   * @param operations of kill switches
   */
  public record KnownLabels(
      List<String> stages,
      List<String> verdicts,
      List<String> results,
      List<String> modes,
      List<String> outcomes,
      List<String> operations) {
    public KnownLabels {
      stages = List.copyOf(stages);
      verdicts = List.copyOf(verdicts);
      results = List.copyOf(results);
      modes = List.copyOf(modes);
      outcomes = List.copyOf(outcomes);
      operations = List.copyOf(operations);
    }
  }

  private final Counter transitions;
  private final Counter replays;
  private final Counter issued;
  private final Counter verified;
  private final Counter routed;
  private final Counter switched;
  private final Histogram evaluated;

  public GovernanceCounters(Metrics metrics) {
    this.transitions =
        metrics.counter(
            "svc_rollout_transitions_total",
            "Stage changes of policies, by new stage.",
            "org_id",
            "policy_id",
            "stage");
    this.replays =
        metrics.counter(
            "svc_replay_jobs_total",
            "Completed replays, by result: pass, fail, failed or canceled.",
            "org_id",
            "verdict");
    this.issued = metrics.counter("svc_attestation_issued_total", "Issued claims.", "org_id");
    this.verified =
        metrics.counter(
            "svc_attestation_verifications_total",
            "Verified claims, by result: valid, expired, revoked or invalid.",
            "org_id",
            "result");
    this.routed =
        metrics.counter(
            "svc_execution_routing_decisions_total",
            "Decisions, by execution mode and outcome.",
            "org_id",
            "mode",
            "outcome");
    this.evaluated =
        metrics.durations(
            "svc_eval_duration_seconds",
            "Duration of decisions, including the time to record them.",
            0.0005,
            0.001,
            0.0025,
            0.005,
            0.01,
            0.025,
            0.05,
            0.1,
            0.25,
            1,
            5);
    this.switched =
        metrics.counter(
            "svc_kill_switch_operations_total",
            "Uses of the kill switches.",
            "org_id",
            "operation");
  }

  /** Creates the series of an organization with value 0. Existing series are not changed. */
  public void createSeries(OrgId org, KnownLabels labels) {
    String id = org.value();
    labels.verdicts().forEach(verdict -> replays.initLabelValues(id, verdict));
    issued.initLabelValues(id);
    labels.results().forEach(result -> verified.initLabelValues(id, result));
    for (String mode : labels.modes()) {
      labels.outcomes().forEach(outcome -> routed.initLabelValues(id, mode, outcome));
    }
    labels.operations().forEach(operation -> switched.initLabelValues(id, operation));
  }

  /** Creates the series of a policy with value 0. Existing series are not changed. */
  public void createSeries(OrgId org, String policyId, KnownLabels labels) {
    labels.stages().forEach(stage -> transitions.initLabelValues(org.value(), policyId, stage));
  }

  /** Records the duration of a decision. */
  public void evaluated(double seconds) {
    evaluated.observe(seconds);
  }

  public void transition(OrgId org, String policyId, String stage) {
    transitions.labelValues(org.value(), policyId, stage).inc();
  }

  public void replay(OrgId org, String verdict) {
    replays.labelValues(org.value(), verdict).inc();
  }

  public void issued(OrgId org) {
    issued.labelValues(org.value()).inc();
  }

  public void verified(OrgId org, String result) {
    verified.labelValues(org.value(), result).inc();
  }

  public void routed(OrgId org, String mode, String outcome) {
    routed.labelValues(org.value(), mode, outcome).inc();
  }

  public void switched(OrgId org, String operation) {
    switched.labelValues(org.value(), operation).inc();
  }
}
