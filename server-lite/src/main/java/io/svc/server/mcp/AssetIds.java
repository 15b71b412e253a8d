package io.svc.server.mcp;

import io.svc.baseline.BaselineAsset;
import io.svc.server.http.Call;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Identifiers of assets that were sent without one. They follow from where an asset is, so that the
 * same report says the same whenever it is sent.
 */
final class AssetIds {
  private static final Pattern WELL_FORMED = Pattern.compile("ast_[0-9A-HJKMNP-TV-Z]{26}");
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int LENGTH = 26;

  private AssetIds() {}

  /** The asset with an identifier: its own, or one that is made for it. */
  static BaselineAsset identified(BaselineAsset asset) {
    if (WELL_FORMED.matcher(asset.assetId()).matches()) {
      return asset;
    }
    return new BaselineAsset(
        made(asset),
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

  /** As long as a ULID, and as one that was made at the beginning of all time. */
  private static String made(BaselineAsset asset) {
    Map<String, Object> place = asset.extensions();
    String digest =
        Call.sha256(
            String.join(
                "\n",
                String.valueOf(place.get("source")),
                String.valueOf(place.get("config_path")),
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
