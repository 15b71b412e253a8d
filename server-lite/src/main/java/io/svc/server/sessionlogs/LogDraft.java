package io.svc.server.sessionlogs;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * A log line as received, which {@link SessionLogs#prepare} masks and cuts before it is stored.
 *
 * @param traceId empty if there is none
 * @param spanId empty if there is none
 * @param attributes an object
 */
public record LogDraft(
    Instant at,
    LogSeverity severity,
    LogSource source,
    String message,
    String traceId,
    String spanId,
    JsonNode attributes) {
  public LogDraft {
    if (!attributes.isObject()) {
      throw new IllegalArgumentException("attributes is no object");
    }
  }
}
