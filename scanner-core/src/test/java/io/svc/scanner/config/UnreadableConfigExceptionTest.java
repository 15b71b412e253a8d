package io.svc.scanner.config;

import static io.svc.scanner.config.TestConfigs.JSON;
import static io.svc.scanner.config.TestConfigs.TOML;
import static io.svc.scanner.config.TestConfigs.YAML;
import static io.svc.scanner.config.TestConfigs.json;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of files that cannot be read. */
class UnreadableConfigExceptionTest {
  private static final String CANARY = "canary7Zq";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": \"%s\" \"b\"}",
        "{\"a\": %s}",
        "{\"a\": \"%s",
        "{\"%s\" 1}",
        "{%s: 1}",
        "{\"a\": \"%s\\q\"}",
        "{\"a\": \"\\u%s\"}",
        "{\"a\": \"%s\n\"}",
        "{\"a\": tru%s}",
        "{\"a\": 12%s}",
        "{\"a\": '%s'}",
        "[\"%s\"}",
        "{} %s",
        "{} {\"%s\": 1}",
        "\"%s\": {",
        "\"%s",
        "/* %s",
        "{\"%s\": 1}",
        "[\"%s\"]",
        "\"%s\"",
      })
  void a_reason_quotes_nothing_of_a_json_file(String text) {
    assertThat(rejectionReason(JSON, text.formatted(CANARY))).doesNotContainIgnoringCase(CANARY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = %s",
        "a = \"%s",
        "%s",
        "[%s",
        "%s = 1\n%s = 2",
        "[%s]\n[%s]",
        "a = \"\\q%s\"",
        "a = 1 %s",
        "a = 12%s",
        "%s = 1",
      })
  void a_reason_quotes_nothing_of_a_toml_file(String text) {
    assertThat(rejectionReason(TOML, text.replace("%s", CANARY)))
        .doesNotContainIgnoringCase(CANARY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: \"%s",
        "a: *%s",
        "a: &x%s b\nc: *%s",
        "%s",
        "a: %s: b",
        "a: [%s",
        "a: {%s",
        "a: !<%s b",
        "a: !!%s b",
        "a: !!int %s",
        "a: !!binary %s",
        "a: @%s",
        "\t%s: a",
        "a:\n  b\n %s",
        "? [%s]\n: b",
        "a: \"\\q%s\"",
        "a: 1\n---\n%s",
        "%%%s",
        "a: |%s",
        "%s: 1",
        "- %s",
      })
  void a_reason_quotes_nothing_of_a_yaml_file(String text) {
    assertThat(rejectionReason(YAML, text.replace("%s", CANARY)))
        .doesNotContainIgnoringCase(CANARY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"%s\"",
        "[\"%s\"]",
        "{\"args\": [\"%s\"]}",
        "{\"command\": {\"%s\": 1}}",
        "{\"command\": [{\"a\": \"%s\"}]}",
        "{\"command\": \"x\", \"args\": {\"a\": \"%s\"}}",
      })
  void a_reason_to_skip_quotes_nothing_of_the_entry(String entry) {
    var skipped = json("{\"mcpServers\": {\"a\": " + entry.formatted(CANARY) + "}}").skipped();

    assertThat(skipped).hasSize(1);
    assertThat(skipped.get(0).reason()).doesNotContain(CANARY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"any.json", "any.toml", "any.yaml", "any"})
  void damaged_files_are_read_or_rejected_and_never_throw(String path) {
    var random = new Random(7);
    for (String complete : completeFiles()) {
      for (int i = 0; i < 300; i++) {
        byte[] damaged = damage(complete.getBytes(UTF_8), random);

        assertThat(failureOf(path, damaged)).isEmpty();
      }
    }
  }

  @Test
  void random_bytes_are_read_or_rejected_and_never_throw() {
    var random = new Random(8);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      for (String path : List.of(JSON, TOML, YAML, "any")) {
        assertThat(failureOf(path, bytes)).isEmpty();
      }
    }
  }

  private static String failureOf(String path, byte[] bytes) {
    try {
      return TestConfigs.outcome(path, bytes) == null ? "null" : "";
    } catch (RuntimeException e) {
      return e + " for " + new String(bytes, UTF_8);
    }
  }

  private static List<String> completeFiles() {
    return List.of(
        """
        {"mcpServers": {"a": {"command": "npx", "args": ["-y", 1.5e3], "env": {"A": null}}}}
        """,
        """
        mcpServers:
          - &a {name: a, command: npx, args: [-y, "b\\tc"], env: {A: !!int 1, B: ~}}
          - <<: *a
            name: 'b'
            url: >-
              https://b.test
        """,
        """
        [mcp_servers.a]
        command = "npx"
        args = ["-y", '''b''', 1e3, 2026-01-01T10:00:00Z]
        env = { A = "\\u0041", "B" = 0x1F }
        """);
  }

  private static byte[] damage(byte[] bytes, Random random) {
    String signs = "{}[]\"'\\:,=&*!<>|-#%@?\n\t 0e.~\0\u0001";
    byte[] damaged = bytes.clone();
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      damaged[random.nextInt(damaged.length)] =
          random.nextInt(8) == 0
              ? (byte) random.nextInt(256)
              : (byte) signs.charAt(random.nextInt(signs.length()));
    }
    return damaged;
  }
}
