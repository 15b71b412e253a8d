package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.settings.SettingsKey;
import io.svc.cli.settings.SettingsKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference of the settings is their table; {@code -Dgolden.update=true} writes it anew. */
class ConfigurationDocTest {
  private static final String DOCUMENT = "docs/configuration.md";
  private static final String HEADING = "## Keys";
  private static final int MAX_CHOICES = 8;

  @Test
  void the_document_has_every_key_with_option_default_and_meaning_and_no_other()
      throws IOException {
    List<List<String>> expected = new ArrayList<>();
    for (SettingsKey key : SettingsKeys.all()) {
      expected.add(row(key));
    }
    if (Boolean.getBoolean("golden.update")) {
      update(expected);
    }

    assertThat(new Markdown(ProjectFiles.read(DOCUMENT)).table(HEADING)).isEqualTo(expected);
  }

  private static List<String> row(SettingsKey key) {
    String files =
        switch (key.scope()) {
          case BOTH -> "both";
          case PROJECT -> "project";
          case USER -> "user";
        };
    String choices =
        key.choices().isEmpty() || key.choices().size() > MAX_CHOICES
            ? ""
            : " One of `" + String.join("`, `", key.choices()) + "`.";
    return List.of(
        code(key.name()),
        code(key.option()),
        code(key.fallback()),
        files,
        key.description() + choices);
  }

  private static String code(String text) {
    return text.isEmpty() ? "" : "`" + text + "`";
  }

  private static void update(List<List<String>> rows) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean isBelow = false;
    int skipped = 0;
    for (String line : ProjectFiles.read(DOCUMENT).lines().toList()) {
      isBelow = line.startsWith("#") ? line.equals(HEADING) : isBelow;
      if (!isBelow || !line.startsWith("|")) {
        lines.add(line);
        continue;
      }
      if (++skipped > 2) {
        continue;
      }
      lines.add(line);
      if (skipped == 2) {
        rows.forEach(
            row -> lines.add(("| " + String.join(" | ", row) + " |").replace("|  |", "| |")));
      }
    }
    Files.writeString(
        ProjectFiles.of(DOCUMENT), String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }
}
