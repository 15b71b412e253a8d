package io.svc.cli.suppress;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An accepted finding in the project's settings. Type, server and file help reviewers, and identify
 * entries that no longer match.
 */
record SuppressionEntry(
    String fingerprint,
    String type,
    String server,
    String file,
    String reason,
    Optional<LocalDate> expires) {

  private static final String KEY = "suppressions:";
  private static final Pattern EMPTY_LIST = Pattern.compile("^[ \\t]*\\[[ \\t]*]");
  private static final Pattern NO_VALUE =
      Pattern.compile("(?:[ \\t]*+\\[[ \\t]*+])?[ \\t]*+(?:#.*)?");

  /** Returns the entry as a list item. */
  String text(String indent) {
    StringBuilder text = new StringBuilder();
    text.append(indent).append("- fingerprint: ").append(fingerprint).append('\n');
    line(text, indent, "type", type);
    if (!server.isEmpty()) {
      line(text, indent, "server", quoted(server));
    }
    line(text, indent, "file", quoted(file));
    line(text, indent, "reason", quoted(reason));
    if (expires.isPresent()) {
      line(text, indent, "expires", expires.get().toString());
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String indent, String key, String value) {
    text.append(indent).append("  ").append(key).append(": ").append(value).append('\n');
  }

  /** Returns a double-quoted scalar of YAML 1.2, with everything escaped that could end it. */
  private static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        quoted.append(' ');
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /**
   * Returns the text of a file with this entry after the others; everything else is preserved byte
   * for byte.
   */
  String addedTo(String settings) {
    if (settings.isBlank()) {
      return "# Decisions of this project for svc-preflight.\n" + KEY + "\n" + text("  ");
    }
    List<String> lines = new ArrayList<>(List.of(settings.split("(?<=\n)")));
    int key = 0;
    while (key < lines.size() && !isKey(content(lines.get(key)))) {
      key++;
    }
    if (key == lines.size()) {
      end(lines, key - 1);
      lines.add(KEY + endOf(lines.get(0)));
    }
    String rest = lines.get(key).substring(KEY.length());
    lines.set(key, KEY + EMPTY_LIST.matcher(rest).replaceFirst(""));
    insert(lines, key);
    return String.join("", lines);
  }

  private void insert(List<String> lines, int key) {
    int last = key;
    boolean hasItem = false;
    String indent = "  ";
    for (int i = key + 1; i < lines.size() && isWithin(lines.get(i)); i++) {
      String line = content(lines.get(i));
      String item = line.strip();
      if (!hasItem && (item.equals("-") || item.startsWith("- "))) {
        hasItem = true;
        indent = line.substring(0, line.indexOf('-'));
      }
      // A comment without indentation belongs to the lines that follow.
      last = item.isEmpty() || line.startsWith("#") ? last : i;
    }
    end(lines, last);
    lines.add(last + 1, text(indent).replace("\n", endOf(lines.get(key))));
  }

  /** The last line of a file may have no line feed. */
  private static void end(List<String> lines, int line) {
    if (!lines.get(line).endsWith("\n")) {
      lines.set(line, lines.get(line) + endOf(lines.get(0)));
    }
  }

  /** Returns whether the list starts here; a list in brackets only counts if it is empty. */
  private static boolean isKey(String line) {
    return line.startsWith(KEY) && NO_VALUE.matcher(line.substring(KEY.length())).matches();
  }

  private static boolean isWithin(String line) {
    return line.isBlank() || (" -#".indexOf(line.charAt(0)) >= 0 && !line.startsWith("---"));
  }

  private static String content(String line) {
    return line.substring(0, line.length() - (line.endsWith("\n") ? endOf(line).length() : 0));
  }

  private static String endOf(String line) {
    return line.endsWith("\r\n") ? "\r\n" : "\n";
  }
}
