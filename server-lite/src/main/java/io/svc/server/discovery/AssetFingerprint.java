package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import io.svc.server.http.Call;
import io.svc.server.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fingerprint of an asset: SHA-256 over canonical JSON (RFC 8785) of four parts. Each part has
 * a separate hash, which shows what kind of change occurred.
 *
 * @param hash hash of all four parts
 * @param connectors hash of its connectors
 * @param permissions hash of its permissions: scopes, credentials, and write access
 * @param steps hash of its behavior: steps, triggers, operations, settings, sub-workflows
 * @param metadata hash of its names and owners
 */
public record AssetFingerprint(
    String hash, String connectors, String permissions, String steps, String metadata) {
  public AssetFingerprint {
    requireNonNull(hash, "hash is null");
    requireNonNull(connectors, "connectors is null");
    requireNonNull(permissions, "permissions is null");
    requireNonNull(steps, "steps is null");
    requireNonNull(metadata, "metadata is null");
  }

  /** Returns the fingerprint of a posture. */
  public static AssetFingerprint of(AssetPosture posture) {
    Map<String, Object> permissions = new TreeMap<>();
    Map<String, Object> operations = new TreeMap<>();
    for (AssetConnector connector : posture.connectors()) {
      permissions.put(
          connector.name(),
          Map.of(
              "scopes",
              connector.scopes(),
              "credentials",
              connector.credentials(),
              "writes",
              OperationNames.writes(connector)));
      operations.put(connector.name(), connector.operations());
    }
    String connectors = hash(posture.connectors().stream().map(AssetConnector::name).toList());
    String permitted = hash(permissions);
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("steps", posture.steps());
    done.put("triggers", posture.triggers());
    done.put("usesAi", posture.usesAi());
    done.put("operations", operations);
    done.put("settings", posture.settings());
    done.put("subWorkflows", posture.subWorkflows());
    String steps = hash(done);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", posture.name());
    fields.put("url", posture.url());
    fields.put("owner", posture.owner());
    fields.put("active", posture.active());
    fields.put("tags", posture.tags());
    String metadata = hash(fields);
    return new AssetFingerprint(
        hash(List.of(connectors, permitted, steps, metadata)),
        connectors,
        permitted,
        steps,
        metadata);
  }

  private static String hash(Object value) {
    return "sha256:" + Call.sha256(Json.canonical(value));
  }
}
