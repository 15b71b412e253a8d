package io.svc.cli.settings;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.JsonOutput;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.settings.SettingsKey.Kind;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All effective settings and the files that were checked.
 *
 * @param files each place, in the order of precedence
 * @param rows each setting
 */
record SettingsView(List<CandidateFile> files, List<Row> rows) {

  SettingsView {
    files = List.copyOf(files);
    rows = List.copyOf(rows);
  }

  /**
   * A possible settings file.
   *
   * @param state whether the file is read, missing or ignored
   */
  record CandidateFile(String scope, String path, String state) {}

  /**
   * An effective setting.
   *
   * @param values the values as texts
   * @param source the origin: flag, given, project, user or default
   * @param file the file that sets it; empty for none
   * @param line the line in the file, from 1; 0 for none
   */
  record Row(String key, Kind kind, List<String> values, String source, String file, int line) {
    String from() {
      return switch (source) {
        case "default" -> source;
        case "flag" -> file;
        default -> line == 0 ? file : file + ":" + line;
      };
    }
  }

  /** Returns the effective settings for a command with these options. */
  static SettingsView of(ProcessContext surroundings, Options options) {
    return new SettingsView(
        fileEntries(surroundings, options.settings()), SettingsRows.of(options));
  }

  private static List<CandidateFile> fileEntries(ProcessContext surroundings, Settings settings) {
    List<CandidateFile> entries = new ArrayList<>();
    List<Path> used = new ArrayList<>();
    for (SettingsSource source : settings.sources()) {
      used.add(source.file());
      if (source.isGiven()) {
        entries.add(new CandidateFile(source.scope(), source.file().toString(), "read"));
      }
    }
    entries.add(fileEntry("project", settings.project().resolve(ProjectSettings.FILE), used));
    Path user = SettingsFileLocator.ofUser(surroundings.directories());
    entries.add(fileEntry("user", user, used));
    return entries;
  }

  private static CandidateFile fileEntry(String scope, Path file, List<Path> used) {
    String state = used.contains(file) ? "read" : Files.exists(file) ? "ignored" : "not found";
    return new CandidateFile(scope, file.toString(), state);
  }

  /** Returns a table for reading. Its format is not stable. */
  String table() {
    StringBuilder table = new StringBuilder("Settings files\n");
    for (CandidateFile file : files) {
      table.append("  ");
      pad(table, file.scope(), 9);
      table
          .append(TerminalSanitizer.line(file.path()))
          .append("  (")
          .append(file.state())
          .append(")\n");
    }
    int widestKey = "KEY".length();
    int widestValue = "VALUE".length();
    for (Row row : rows) {
      widestKey = Math.max(widestKey, row.key().length());
      // A long list would move the last column out of view.
      widestValue = Math.max(widestValue, Math.min(shown(row).length(), 40));
    }
    table.append('\n');
    line(table, widestKey, "KEY", widestValue, "VALUE", "FROM");
    for (Row row : rows) {
      line(
          table, widestKey, row.key(), widestValue, shown(row), TerminalSanitizer.line(row.from()));
    }
    return table.toString();
  }

  private static void line(
      StringBuilder table, int widestKey, String key, int widestValue, String value, String from) {
    pad(table, key, widestKey + 2);
    pad(table, value, widestValue + 2);
    table.append(from).append('\n');
  }

  private static void pad(StringBuilder table, String text, int width) {
    table.append(text);
    table.append(" ".repeat(Math.max(1, width - text.length())));
  }

  private static String shown(Row row) {
    return row.values().isEmpty() ? "-" : TerminalSanitizer.line(String.join(", ", row.values()));
  }

  /** Writes the settings as JSON. */
  void writeJson(Writer out) throws IOException {
    List<Object> entries = new ArrayList<>();
    for (CandidateFile file : files) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("scope", file.scope());
      fields.put("path", file.path());
      fields.put("exists", !file.state().equals("not found"));
      fields.put("is_read", file.state().equals("read"));
      entries.add(fields);
    }
    List<Object> settings = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("key", row.key());
      fields.put("value", value(row));
      fields.put("source", row.source());
      fields.put("file", row.source().equals("flag") ? "" : row.file());
      fields.put("line", row.line());
      settings.add(fields);
    }
    try (JsonGenerator json = JsonOutput.generator(out)) {
      json.writeStartObject();
      JsonOutput.writeField(json, "files", entries);
      JsonOutput.writeField(json, "settings", settings);
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static Object value(Row row) {
    return switch (row.kind()) {
      case TEXTS, PATHS -> row.values();
      case FLAG -> row.values().get(0).equals("true");
      case TEXT, SIZE, PATH -> row.values().isEmpty() ? "" : row.values().get(0);
    };
  }
}
