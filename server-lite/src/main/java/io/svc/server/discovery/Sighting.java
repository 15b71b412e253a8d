package io.svc.server.discovery;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One thing as it was seen once. It holds no secret: whoever saw it has masked what it tells.
 *
 * @param integrationId through which connection it was seen; empty where there was none
 * @param externalId what its platform calls it
 * @param connectors its ways out, one for each connector and credential
 * @param steps of how many it is made
 * @param triggers what sets it off
 * @param usesAi whether a model takes part
 * @param settings what else drift must notice: plain or hashed values by their names
 * @param subWorkflows what its platform calls the workflows that it sets off
 */
public record Sighting(
    AssetKind kind,
    AssetSource source,
    Optional<String> integrationId,
    String externalId,
    String name,
    Optional<String> url,
    Optional<String> owner,
    boolean active,
    List<SeenConnector> connectors,
    int steps,
    List<String> triggers,
    boolean usesAi,
    Map<String, String> settings,
    List<String> subWorkflows,
    List<AssetEvidence> evidence,
    DiscoveryEnvelope envelope,
    List<String> tags) {
  public Sighting {
    if (externalId.isBlank()) {
      throw new IllegalArgumentException("externalId is blank");
    }
    if (steps < 0) {
      throw new IllegalArgumentException("steps is " + steps);
    }
    connectors = List.copyOf(connectors);
    triggers = List.copyOf(triggers);
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    subWorkflows = List.copyOf(subWorkflows);
    evidence = List.copyOf(evidence);
    tags = List.copyOf(tags);
  }
}
