package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.ReadServer.remote;
import static io.svc.scanner.config.TestConfigs.JSON;
import static io.svc.scanner.config.TestConfigs.json;
import static io.svc.scanner.config.TestConfigs.names;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static io.svc.scanner.config.TestConfigs.toml;
import static io.svc.scanner.config.TestConfigs.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFinderShapesTest {

  @Test
  void a_map_of_servers_needs_no_wrapper() {
    var config =
        json(
            """
            {
              "$schema": "https://schemas.test/mcp.json",
              "git": {"command": "uvx", "args": ["mcp-server-git"]},
              "docs": {"url": "https://docs.test/mcp"}
            }
            """);

    assertThat(ReadServer.all(config))
        .containsExactly(
            local("git", "uvx", "mcp-server-git"), remote("docs", "https://docs.test/mcp"));
    assertThat(config.source()).isEqualTo("claude-desktop");
  }

  @Test
  void a_map_of_servers_needs_no_wrapper_in_toml_and_yaml() {
    assertThat(ReadServer.only(toml("[git]\ncommand = 'x'\n"))).isEqualTo(local("git", "x"));
    assertThat(ReadServer.only(yaml("git:\n  command: x\n"))).isEqualTo(local("git", "x"));
  }

  @Test
  void a_list_of_servers_needs_no_wrapper() {
    var config = json("[{\"name\": \"git\", \"command\": \"x\"}, {\"url\": \"https://d.test\"}]");

    assertThat(ReadServer.all(config))
        .containsExactly(local("git", "x"), remote("#1", "https://d.test"));
  }

  @Test
  void a_list_of_servers_needs_no_wrapper_in_yaml() {
    var config = yaml("- name: git\n  command: x\n- id: docs\n  url: https://d.test\n");

    assertThat(ReadServer.all(config))
        .containsExactly(local("git", "x"), remote("docs", "https://d.test"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id", "title", "key"})
  void a_server_in_a_list_carries_its_name(String key) {
    var config = json("{\"servers\": [{\"%s\": \"git\", \"command\": \"x\"}]}".formatted(key));

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "x"));
  }

  @Test
  void a_list_of_tables_contains_servers_in_toml() {
    var config =
        toml("[[mcpServers]]\nname = 'a'\ncommand = 'x'\n[[mcpServers]]\nurl = 'https://d.test'\n");

    assertThat(ReadServer.all(config))
        .containsExactly(local("a", "x"), remote("#1", "https://d.test"));
  }

  @Test
  void one_server_may_be_the_whole_file() {
    assertThat(ReadServer.only(json("{\"name\": \"git\", \"command\": \"x\", \"args\": [\"y\"]}")))
        .isEqualTo(local("git", "x", "y"));
    assertThat(ReadServer.only(json("{\"command\": \"x\"}"))).isEqualTo(local("(unnamed)", "x"));
  }

  @Test
  void servers_that_a_misplaced_brace_put_next_to_the_wrapper_are_read() {
    var config =
        json(
            """
            {
              "mcpServers": {"git": {"command": "x"}},
              "lost": {"command": "npx", "args": ["-y", "lost-mcp"]},
              "far": {"type": "http", "url": "https://far.test/mcp"},
              "flow": {"type": "streamable-http", "url": "https://flow.test/mcp"}
            }
            """);

    assertThat(ReadServer.all(config))
        .containsExactly(
            local("git", "x"),
            local("lost", "npx", "-y", "lost-mcp"),
            remote("far", "https://far.test/mcp"),
            remote("flow", "https://flow.test/mcp"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sse", "ws", "remote", "streamable_http", "streamableHttp"})
  void a_transport_distinguishes_a_misplaced_server_from_a_setting(String transport) {
    var config =
        json(
            """
            {"mcpServers": {}, "lost": {"type": "%s", "url": "https://lost.test/mcp"}}
            """
                .formatted(transport));

    assertThat(ReadServer.only(config)).isEqualTo(remote("lost", "https://lost.test/mcp"));
  }

  @Test
  void other_settings_next_to_the_wrapper_are_no_servers() {
    var config =
        json(
            """
            {
              "mcpServers": {"git": {"command": "x"}},
              "statusLine": {"type": "command", "command": "~/status.sh"},
              "gallery": {"url": "https://gallery.test"}
            }
            """);

    assertThat(names(config)).containsExactly("git");
  }

  @Test
  void a_name_of_another_file_is_noted() {
    var config = json("{\"mcpServers\": \"./.mcp.json\"}");

    assertThat(config.servers()).isEmpty();
    assertThat(config.skipped()).isEmpty();
    assertThat(config.notes())
        .containsExactly("servers are in another file, which is not part of this scan");
  }

  @ParameterizedTest
  @CsvSource({"7, a number", "true, a boolean"})
  void a_wrapper_that_is_no_container_is_skipped(String value, String kind) {
    var config = json("{\n  \"mcpServers\": %s}".formatted(value));

    assertThat(config.servers()).isEmpty();
    assertThat(config.skipped())
        .containsExactly(
            new SkippedServer(
                "mcpServers",
                "expected a map or a list of servers, found " + kind,
                new Location("/mcpServers", 2, 17)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"mcpServers\": null}",
        "{\"mcpServers\": {}}",
        "{\"mcpServers\": []}",
        "{\"servers\": {}}",
        "{\"servers\": {}, \"inputs\": []}",
        "{\"mcp\": {\"servers\": {}}}",
        "{\"context_servers\": {}}",
      })
  void a_wrapper_may_be_empty(String text) {
    var config = json(text);

    assertThat(config.servers()).isEmpty();
    assertThat(config.skipped()).isEmpty();
    assertThat(config.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "[1, 2]",
        "{\"servers\": [\"db1.test\", \"db2.test\"]}",
        "{\"servers\": {\"main\": \"db1.test\"}}",
        "{\"servers\": 3}",
        "{\"extensions\": {\"recommendations\": [\"a\"]}}",
        "{\"mcp\": {\"enabled\": true}}",
        "{\"name\": \"shop\", \"version\": \"1.0.0\"}",
        "{\"database\": {\"host\": \"db.test\", \"port\": 5432}}",
      })
  void a_file_of_something_else_is_rejected(String text) {
    assertThat(rejectionReason(JSON, text))
        .isEqualTo(
            "not an MCP configuration: expected servers under mcpServers, servers, mcp,"
                + " context_servers, mcp_servers or extensions");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/home/me/.claude.json",
        "/srv/shop/.gemini/settings.json",
        "/srv/shop/opencode.json",
        "/home/me/.codex/config.toml",
        "/home/me/.config/goose/config.yaml",
      })
  void settings_of_a_client_may_lack_servers(String path) {
    var text = path.endsWith("json") ? "{\"a\": 1}" : path.endsWith("toml") ? "a = 1" : "a: 1";

    assertThat(TestConfigs.read(path, text).servers()).isEmpty();
  }

  @Test
  void comments_between_servers_are_no_servers() {
    var config =
        json(
            """
            {"mcpServers": {
              "_comment": "ours", "$comment": "theirs", "//": ["a", "b"], "# old": null,
              "_option1": {"command": "x"}}}
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("_option1", "x"));
  }

  @Test
  void duplicate_servers_are_retained() {
    var config = json("{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"a\": {\"url\": \"u\"}}}");

    assertThat(ReadServer.all(config)).containsExactly(local("a", "x"), remote("a", "u"));
  }

  @Test
  void what_users_may_do_with_servers_is_no_map_of_servers() {
    var config =
        yaml(
            """
            interface:
              mcpServers:
                use: true
                create: false
            mcpServers:
              docs:
                url: https://docs.test/mcp
            """);

    assertThat(ReadServer.all(config)).containsExactly(remote("docs", "https://docs.test/mcp"));
    assertThat(config.skipped()).isEmpty();
  }

  @Test
  void switches_in_place_of_servers_are_reported() {
    assertThat(json("{\"mcpServers\": {\"docs\": true}}").skipped()).hasSize(1);
  }
}
