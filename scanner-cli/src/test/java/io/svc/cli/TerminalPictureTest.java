package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's picture shows what the command prints; {@code -Dgolden.update=true} draws anew. */
class TerminalPictureTest {
  private static final String EXAMPLE = "examples/configs/several-problems.json";
  private static final int COLUMNS = 100;

  @TempDir private Path directory;

  @Test
  void the_picture_of_the_table_is_what_the_command_prints() throws IOException {
    CommandRun command =
        new CommandRun(directory).atTerminal().with("COLUMNS", Integer.toString(COLUMNS));
    command.file(EXAMPLE, ProjectFiles.read(EXAMPLE));

    Result result = command.run("scan", "--config", EXAMPLE, "-t", "--no-baseline");

    String shown = result.out().replace(command.project() + "/", "");
    String picture =
        TerminalPicture.of("svc-preflight scan --config " + EXAMPLE + " -t", shown, COLUMNS);
    Path file = ProjectFiles.of("docs/images/table.svg");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, picture);
    }
    assertThat(Files.readString(file)).isEqualTo(picture);
  }
}
