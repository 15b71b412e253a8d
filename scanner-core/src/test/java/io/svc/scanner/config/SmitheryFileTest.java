package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmitheryFileTest {
  private static McpConfig read(String function) {
    return TestConfigs.read(
        "smithery.yaml",
        "startCommand:\n  type: stdio\n  commandFunction: |-\n    "
            + function.replace("\n", "\n    ")
            + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " runs ",
      quoteCharacter = '~',
      value = {
        "(config) => ({ command: 'node', args: ['a.js'] }) runs node a.js",
        "config => ({\"command\":\"uv\",\"args\":[\"run\",\"x\"]}) runs uv run x",
        "(c) => ({ command: 'node', args: c.d ? ['a', '--d'] : ['a'] }) runs node a --d a",
        "(c) => ({ command: c.python || 'python', args: [`-m`, `it's`, \"q\\\"\"] })"
            + " runs python -m it's q\"",
        "(c) => ({ args: ['x', ...[c.a].flatMap(v => ['-f', v]), 'y'], command: 'node' })"
            + " runs node x -f y",
        "(c) => { const e = {}; return { command: 'npx', args: [] }; } runs npx",
        "(c) => ({ command: 'node' }) runs node",
      })
  void literals_of_the_command_are_read(String function, String words) {
    assertThat(String.join(" ", ReadServer.only(read(function)).words())).isEqualTo(words);
  }

  @Test
  void literals_have_the_lines_of_the_file() {
    McpConfig config = read("(config) => ({\n  command: 'node',\n  args: ['a.js']\n})");

    Launch launch = config.servers().get(0).launch();
    assertThat(launch.words().get(0).origin().line()).isEqualTo(5);
    assertThat(launch.words().get(1).origin().line()).isEqualTo(6);
  }

  @Test
  void variables_with_literals_are_read() {
    McpConfig config =
        read("(c) => ({ command: 'node', env: { A: 'x', 'B': c.b, \"C\": f({d: 'y'}), D: `z` } })");

    assertThat(config.servers().get(0).env()).extracting(NamedText::name).containsExactly("A", "D");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(config) => build(config)",
        "(config) => ({ command: config.command, args: [] })",
        "command",
        "env: {",
        "args: [['",
      })
  void a_command_that_is_no_literal_makes_the_report_partial(String function) {
    McpConfig config = read(function + "x");

    assertThat(config.servers()).hasSize(1);
    assertThat(config.skipped()).hasSizeLessThanOrEqualTo(1);
    assertThat(config.skipped().isEmpty()).isEqualTo(config.servers().get(0).isLocal());
  }

  @Test
  void a_command_without_a_function_is_read_like_that_of_a_client() {
    McpConfig config =
        TestConfigs.read(
            "smithery.yaml", "startCommand: {type: stdio, command: npx, args: [a-mcp]}");

    assertThat(ReadServer.only(config).words()).isEqualTo(List.of("npx", "a-mcp"));
  }

  @Test
  void a_local_server_without_a_function_makes_the_report_partial() {
    McpConfig config =
        TestConfigs.read("smithery.yaml", "startCommand: {type: npm, package: '@a/b'}");

    assertThat(config.servers()).hasSize(1);
    assertThat(config.skipped())
        .extracting(SkippedServer::reason)
        .containsExactly("it has no commandFunction");
  }

  @Test
  void a_file_for_the_build_only_has_no_server() {
    assertThat(TestConfigs.read("smithery.yaml", "runtime: typescript\n").servers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(c) => ({ command: 'sh', args: [ // it's the start\n'-c', 'id'] })",
        "(c) => ({ command: 'sh', /* it's */ args: ['-c', /* ' */ 'id'] })",
        "(c) => ({ // it's command: 'node',\n command: 'sh', args: ['-c', 'id'] })",
        "(c) => ({ note: 'command: no', command: 'sh', args: ['-c', 'id'] })",
        "(c) => ({ x: c.y.replace(/['/]/g, ''), command: 'sh', args: ['-c', 'id'] })",
        "(c) => ({ x: c.y / 2, command: 'sh', args: ['-c', 'id'], z: '/' })",
      })
  void comments_and_other_literals_do_not_hide_words(String function) {
    assertThat(ReadServer.only(read(function)).words()).isEqualTo(List.of("sh", "-c", "id"));
  }

  @Test
  void comments_do_not_hide_variables() {
    assertThat(read("(c) => ({ command: 'x', env: { // it's\n A: 'b' } })").servers().get(0).env())
        .extracting(NamedText::name)
        .containsExactly("A");
  }

  @Test
  void a_literal_that_is_not_closed_makes_the_report_partial() {
    assertThat(read("(c) => ({ command: 'sh', args: ['it's',\n'-c'] })").skipped())
        .extracting(SkippedServer::reason)
        .containsExactly("a literal of its commandFunction is not closed");
  }

  @Test
  @Timeout(10)
  void the_time_is_proportional_to_the_length() {
    String arguments = "'a', // it's\n".repeat(50_000) + "(/[".repeat(50_000);

    McpConfig config = read("(c) => ({ command: 'x', args: [\n" + arguments + "\n'b'] })");

    assertThat(config.servers().get(0).launch().words()).hasSize(50_002);
  }
}
