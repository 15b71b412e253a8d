package io.svc.server.telemetry;

import java.util.Locale;

/** What became of something that was told. The labels are part of the interface of the metrics. */
enum IngestResult {
  ACCEPTED,
  /** It was told before. */
  DUPLICATE,
  /** It is of an agent that nobody knows, and the tenant takes in none unasked. */
  UNKNOWN_AGENT,
  /** The sender's key is bound to another agent. */
  OTHER_AGENT,
  /** It belongs to no agent that is known. */
  UNRELATED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
