package io.svc.server.incidents;

import java.util.Locale;

/** How far somebody is with an action item. */
enum ItemStatus {
  OPEN,
  IN_PROGRESS,
  DONE,
  /** It is not wanted any more. */
  DROPPED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
