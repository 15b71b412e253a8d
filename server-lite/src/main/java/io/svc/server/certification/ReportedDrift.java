package io.svc.server.certification;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetDrift;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a platform's word about a change means for a certification before anybody has looked: a way
 * out, or a right, that was not certified ends it at once. What the word leaves open is found when
 * the platform is looked through next.
 */
final class ReportedDrift {
  private ReportedDrift() {}

  /**
   * The difference from what was certified; empty where the word does not say.
   *
   * @param changeType such as {@code connector_added}
   * @param told the payload of a {@code ControlPlaneChangeEvent}, without secrets
   */
  static Optional<DriftEntry> of(String changeType, JsonNode told) {
    JsonNode before = told.path("before");
    JsonNode after = told.path("after");
    return switch (changeType) {
      case "connector_added" ->
          Optional.of(entry(AssetDrift.DriftClass.CONNECTOR_ADDED, ways(told), told));
      case "permission_changed" ->
          after.isMissingNode() || after.isNull()
              ? Optional.empty()
              : Optional.of(
                  entry(
                      words(before).containsAll(words(after))
                          ? AssetDrift.DriftClass.PERMISSION_REDUCED
                          : AssetDrift.DriftClass.PERMISSION_ESCALATED,
                      "permissions",
                      told));
      case "settings_changed" ->
          Optional.of(entry(AssetDrift.DriftClass.SETTING_CHANGED, "settings", told));
      default -> Optional.empty();
    };
  }

  private static DriftEntry entry(AssetDrift.DriftClass kind, String path, JsonNode told) {
    return new DriftEntry(
        kind.toString(), kind.severity().toString(), path, told.get("before"), told.get("after"));
  }

  private static String ways(JsonNode told) {
    JsonNode after = told.path("after");
    String name = after.isTextual() ? after.asText() : after.path("name").asText();
    return name.isEmpty() ? "connectors" : "connectors[" + name + "]";
  }

  /** All texts of a value, however it is built: names of scopes, roles or people. */
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
