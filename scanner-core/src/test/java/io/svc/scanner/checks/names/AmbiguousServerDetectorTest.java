package io.svc.scanner.checks.names;

import static io.svc.rules.Severity.LOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmbiguousServerDetectorTest {
  private final AmbiguousServerDetector detector = new AmbiguousServerDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"command\": \"npx\", \"url\": \"https://acme.test/mcp\"",
        "\"command\": \"npx\", \"serverUrl\": \"https://acme.test/mcp\"",
        "\"command\": [\"npx\", \"x\"], \"uri\": \"https://acme.test/mcp\"",
        "\"type\": \"stdio\", \"command\": \"npx\", \"url\": \"https://acme.test/mcp\"",
        "\"type\": \"banana\", \"command\": \"npx\"",
        "\"type\": \"uvx\", \"command\": \"uvx\"",
        "\"transport\": \"carrier-pigeon\", \"url\": \"https://acme.test/mcp\"",
        "\"transport\": {\"type\": \"tcp\"}, \"url\": \"https://acme.test/mcp\"",
        "\"type\": \"http\", \"command\": \"npx\"",
        "\"type\": \"sse\", \"command\": \"npx\", \"url\": \"\"",
        "\"type\": \"streamable-http\", \"command\": \"npx\"",
        "\"type\": \"stdio\", \"url\": \"https://acme.test/mcp\"",
        "\"type\": \"local\", \"url\": \"https://acme.test/mcp\""
      })
  void an_entry_that_can_be_read_in_two_ways_is_seen_once(String entry) {
    assertThat(TestConfigs.severities(detector, TestConfigs.server("{" + entry + "}")))
        .containsExactly(LOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"command\": \"npx\"",
        "\"command\": \"npx\", \"url\": \"\", \"headers\": {}",
        "\"command\": \"npx\", \"url\": null",
        "\"command\": \"\", \"url\": \"https://acme.test/mcp\"",
        "\"command\": \"npx\", \"args\": [\"mcp-remote\", \"https://acme.test/mcp\"]",
        "\"command\": \"npx\", \"env\": {\"url\": \"https://acme.test\"}",
        "\"command\": \"npx\", \"homepage\": \"https://acme.test\"",
        "\"command\": \"npx\", \"type\": \"stdio\"",
        "\"command\": \"npx\", \"type\": \"STDIO\"",
        "\"command\": \"npx\", \"type\": \"local\"",
        "\"command\": \"npx\", \"type\": \"\"",
        "\"command\": \"npx\", \"type\": \"${TYPE}\"",
        "\"command\": \"npx\", \"transport\": {\"retries\": 3}",
        "\"url\": \"https://acme.test/mcp\"",
        "\"url\": \"https://acme.test/mcp\", \"type\": \"http\"",
        "\"url\": \"https://acme.test/mcp\", \"type\": \"streamableHttp\"",
        "\"url\": \"https://acme.test/mcp\", \"type\": \"streamable_http\"",
        "\"url\": \"https://acme.test/mcp\", \"transport\": \"sse\"",
        "\"url\": \"https://acme.test/mcp\", \"type\": \"remote\"",
        "\"url\": \"wss://acme.test/mcp\", \"type\": \"ws\"",
        "\"type\": \"builtin\", \"name\": \"memory\""
      })
  void an_entry_that_specifies_one_thing_is_not(String entry) {
    assertThat(detector.detect(TestConfigs.server("{" + entry + "}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    ".cursor/mcp.json,servers",
    ".mcp.json,servers",
    ".vscode/mcp.json,mcpServers",
    ".gemini/settings.json,servers",
    ".kiro/settings/mcp.json,mcp_servers",
    ".zed/settings.json,mcpServers",
    "opencode.json,mcpServers",
    "claude_desktop_config.json,servers"
  })
  void a_key_that_this_client_does_not_read_is_seen_once(String path, String key) {
    var subject =
        at(path, "{\"" + key + "\": {\"a\": {\"command\": \"x\"}, \"b\": {\"command\": \"y\"}}}");

    assertThat(detector.detect(subject))
        .singleElement()
        .satisfies(
            detection -> {
              assertThat(detection.server()).isEmpty();
              assertThat(detection.location().pointer()).isEqualTo("/" + key);
              assertThat(detection.detail()).contains("`" + key + "`");
            });
  }

  @ParameterizedTest
  @CsvSource({
    ".cursor/mcp.json,mcpServers",
    ".mcp.json,mcpServers",
    ".vscode/mcp.json,servers",
    ".zed/settings.json,context_servers",
    "opencode.json,mcp",
    "mcp.json,servers",
    "mcp.json,mcpServers",
    "unknown.json,context_servers",
    ".warp/.mcp.json,servers"
  })
  void the_key_that_it_reads_or_that_of_an_unknown_client_is_not(String path, String key) {
    var subject = at(path, "{\"" + key + "\": {\"a\": {\"command\": \"x\"}}}");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @Test
  void the_named_client_applies_when_the_path_shows_none() {
    var subject = TestConfigs.of("cursor", "{\"servers\": {\"a\": {\"command\": \"x\"}}}");

    assertThat(detector.detect(subject))
        .extracting(DetectedProblem::detail)
        .containsExactly(
            "Cursor reads servers from `mcpServers`; those under `servers` are ignored.");
  }

  @Test
  void two_keys_with_different_servers_are_seen() {
    String json =
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}, \"servers\": {\"b\": {\"command\": \"y\"}}}";

    for (String path : List.of("mcp.json", ".vscode/mcp.json", ".cursor/mcp.json")) {
      assertThat(detector.detect(at(path, json)))
          .singleElement()
          .satisfies(
              detection -> assertThat(detection.detail()).contains("`mcpServers`", "`servers`"));
    }
  }

  @Test
  void two_keys_with_the_same_servers_serve_two_clients() {
    String json =
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}, \"servers\": {\"a\": {\"command\": \"x\"}}}";

    assertThat(detector.detect(at(".vscode/mcp.json", json))).isEmpty();
  }

  @Test
  void an_entry_next_to_the_map_of_servers_is_seen() {
    String json =
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}},"
            + " \"b\": {\"command\": \"y\", \"args\": [\"z\"]}}";

    assertThat(detector.detect(at(".mcp.json", json)))
        .singleElement()
        .satisfies(
            detection -> {
              assertThat(detection.server()).isEqualTo("b");
              assertThat(detection.location().pointer()).isEqualTo("/b");
            });
  }

  @Test
  void a_file_that_is_the_map_itself_is_not() {
    assertThat(detector.detect(at(".mcp.json", "{\"a\": {\"command\": \"y\", \"args\": []}}")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".mcp.json|mcpServers|\"serverUrl\": \"https://acme.test\"|/serverUrl",
        ".cursor/mcp.json|mcpServers|\"httpUrl\": \"https://acme.test\"|/httpUrl",
        ".vscode/mcp.json|servers|\"command\": \"x\", \"environment\": {\"A\": \"b\"}|/environment",
        ".vscode/mcp.json|servers|\"type\": \"local\", \"command\": \"x\"|/type",
        ".mcp.json|mcpServers|\"type\": \"remote\", \"url\": \"https://acme.test\"|/type",
        "opencode.json|mcp|\"type\": \"local\", \"command\": [\"x\"], \"args\": [\"y\"]|/args",
        "opencode.json|mcp|\"type\": \"local\", \"command\": [\"x\"], \"env\": {\"A\": \"b\"}|/env",
        "opencode.json|mcp|\"type\": \"stdio\", \"command\": [\"x\"]|/type"
      })
  void a_field_of_another_client_is_seen(String path, String key, String entry, String field) {
    var subject = at(path, "{\"" + key + "\": {\"probe\": {" + entry + "}}}");

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/" + key + "/probe" + field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".windsurf/mcp.json|mcpServers|\"serverUrl\": \"https://acme.test\"",
        ".gemini/settings.json|mcpServers|\"httpUrl\": \"https://acme.test\"",
        ".cursor/mcp.json|mcpServers|\"url\": \"https://a.test\", \"serverUrl\": \"https://a.test\"",
        ".mcp.json|mcpServers|\"command\": \"x\", \"environment\": {}",
        ".mcp.json|mcpServers|\"command\": \"x\", \"env\": {\"A\": \"b\"}, \"environment\": {\"A\": \"b\"}",
        "opencode.json|mcp|\"type\": \"local\", \"command\": [\"x\"], \"environment\": {\"A\": \"b\"}",
        "opencode.json|mcp|\"type\": \"remote\", \"url\": \"https://acme.test\"",
        "mcp.json|mcpServers|\"serverUrl\": \"https://acme.test\"",
        "mcp.json|mcpServers|\"command\": \"x\", \"environment\": {\"A\": \"b\"}"
      })
  void a_field_that_it_reads_or_that_may_be_read_is_not(String path, String key, String entry) {
    assertThat(detector.detect(at(path, "{\"" + key + "\": {\"probe\": {" + entry + "}}}")))
        .isEmpty();
  }

  @Test
  void headers_of_codex_have_another_name() {
    String toml = "[mcp_servers.x]\nurl = \"https://acme.test\"\nheaders = {\"X-A\" = \"b\"}\n";

    assertThat(detector.detect(at(".codex/config.toml", toml)))
        .extracting(DetectedProblem::detail)
        .containsExactly("Codex CLI does not read `headers` but `http_headers`.");
  }

  private static DetectionSubject at(String path, String text) {
    return TestConfigs.at(Path.of(path), text, Optional.empty(), changed -> false);
  }
}
