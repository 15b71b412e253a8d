package io.svc.baseline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file that an asset was read from, as far as the asset tells.
 *
 * @param source label of the client; empty when the asset does not tell
 * @param configPath empty when the asset does not tell
 */
record AssetFile(String source, String configPath) {
  /** Assets by their files, both in the order they come in. */
  static Map<AssetFile, List<BaselineAsset>> group(List<BaselineAsset> assets) {
    Map<AssetFile, List<BaselineAsset>> files = new LinkedHashMap<>();
    for (BaselineAsset asset : assets) {
      AssetFile file = new AssetFile(text(asset, "source"), text(asset, "config_path"));
      files.computeIfAbsent(file, f -> new ArrayList<>()).add(asset);
    }
    return files;
  }

  private static String text(BaselineAsset asset, String extension) {
    return String.valueOf(asset.extensions().getOrDefault(extension, ""));
  }
}
