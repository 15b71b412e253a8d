package io.svc.server.incidents;

import java.util.Locale;

/** What became of a message. */
enum CommunicationStatus {
  DRAFT,
  /** It is being sent. */
  QUEUED,
  SENT,
  FAILED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
