package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The properties of an asset in canonical form: unordered lists are sorted. Unknown properties are
 * empty.
 *
 * @param settings other properties to check for drift, by name
 * @param subWorkflows the platform's identifiers of the workflows that it starts
 */
public record AssetPosture(
    String name,
    String url,
    String owner,
    boolean active,
    List<AssetConnector> connectors,
    int steps,
    List<String> triggers,
    boolean usesAi,
    Map<String, String> settings,
    List<String> subWorkflows,
    List<String> tags) {
  public AssetPosture {
    requireNonNull(name, "name is null");
    requireNonNull(url, "url is null");
    requireNonNull(owner, "owner is null");
    connectors = byName(connectors);
    triggers = AssetConnector.sorted(triggers);
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    subWorkflows = AssetConnector.sorted(subWorkflows);
    tags = AssetConnector.sorted(tags);
  }

  private static List<AssetConnector> byName(List<AssetConnector> connectors) {
    TreeMap<String, AssetConnector> byName = new TreeMap<>();
    connectors.forEach(connector -> byName.merge(connector.name(), connector, AssetConnector::and));
    return List.copyOf(byName.values());
  }

  /** Returns the posture in a sighting. */
  static AssetPosture of(Sighting sighting) {
    return new AssetPosture(
        sighting.name(),
        sighting.url().orElse(""),
        sighting.owner().orElse(""),
        sighting.active(),
        sighting.connectors().stream()
            .map(
                connector ->
                    new AssetConnector(
                        connector.name(),
                        connector.operations(),
                        connector.scopes(),
                        connector.credential().map(List::of).orElse(List.of())))
            .toList(),
        sighting.steps(),
        sighting.triggers(),
        sighting.usesAi(),
        sighting.settings(),
        sighting.subWorkflows(),
        sighting.tags());
  }

  /**
   * Combines this posture with one of another source, since each source sees only a part. For
   * properties with a single value, this posture has precedence.
   */
  AssetPosture and(AssetPosture other) {
    Map<String, String> all = new TreeMap<>(other.settings);
    all.putAll(settings);
    List<AssetConnector> merged = new ArrayList<>(connectors);
    merged.addAll(other.connectors);
    return new AssetPosture(
        name.isEmpty() ? other.name : name,
        url.isEmpty() ? other.url : url,
        owner.isEmpty() ? other.owner : owner,
        active,
        merged,
        Math.max(steps, other.steps),
        AssetConnector.joined(triggers, other.triggers),
        usesAi || other.usesAi,
        all,
        AssetConnector.joined(subWorkflows, other.subWorkflows),
        AssetConnector.joined(tags, other.tags));
  }

  /** Returns true when the content was inspected, not only activity observed. */
  boolean isInspected() {
    return steps > 0 || !connectors.isEmpty() || !settings.isEmpty();
  }
}
