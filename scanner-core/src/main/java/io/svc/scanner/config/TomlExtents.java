package io.svc.scanner.config;

import io.svc.scanner.config.ValueExtent.Form;
import java.util.HashMap;
import java.util.Map;

/**
 * Locates the values of a TOML document. The parser returns only the positions of keys. This class
 * reads a text that the parser accepted, and reports no errors.
 */
final class TomlExtents {
  private final String text;
  private final Map<String, ValueExtent> found = new HashMap<>();
  private final Map<String, Integer> arrays = new HashMap<>();
  private int at;

  private TomlExtents(String text) {
    this.text = text;
  }

  /** Records the positions of the values of a document that was parsed from the text. */
  static void read(String text, ConfigNode root, Map<Location, ValueExtent> found) {
    TomlExtents extents = new TomlExtents(text);
    extents.document();
    extents.put(root, found);
  }

  private void put(ConfigNode node, Map<Location, ValueExtent> located) {
    Location location = node.location();
    ValueExtent extent = found.get(location.pointer());
    if (extent != null) {
      String value = node instanceof ConfigText scalar ? scalar.text() : "";
      located.put(
          location,
          new ValueExtent(extent.form(), extent.keyStart(), extent.start(), extent.end(), value));
    }
    if (node instanceof ConfigObject object) {
      for (ConfigObject.Member member : object.members()) {
        put(member.value(), located);
      }
    } else if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        put(element, located);
      }
    }
  }

  private void document() {
    String table = "";
    skipBlanks();
    while (at < text.length()) {
      if (text.charAt(at) == '[') {
        table = header();
      } else {
        pair(table);
      }
      skipBlanks();
    }
  }

  /** Reads {@code [table]} or {@code [[array of tables]]} and returns the pointer of the table. */
  private String header() {
    int start = at;
    boolean isArray = text.startsWith("[[", at);
    at += isArray ? 2 : 1;
    String pointer = "";
    while (at < text.length() && text.charAt(at) != ']') {
      // A table after [[array]] is part of the array's last element.
      pointer = inLastElement(pointer) + step(key());
      skipSpaces();
      at += text.startsWith(".", at) ? 1 : 0;
      skipSpaces();
    }
    at += isArray ? 2 : 1;
    if (isArray) {
      int index = arrays.merge(pointer, 1, Integer::sum) - 1;
      pointer += "/" + index;
    } else {
      pointer = inLastElement(pointer);
    }
    found.put(pointer, new ValueExtent(Form.HEADER, start, start, Math.min(at, text.length()), ""));
    return pointer;
  }

  private String inLastElement(String pointer) {
    Integer count = arrays.get(pointer);
    return count == null ? pointer : pointer + "/" + (count - 1);
  }

  private void pair(String table) {
    int start = at;
    StringBuilder pointer = new StringBuilder(table);
    boolean isKey = true;
    while (isKey && at < text.length()) {
      int before = at;
      pointer.append(step(key()));
      skipSpaces();
      isKey = text.startsWith(".", at);
      at += isKey || text.startsWith("=", at) || at == before ? 1 : 0;
      skipSpaces();
    }
    value(pointer.toString(), start);
  }

  private static String step(String key) {
    return "/" + key.replace("~", "~0").replace("/", "~1");
  }

  private String key() {
    skipSpaces();
    int start = at;
    if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
      boolean isLiteral = text.charAt(at) == '\'';
      skipString();
      String inside = text.substring(start + 1, Math.max(start + 1, at - 1));
      return isLiteral ? inside : TomlEscapes.decode(inside);
    }
    while (at < text.length() && ".=] \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private void value(String pointer, int keyStart) {
    int start = at;
    char first = at < text.length() ? text.charAt(at) : '\n';
    Form form = Form.SCALAR;
    if (first == '"' || first == '\'') {
      skipString();
    } else if (first == '[') {
      form = Form.INLINE;
      elements(pointer);
    } else if (first == '{') {
      form = Form.INLINE;
      members(pointer);
    } else {
      while (at < text.length() && ",]}#\r\n".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      while (at > start && (text.charAt(at - 1) == ' ' || text.charAt(at - 1) == '\t')) {
        at--;
      }
    }
    found.put(pointer, new ValueExtent(form, keyStart, start, at, ""));
  }

  private void elements(String pointer) {
    at++;
    skipBlanks();
    for (int index = 0; at < text.length() && text.charAt(at) != ']'; index++) {
      value(pointer + "/" + index, at);
      skipBlanks();
      at += text.startsWith(",", at) ? 1 : 0;
      skipBlanks();
    }
    at = Math.min(at + 1, text.length());
  }

  private void members(String pointer) {
    at++;
    skipBlanks();
    while (at < text.length() && text.charAt(at) != '}') {
      pair(pointer);
      skipBlanks();
      at += text.startsWith(",", at) ? 1 : 0;
      skipBlanks();
    }
    at = Math.min(at + 1, text.length());
  }

  private void skipString() {
    String quote = text.substring(at, at + 1);
    boolean isEscaping = quote.equals("\"");
    if (text.startsWith(quote.repeat(3), at)) {
      at += 3;
      while (at < text.length() && !text.startsWith(quote.repeat(3), at)) {
        at += isEscaping && text.charAt(at) == '\\' ? 2 : 1;
      }
      at += 3;
      // Up to two quotes may precede the closing three.
      while (text.startsWith(quote, at)) {
        at++;
      }
    } else {
      at++;
      while (at < text.length() && !text.startsWith(quote, at)) {
        at += isEscaping && text.charAt(at) == '\\' ? 2 : 1;
      }
      at++;
    }
    at = Math.min(at, text.length());
  }

  private void skipSpaces() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  private void skipBlanks() {
    while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || isComment())) {
      if (isComment()) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else {
        at++;
      }
    }
  }

  private boolean isComment() {
    return text.charAt(at) == '#';
  }
}
