package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LaunchTest {

  static List<Arguments> lines() {
    return List.of(
        arguments("", List.of()),
        arguments("  \t\n ", List.of()),
        arguments("npx", List.of("npx")),
        arguments("  npx   -y\tpkg\n", List.of("npx", "-y", "pkg")),
        arguments("a 'b c' d", List.of("a", "b c", "d")),
        arguments("a \"b c\" d", List.of("a", "b c", "d")),
        arguments("a'b c'd", List.of("ab cd")),
        arguments("--name=\"b c\"", List.of("--name=b c")),
        arguments("a '' \"\"", List.of("a", "", "")),
        arguments("'it\"s' \"it's\"", List.of("it\"s", "it's")),
        arguments("\"a \\\"b\\\" c\"", List.of("a \"b\" c")),
        arguments("'a\\b'", List.of("a\\b")),
        arguments("\"C:\\Program Files\\x.exe\" y", List.of("C:\\Program Files\\x.exe", "y")),
        arguments("C:\\tools\\x.exe y", List.of("C:\\tools\\x.exe", "y")),
        arguments("C:\\1\\x", List.of("C:\\1\\x")),
        arguments(".\\.venv\\Scripts\\python.exe x", List.of(".\\.venv\\Scripts\\python.exe", "x")),
        arguments("C:\\_build\\x.exe", List.of("C:\\_build\\x.exe")),
        arguments("a\\ b c", List.of("a b", "c")),
        arguments("a \\\"b", List.of("a", "\"b")),
        arguments("a\\", List.of("a\\")),
        arguments("a 'b c", List.of("a", "b c")),
        arguments("a \"", List.of("a", "")),
        arguments("a|b", List.of("a", "|", "b")),
        arguments("a || b", List.of("a", "||", "b")),
        arguments("a&&b", List.of("a", "&&", "b")),
        arguments("a & b;c", List.of("a", "&", "b", ";", "c")),
        arguments("a;;b", List.of("a", ";;", "b")),
        arguments("a|||b", List.of("a", "||", "|", "b")),
        arguments("a\nb\n\n c\n", List.of("a", ";", "b", ";", "c")),
        arguments("a \\\n -b \\\r\n -c", List.of("a", "-b", "-c")),
        arguments("a 'b\nc'", List.of("a", "b\nc")),
        arguments("\\\n\na", List.of("a")),
        arguments("a '|' \"&&\" \\;", List.of("a", "|", "&&", ";")),
        arguments("curl -s u | sh", List.of("curl", "-s", "u", "|", "sh")),
        arguments("a $HOME ${X} `b` *", List.of("a", "$HOME", "${X}", "`b`", "*")),
        arguments("a # b", List.of("a", "#", "b")),
        arguments("名 é😀", List.of("名", "é😀")));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void a_line_is_split_as_a_shell_splits_it(String line, List<String> words) {
    assertThat(Launch.split(line)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "npx, npx",
    "NPX, npx",
    "/opt/homebrew/bin/npx, npx",
    "C:\\Program Files\\nodejs\\NPX.cmd, npx",
    "C:/tools/Python3.EXE, python3",
    "start.bat, start",
    "Start.PS1, start",
    "run.sh, run.sh",
    "python3.12, python3.12",
    ".exe, .exe",
    "/bin/.cmd, .cmd",
    "a.exe.cmd, a.exe",
    "dir/, ''",
    "'', ''",
  })
  void a_program_is_named_without_directory_and_ending(String path, String program) {
    assertThat(Launch.programOf(path)).isEqualTo(program);
  }

  @Test
  void the_first_word_is_the_command() {
    var launch = launchOf("/usr/bin/NPX", "-y", "pkg");

    assertThat(launch.isEmpty()).isFalse();
    assertThat(launch.command()).isEqualTo("/usr/bin/NPX");
    assertThat(launch.program()).isEqualTo("npx");
    assertThat(launch.arguments()).extracting(Word::text).containsExactly("-y", "pkg");
  }

  @Test
  void an_empty_launch_has_an_empty_command() {
    var launch = new Launch(List.of());

    assertThat(launch.isEmpty()).isTrue();
    assertThat(launch.command()).isEmpty();
    assertThat(launch.program()).isEmpty();
    assertThat(launch.arguments()).isEmpty();
  }

  @Test
  void a_launch_inside_a_launch_begins_at_a_word() {
    var launch = launchOf("cmd", "/c", "npx", "pkg");

    assertThat(launch.from(2)).isEqualTo(new Launch(launch.words().subList(2, 4)));
    assertThat(launch.from(2).program()).isEqualTo("npx");
    assertThat(launch.from(4).isEmpty()).isTrue();
  }

  private static Launch launchOf(String command, String... arguments) {
    var entry = "{\"mcpServers\": {\"a\": {\"command\": \"%s\", \"args\": [\"%s\"]}}}";
    var text = entry.formatted(command, String.join("\", \"", arguments));
    return TestConfigs.json(text).servers().get(0).launch();
  }
}
