package io.svc.server.incidents;

import java.util.Locale;

/** What can happen to an incident. */
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
