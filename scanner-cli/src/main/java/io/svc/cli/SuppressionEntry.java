package io.svc.cli;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An accepted finding as the project's settings have it. Type, server and file are for those who
 * review the entry, and for telling when nothing needs it any more.
 */
record SuppressionEntry(
    String fingerprint,
    String type,
    String server,
    String file,
    String reason,
    Optional<LocalDate> expires) {

  private static final String KEY = "suppressions:";

  /** The entry as an item of a list. */
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

  /** A double-quoted scalar of YAML 1.2; nothing in it can end it or begin anything. */
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

  /** A file's text with this entry behind the others; all else stays as it is, byte for byte. */
  String addedTo(String settings) {
    if (settings.isBlank()) {
      return "# Decisions of this project for svc-preflight.\n" + KEY + "\n" + text("  ");
    }
    String end = settings.contains("\r\n") ? "\r\n" : "\n";
    List<String> lines = new ArrayList<>(List.of(settings.split("\r?\n", -1)));
    int key = lines.indexOf(KEY);
    for (int i = 0; i < lines.size() && key < 0; i++) {
      String line = lines.get(i);
      boolean isEmptyList =
          line.startsWith(KEY) && line.substring(KEY.length()).matches("\\s*(\\[\\s*])?\\s*(#.*)?");
      if (isEmptyList) {
        lines.set(i, KEY);
        key = i;
      }
    }
    if (key < 0) {
      String whole = settings.endsWith("\n") ? settings : settings + end;
      return whole + KEY + end + text("  ").replace("\n", end);
    }
    int last = key;
    String indent = "  ";
    for (int i = key + 1; i < lines.size() && isWithin(lines.get(i)); i++) {
      if (lines.get(i).strip().startsWith("- ") && last == key) {
        indent = lines.get(i).substring(0, lines.get(i).indexOf('-'));
      }
      last = lines.get(i).isBlank() ? last : i;
    }
    List<String> item = List.of(text(indent).split("\n"));
    lines.addAll(last + 1, item);
    if (last + 1 + item.size() == lines.size()) {
      lines.add("");
    }
    return String.join(end, lines);
  }

  private static boolean isWithin(String line) {
    return line.isBlank() || " -#".indexOf(line.charAt(0)) >= 0;
  }
}
