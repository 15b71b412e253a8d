package io.svc.server.detection;

import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates policy decisions. Denials of severe actions have already raised an alert, so this layer
 * does not report them again; it reports repeated denials and approval requirements.
 */
final class PolicyLayer implements Layer.LayerEvaluator {
  static final String MODEL = "policy-v1";

  /**
   * The number of denials and approval requirements within {@link BehaviorBaseline#DENIAL_WINDOW}
   * that raises an alert. Each multiple of it raises another.
   */
  static final int STREAK = 5;

  @Override
  public List<Signal> signals(DetectionInput input) {
    Observation seen = input.seen();
    Observation.PolicyDecision ruling = seen.ruling();
    List<Signal> signals = new ArrayList<>();
    if (!ruling.isRestricted()) {
      return signals;
    }
    int streak = input.baseline().recentDenials(seen.at()) + 1;
    if (streak % STREAK == 0) {
      signals.add(
          signal(
              "policy.streak",
              Severity.HIGH,
              0.9,
              streak + " actions were denied or held within ten minutes.",
              ruling,
              false));
    }
    if (ruling.isDenied()) {
      boolean isGrave = ruling.severity().isAtLeast(Severity.HIGH);
      signals.add(
          signal(
              "policy.denied",
              ruling.severity(),
              isGrave ? 1 : 0.4,
              ruling.reason().isEmpty() ? "A policy denied the action." : ruling.reason(),
              ruling,
              isGrave));
    }
    return signals;
  }

  private static Signal signal(
      String rule,
      Severity severity,
      double score,
      String description,
      Observation.PolicyDecision ruling,
      boolean isReported) {
    String by = ruling.policyId().isEmpty() ? "engine" : ruling.policyId() + "/" + ruling.ruleId();
    return new Signal(
        Threat.POLICY_VIOLATION,
        MODEL,
        rule,
        severity,
        score,
        "decision",
        by,
        description,
        isReported);
  }
}
