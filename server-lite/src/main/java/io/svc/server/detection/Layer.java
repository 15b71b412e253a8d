package io.svc.server.detection;

import java.util.List;
import java.util.Locale;

/** The layers of the cascade, in order of evaluation. */
public enum Layer {
  /** Policy decisions. */
  POLICY,
  /** Patterns of known attacks. */
  SIGNATURES,
  /** Combinations of actions that are harmless on their own. */
  HEURISTICS,
  /** Anomalies in the agent's behavior. */
  ANOMALY,
  /** The assessment of a language model; none is included. */
  JUDGE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Evaluates one layer of the cascade; the same input gives the same signals. */
  interface LayerEvaluator {
    /** Returns the signals of the layer. */
    List<Signal> signals(DetectionInput input);

    /** Returns why the layer has no verdict; empty if it has one. */
    default String notEvaluatedReason(DetectionInput input) {
      return "";
    }
  }
}
