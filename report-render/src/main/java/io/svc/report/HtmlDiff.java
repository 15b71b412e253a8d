package io.svc.report;

import static io.svc.report.HtmlPage.count;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.ModifiedAsset;
import io.svc.scanner.finding.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page of changes since a configuration was approved. */
final class HtmlDiff {
  /** Shown with the asset's name, or not useful to readers. */
  private static final Set<String> UNSHOWN = Set.of("config_path", "source", "value_hashes");

  private final HtmlFindings findings;

  HtmlDiff(HtmlFindings findings) {
    this.findings = findings;
  }

  /** Returns the number of changes as a phrase. */
  static String phrase(BaselineDiff diff) {
    return diff.addedAssets().size()
        + " added, "
        + diff.removedAssets().size()
        + " removed, "
        + diff.modifiedAssets().size()
        + " modified";
  }

  void append(HtmlBuilder page, BaselineDiff diff) {
    page.open("div", "class", "head").element("h1", "Baseline diff").open("p");
    page.text("Compared with the approved baseline ").element("code", diff.baselineId());
    page.text(".").close("p").closeLine("div");
    page.open("div", "class", "card tiles");
    appendTile(page, "added", diff.addedAssets().size());
    appendTile(page, "modified", diff.modifiedAssets().size());
    appendTile(page, "removed", diff.removedAssets().size());
    page.closeLine("div");
    if (diff.isEmpty()) {
      page.open("section", "class", "card empty ok").element("h2", "No drift");
      page.element("p", "All servers match the approved baseline.").closeLine("section");
    }
    appendAssets(page, "added", diff.addedAssets());
    appendModified(page, diff.modifiedAssets());
    appendAssets(page, "removed", diff.removedAssets());
    if (!diff.driftFindings().isEmpty()) {
      appendFindings(page, diff.driftFindings());
    }
  }

  private static void appendTile(HtmlBuilder page, String change, int number) {
    String element = number == 0 ? "div" : "a";
    String[] attributes =
        number == 0
            ? new String[] {"class", "tile"}
            : new String[] {"class", "tile", "href", "#" + change};
    page.open(element, attributes);
    appendTag(page, change).text(" ");
    page.element("b", String.valueOf(number), "class", number == 0 ? "zero" : "some");
    page.closeLine(element);
  }

  private static HtmlBuilder appendTag(HtmlBuilder page, String change) {
    String text = Explanations.sentenceCase(change);
    return page.element("span", text, "class", "tag plain " + change);
  }

  private static void beginSection(HtmlBuilder page, String change, int number) {
    page.open("section", "id", change).open("div", "class", "title");
    page.element("h2", Explanations.sentenceCase(change));
    page.element("p", count(number, "server")).closeLine("div");
  }

  private static void beginAsset(
      HtmlBuilder page, String change, String name, @Nullable Object file) {
    page.open("article", "class", "card asset").open("div");
    appendTag(page, change);
    page.element("h3", name.isEmpty() ? "(no name)" : name);
    if (file instanceof String path) {
      page.element("code", path, "class", "quiet");
    }
    page.closeLine("div");
  }

  private static void appendAssets(HtmlBuilder page, String change, List<BaselineAsset> assets) {
    if (assets.isEmpty()) {
      return;
    }
    beginSection(page, change, assets.size());
    for (BaselineAsset asset : assets) {
      beginAsset(page, change, asset.serverName(), asset.extensions().get("config_path"));
      HtmlDiffCells.appendAsset(page, shown(asset), change.equals("added"));
      page.closeLine("article");
    }
    page.closeLine("section");
  }

  /** Returns the fields of an asset that are worth showing, by their names in the wire format. */
  private static Map<String, Object> shown(BaselineAsset asset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("command", asset.command());
    fields.put("args", asset.args());
    fields.put("env_keys", asset.envKeys());
    fields.put("auth_mode", asset.authMode());
    fields.put("tool_count", asset.toolCount() == 0 ? "" : asset.toolCount());
    fields.put("resource_count", asset.resourceCount() == 0 ? "" : asset.resourceCount());
    fields.put("description", asset.description());
    fields.putAll(asset.extensions());
    fields.keySet().removeAll(UNSHOWN);
    fields.values().removeIf(value -> HtmlDiffCells.lines(value).isEmpty());
    return fields;
  }

  private static void appendModified(HtmlBuilder page, List<ModifiedAsset> assets) {
    if (assets.isEmpty()) {
      return;
    }
    beginSection(page, "modified", assets.size());
    for (ModifiedAsset asset : assets) {
      beginAsset(page, "modified", asset.serverName(), asset.configPath());
      HtmlDiffCells.appendTwo(page, asset);
      page.closeLine("article");
    }
    page.closeLine("section");
  }

  private void appendFindings(HtmlBuilder page, List<Finding> found) {
    SeverityCounts counts = new SeverityCounts();
    counts.add(found);
    page.open("section", "id", "findings").open("div", "class", "title");
    page.element("h2", "Findings").closeLine("div");
    HtmlFilters.appendTiles(page, counts, true);
    page.open("div", "class", HtmlFilters.FILTERED);
    HtmlFilters.appendTools(page);
    page.open("div", "class", "card group").line();
    findings.append(page, found, false);
    page.closeLine("div");
    findings.appendSuppressed(page, found);
    page.close("div").closeLine("section");
  }
}
