package io.svc.server.telemetry;

import java.util.Locale;

/** The result of an item. The labels are part of the interface of the metrics. */
enum IngestResult {
  ACCEPTED,
  /** It was received before. */
  DUPLICATE,
  /** Its agent is unknown, and the tenant does not register agents automatically. */
  UNKNOWN_AGENT,
  /** The sender's key is bound to another agent. */
  OTHER_AGENT,
  /** It belongs to no known agent. */
  UNRELATED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
