package io.svc.server.detection;

import java.util.List;

/**
 * The result of the cascade for an observation.
 *
 * @param verdicts one for each threat, the most severe first; none for benign ones
 * @param steps the outcome of each enabled layer
 */
public record DetectionResult(List<ThreatVerdict> verdicts, List<Step> steps) {
  public DetectionResult {
    verdicts = List.copyOf(verdicts);
    steps = List.copyOf(steps);
  }

  /** The outcome of a layer. */
  public enum Outcome {
    /** It reached its threshold; later layers were not run. */
    FLAGGED,
    /** It left the decision to the next layer. */
    ESCALATED,
    /** It could not evaluate the observation, and left the decision to the next layer. */
    NOT_EVALUATED
  }

  /**
   * The outcome of one layer.
   *
   * @param note why it could not evaluate the observation; otherwise empty
   */
  public record Step(Layer layer, Outcome outcome, String note) {}

  /** Returns the most severe label. */
  public Label label() {
    return verdicts.isEmpty() ? Label.BENIGN : verdicts.get(0).label();
  }
}
