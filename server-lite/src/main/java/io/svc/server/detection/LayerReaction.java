package io.svc.server.detection;

import java.util.Locale;

/** The reactions to the findings of a layer. */
public enum LayerReaction {
  /** Policies deny the action; repeated denials and approval requirements raise an alert. */
  ENFORCE,
  /** An alert is raised. */
  ALERT,
  /** An entry is added to the timeline of the session. */
  ANNOTATE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
