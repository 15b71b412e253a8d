package io.svc.server.detection;

import java.util.List;

/**
 * What the cascade makes of an observation.
 *
 * @param verdicts one for each threat, the worst first; none of what is benign
 * @param steps what each layer did that is switched on
 */
public record DetectionResult(List<ThreatVerdict> verdicts, List<Step> steps) {
  public DetectionResult {
    verdicts = List.copyOf(verdicts);
    steps = List.copyOf(steps);
  }

  /** What a layer did. */
  public enum Outcome {
    /** It reached its threshold; no later layer was asked. */
    FLAGGED,
    /** It left the matter to the next. */
    ESCALATED,
    /** It could not tell, and left the matter to the next. */
    NOT_EVALUATED
  }

  /**
   * One step.
   *
   * @param note why it could not tell; else empty
   */
  public record Step(Layer layer, Outcome outcome, String note) {}

  /** The worst of it. */
  public Label label() {
    return verdicts.isEmpty() ? Label.BENIGN : verdicts.get(0).label();
  }
}
