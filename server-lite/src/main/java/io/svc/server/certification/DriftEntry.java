package io.svc.server.certification;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.svc.server.discovery.AssetDrift;
import io.svc.server.json.Json;
import java.util.List;

/**
 * A difference from the certified state.
 *
 * @param kind such as {@code connector_added}
 * @param severity {@code critical}, {@code warning} or {@code info}
 * @param path such as {@code connectors[slack]}
 * @param before null when it was added
 * @param after null when it was removed
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record DriftEntry(
    @JsonProperty("class") String kind,
    String severity,
    String path,
    JsonNode before,
    JsonNode after) {
  public DriftEntry {
    requireNonNull(kind, "kind is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(path, "path is null");
    before = before == null ? NullNode.getInstance() : before;
    after = after == null ? NullNode.getInstance() : after;
  }

  static List<DriftEntry> of(List<AssetDrift.Change> changes) {
    return changes.stream()
        .map(
            change ->
                new DriftEntry(
                    change.driftClass().toString(),
                    change.severity().toString(),
                    change.path(),
                    Json.tree(change.before()),
                    Json.tree(change.after())))
        .toList();
  }

  /** Parses recorded drift. */
  static List<DriftEntry> read(String json) {
    return List.of(Json.readStored(json, DriftEntry[].class));
  }
}
