package io.svc.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes the compact texts of the build: lines of fields separated by tabs, with items
 * separated by unit separators. It splits without library classes, because every loaded class adds
 * to a cold start.
 */
final class TabSeparatedLines {
  static final char FIELD = '\t';
  static final char ITEM = '\u001f';

  private TabSeparatedLines() {}

  /** Returns the lines of a text. Each line ends in a line feed. */
  static List<String> of(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end));
      start = end + 1;
    }
    return lines;
  }

  /** Returns the parts between separators; one more than there are separators. */
  static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, start)) {
      parts.add(text.substring(start, end));
      start = end + 1;
    }
    parts.add(text.substring(start));
    return parts;
  }

  /** Returns the items of a field; empty for an empty field. */
  static List<String> items(String field) {
    return field.isEmpty() ? List.of() : split(field, ITEM);
  }

  /**
   * Returns the constant with a name. {@code Enum.valueOf} generates code at its first call, which
   * takes milliseconds of a cold start.
   */
  static <E extends Enum<E>> E constant(E[] constants, String name) {
    for (E constant : constants) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("No constant is named \"" + name + "\"");
  }

  /** Returns a line of fields with its line feed. */
  static String line(List<String> fields) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < fields.size(); i++) {
      line.append(i == 0 ? "" : String.valueOf(FIELD)).append(requireOneLine(fields.get(i)));
    }
    return line.append('\n').toString();
  }

  /** Returns a field of items. */
  static String field(List<String> items) {
    return String.join(String.valueOf(ITEM), items);
  }

  private static String requireOneLine(String field) {
    if (field.indexOf(FIELD) >= 0 || field.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          "A field contains a tab or a line break: \"" + field + "\"; expected one line");
    }
    return field;
  }
}
