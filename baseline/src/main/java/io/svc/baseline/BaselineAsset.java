package io.svc.baseline;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One approved thing of a configuration. The components are the wire format, in its order; names
 * are written in snake_case. No component holds a secret.
 *
 * @param assetId {@code ast_} and a ULID
 * @param kind {@code server}
 * @param serverName the server's name in the file
 * @param name of the asset; for a server the same
 * @param command launch command, secrets masked; empty for a remote server
 * @param args launch arguments, secrets masked
 * @param envKeys each environment variable's name with three asterisks
 * @param authMode how the client proves itself: {@code header}, {@code oauth}, {@code env}, {@code
 *     url}; empty when the file does not tell
 * @param toolCount tools that the file declares
 * @param resourceCount resources that the file declares
 * @param description as the file has it; empty when it has none
 * @param configHash of everything above and the extensions but the asset's id, {@code sha256:<hex>}
 * @param extensions {@code config_path}, {@code source}, and where they are set {@code url}, {@code
 *     transport}, {@code header_names}, {@code auto_approve}, {@code disabled} and {@code
 *     value_hashes}
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

  /** The kind of an asset that is a server. */
  public static final String SERVER = "server";

  public BaselineAsset {
    args = List.copyOf(args);
    envKeys = Collections.unmodifiableMap(new LinkedHashMap<>(envKeys));
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }
}
