package io.svc.server.discovery;

import java.util.List;
import java.util.Optional;

/**
 * A way out that a thing has.
 *
 * @param operations what it does there, as far as that can be seen
 * @param scopes what it may do there, as far as that can be seen
 * @param credential the id or the name of the credential that it uses; never its secret
 */
public record SeenConnector(
    String name, List<String> operations, List<String> scopes, Optional<String> credential) {
  public SeenConnector {
    operations = List.copyOf(operations);
    scopes = List.copyOf(scopes);
  }
}
