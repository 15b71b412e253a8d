package io.svc.server.detection;

import java.util.List;
import java.util.Locale;

/** The layers of the cascade, in the order in which they are asked. */
public enum Layer {
  /** What the policies decided. */
  POLICY,
  /** Patterns of what is known to be bad. */
  SIGNATURES,
  /** Combinations of what is harmless by itself. */
  HEURISTICS,
  /** What is unusual for the agent. */
  ANOMALY,
  /** The opinion of a language model, of which none is shipped. */
  JUDGE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Evaluates one layer of the cascade; the same input gives the same signals. */
  interface LayerJudge {
    /** Returns the signals of the layer. */
    List<Signal> signals(DetectionInput scene);

    /** Why the layer has no verdict; empty if it has one. */
    default String whyNot(DetectionInput scene) {
      return "";
    }
  }
}
