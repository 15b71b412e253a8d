package detection;

import java.util.List;
import java.util.Map;

/** Writes block-style YAML, as people do: plain where that is safe, else in double quotes. */
final class Yaml {
  private final StringBuilder out = new StringBuilder();

  private Yaml() {}

  static String write(Map<String, Object> map) {
    Yaml yaml = new Yaml();
    yaml.entries(map, "");
    return yaml.out.toString();
  }

  private void entries(Map<?, ?> map, String indent) {
    String lead = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(lead).append(scalar(entry.getKey())).append(':');
      value(entry.getValue(), indent);
      lead = indent;
    }
  }

  private void value(Object value, String indent) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      out.append('\n').append(indent).append("  ");
      entries(map, indent + "  ");
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      out.append('\n');
      for (Object element : list) {
        out.append(indent).append("  - ");
        if (element instanceof Map<?, ?> map) {
          entries(map, indent + "    ");
        } else {
          text(element, indent + "    ");
        }
      }
    } else {
      out.append(' ');
      text(value, indent + "  ");
    }
  }

  /** Several lines stand as a block. */
  private void text(Object value, String indent) {
    if (value instanceof String text && text.contains("\n")) {
      out.append(text.endsWith("\n") ? "|\n" : "|-\n");
      text.lines().forEach(line -> out.append(indent).append(line).append('\n'));
    } else {
      out.append(scalar(value)).append('\n');
    }
  }

  private static String scalar(Object value) {
    if (value instanceof Map) {
      return "{}";
    }
    if (value instanceof List) {
      return "[]";
    }
    String text = String.valueOf(value);
    boolean isPlain =
        !(value instanceof String) || text.matches("[A-Za-z/][A-Za-z0-9_./@-]*[A-Za-z0-9_]");
    boolean isWord = value instanceof String && text.matches("(?i)true|false|yes|no|on|off|null");
    return isPlain && !isWord ? text : Json.quote(text);
  }
}
