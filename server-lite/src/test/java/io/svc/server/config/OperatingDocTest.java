package io.svc.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference of the settings is their table; {@code -Dgolden.update=true} writes it anew. */
class OperatingDocTest {
  private static final String HEADING = "### All settings";

  // Set by the build; the fallback serves an IDE, which starts tests in the module's directory.
  private static final Path DOCUMENT =
      Path.of(System.getProperty("project.root", "..")).resolve("docs/operating.md");

  @Test
  void the_document_has_every_setting_with_default_and_meaning_and_no_other() throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int start = lines.indexOf(HEADING);
    int first = start;
    while (!lines.get(first).startsWith("|")) {
      first++;
    }
    int end = first;
    while (end < lines.size() && lines.get(end).startsWith("|")) {
      end++;
    }
    List<String> expected = table();
    if (Boolean.getBoolean("golden.update")) {
      List<String> updated = new ArrayList<>(lines.subList(0, first));
      updated.addAll(expected);
      updated.addAll(lines.subList(end, lines.size()));
      Files.writeString(DOCUMENT, String.join("\n", updated) + "\n");
      return;
    }

    assertThat(lines.subList(first, end)).containsExactlyElementsOf(expected);
  }

  private static List<String> table() {
    List<String> rows = new ArrayList<>();
    rows.add("| `svc.yaml` | default | meaning | expected |");
    rows.add("|---|---|---|---|");
    for (ConfigKey<?> key : ConfigKeys.all()) {
      String fallback = key.fallback().isEmpty() ? "" : " `" + key.fallback() + "`";
      String secret = key.isSecret() ? " Secret." : "";
      rows.add(
          "| `%s` |%s | %s%s | %s |"
              .formatted(key.name(), fallback, key.description(), secret, key.expected()));
    }
    return rows;
  }

  @Test
  void every_setting_is_named_alike_everywhere() {
    assertThat(ConfigKeys.all())
        .allSatisfy(
            key -> {
              assertThat(key.name()).matches("[a-z]+(_[a-z]+)*");
              assertThat(key.description()).endsWith(".");
              assertThat(key.expected()).doesNotEndWith(".");
            })
        .extracting(ConfigKey::name)
        .doesNotHaveDuplicates();
    assertThat(ConfigKeys.DATA_DIR.flag()).isEqualTo("--data-dir");
    assertThat(ConfigKeys.DATA_DIR.variable()).isEqualTo("SVC_DATA_DIR");
  }
}
