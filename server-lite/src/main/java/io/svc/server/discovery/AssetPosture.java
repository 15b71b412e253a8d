package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an asset is made of, in the one form that it has: whatever has no order is sorted. What
 * nobody told is empty.
 *
 * @param settings what else drift must notice, by name
 * @param subWorkflows what its platform calls the workflows that it sets off
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
    connectors.forEach(one -> byName.merge(one.name(), one, AssetConnector::and));
    return List.copyOf(byName.values());
  }

  /** What a sighting tells. */
  static AssetPosture of(Sighting sighting) {
    return new AssetPosture(
        sighting.name(),
        sighting.url().orElse(""),
        sighting.owner().orElse(""),
        sighting.active(),
        sighting.connectors().stream()
            .map(
                one ->
                    new AssetConnector(
                        one.name(),
                        one.operations(),
                        one.scopes(),
                        one.credential().map(List::of).orElse(List.of())))
            .toList(),
        sighting.steps(),
        sighting.triggers(),
        sighting.usesAi(),
        sighting.settings(),
        sighting.subWorkflows(),
        sighting.tags());
  }

  /**
   * With what another one adds who saw the same thing: what is there is more than what one of them
   * could see. Where both tell of something that can be but one, this one is right.
   */
  AssetPosture and(AssetPosture other) {
    Map<String, String> all = new TreeMap<>(other.settings);
    all.putAll(settings);
    List<AssetConnector> ways = new ArrayList<>(connectors);
    ways.addAll(other.connectors);
    return new AssetPosture(
        name.isEmpty() ? other.name : name,
        url.isEmpty() ? other.url : url,
        owner.isEmpty() ? other.owner : owner,
        active,
        ways,
        Math.max(steps, other.steps),
        AssetConnector.joined(triggers, other.triggers),
        usesAi || other.usesAi,
        all,
        AssetConnector.joined(subWorkflows, other.subWorkflows),
        AssetConnector.joined(tags, other.tags));
  }

  /** Whether somebody looked inside, and did not only see it act. */
  boolean isInspected() {
    return steps > 0 || !connectors.isEmpty() || !settings.isEmpty();
  }
}
