package io.svc.report;

import io.svc.baseline.ModifiedAsset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values of an asset in a table: one side, or before and after with the differences marked. */
final class HtmlDiffCells {
  private HtmlDiffCells() {}

  /** Appends the fields of an asset that was added or removed. */
  static void appendAsset(HtmlBuilder page, Map<String, Object> fields, boolean isAdded) {
    page.open("table", "class", "sides").open("tbody").line();
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      page.open("tr").element("th", field.getKey(), "scope", "row");
      page.open("td", "class", isAdded ? "after" : "before");
      for (String line : lines(field.getValue())) {
        page.element("div", line);
      }
      page.close("td").closeLine("tr");
    }
    page.close("tbody").closeLine("table");
  }

  /** Appends the changed fields of an asset, approved and current. */
  static void appendTwo(HtmlBuilder page, ModifiedAsset asset) {
    page.open("table", "class", "sides two").open("thead").open("tr");
    page.element("th", "Field", "scope", "col").element("th", "As approved", "scope", "col");
    page.element("th", "Now", "scope", "col").close("tr").close("thead").open("tbody").line();
    for (String field : AssetText.fieldsToShow(asset)) {
      page.open("tr").element("th", field, "scope", "row");
      appendSides(page, field, asset.before(), asset.after());
      page.closeLine("tr");
    }
    page.close("tbody").closeLine("table");
  }

  private static void appendSides(
      HtmlBuilder page, String field, Map<String, Object> before, Map<String, Object> after) {
    if (!before.containsKey(field) && !after.containsKey(field)) {
      page.open("td", "colspan", "2");
      page.element("span", "changed, values not shown", "class", "none").close("td");
      return;
    }
    appendSide(page, "before", "del", field, before, after);
    appendSide(page, "after", "ins", field, after, before);
  }

  private static void appendSide(
      HtmlBuilder page,
      String side,
      String mark,
      String field,
      Map<String, Object> values,
      Map<String, Object> others) {
    page.open("td", "class", side);
    List<String> lines = values.containsKey(field) ? lines(values.get(field)) : List.of();
    if (lines.isEmpty()) {
      page.element("span", values.containsKey(field) ? "(empty)" : "(none)", "class", "none");
    }
    Map<String, Integer> matched = new HashMap<>();
    if (others.containsKey(field)) {
      for (String line : lines(others.get(field))) {
        matched.merge(line, 1, Integer::sum);
      }
    }
    for (String line : lines) {
      boolean isOnBoth = matched.merge(line, -1, Integer::sum) >= 0;
      page.open("div");
      if (isOnBoth) {
        page.text(line);
      } else {
        page.element(mark, line);
      }
      page.close("div");
    }
    page.close("td");
  }

  /**
   * Returns a value as lines, one for each element of a list or entry of a map; empty if it has
   * none.
   */
  static List<String> lines(Object value) {
    List<String> lines = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        lines.add(entry.getKey() + ": " + AssetText.of(entry.getValue()));
      }
    } else if (value instanceof List<?> list) {
      for (Object element : list) {
        lines.add(AssetText.of(element));
      }
    } else {
      String text = AssetText.of(value);
      if (!text.isEmpty()) {
        lines.add(text);
      }
    }
    return lines;
  }
}
