package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Stores events, and reports why an event was rejected. */
final class EventIntake {
  static final String UNKNOWN_AGENT =
      "The agent is not registered, and the organization does not register agents from telemetry.";
  static final String OTHER_AGENT = "The API key is bound to another agent.";
  private static final String UNKNOWN_FIELD = "unknown_field";

  private final Telemetry telemetry;

  EventIntake(Telemetry telemetry) {
    this.telemetry = telemetry;
  }

  /** A rejected event. */
  record RejectedEvent(int index, String code, String message) {}

  /**
   * The result of an upload.
   *
   * @param accepted the number of newly stored events
   * @param duplicates the number of events that were stored before
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record UploadResult(int accepted, int rejected, List<RejectedEvent> errors, int duplicates) {}

  /** An event, or the reason why it is invalid. */
  record ReceivedEvent(Optional<JsonNode> event, String problem) {
    static ReceivedEvent of(JsonNode event) {
      return new ReceivedEvent(Optional.of(event), "");
    }
  }

  /** Parsed events to be stored. */
  record Batch(List<TelemetryItem> items, List<Integer> places, List<RejectedEvent> refused) {}

  /**
   * Reads the events of a tenant.
   *
   * @param otherwise the key of an event without an identifier; empty for none
   */
  Batch read(
      Caller caller,
      List<ReceivedEvent> events,
      EventEnvelope.Origin origin,
      IntFunction<String> otherwise) {
    OrgId org = caller.tenant();
    EventReader reader = new EventReader(telemetry.sanitizer(org));
    boolean withContent = telemetry.storesContent(org);
    Instant now = telemetry.now();
    Batch batch = new Batch(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < events.size(); i++) {
      ReceivedEvent sent = events.get(i);
      if (sent.event().isEmpty()) {
        batch.refused().add(new RejectedEvent(i, "invalid_json", sent.problem()));
        continue;
      }
      try {
        batch
            .items()
            .add(
                reader.read(
                    caller, sent.event().get(), origin, otherwise.apply(i), now, withContent));
        batch.places().add(i);
      } catch (ApiException e) {
        if (e.code() == ErrorCode.ORG_MISMATCH) {
          // The sender confuses organizations or their keys: none of the events is trustworthy.
          throw e;
        }
        batch.refused().add(rejected(i, e));
      }
    }
    return batch;
  }

  private static RejectedEvent rejected(int index, ApiException e) {
    if (e.code() == ErrorCode.PAYLOAD_TOO_LARGE) {
      return new RejectedEvent(index, "too_large", e.getMessage());
    }
    String code = e.errors().isEmpty() ? "invalid" : e.errors().get(0).code();
    boolean isUnknown =
        e.errors().stream().anyMatch(fieldError -> fieldError.code().equals(UNKNOWN_FIELD));
    return new RejectedEvent(
        index,
        switch (isUnknown ? UNKNOWN_FIELD : code) {
          case UNKNOWN_FIELD -> UNKNOWN_FIELD;
          case "required" -> "missing_field";
          case "out_of_range" -> "out_of_range";
          default -> "invalid_field";
        },
        e.getMessage());
  }

  /**
   * Stores events.
   *
   * @param boundTo the only agent that the sender can act for
   */
  UploadResult store(OrgId org, Optional<String> boundTo, Telemetry.Signal signal, Batch batch) {
    List<IngestResult> results = telemetry.ingest(org, boundTo, signal, batch.items());
    List<RejectedEvent> rejected = new ArrayList<>(batch.refused());
    int duplicates = 0;
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) == IngestResult.DUPLICATE) {
        duplicates++;
      } else if (results.get(i) != IngestResult.ACCEPTED) {
        boolean isOther = results.get(i) == IngestResult.OTHER_AGENT;
        rejected.add(
            new RejectedEvent(
                batch.places().get(i),
                isOther ? "agent_mismatch" : "agent_unknown",
                isOther ? OTHER_AGENT : UNKNOWN_AGENT));
      }
    }
    telemetry.count(signal, "rejected", batch.refused().size());
    rejected.sort(Comparator.comparingInt(RejectedEvent::index));
    return new UploadResult(
        batch.items().size() - duplicates - (rejected.size() - batch.refused().size()),
        rejected.size(),
        rejected,
        duplicates);
  }
}
