package io.svc.server.incidents;

import java.util.Locale;

/** The type of an entry in an incident's timeline. */
enum TimelineEntryType {
  OPENED,
  STATUS_CHANGED,
  SEVERITY_CHANGED,
  CHANGED,
  ROLE_CHANGED,
  EVIDENCE_ADDED,
  EVIDENCE_REMOVED,
  NOTE_ADDED,
  CONTAINMENT,
  RELEASE,
  MERGED,
  REVIEW,
  COMMUNICATION;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
