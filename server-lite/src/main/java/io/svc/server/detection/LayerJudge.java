package io.svc.server.detection;

import java.util.List;

/** A layer of the cascade: the same scene gives the same signals. */
interface LayerJudge {
  /** What it notices. */
  List<Signal> signals(Scene scene);

  /** Why it could not tell; empty when it could. */
  default String whyNot(Scene scene) {
    return "";
  }
}
