package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;

/**
 * Something was changed on a platform.
 *
 * @param integrationId the connection that told; empty when somebody else did
 * @param resourceId what was changed, as the platform names it
 * @param told all that was told of it, without secrets
 */
public record PlatformChange(
    String platform, Optional<String> integrationId, Kind kind, String resourceId, JsonNode told) {
  /** What can be changed. The labels are part of the interface. */
  public enum Kind {
    WORKFLOW_CREATED,
    WORKFLOW_UPDATED,
    WORKFLOW_ACTIVATED,
    WORKFLOW_DEACTIVATED,
    WORKFLOW_DELETED,
    CREDENTIAL_CREATED,
    CONNECTOR_ADDED,
    PERMISSION_CHANGED,
    USER_ADDED,
    SETTINGS_CHANGED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
