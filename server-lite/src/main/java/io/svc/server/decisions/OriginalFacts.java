package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * The unmasked facts of a decision. They only exist in memory and, sealed, in the store.
 *
 * @param facts in the format of {@code Facts}
 * @param taken the paths of values that policies redacted, such as {@code arguments.card}
 */
public record OriginalFacts(JsonNode facts, List<String> taken) {
  public OriginalFacts {
    taken = List.copyOf(taken);
  }

  /** Returns the text to be sealed. */
  static String write(String facts, List<String> redactedPaths) {
    return "{\"facts\":" + facts + ",\"taken\":" + Json.text(redactedPaths) + "}";
  }

  static OriginalFacts read(String text) {
    JsonNode json = Json.readStored(text);
    List<String> redactedPaths = new ArrayList<>();
    json.path("taken").forEach(path -> redactedPaths.add(path.asText()));
    return new OriginalFacts(json.path("facts"), redactedPaths);
  }

  /** Omits content, so that none is logged. */
  @Override
  public String toString() {
    return "OriginalFacts[hidden]";
  }
}
