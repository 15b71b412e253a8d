package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyCommandsTest {
  private static final String GOOD =
      """
      version: 1
      metadata: {name: good}
      rules:
        - {id: no-shell, effect: deny, match: {tool: bash}}
      tests:
        - {name: a shell is refused, input: {action: tool_call, tool: bash}, expect: {effect: deny}}
      """;

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("good.yaml"), GOOD);
    Files.writeString(
        directory.resolve("wrong.yaml"), GOOD.replace("effect: deny, m", "efect: x, m"));
    Files.writeString(directory.resolve("failing.yaml"), GOOD.replace("bash}}", "sh}}"));
    Files.writeString(
        directory.resolve("untested.yaml"), GOOD.substring(0, GOOD.indexOf("tests:")));
  }

  private CommandRun.Result run(String... arguments) {
    return new CommandRun(directory).run(arguments);
  }

  @Test
  void a_good_policy_is_valid() {
    CommandRun.Result result = run("policy", "validate", "good.yaml");

    assertThat(result)
        .isEqualTo(new CommandRun.Result(0, "good.yaml: valid, 1 rule, 1 test, 0 warnings\n", ""));
  }

  @Test
  void problems_are_reported_with_their_places_and_all_files_are_checked() {
    CommandRun.Result result =
        run("policy", "validate", "wrong.yaml", "failing.yaml", "untested.yaml");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out().lines())
        .containsExactly(
            "wrong.yaml:4:5: error: \"effect\" is missing; expected allow, warn, redact,"
                + " require_approval, deny. [missing_key]",
            "wrong.yaml:4:20: error: \"efect\" is not a known key; did you mean effect?"
                + " [unknown_key]",
            "wrong.yaml: 2 errors",
            "failing.yaml:6:5: error: Test \"a shell is refused\" expects deny; the result is"
                + " allow by default. [test_failed]",
            "failing.yaml: 1 error",
            "untested.yaml:4:3: warning: The policy has no tests; expected a test for an allowed"
                + " action and a test for a blocked action. [no_tests]",
            "untested.yaml: valid, 1 rule, 0 tests, 1 warning");
  }

  @Test
  void what_cannot_be_read_is_reported_and_the_rest_is_still_checked() throws IOException {
    Files.write(directory.resolve("latin.yaml"), new byte[] {(byte) 0xE9});
    Files.writeString(directory.resolve("large.yaml"), "#".repeat((1 << 20) + 1));

    CommandRun.Result result =
        run("policy", "validate", "none.yaml", "latin.yaml", "large.yaml", "good.yaml");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err().lines())
        .containsExactly(
            "error: \"none.yaml\" cannot be read; expected a file with a policy",
            "error: \"latin.yaml\" is not UTF-8",
            "error: \"large.yaml\" is larger than 1048576 bytes");
    assertThat(result.out()).startsWith("good.yaml: valid");
  }

  @Test
  void programs_get_json() {
    JsonNode answer =
        Json.readStored(
            run("policy", "validate", "--format", "json", "good.yaml", "wrong.yaml").out());

    assertThat(answer.path("valid").asBoolean()).isFalse();
    assertThat(answer.at("/files/0/valid").asBoolean()).isTrue();
    assertThat(answer.at("/files/0/summary/effects/deny").asInt()).isEqualTo(1);
    assertThat(answer.at("/files/1/errors/0/code").asText()).isEqualTo("missing_key");
    assertThat(answer.at("/files/1/errors/0/line").asInt()).isEqualTo(4);
  }

  @Test
  void tests_are_run() {
    CommandRun.Result passed = run("policy", "test", "good.yaml");
    CommandRun.Result failed = run("policy", "test", "failing.yaml");

    assertThat(passed)
        .isEqualTo(
            new CommandRun.Result(
                0,
                "good.yaml:6: passed: a shell is refused\ngood.yaml: 1 test passed, 0 failed\n",
                ""));
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).contains("failing.yaml:6:5: error: Test", "0 tests passed, 1 failed");
  }

  @Test
  void a_policy_without_tests_passes_none() {
    CommandRun.Result result = run("policy", "test", "untested.yaml");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).isEqualTo("untested.yaml: no test was run\n");
    assertThat(
            Json.readStored(run("policy", "test", "--format", "json", "good.yaml").out())
                .toString())
        .isEqualTo(
            "{\"passed\":true,\"files\":[{\"file\":\"good.yaml\",\"passed\":true,\"tests\":["
                + "{\"name\":\"a shell is refused\",\"passed\":true,\"expected\":\"deny\","
                + "\"actual\":\"deny\",\"line\":6}],\"errors\":[]}]}");
  }

  @Test
  void a_file_has_to_be_named() {
    assertThat(run("policy", "validate").exitCode()).isEqualTo(2);
    assertThat(run("policy", "test").err()).contains("FILE requires a value");
    assertThat(run("policy").err()).contains("policy validate", "policy test");
    assertThat(run("policy", "validate", "--format", "xml", "good.yaml").exitCode()).isEqualTo(2);
  }
}
