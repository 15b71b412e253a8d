package io.svc.server.certification;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetDrift;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Evaluates the changes that a platform reports, before a scan: a connector or permission that was
 * not certified revokes the certification immediately. The next scan of the platform finds
 * everything else.
 */
final class ReportedDrift {
  private ReportedDrift() {}

  /**
   * Returns the difference from the certified state; empty if the report does not contain it.
   *
   * @param changeType such as {@code connector_added}
   * @param reported the payload of a {@code ControlPlaneChangeEvent}, without secrets
   */
  static Optional<DriftEntry> of(String changeType, JsonNode reported) {
    JsonNode before = reported.path("before");
    JsonNode after = reported.path("after");
    return switch (changeType) {
      case "connector_added" ->
          Optional.of(
              entry(AssetDrift.DriftClass.CONNECTOR_ADDED, connectorPath(reported), reported));
      case "permission_changed" ->
          after.isMissingNode() || after.isNull()
              ? Optional.empty()
              : Optional.of(
                  entry(
                      words(before).containsAll(words(after))
                          ? AssetDrift.DriftClass.PERMISSION_REDUCED
                          : AssetDrift.DriftClass.PERMISSION_ESCALATED,
                      "permissions",
                      reported));
      case "settings_changed" ->
          Optional.of(entry(AssetDrift.DriftClass.SETTING_CHANGED, "settings", reported));
      default -> Optional.empty();
    };
  }

  private static DriftEntry entry(AssetDrift.DriftClass kind, String path, JsonNode reported) {
    return new DriftEntry(
        kind.toString(),
        kind.severity().toString(),
        path,
        reported.get("before"),
        reported.get("after"));
  }

  private static String connectorPath(JsonNode reported) {
    JsonNode after = reported.path("after");
    String name = after.isTextual() ? after.asText() : after.path("name").asText();
    return name.isEmpty() ? "connectors" : "connectors[" + name + "]";
  }

  /** Returns all texts of a value of any structure: names of scopes, roles or people. */
  private static Set<String> words(JsonNode value) {
    Set<String> words = new HashSet<>();
    if (value.isValueNode() && !value.isNull()) {
      words.add(value.asText());
    }
    value.properties().forEach(member -> words.add(member.getKey() + "=" + member.getValue()));
    if (value.isArray()) {
      value.forEach(item -> words.add(item.isTextual() ? item.asText() : item.toString()));
    }
    return words;
  }
}
