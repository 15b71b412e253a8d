package io.svc.baseline;

import io.svc.scanner.finding.Fingerprint;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An approved asset of a configuration. The record components are the wire format, in this order;
 * names are written in snake_case. No component contains a secret.
 *
 * @param assetId {@code ast_} and a ULID
 * @param kind {@code server}
 * @param serverName name of the server in the file
 * @param name name of the asset; for a server equal to {@code serverName}
 * @param command launch command with masked secrets; empty for a remote server
 * @param args launch arguments with masked secrets
 * @param envKeys name of each environment variable with three asterisks
 * @param authMode authentication mode: {@code header}, {@code oauth}, {@code env}, {@code url};
 *     empty when the file does not specify it
 * @param toolCount number of tools that the file declares
 * @param resourceCount number of resources that the file declares
 * @param description description in the file; empty when there is none
 * @param configHash hash of all components above except the asset id, and of the extensions, {@code
 *     sha256:<hex>}
 * @param extensions {@code config_path}, {@code source}, and if set {@code url}, {@code transport},
 *     {@code header_names}, {@code auto_approve}, {@code disabled} and {@code value_hashes}
 */
public record BaselineAsset(
    String assetId,
    String kind,
    String serverName,
    String name,
    String command,
    List<String> args,
    Map<String, String> envKeys,
    String authMode,
    int toolCount,
    int resourceCount,
    String description,
    String configHash,
    Map<String, Object> extensions) {

  /** The kind of a server asset. */
  public static final String SERVER = "server";

  public BaselineAsset {
    args = List.copyOf(args);
    envKeys = Collections.unmodifiableMap(new LinkedHashMap<>(envKeys));
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }

  /** Returns the path of the asset's file; empty when it has none. */
  public String configPath() {
    return String.valueOf(extensions.getOrDefault("config_path", ""));
  }

  /** Returns the hash of the asset's state, whether or not its values are tracked. */
  String stateHash() {
    Map<String, Object> settings = new TreeMap<>(extensions);
    settings.keySet().removeAll(List.of("config_path", "source", "value_hashes"));
    return Fingerprint.of(
        kind,
        serverName,
        name,
        command,
        args.toString(),
        envKeys.keySet().toString(),
        authMode,
        Integer.toString(toolCount),
        Integer.toString(resourceCount),
        description,
        settings.toString());
  }

  /** Returns the asset with another identifier. */
  BaselineAsset withId(String id) {
    return with(id, extensions);
  }

  /** Returns the asset in another file. */
  BaselineAsset in(AssetFile file) {
    Map<String, Object> moved = new LinkedHashMap<>(extensions);
    moved.put("config_path", file.configPath());
    moved.put("source", file.source());
    return with(assetId, moved);
  }

  private BaselineAsset with(String id, Map<String, Object> otherExtensions) {
    return new BaselineAsset(
        id,
        kind,
        serverName,
        name,
        command,
        args,
        envKeys,
        authMode,
        toolCount,
        resourceCount,
        description,
        configHash,
        otherExtensions);
  }
}
