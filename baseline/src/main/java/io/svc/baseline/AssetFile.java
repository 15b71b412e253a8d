package io.svc.baseline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of an asset.
 *
 * @param source label of the client; empty when the asset has none
 * @param configPath path of the file; empty when the asset has none
 */
record AssetFile(String source, String configPath) {
  /** Groups assets by file; files and assets retain their order. */
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
