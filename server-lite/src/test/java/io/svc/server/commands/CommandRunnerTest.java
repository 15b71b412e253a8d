package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.OperatorErrorException;
import io.svc.server.commands.CommandRun.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Tag("thorough")
class CommandRunnerTest {
  private static final String CANARY = "canary-8f3a-Zq71-never-shown";

  @TempDir private Path directory;

  private Result run(String... arguments) {
    return new CommandRun(directory).run(arguments);
  }

  /** A verb of two words, with an option and a parameter, that says no. */
  @Command(name = "try hard", description = "Tries.")
  static final class TryCommand implements ServerCommand {
    @Option(names = "--times", paramLabel = "NUMBER", description = "How often.")
    private int times = 1;

    @Parameters(paramLabel = "FILE", description = "What with.")
    private Path file;

    @Override
    public ServerExitCode run(CommandInvocation call) {
      if (times == 0) {
        throw new OperatorErrorException("nothing to try");
      }
      if (times < 0) {
        throw new IllegalStateException(CANARY);
      }
      call.out().println(times + " " + file + " " + call.config().dataDirectory().getFileName());
      return ServerExitCode.NO;
    }
  }

  private Result runTry(String... arguments) {
    return new CommandRun(directory).with(List.of(TryCommand::new)).run(arguments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "--version", "-V"})
  void version_prints_version_commit_and_java(String word) {
    Result result = run(word);

    assertThat(result.out())
        .matches(
            "svc-server \\d+\\.\\d+\\.\\d+ \\(commit ([0-9a-f]{7,}|unknown), Java \\d+.*\\)\n");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "help", "-h"})
  void help_lists_the_verbs(String word) {
    Result result = run(word);

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("Usage: svc-server [COMMAND] [OPTIONS]")
        .containsPattern("\n  serve +Starts")
        .containsPattern("\n  version +Prints");
  }

  @Test
  void every_verb_has_help_with_its_options() {
    Result serve = run("serve", "--port", "x", "--help");

    assertThat(serve.exitCode()).isZero();
    assertThat(serve.out())
        .contains("Usage: svc-server serve", "--port=PORT", "SVC_PORT; 8080", "--print-config");
    assertThat(run("help", "serve").out()).isEqualTo(serve.out());
    assertThat(run("help", "version").out()).doesNotContain("--port");
    assertThat(runTry("help", "try", "hard").out())
        .contains("Usage: svc-server try hard", "--times=NUMBER", "--data-dir=DIR", "FILE")
        .doesNotContain("--log-level");
  }

  @Test
  void a_verb_has_its_own_options_and_those_of_the_settings() {
    Result result = runTry("try", "hard", "--data-dir", "d", "--times=3", "a b");

    assertThat(result).isEqualTo(new Result(1, "3 a b d\n", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "try | try requires a subcommand: try hard",
        "try harder | try requires a subcommand: try hard",
        "tri hard | \"tri\" is not a command (run svc-server help to list the commands)",
        "try hard f --times x | --times is \"x\"; expected NUMBER",
        "try hard f --times | --times requires a value",
        "try hard | FILE requires a value",
        "try hard f --timse 3 | --timse is not an option; did you mean --times?",
        "try hard f --port 1 --port 2 | --port was specified more than once",
        "try hard f g | unexpected argument; expected only options, with quotes around values that"
            + " contain spaces",
        "try hard f --times 0 | nothing to try"
      })
  void a_wrong_command_line_is_reported_in_a_sentence(String line, String error) {
    Result result = runTry(line.split(" ", -1));

    assertThat(result).isEqualTo(new Result(2, "", "error: " + error + "\n"));
  }

  /** Verbs that print without a store. */
  @ParameterizedTest
  @ValueSource(strings = {"version", "--version", "help", "help serve", "openapi", "serve --help"})
  void an_output_that_cannot_be_written_is_an_error_with_its_reason(String line) {
    Result full = runInto("No space left on device", line);
    Result closed = runInto("Broken pipe", line);

    assertThat(full)
        .isEqualTo(
            new Result(
                2, "", "error: cannot write to standard output: no space is left on the disk\n"));
    assertThat(closed).isEqualTo(new Result(0, "", ""));
  }

  private Result runInto(String failure, String line) {
    OutputStream failing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(failure);
          }
        };
    return new CommandRun(directory).runInto(new StandardOutput(failing), line.split(" ", -1));
  }

  @Test
  void no_abbreviation_of_an_option_is_accepted_and_a_misspelling_is_answered() {
    int options = 0;
    for (Supplier<ServerCommand> verb : ServerCommands.all()) {
      List<String> knownNames = CommandArguments.optionsOf(verb.get());
      for (String option : knownNames) {
        List<String> wrong = new ArrayList<>();
        wrong.add(option.substring(0, option.length() - 2) + option.charAt(option.length() - 1));
        wrong.add(option.substring(0, option.length() - 1));
        wrong.removeIf(knownNames::contains);
        for (String word : option.length() > 6 ? wrong : List.<String>of()) {
          List<String> line =
              new ArrayList<>(List.of(CommandArguments.nameOf(verb.get()).split(" ", -1)));
          line.add(word + "=x");

          Result result = run(line.toArray(String[]::new));

          assertThat(result.exitCode()).as("%s", line).isEqualTo(2);
          assertThat(result.err())
              .as("%s", line)
              .contains("error: " + word + " is not an option; did you mean --");
          options++;
        }
      }
    }
    assertThat(options).isGreaterThan(100);
  }

  @Test
  void a_verb_that_is_nearly_one_is_suggested() {
    assertThat(run("sevre").err())
        .isEqualTo(
            "error: \"sevre\" is not a command; did you mean serve? (run svc-server help to list"
                + " the"
                + " commands)\n");
  }

  @Test
  void problems_of_command_line_environment_and_file_are_reported_together() throws IOException {
    Files.writeString(directory.resolve("svc.yaml"), "prot: 1\n");

    Result result =
        new CommandRun(directory)
            .with("SVC_HOTS", CANARY)
            .run("--vault-tokn", CANARY, "--bse-url=" + CANARY, "--port", "x");

    assertThat(result.err().lines())
        .containsExactly(
            "error: --vault-tokn is not an option; did you mean --vault-token?",
            "error: --bse-url is not an option; did you mean --base-url?",
            "error: SVC_HOTS is not a variable of svc-server; did you mean SVC_HOST?",
            "error: svc.yaml line 1, column 1: \"prot\" is not a setting; did you mean port?",
            "error: --port is \"x\"; expected a whole number from 0 to 65535");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void an_unexpected_failure_is_shown_as_a_reference() {
    Result result = runTry("try", "hard", "f", "--times=-1");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .matches("error: internal error; please report where=commands/\\S+ failure=[0-9a-f]{8}\n");
  }

  @Test
  void settings_can_be_printed_without_a_server_and_without_secrets() {
    Result result =
        new CommandRun(directory).with("SVC_METRICS_TOKEN", CANARY).run("--print-config");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("port: 8080  # default\n", "metrics_token: \"***\"  # SVC_METRICS_TOKEN\n")
        .doesNotContain(CANARY);
    assertThat(directory.resolve("svc-data")).doesNotExist();
  }
}
