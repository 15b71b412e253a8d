package io.svc.server.detection;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertVerdict;
import java.util.List;

/**
 * What the cascade makes of an observation with regard to one threat.
 *
 * @param isFlagged whether the score of the layer reached its threshold
 * @param isTold whether somebody else has told people of it
 * @param rule the one that speaks the loudest for it
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
