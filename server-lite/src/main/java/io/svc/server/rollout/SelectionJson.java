package io.svc.server.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stored form of a replay's selection. */
final class SelectionJson {
  private SelectionJson() {}

  static String write(ReplayJob.Selection selection) {
    return Json.text(selection);
  }

  static ReplayJob.Selection read(JsonNode json) {
    List<String> ids = new ArrayList<>();
    json.path("sessionIds").forEach(id -> ids.add(id.asText()));
    return new ReplayJob.Selection(
        ids, time(json.path("from")), time(json.path("to")), json.path("maxSessions").asInt());
  }

  private static Optional<Instant> time(JsonNode node) {
    return node.isTextual() ? Optional.of(Instant.parse(node.textValue())) : Optional.empty();
  }
}
