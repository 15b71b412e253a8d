package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Output that cannot be written fails with the reason; a closed pipe is not an error. */
@Tag("thorough")
class WriteErrorsTest {
  private static final String CONFIG =
      """
      {"mcpServers": {"a": {"command": "npx", "args": ["-y", "acme-mcp@1.0.0"],
        "env": {"DB_PASSWORD": "winter-is-over-77"}}}}
      """;

  /** What cannot be written to, below the project, and the reason that a user reads. */
  private enum Target {
    BELOW_A_FILE("file/out", "a part of the path is a file, not a directory"),
    DIRECTORY("directory", "it is a directory"),
    LONG_NAME("n".repeat(300), "the name is too long"),
    FULL_DISK("full", "no space is left on the disk");

    private final String path;
    private final String reason;

    Target(String path, String reason) {
      this.path = path;
      this.reason = reason;
    }
  }

  /** Every option that names an output file; TARGET is replaced by its path. */
  private static final List<String> WRITERS =
      List.of(
          "scan --config c.json --output TARGET",
          "scan --config c.json --format sarif=TARGET",
          "scan --config c.json --format sarif=TARGET --format csv=other.csv",
          "baseline diff --config c.json --baseline good.json --output TARGET",
          "baseline create --config c.json --output TARGET");

  static List<Arguments> everyWriterAndTarget() {
    List<Arguments> all = new ArrayList<>();
    for (String writer : WRITERS) {
      for (Target target : Target.values()) {
        // A baseline is read again, so it must be a regular file.
        if (!(writer.startsWith("baseline create") && target == Target.FULL_DISK)) {
          all.add(Arguments.of(writer, target));
        }
      }
    }
    return all;
  }

  /** A command line for each command that prints something, and runs without failure. */
  private static final List<String> PRINTERS =
      List.of(
          "scan --config c.json",
          "scan --config c.json -t --no-baseline",
          "scan --config c.json --format csv --format json=a.json",
          "baseline create --config c.json --output b.json",
          "baseline diff --config c.json --baseline good.json",
          "baseline update --server a --config c.json --baseline good.json",
          "baseline reject --server a --config c.json --baseline good.json",
          "rules list",
          "rules show unpinned_package",
          "rules check rules",
          "rules test --rules rules",
          "rules update --from osv.json",
          "fix --config .mcp.json",
          "suppress FINGERPRINT --reason r --config c.json",
          "init --force",
          "config show",
          "config schema",
          "clients",
          "doctor",
          "hook install",
          "hook status",
          "hook uninstall",
          "completion bash",
          "man",
          "help",
          "version",
          "--version",
          "--help",
          "scan --help");

  /** It prints the response of the service; {@code UploadCommandTest} has one. */
  private static final Set<String> NOT_HERE = Set.of("upload");

  static List<String> printers() {
    return PRINTERS;
  }

  @TempDir private Path directory;

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("everyWriterAndTarget")
  void a_file_that_cannot_be_written_fails_with_the_reason(String line, Target target)
      throws IOException {
    CommandRun command = project();
    command.file("file", "");
    Files.createDirectories(command.project().resolve("directory"));
    if (target == Target.FULL_DISK) {
      assumeTrue(Files.exists(Path.of("/dev/full")), "SKIPPED: this machine has no /dev/full");
      Files.createSymbolicLink(command.project().resolve("full"), Path.of("/dev/full"));
    }

    Result result = command.run(line.replace("TARGET", target.path).split(" "));
    Files.deleteIfExists(command.project().resolve("full"));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("error: cannot write to ")
        .contains(target.path + ": " + target.reason + "\n")
        .doesNotContain("Exception");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void missing_directories_of_an_output_are_created() {
    CommandRun command = project();

    for (String line :
        List.of(
            "scan --config c.json --output a/b/out",
            "scan --config c.json --format sarif=c/d/out -q",
            "baseline diff --config c.json --baseline good.json --output e/f/out",
            "baseline create --config c.json --output g/h/out")) {
      assertThat(command.run(line.split(" ")).err()).as(line).doesNotContain("error");
    }

    assertThat(List.of("a/b/out", "c/d/out", "e/f/out", "g/h/out"))
        .allSatisfy(name -> assertThat(command.project().resolve(name)).isRegularFile());
  }

  @ParameterizedTest
  @MethodSource("printers")
  void a_standard_output_that_cannot_be_written_fails_with_the_reason(String line) {
    CommandRun command = project();

    int exitCode = command.runInto(new Failing("No space left on device"), words(command, line));

    assertThat(exitCode).isEqualTo(2);
    assertThat(command.errors())
        .contains("error: cannot write to standard output: no space is left on the disk\n");
  }

  @ParameterizedTest
  @MethodSource("printers")
  void a_reader_that_closes_the_pipe_changes_neither_exit_code_nor_messages(String line) {
    CommandRun command = project();
    String[] words = words(command, line);
    CommandRun other = CommandRun.in(command.project(), command.home());
    other.with("PATH", System.getenv("PATH"));
    Result ordinary = other.run(words);
    restore(command);
    words(command, line);

    int exitCode = command.runInto(new Failing("Broken pipe"), words);

    assertThat(exitCode).isEqualTo(ordinary.exitCode()).isIn(0, 1);
    assertThat(command.errors()).isEqualTo(ordinary.err()).doesNotContain("error:");
  }

  @Test
  void every_command_that_prints_is_among_them() {
    Set<String> commands = new TreeSet<>();
    addLeaves(CommandTree.root(), "", commands);

    Set<String> missing = new TreeSet<>(commands);
    missing.removeIf(
        name -> PRINTERS.stream().anyMatch(line -> (line + " ").startsWith(name + " ")));
    assertThat(missing).isEqualTo(NOT_HERE);
  }

  private static void addLeaves(CommandLine command, String name, Set<String> leaves) {
    command
        .getSubcommands()
        .forEach((word, sub) -> addLeaves(sub, (name + " " + word).strip(), leaves));
    if (command.getSubcommands().isEmpty()) {
      leaves.add(name);
    }
  }

  private CommandRun project() {
    CommandRun command = new CommandRun(directory);
    command.with("PATH", System.getenv("PATH"));
    Program.in(command.project()).ok("git", "init", "-q");
    command.file("c.json", CONFIG);
    command.file(".mcp.json", CONFIG);
    command.file(
        "rules/lanternfish-api-key.yaml",
        ProjectFiles.read("examples/rules/lanternfish-api-key.yaml"));
    command.file(
        "osv.json",
        "{\"id\": \"A-1\", \"affected\": [{\"package\": {\"ecosystem\": \"npm\", \"name\": \"x\"}}]}");
    command.run("baseline", "create", "--config", "c.json", "--output", "good.json", "-q");
    return command;
  }

  /** Reverts the changes of the previous run. */
  private static void restore(CommandRun command) {
    try {
      Files.deleteIfExists(command.project().resolve(".svc/preflight.yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    command.run("hook", "uninstall");
  }

  private static String[] words(CommandRun command, String line) {
    if (line.equals("hook uninstall") || line.equals("hook status")) {
      command.run("hook", "install");
    }
    if (!line.contains("FINGERPRINT")) {
      return line.split(" ");
    }
    String report = command.run("scan", "--config", "c.json").out();
    return line.replace("FINGERPRINT", report.replaceFirst("(?s).*?sha256:([0-9a-f]{64}).*", "$1"))
        .split(" ");
  }

  /** A stream that fails as those of the JVM do: with the system's own words. */
  private static final class Failing extends OutputStream {
    private final String reason;

    Failing(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(reason);
    }
  }
}
