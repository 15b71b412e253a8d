package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contents that do not lie on the disk. */
class ScannerContentsTest {
  private static final String CONFIG = "{\"mcpServers\": {\"a\": {\"command\": \"node\"}}}";

  @TempDir private Path directory;

  @Test
  void a_file_is_scanned_as_its_source_has_it() {
    Path file = TestScans.write(directory, ".cursor/mcp.json", "{");

    ScanOutcome outcome = scan(file, path -> text(path.equals(file) ? CONFIG : ""));

    assertThat(outcome).isInstanceOf(Scanned.class);
    assertThat(((Scanned) outcome).report().source()).isEqualTo("cursor");
    assertThat(((Scanned) outcome).report().serversScanned()).isEqualTo(1);
  }

  @Test
  void what_the_source_lacks_is_not_found_though_the_disk_has_no_such_file_either() {
    Path file = directory.resolve("mcp.json");

    ScanOutcome outcome =
        scan(
            file,
            path -> {
              throw new NoSuchFileException(path.toString());
            });

    assertThat(outcome).isEqualTo(new NotFound(file));
  }

  @Test
  void the_size_limit_is_enforced() {
    Path file = directory.resolve("mcp.json");
    Scanner scanner =
        new Scanner(
            settings(directory)
                .withMaxFileBytes(100)
                .withContents(path -> text(CONFIG + " ".repeat(100))));

    ScanOutcome outcome = scanner.scan(ScanRequest.of(file));

    assertThat(outcome).isInstanceOf(UnreadableFile.class);
    assertThat(((UnreadableFile) outcome).reason()).startsWith("it is larger than 100 bytes");
  }

  private ScanOutcome scan(Path file, ContentSource contents) {
    return new Scanner(settings(directory).withContents(contents)).scan(ScanRequest.of(file));
  }

  private static ByteArrayInputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
