package io.svc.server.discovery;

import java.time.Instant;
import java.util.List;

/**
 * What whoever looked was allowed to see, so that what is not there can be told from what was not
 * shown.
 *
 * @param scanMode how it was looked at, as {@code saas_read_only} or {@code export}
 * @param scope what was looked at, as {@code n8n:workflows}
 * @param permissionsUsed what was permitted, as {@code workflow:read}
 * @param redactionStatus what was done to secrets, as {@code redacted_in_place}
 */
public record DiscoveryEnvelope(
    String scanMode,
    List<String> scope,
    List<String> permissionsUsed,
    String redactionStatus,
    Instant capturedAt) {
  public DiscoveryEnvelope {
    scope = List.copyOf(scope);
    permissionsUsed = List.copyOf(permissionsUsed);
  }
}
