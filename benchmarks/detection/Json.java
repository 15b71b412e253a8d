package detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Just enough JSON to write config files and to read reports: no dependency judges the command. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.space();
    if (json.at < text.length()) {
      throw json.unexpected();
    }
    return value;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  static List<?> list(Object value) {
    return (List<?>) value;
  }

  /** With the given indentation; on one line when that is empty. */
  static String write(Object value, String indent) {
    StringBuilder out = new StringBuilder();
    write(value, indent, indent.isEmpty() ? "" : "\n", out);
    return out.toString();
  }

  private static void write(Object value, String indent, String line, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      String comma = "";
      out.append('{');
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(comma).append(line).append(line.isEmpty() ? "" : indent);
        quote(entry.getKey().toString(), out);
        out.append(indent.isEmpty() ? ":" : ": ");
        write(entry.getValue(), indent, line.isEmpty() ? "" : line + indent, out);
        comma = ",";
      }
      out.append(map.isEmpty() ? "" : line).append('}');
    } else if (value instanceof List<?> list) {
      String comma = "";
      out.append('[');
      for (Object element : list) {
        out.append(comma);
        write(element, indent, line.isEmpty() ? "" : line + indent, out);
        comma = indent.isEmpty() ? "," : ", ";
      }
      out.append(']');
    } else if (value instanceof String string) {
      quote(string, out);
    } else {
      out.append(value);
    }
  }

  static String quote(String string) {
    StringBuilder out = new StringBuilder();
    quote(string, out);
    return out.toString();
  }

  private static void quote(String string, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(c < 16 ? "0" : "").append(Integer.toHexString(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private Object value() {
    space();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    at++;
    space();
    while (peek() != '}') {
      space();
      String key = string();
      space();
      expect(':');
      object.put(key, value());
      space();
      if (peek() != '}') {
        expect(',');
      }
    }
    at++;
    return object;
  }

  private List<Object> array() {
    List<Object> array = new ArrayList<>();
    at++;
    space();
    while (peek() != ']') {
      array.add(value());
      space();
      if (peek() != ']') {
        expect(',');
      }
    }
    at++;
    return array;
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      if (c == '\\') {
        c = text.charAt(at++);
        switch (c) {
          case 'n' -> c = '\n';
          case 't' -> c = '\t';
          case 'r' -> c = '\r';
          case 'b' -> c = '\b';
          case 'f' -> c = '\f';
          case 'u' -> {
            c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
            at += 4;
          }
          default -> {}
        }
      }
      string.append(c);
    }
    at++;
    return string.toString();
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return value;
  }

  private Double number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == start) {
      throw unexpected();
    }
    return Double.valueOf(text.substring(start, at));
  }

  private void space() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw unexpected();
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw unexpected();
    }
    at++;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("not JSON at character " + at);
  }
}
