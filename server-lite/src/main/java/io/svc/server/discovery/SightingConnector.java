package io.svc.server.discovery;

import java.util.List;
import java.util.Optional;

/**
 * A connector in a sighting.
 *
 * @param operations its visible operations
 * @param scopes its visible permissions
 * @param credential identifier or name of its credential; never the secret
 */
public record SightingConnector(
    String name, List<String> operations, List<String> scopes, Optional<String> credential) {
  public SightingConnector {
    operations = List.copyOf(operations);
    scopes = List.copyOf(scopes);
  }
}
