package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;

/**
 * A change on a platform.
 *
 * @param integrationId the integration that reported it; empty for another sender
 * @param resourceId the changed resource, as the platform names it
 * @param content the content of the report, without secrets
 */
public record PlatformChange(
    String platform,
    Optional<String> integrationId,
    Kind kind,
    String resourceId,
    JsonNode content) {
  /** The kinds of resources that can change. The labels are part of the interface. */
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
