package io.svc.report;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.ModifiedAsset;
import io.svc.report.Bom.Completeness;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the servers that differ from a baseline, each with its change. A baseline contains
 * servers and addresses, but no packages.
 */
final class DiffBom {
  private final Bom bom = new Bom();

  private DiffBom() {}

  static Bom of(BaselineDiff diff) {
    DiffBom gathered = new DiffBom();
    gathered.addAssets(diff.addedAssets(), "added");
    for (ModifiedAsset asset : diff.modifiedAssets()) {
      gathered.addModified(asset);
    }
    gathered.addAssets(diff.removedAssets(), "removed");
    return gathered.bom;
  }

  private void addAssets(List<BaselineAsset> assets, String change) {
    for (BaselineAsset asset : assets) {
      String path = text(asset.extensions().get("config_path"));
      String client = text(asset.extensions().get("source"));
      addServer(path, client, asset.serverName(), change, asset.extensions().get("url"));
    }
  }

  private void addModified(ModifiedAsset asset) {
    String change = asset.isRenamed() ? "renamed" : "modified";
    String server =
        addServer(asset.configPath(), "", asset.serverName(), change, asset.after().get("url"));
    for (String field : AssetText.fieldsToShow(asset)) {
      bom.addProperty(server, "changed_field", PlainText.of(field));
    }
  }

  private String addServer(
      String path, String client, String name, String change, @Nullable Object url) {
    BomServers servers = new BomServers(bom, path, client);
    servers.addFile(Completeness.INCOMPLETE);
    String server = servers.addServer(name);
    bom.addOccurrence(server, PlainText.of(path), 0);
    bom.addProperty(server, "change", change);
    if (!text(url).isEmpty()) {
      servers.addAddress(name, text(url));
    }
    return server;
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text : "";
  }
}
