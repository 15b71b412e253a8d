package io.svc.server.discovery;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One observation of an asset. It contains no secrets: the scanner masks its texts.
 *
 * @param integrationId identifier of the connection; empty for none
 * @param externalId the platform's identifier
 * @param connectors one entry for each connector and credential
 * @param steps the number of steps
 * @param triggers the triggers
 * @param usesAi whether it uses a model
 * @param settings other properties to check for drift: plain or hashed values by name
 * @param subWorkflows the platform's identifiers of the workflows that it starts
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
    List<SightingConnector> connectors,
    int steps,
    List<String> triggers,
    boolean usesAi,
    Map<String, String> settings,
    List<String> subWorkflows,
    List<AssetEvidence> evidence,
    ScanPermissions envelope,
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
