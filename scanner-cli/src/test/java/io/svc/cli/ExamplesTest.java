package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples, and what the command says of each; {@code -Dgolden.update=true} expects anew. */
class ExamplesTest {
  private static final String CONFIGS = "examples/configs";
  private static final String REPORT = ".md";
  private static final String REFUSAL = ".stderr.txt";

  @TempDir private Path directory;

  static List<String> examples() {
    return ProjectFiles.examples();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_gives_what_is_expected_of_it(String example) throws IOException {
    String path = CONFIGS + "/" + example;
    CommandRun command = new CommandRun(directory);
    command.file(path, ProjectFiles.read(path));

    Result result =
        command.run("scan", "--no-baseline", "--config", path, "--format", "markdown", "--quiet");

    String out = withoutTime(inProject(result.out(), command));
    String err = inProject(result.err(), command);
    if (Files.exists(expected(example + REFUSAL))) {
      assertThat(err).isEqualTo(read(expected(example + REFUSAL)));
      assertThat(out).isEmpty();
      assertThat(result.exitCode()).isEqualTo(2);
    } else {
      if (Boolean.getBoolean("golden.update")) {
        Files.writeString(expected(example + REPORT), out);
      }
      assertThat(out).isEqualTo(read(expected(example + REPORT)));
      assertThat(err).isEmpty();
      assertThat(result.exitCode()).isEqualTo(out.contains("\n### ") ? 1 : 0);
    }
  }

  @Test
  void every_expected_file_belongs_to_an_example() throws IOException {
    TreeSet<String> wanted = new TreeSet<>();
    for (String example : examples()) {
      boolean isRefused = Files.exists(expected(example + REFUSAL));
      wanted.add(example + (isRefused ? REFUSAL : REPORT));
    }

    assertThat(ProjectFiles.below(CONFIGS + "/expected")).containsExactlyElementsOf(wanted);
  }

  @Test
  void the_truncated_example_is_rejected() {
    assertThat(expected("truncated.json" + REFUSAL)).exists();
    assertThat(examples()).contains("truncated.json", ".mcp.json", "goose/config.yaml");
  }

  private static String inProject(String text, CommandRun command) {
    return text.replace(command.project() + "/", "");
  }

  private static String withoutTime(String report) {
    return report.replaceFirst("(?m)^- \\*\\*Scanned:\\*\\* .*$", "- **Scanned:** <time>");
  }

  private static Path expected(String name) {
    return ProjectFiles.of(CONFIGS + "/expected/" + name);
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
