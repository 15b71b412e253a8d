package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scanned repository can contain a directory such as {@code @acme}; no argument is a file. */
class ArgumentFilesTest {
  private static final String WOULD_SHOW = "--help\n--help\n";

  @TempDir private Path directory;

  @Tag("thorough")
  @Test
  void no_argument_at_any_position_of_any_command_is_read_as_a_file_of_options() throws Exception {
    int lines =
        ArgumentPositions.runAll(
            "@options",
            directory,
            command -> command.file("@options", WOULD_SHOW),
            (line, result) -> assertThat(result.out()).as("%s", line).doesNotContain("Usage:"));

    assertThat(ArgumentPositions.commands()).isGreaterThanOrEqualTo(24);
    assertThat(lines).isGreaterThan(600);
  }

  @Test
  void a_path_that_begins_with_an_at_sign_is_scanned() {
    CommandRun command = new CommandRun(directory);
    command.file("@acme/api/.mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"a\"}}}");
    command.file("@options", "--exit-zero\n--output=written.json\n");

    Result scan = command.run("scan", "@acme/api/.mcp.json", "-t");
    Result missing = command.run("scan", "@options", "--only-config");

    assertThat(scan.exitCode()).isNotEqualTo(2);
    assertThat(scan.out()).contains("@acme/api/.mcp.json");
    assertThat(missing.err()).contains("nothing to scan");
    assertThat(command.project().resolve("written.json")).doesNotExist();
  }
}
