package io.svc.server.detection;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertVerdict;
import java.util.List;

/**
 * The result of the cascade for one threat.
 *
 * @param isFlagged whether the score of the layer reached its threshold
 * @param isTold whether it was already reported
 * @param rule the rule with the strongest indication
 */
public record ThreatVerdict(
    Threat threat,
    Label label,
    double confidence,
    Layer layer,
    String model,
    String rule,
    Severity severity,
    boolean isFlagged,
    boolean isTold,
    String explanation,
    List<AlertVerdict.Evidence> evidence,
    String recommendedAction) {
  public ThreatVerdict {
    evidence = List.copyOf(evidence);
  }

  AlertVerdict forAlert() {
    return new AlertVerdict(
        label.toString(),
        confidence,
        layer.toString(),
        model,
        explanation,
        evidence,
        recommendedAction);
  }
}
