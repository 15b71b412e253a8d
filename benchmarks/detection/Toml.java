package detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Writes TOML: every object a table of its own, small ones inline when asked. */
final class Toml {
  private Toml() {}

  static String write(Map<String, Object> map, boolean isInline) {
    StringBuilder out = new StringBuilder();
    table(map, List.of(), isInline, out);
    return out.toString().stripLeading();
  }

  private static void table(
      Map<String, Object> map, List<String> path, boolean isInline, StringBuilder out) {
    Map<String, Map<String, Object>> tables = new LinkedHashMap<>();
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, Object> entry : map.entrySet()) {
      Object value = entry.getValue();
      if (value instanceof Map && !(isInline && path.size() >= 2)) {
        tables.put(entry.getKey(), Json.object(value));
      } else {
        lines.append(key(entry.getKey())).append(" = ").append(inline(value)).append('\n');
      }
    }
    if (!path.isEmpty() && (!lines.isEmpty() || tables.isEmpty())) {
      StringJoiner header = new StringJoiner(".", "\n[", "]\n");
      path.forEach(name -> header.add(key(name)));
      out.append(header);
    }
    out.append(lines);
    tables.forEach(
        (name, table) -> {
          List<String> below = new ArrayList<>(path);
          below.add(name);
          table(table, below, isInline, out);
        });
  }

  private static String inline(Object value) {
    if (value instanceof Map<?, ?> map) {
      StringJoiner fields = new StringJoiner(", ", "{ ", " }");
      map.forEach((name, field) -> fields.add(key(name.toString()) + " = " + inline(field)));
      return map.isEmpty() ? "{}" : fields.toString();
    }
    if (value instanceof List<?> list) {
      StringJoiner elements = new StringJoiner(", ", "[", "]");
      list.forEach(element -> elements.add(inline(element)));
      return elements.toString();
    }
    if (value instanceof String text && text.contains("\n") && !text.contains("'''")) {
      return "'''\n" + text + "'''";
    }
    return value instanceof String text ? Json.quote(text) : String.valueOf(value);
  }

  private static String key(String name) {
    return name.matches("[A-Za-z0-9_-]+") ? name : Json.quote(name);
  }
}
