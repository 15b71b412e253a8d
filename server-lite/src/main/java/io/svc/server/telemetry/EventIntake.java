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
      "The agent is not registered, and the organization registers none by its telemetry.";
  static final String OTHER_AGENT = "The API key is bound to another agent.";
  private static final String UNKNOWN_FIELD = "unknown_field";

  private final Telemetry telemetry;

  EventIntake(Telemetry telemetry) {
    this.telemetry = telemetry;
  }

  /** A rejected event. */
  record Refused(int index, String code, String message) {}

  /**
   * The result of an upload.
   *
   * @param accepted the number of newly stored events
   * @param duplicates the number of events that were stored before
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Answer(int accepted, int rejected, List<Refused> errors, int duplicates) {}

  /** An event, or the reason why it is invalid. */
  record Sent(Optional<JsonNode> event, String problem) {
    static Sent of(JsonNode event) {
      return new Sent(Optional.of(event), "");
    }
  }

  /** Parsed events to be stored. */
  record Batch(List<TelemetryItem> items, List<Integer> places, List<Refused> refused) {}

  /**
   * Reads the events of a tenant.
   *
   * @param otherwise the key of an event without an identifier; empty for none
   */
  Batch read(
      Caller caller,
      List<Sent> events,
      EventEnvelope.Origin origin,
      IntFunction<String> otherwise) {
    OrgId org = caller.tenant();
    EventReader reader = new EventReader(telemetry.cleaning(org));
    boolean withContent = telemetry.keepsContent(org);
    Instant now = telemetry.now();
    Batch batch = new Batch(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < events.size(); i++) {
      Sent sent = events.get(i);
      if (sent.event().isEmpty()) {
        batch.refused().add(new Refused(i, "invalid_json", sent.problem()));
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
        batch.refused().add(refused(i, e));
      }
    }
    return batch;
  }

  private static Refused refused(int index, ApiException e) {
    if (e.code() == ErrorCode.PAYLOAD_TOO_LARGE) {
      return new Refused(index, "too_large", e.getMessage());
    }
    String code = e.errors().isEmpty() ? "invalid" : e.errors().get(0).code();
    boolean isUnknown = e.errors().stream().anyMatch(one -> one.code().equals(UNKNOWN_FIELD));
    return new Refused(
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
  Answer store(OrgId org, Optional<String> boundTo, Telemetry.Signal signal, Batch batch) {
    List<IngestResult> fates = telemetry.take(org, boundTo, signal, batch.items());
    List<Refused> refused = new ArrayList<>(batch.refused());
    int duplicates = 0;
    for (int i = 0; i < fates.size(); i++) {
      if (fates.get(i) == IngestResult.DUPLICATE) {
        duplicates++;
      } else if (fates.get(i) != IngestResult.ACCEPTED) {
        boolean isOther = fates.get(i) == IngestResult.OTHER_AGENT;
        refused.add(
            new Refused(
                batch.places().get(i),
                isOther ? "agent_mismatch" : "agent_unknown",
                isOther ? OTHER_AGENT : UNKNOWN_AGENT));
      }
    }
    telemetry.count(signal, "rejected", batch.refused().size());
    refused.sort(Comparator.comparingInt(Refused::index));
    return new Answer(
        batch.items().size() - duplicates - (refused.size() - batch.refused().size()),
        refused.size(),
        refused,
        duplicates);
  }
}
