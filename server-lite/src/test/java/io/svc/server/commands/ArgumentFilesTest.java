package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ArgumentFilesTest {
  @TempDir private Path directory;

  @Test
  void no_argument_at_any_position_of_any_verb_is_read_as_a_file_of_options() throws IOException {
    Path file = Files.writeString(directory.resolve("options"), "--from-a-file\n--from-a-file\n");
    int lines = 0;
    for (Supplier<ServerCommand> verb : ServerCommands.all()) {
      for (List<String> line : lines(verb.get(), "@" + file)) {
        List<String> problems = new ArrayList<>();

        new CommandArguments(verb.get()).parse(line, problems);

        assertThat(problems)
            .as("%s %s", CommandArguments.nameOf(verb.get()), line)
            .noneMatch(problem -> problem.contains("--from-a-file"));
        lines++;
      }
    }
    assertThat(lines).isGreaterThan(ServerCommands.all().size() * 5);
  }

  private static List<List<String>> lines(ServerCommand verb, String value) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of(value));
    lines.add(List.of("first", value));
    lines.add(List.of("--", value));
    lines.add(List.of("--unknown", value));
    CommandSpec spec = CommandSpec.forAnnotatedObject(verb);
    for (OptionSpec option : spec.options()) {
      Arrays.stream(option.names()).forEach(name -> lines.add(List.of(name, value)));
      lines.add(List.of(option.longestName() + "=" + value));
    }
    if (verb.readsConfig()) {
      lines.add(List.of("--port", value));
      lines.add(List.of("--config", value, value));
    }
    return lines;
  }
}
