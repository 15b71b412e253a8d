package io.svc.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.scan.ScanSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class ParsedArgumentsTest {
  private static final List<String> OTHER_WORDS =
      List.of(
          "mcp.json",
          "a b",
          "a=b",
          "json=out.json",
          "",
          " ",
          "-",
          "--",
          "---",
          "@file",
          "scan",
          "'quoted'",
          "\"quoted\"",
          "${HOME}",
          "true",
          "false",
          "--unknown",
          "--help",
          "-h",
          "-tq",
          "-fjson",
          "-ofile",
          "--staged=false",
          "--staged=",
          "--conf",
          "é",
          "1",
          "-1");

  @Test
  void agrees_with_picocli_on_every_command_line_that_it_parses() {
    var random = new Random(3);
    int parsed = 0;
    for (int i = 0; i < 20_000; i++) {
      String[] words = words(random);

      Optional<ParsedArguments> result = parse(words);

      if (result.isPresent()) {
        parsed++;
        assertThat(result.get())
            .as(Arrays.toString(words))
            .usingRecursiveComparison()
            .isEqualTo(byPicocli(words));
      }
    }
    assertThat(parsed).isGreaterThan(2_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mcp.json -t",
        "--staged --severity-threshold high --format table",
        "--severity-threshold high --format table -- a.json b.json",
        "--config=mcp.json --format json=report.json -f markdown -q --suppress a --suppress b"
      })
  void parses_the_command_lines_of_hooks_and_pipelines(String line) {
    assertThat(parse(line.isEmpty() ? new String[0] : line.split(" "))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "-tq",
        "-fjson",
        "-t -t",
        "--output a -o b",
        "--output",
        "--output -t",
        "--output=",
        "-t=true",
        "--unknown",
        "-"
      })
  void leaves_other_command_lines_to_picocli(String line) {
    assertThat(parse(line.split(" "))).isEmpty();
  }

  private static Optional<ParsedArguments> parse(String... words) {
    List<String> all = new ArrayList<>(List.of("scan"));
    all.addAll(List.of(words));
    return ParsedArguments.parse(ScanSpec.options(), ScanSpec.PATH, all.toArray(new String[0]), 1);
  }

  private static Object byPicocli(String... words) {
    try {
      return ParsedArguments.of(new CommandLine(ScanSpec.spec()).parseArgs(words));
    } catch (ParameterException e) {
      return e;
    }
  }

  private static String[] words(Random random) {
    List<CommandOption> options = ScanSpec.options();
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      CommandOption option = options.get(random.nextInt(options.size()));
      String name = option.names().get(random.nextInt(option.names().size()));
      String other = OTHER_WORDS.get(random.nextInt(OTHER_WORDS.size()));
      switch (random.nextInt(4)) {
        case 0 -> words.add(other);
        case 1 -> words.add(name + "=" + other);
        case 2 -> words.addAll(List.of(name, "value"));
        default -> words.add(name);
      }
    }
    return words.toArray(new String[0]);
  }
}
