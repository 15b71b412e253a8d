package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Walks all commands and options: no abbreviation is accepted, and a misspelling is explained. */
@Tag("thorough")
class MisspelledWordsTest {
  @TempDir private Path directory;

  /** The words of every command, such as {@code baseline create}. */
  static List<String> commands() {
    List<String> names = new ArrayList<>();
    addLeaves(CommandTree.root(), "", names);
    return names;
  }

  private static void addLeaves(CommandLine command, String name, List<String> names) {
    if (command.getSubcommands().isEmpty()) {
      names.add(name);
    }
    command
        .getSubcommands()
        .forEach((word, sub) -> addLeaves(sub, (name + " " + word).strip(), names));
  }

  private static CommandLine command(String name) {
    CommandLine command = CommandTree.root();
    for (String word : List.of(name.split(" ", -1))) {
      command = command.getSubcommands().get(word);
    }
    return command;
  }

  private static Set<String> optionsOf(String name) {
    Set<String> options = new TreeSet<>();
    for (OptionSpec option : command(name).getCommandSpec().options()) {
      options.addAll(List.of(option.names()));
    }
    return options;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void an_abbreviated_option_is_rejected_with_a_suggestion(String name) {
    CommandRun command = new CommandRun(directory);
    Set<String> options = optionsOf(name);
    for (String option : options) {
      for (int length = 4; option.startsWith("--") && length < option.length(); length++) {
        String prefix = option.substring(0, length);
        if (!options.contains(prefix)) {
          Result result = command.run((name + " " + prefix).split(" "));

          assertThat(result.exitCode()).as("%s %s", name, prefix).isEqualTo(2);
          assertThat(result.err())
              .startsWith("error: unknown option \"" + prefix + "\"; did you mean \"--");
        }
      }
    }
    assertThat(options).contains("--help");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_misspelled_option_is_rejected_with_the_right_one(String name) {
    CommandRun command = new CommandRun(directory);
    for (String option : optionsOf(name)) {
      if (option.length() > 6) {
        // The letter before the last is missing, which looks like no other option's name.
        String misspelled =
            option.substring(0, option.length() - 2) + option.charAt(option.length() - 1);

        Result result = command.run((name + " " + misspelled + "=x").split(" "));

        assertThat(result.exitCode()).as("%s %s", name, misspelled).isEqualTo(2);
        assertThat(result.err()).contains("; did you mean \"" + option + "\"?\n");
        assertThat(result.out()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_misspelled_command_is_rejected_with_the_right_one(String name) {
    String last = name.substring(name.lastIndexOf(' ') + 1);
    String misspelled = name + last.charAt(last.length() - 1);

    Result result = new CommandRun(directory).run(misspelled.split(" "));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: unknown command \"")
        .contains("; did you mean \"" + last + "\"?\n");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_explains_a_command_as_its_option_does(String name) {
    CommandRun command = new CommandRun(directory);

    Result asked = command.run(("help " + name).split(" "));

    assertThat(asked.exitCode()).isZero();
    assertThat(asked.err()).isEmpty();
    assertThat(asked.out()).isEqualTo(command.run((name + " --help").split(" ")).out());
  }

  @Test
  void help_and_version_are_commands() {
    CommandRun command = new CommandRun(directory);

    assertThat(command.run("help")).isEqualTo(command.run("--help"));
    assertThat(command.run("version")).isEqualTo(command.run("--version"));
    assertThat(command.run("help", "baseline").out()).contains("create", "diff");
    assertThat(command.run("help", "scna").err())
        .startsWith("error: unknown command \"scna\"; expected one of scan, ")
        .endsWith("; did you mean \"scan\"?\n");
    assertThat(command.run("help", "scan", "x").err())
        .isEqualTo("error: svc-preflight scan has no subcommands\n");
  }

  @Test
  void nothing_is_suggested_for_a_word_that_is_near_to_none() {
    CommandRun command = new CommandRun(directory);

    assertThat(command.run("scan", "--frobnicate").err()).doesNotContain("did you mean");
    assertThat(command.run("frobnicate").err()).doesNotContain("did you mean");
    assertThat(command.run("scan", "--" + "x".repeat(5_000)).err()).doesNotContain("did you mean");
  }
}
