package io.svc.server.events;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * An event of the feed.
 *
 * @param seq its number in the feed of its tenant
 * @param groupSeq the number of the first event that was committed together with it
 * @param payload JSON
 */
public record Event(
    OrgId orgId,
    long seq,
    long groupSeq,
    String eventId,
    String type,
    String agentId,
    String sessionId,
    Instant at,
    String payload) {
  public Event {
    requireNonNull(orgId, "orgId is null");
    requireNonNull(eventId, "eventId is null");
    requireNonNull(type, "type is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(sessionId, "sessionId is null");
    requireNonNull(at, "at is null");
    requireNonNull(payload, "payload is null");
  }

  /** Returns the event in its external format. */
  public Envelope envelope() {
    return new Envelope(
        eventId,
        type,
        orgId,
        NonEmpty.of(agentId),
        NonEmpty.of(sessionId),
        at,
        Json.readStored(payload));
  }

  /** Returns the event in the format of CloudEvents 1.0. */
  CloudEvent cloudEvent() {
    return new CloudEvent(
        "1.0",
        eventId,
        "/orgs/" + orgId,
        type,
        NonEmpty.of(agentId),
        at,
        "application/json",
        Json.readStored(payload));
  }

  /** {@code EventEnvelope}: agent and session are present only if the event has them. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Envelope(
      String eventId,
      String eventType,
      OrgId orgId,
      Optional<String> agentId,
      Optional<String> sessionId,
      Instant timestamp,
      @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode payload) {}

  /** The members of github.com/cloudevents/spec, version 1.0.2, section "Context attributes". */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record CloudEvent(
      String specversion,
      String id,
      String source,
      String type,
      Optional<String> subject,
      Instant time,
      String datacontenttype,
      @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode data) {}
}
