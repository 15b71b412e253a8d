package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Fields;
import java.time.Instant;
import java.util.Optional;

/**
 * A received event.
 *
 * @param key identifies a retried event; empty if it has no identity
 * @param origin the sender
 * @param at the time of the event
 * @param fields the fields of the envelope
 * @param payload the fields of the payload
 */
record EventEnvelope(String key, Origin origin, Instant at, Fields fields, Fields payload) {

  /**
   * The sender of events.
   *
   * @param space the namespace of its event identifiers
   * @param platform the default platform; may be empty
   * @param integrationId the integration that sent it; empty for a program
   */
  record Origin(String space, String platform, Optional<String> integrationId) {
    /** A program with an API key. */
    static final Origin PROGRAM = new Origin("event", "", Optional.empty());
  }

  /** The received payload. */
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
