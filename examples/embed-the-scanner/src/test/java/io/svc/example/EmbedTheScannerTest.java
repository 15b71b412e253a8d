package io.svc.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedTheScannerTest {
  @Test
  void prints_a_line_for_each_finding(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("mcp.json");
    Files.writeString(
        file,
        "{\"mcpServers\": {\"wiki\": {\"command\": \"mcp-remote\", \"args\":"
            + " [\"http://wiki.internal/mcp\"]}}}");

    String text = EmbedTheScanner.describe(file);

    assertThat(text)
        .isEqualTo(
            "high insecure_transport: The connection to `wiki.internal` uses `http://`: anyone on the"
                + " network path can read and change the traffic.\n"
                + "complete\n");
  }

  @Test
  void reports_why_a_file_cannot_be_scanned(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("mcp.json");
    Files.writeString(file, "{\"mcpServers\": {");

    assertThat(EmbedTheScanner.describe(file)).startsWith("cannot be scanned: not valid JSON");
  }

  @Test
  void reports_that_a_file_is_missing(@TempDir Path directory) {
    assertThat(EmbedTheScanner.describe(directory.resolve("none.json"))).isEqualTo("not found\n");
  }
}
