package io.svc.server.incidents;

import java.util.Locale;

/** The status of a message. */
enum CommunicationStatus {
  DRAFT,
  /** Sending is in progress. */
  QUEUED,
  SENT,
  FAILED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
