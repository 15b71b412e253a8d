package io.svc.server.mcp;

import io.svc.baseline.BaselineAsset;
import io.svc.server.http.Call;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Generates identifiers for assets without one. They are derived from the location of the asset, so
 * that the same report always gives the same identifiers.
 */
final class AssetIds {
  private static final Pattern WELL_FORMED = Pattern.compile("ast_[0-9A-HJKMNP-TV-Z]{26}");
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int LENGTH = 26;

  private AssetIds() {}

  /** Returns the asset with its own or a generated identifier. */
  static BaselineAsset identified(BaselineAsset asset) {
    if (WELL_FORMED.matcher(asset.assetId()).matches()) {
      return asset;
    }
    return new BaselineAsset(
        derive(asset),
        asset.kind(),
        asset.serverName(),
        asset.name(),
        asset.command(),
        asset.args(),
        asset.envKeys(),
        asset.authMode(),
        asset.toolCount(),
        asset.resourceCount(),
        asset.description(),
        asset.configHash(),
        asset.extensions());
  }

  /** Has the length of a ULID, with the earliest possible time. */
  private static String derive(BaselineAsset asset) {
    Map<String, Object> extensions = asset.extensions();
    String digest =
        Call.sha256(
            String.join(
                "\n",
                String.valueOf(extensions.get("source")),
                String.valueOf(extensions.get("config_path")),
                asset.kind(),
                asset.serverName(),
                asset.name()));
    StringBuilder id = new StringBuilder("ast_0000000000");
    for (int i = 0; id.length() < "ast_".length() + LENGTH; i++) {
      int bits = Integer.parseInt(digest.substring(2 * i, 2 * i + 2), 16) & 31;
      id.append(ALPHABET.charAt(bits));
    }
    return id.toString();
  }
}
