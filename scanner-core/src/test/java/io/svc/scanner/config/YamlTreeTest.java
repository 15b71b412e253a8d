package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.TestConfigs.YAML;
import static io.svc.scanner.config.TestConfigs.locations;
import static io.svc.scanner.config.TestConfigs.names;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static io.svc.scanner.config.TestConfigs.yaml;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTreeTest {

  @Test
  void every_value_knows_its_place() {
    var config =
        yaml(
            """
            # ours
            mcpServers:
              - name: a
                command: "x"
                args: [y, 1]
                env:
                  A: |
                    text
            """);

    assertThat(locations(config))
        .containsExactly(
            " 2:1",
            "/mcpServers 3:3",
            "/mcpServers/0 3:5",
            "/mcpServers/0/name 3:11",
            "/mcpServers/0/command 4:14",
            "/mcpServers/0/args 5:11",
            "/mcpServers/0/args/0 5:12",
            "/mcpServers/0/args/1 5:15",
            "/mcpServers/0/env 7:7",
            "/mcpServers/0/env/A 7:10");
  }

  @Test
  void columns_count_utf_16_units() {
    assertThat(locations(yaml("{é😀: 名, mcpServers: {}}")))
        .containsExactly(" 1:1", "/é😀 1:7", "/mcpServers 1:22");
  }

  @Test
  void cr_lf_ends_one_line() {
    assertThat(locations(yaml("a: 1\r\nmcpServers:\r\n  b:\r\n    command: x\r\n")))
        .containsExactly(
            " 1:1", "/a 1:4", "/mcpServers 3:3", "/mcpServers/b 4:5", "/mcpServers/b/command 4:14");
  }

  @Test
  void scalars_are_retained_as_they_are_written() {
    var config =
        yaml(
            """
            mcpServers:
              a:
                command: x
                env: {A: 0x1F, B: 1_000, C: yes, D: ~, E: null, F: 2026-01-01, G: 1e3, H: "8", I: }
            """);

    assertThat(ReadServer.only(config))
        .isEqualTo(
            local("a", "x")
                .withEnv(
                    "A=0x1F",
                    "B=1_000",
                    "C=yes",
                    "D=",
                    "E=",
                    "F=2026-01-01",
                    "G=1e3",
                    "H=8",
                    "I="));
  }

  @ParameterizedTest
  @ValueSource(strings = {"!!int -", "!!int x", "!!float x", "!!bool 7", "!!null x", "!!binary ?"})
  void a_tag_that_its_value_does_not_fit_is_no_crash(String value) {
    byte[] bytes = "mcpServers: {a: {command: x, env: {A: %s}}}".formatted(value).getBytes(UTF_8);

    assertThat(TestConfigs.outcome(YAML, bytes)).isNotNull();
  }

  @Test
  void texts_of_several_lines_are_read() {
    var config = yaml("mcpServers:\n  a:\n    command: >-\n      npx -y\n      pkg\n");

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "npx", "-y", "pkg"));
  }

  @Test
  void duplicate_keys_are_retained() {
    var config = yaml("mcpServers:\n  a: {command: x}\n  a: {command: y}\n");

    assertThat(ReadServer.all(config)).containsExactly(local("a", "x"), local("a", "y"));
  }

  @Test
  void marks_of_one_document_are_read() {
    var config = yaml("%YAML 1.1\n---\nmcpServers:\n  a: {command: x}\n...\n");

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
  }

  @Test
  void a_second_document_is_rejected() {
    assertThat(rejectionReason(YAML, "mcpServers: {}\n---\nmcpServers: {}\n"))
        .isEqualTo("a second document begins at line 2; expected one per file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"# only", "# a\n\n# b\n"})
  void a_file_of_comments_is_rejected(String text) {
    assertThat(rejectionReason(YAML, text))
        .isEqualTo("the file contains only whitespace or comments");
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 1_000, 100_000})
  void deep_nesting_is_rejected(int levels) {
    assertThat(rejectionReason(YAML, "a: " + "[".repeat(levels) + "]".repeat(levels)))
        .isEqualTo("values are nested deeper than 200 levels");
    assertThat(rejectionReason(YAML, "- ".repeat(levels) + "x"))
        .isEqualTo("values are nested deeper than 200 levels");
  }

  @Test
  void a_json_file_is_a_yaml_file() {
    assertThat(names(yaml("{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"))).containsExactly("a");
  }
}
