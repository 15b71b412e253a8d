package io.svc.server.discovery.platform;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.discovery.AssetSource;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.redaction.Masking;
import io.svc.server.secrets.Keyring;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The supported platforms, read by API or from exported files. Thread-safe; {@link #list} performs
 * network calls and is not for use in a transaction.
 */
public final class Platforms {
  private final OutgoingClient client;
  private final Keyring keyring;
  private final Clock clock;
  private final Masking masking = new Masking();

  public Platforms(OutgoingClient client, Keyring keyring, Clock clock) {
    this.client = client;
    this.keyring = keyring;
    this.clock = clock;
  }

  /** A connection of a tenant to a platform. */
  public record Connection(OrgId org, String integrationId, IntegrationType type) {
    public Connection {
      if (!type.isScanned()) {
        throw new IllegalArgumentException(type + " is not scanned");
      }
    }
  }

  /**
   * Lists a platform by its API.
   *
   * @param settings of the integration, including secrets
   * @throws PlatformException if the listing fails or is incomplete
   */
  public PlatformListing list(
      Connection connection,
      Map<String, String> settings,
      PlainHttpPolicy plain,
      PlatformListener viewer)
      throws PlatformException {
    SightingContext context = context(connection, false);
    return switch (connection.type()) {
      case N8N ->
          new N8nPlatform(
                  remote(
                      connection,
                      settings,
                      "baseUrl",
                      Map.of("X-N8N-API-KEY", settings.get("apiKey")),
                      plain,
                      viewer),
                  context)
              .list(viewer);
      case MAKE ->
          new MakePlatform(
                  remote(
                      connection,
                      settings,
                      "baseUrl",
                      Map.of("Authorization", "Token " + settings.get("apiToken")),
                      plain,
                      viewer),
                  context,
                  settings)
              .list(viewer);
      case ZAPIER ->
          new ZapierPlatform(
                  remote(
                      connection,
                      settings,
                      "baseUrl",
                      Map.of("Authorization", "Bearer " + settings.get("accessToken")),
                      plain,
                      viewer),
                  context)
              .list(viewer);
      case POWER_AUTOMATE ->
          new PowerAutomatePlatform(
                  remote(connection, settings, "loginUrl", Map.of(), plain, viewer),
                  remote(connection, settings, "apiUrl", Map.of(), plain, viewer),
                  context,
                  settings)
              .list(viewer);
      default -> throw new IllegalStateException(connection.type() + " is not scanned");
    };
  }

  /** Returns the workflows in a file; empty when it is not an export of the platform. */
  public List<JsonNode> workflowsIn(Connection connection, JsonNode file) {
    return new ExportReader(context(connection, true), connection.type()).workflowsIn(file);
  }

  /**
   * Reports the workflows of a file.
   *
   * @param name the name of a single workflow when the file contains none
   */
  public void show(
      Connection connection,
      List<JsonNode> workflows,
      Optional<String> name,
      PlatformListener viewer) {
    new ExportReader(context(connection, true), connection.type()).show(workflows, name, viewer);
  }

  private PlatformApi remote(
      Connection connection,
      Map<String, String> settings,
      String address,
      Map<String, String> headers,
      PlainHttpPolicy plain,
      PlatformListener viewer) {
    return new PlatformApi(
        client,
        plain,
        connection.type().toString(),
        requireNonNull(settings.get(address)),
        headers,
        viewer::isEnded);
  }

  private SightingContext context(Connection connection, boolean isExport) {
    String use = "discovery " + connection.org().value();
    return new SightingContext(
        AssetSource.valueOf(connection.type().name()),
        connection.integrationId(),
        isExport,
        masking,
        text -> keyring.sign(use, text),
        clock.instant());
  }
}
