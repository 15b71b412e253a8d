package io.svc.server.detection;

import java.util.Locale;

/** What follows from what a layer finds. */
public enum Reaction {
  /** What policies refuse is refused by them; refusals again and again raise an alert. */
  ENFORCE,
  /** An alert is raised. */
  ALERT,
  /** It is noted in the timeline of the session. */
  ANNOTATE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
