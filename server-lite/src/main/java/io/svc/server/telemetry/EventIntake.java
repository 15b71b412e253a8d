package io.svc.server.telemetry;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Takes events in, and tells of each that was not why. */
final class EventIntake {
  private final Telemetry telemetry;
  private final EventReader reader;

  EventIntake(Telemetry telemetry, Cleaning cleaning) {
    this.telemetry = requireNonNull(telemetry, "telemetry is null");
    this.reader = new EventReader(cleaning);
  }

  /** One that was not taken. */
  record Refused(int index, String code, String message) {}

  /**
   * What became of them.
   *
   * @param accepted how many are stored now
   * @param duplicates how many were stored before
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Answer(int accepted, int rejected, List<Refused> errors, int duplicates) {}

  /** An event, or why there is none in its place. */
  record Sent(Optional<JsonNode> event, String problem) {
    static Sent of(JsonNode event) {
      return new Sent(Optional.of(event), "");
    }
  }

  /** What is read and waits to be stored. */
  record Batch(List<Item> items, List<Integer> places, List<Refused> refused) {}

  /**
   * Reads events.
   *
   * @param otherwise what each is known by where it has no identifier; empty for nothing
   */
  Batch read(
      List<Sent> events,
      Envelope.Origin origin,
      IntFunction<String> otherwise,
      boolean withContent) {
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
            .add(reader.read(sent.event().get(), origin, otherwise.apply(i), now, withContent));
        batch.places().add(i);
      } catch (ApiException e) {
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
    return new Refused(
        index,
        switch (code) {
          case "required" -> "missing_field";
          case "out_of_range" -> "out_of_range";
          default -> "invalid_field";
        },
        e.getMessage());
  }

  /** Stores them. */
  Answer store(OrgId org, Telemetry.Signal signal, Batch batch) {
    List<Fate> fates = telemetry.take(org, signal, batch.items());
    List<Refused> refused = new ArrayList<>(batch.refused());
    int duplicates = 0;
    for (int i = 0; i < fates.size(); i++) {
      if (fates.get(i) == Fate.DUPLICATE) {
        duplicates++;
      } else if (fates.get(i) != Fate.ACCEPTED) {
        refused.add(
            new Refused(
                batch.places().get(i),
                "agent_unknown",
                "Nobody registered the agent, and the organization takes in none unasked."));
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
