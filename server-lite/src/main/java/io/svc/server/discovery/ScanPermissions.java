package io.svc.server.discovery;

import java.time.Instant;
import java.util.List;

/**
 * The permissions of a scan, which distinguish a missing property from an invisible one.
 *
 * @param scanMode the access, such as {@code saas_read_only} or {@code export}
 * @param scope the scanned content, such as {@code n8n:workflows}
 * @param permissionsUsed the permissions, such as {@code workflow:read}
 * @param redactionStatus the treatment of secrets, such as {@code redacted_in_place}
 */
public record ScanPermissions(
    String scanMode,
    List<String> scope,
    List<String> permissionsUsed,
    String redactionStatus,
    Instant capturedAt) {
  public ScanPermissions {
    scope = List.copyOf(scope);
    permissionsUsed = List.copyOf(permissionsUsed);
  }
}
