package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Fields;
import java.time.Instant;
import java.util.Optional;

/**
 * An event as it was sent.
 *
 * @param key by which it is known when it is sent again; empty when nothing tells
 * @param origin who sent it
 * @param at when it happened
 * @param fields of the envelope
 * @param payload fields of the payload
 */
record EventEnvelope(String key, Origin origin, Instant at, Fields fields, Fields payload) {

  /**
   * Who sends events.
   *
   * @param space within which the identifiers of events are unique
   * @param platform that is meant where none is named; may be empty
   * @param integrationId the connection that sent it; empty for a program
   */
  record Origin(String space, String platform, Optional<String> integrationId) {
    /** A program with a key. */
    static final Origin PROGRAM = new Origin("event", "", Optional.empty());
  }

  /** The payload as it was sent. */
  JsonNode raw() {
    return payload.open();
  }

  String platform() {
    return payload
        .optionalText("platform", TelemetrySanitizer.LONGEST_NAME)
        .or(() -> fields.optionalText("platform", TelemetrySanitizer.LONGEST_NAME))
        .orElse(origin.platform())
        .toLowerCase(java.util.Locale.ROOT);
  }
}
