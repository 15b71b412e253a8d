package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped command over large files, and files of the JSON parsing test suite that break others.
 */
@Tag("thorough")
class PackagedJsonIT {
  private static final Path SUITE =
      Path.of(
          System.getProperty("project.root", ".."),
          "scanner-core/src/test/resources/json-test-suite/test_parsing");

  private static final List<String> FILES =
      List.of(
          "n_structure_100000_opening_arrays.json",
          "n_structure_open_array_object.json",
          "i_structure_500_nested_arrays.json",
          "i_number_huge_exp.json",
          "i_string_UTF-16LE_with_BOM.json",
          "n_array_invalid_utf8.json",
          "n_structure_null-byte-outside-string.json",
          "n_structure_no_data.json");

  @TempDir private Path directory;

  @Test
  void each_is_reported_in_a_line_without_a_stack_trace() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("scan"));
    FILES.forEach(name -> arguments.addAll(List.of("--config", name)));

    var result =
        PackagedCommand.jvm(Path.of(System.getProperty("java.home")), "-Xmx64m", "-Xss512k")
            .run(SUITE, arguments.toArray(String[]::new));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(FILES).doesNotContain("Exception", "Error", "\tat ");
  }

  @Tag("thorough")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  @Test
  void a_file_near_the_largest_size_is_scanned_with_a_bounded_heap()
      throws IOException, InterruptedException {
    Path file = directory.resolve("large.json");
    int servers = 0;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("{\"mcpServers\": {\n");
      for (long size = 0; size < 60 << 20; servers++) {
        String server =
            """
              "server-%1$06d": {
                "command": "npx",
                "args": ["-y", "@acme/mcp-%1$d@1.4.%1$d", "--root", "/srv/projects/%1$d"],
                "env": {"LOG_LEVEL": "info", "ACME_TOKEN": "${ACME_TOKEN_%1$d}"}
              },
            """
                .formatted(servers);
        out.write(server);
        size += server.length();
      }
      out.write("\"last\": {\"command\": \"/tmp/a\"}}}\n");
    }

    var result =
        PackagedCommand.jvm(Path.of(System.getProperty("java.home")), "-Xmx1500m")
            .run(directory, "scan", "large.json", "--max-file-size", "64M", "-f", "json");

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).endsWith("}\n").contains("suspicious_path");
  }
}
