package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.TestConfigs.json;
import static io.svc.scanner.config.TestConfigs.names;
import static io.svc.scanner.config.TestConfigs.toml;
import static io.svc.scanner.config.TestConfigs.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFinderTest {

  @ParameterizedTest
  @CsvSource({
    "mcpServers, claude-desktop",
    "servers, vscode",
    "mcp.servers, vscode",
    "mcp, opencode",
    "context_servers, zed",
    "mcp_servers, codex",
    "extensions, goose",
    "modelContextProtocolServers, claude-desktop",
  })
  void a_root_key_contains_servers_in_json_and_determines_the_client(String key, String source) {
    var config = json("{\"%s\": {\"git\": {\"command\": \"git-mcp\"}}}".formatted(key));

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "git-mcp"));
    assertThat(config.source()).isEqualTo(source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcpServers",
        "servers",
        "mcp.servers",
        "mcp",
        "context_servers",
        "mcp_servers",
        "extensions",
        "customizations.vscode.mcp.servers",
      })
  void a_root_key_contains_servers_in_toml(String key) {
    var config = toml("[%s.git]\ncommand = 'git-mcp'\n".formatted(key));

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "git-mcp"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcpServers",
        "servers",
        "mcp.servers",
        "mcp",
        "context_servers",
        "mcp_servers",
        "extensions",
      })
  void a_root_key_contains_servers_in_yaml(String key) {
    var config = yaml("%s:\n  git:\n    command: git-mcp\n".formatted(key));

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "git-mcp"));
  }

  @Test
  void servers_are_under_mcp_and_servers() {
    var config = json("{\"mcp\": {\"inputs\": [], \"servers\": {\"git\": {\"command\": \"x\"}}}}");

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "x"));
    assertThat(config.source()).isEqualTo("vscode");
  }

  @Test
  void servers_are_under_mcp_and_servers_in_yaml() {
    var config = yaml("mcp:\n  servers:\n    git:\n      command: x\n");

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "x"));
  }

  @Test
  void the_mcp_settings_of_gemini_are_no_servers() {
    var config =
        json(
            """
            {"mcp": {"allowed": ["git"], "excluded": []}, "mcpServers": {"git": {"command": "x"}}}
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "x"));
    assertThat(config.source()).isEqualTo("claude-desktop");
  }

  @Test
  void each_project_of_claude_code_has_servers() {
    var config =
        json(
            """
            {
              "mcpServers": {"everywhere": {"command": "a"}},
              "projects": {
                "/srv/shop": {"mcpServers": {"shop": {"command": "b"}}, "history": []},
                "/srv/bank": {"mcpServers": {}},
                "/srv/farm": {"mcpServers": {"farm": {"command": "c"}}}
              }
            }
            """);

    assertThat(ReadServer.all(config))
        .containsExactly(local("everywhere", "a"), local("shop", "b"), local("farm", "c"));
  }

  @Test
  void a_dev_container_has_servers_among_its_customizations() {
    var config =
        json(
            """
            {"customizations": {"vscode": {"mcp": {"servers": {"git": {"command": "x"}}}}}}
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "x"));
  }

  @Test
  void a_dev_container_has_servers_among_its_flat_settings() {
    var config =
        json(
            """
            {"customizations": {"vscode": {"settings": {"mcp.servers": {"git": {"command": "x"}}}}}}
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("git", "x"));
  }

  @Test
  void both_wrappers_in_one_file_are_read() {
    var config =
        json(
            """
            {"servers": {"a": {"command": "x"}}, "mcpServers": {"b": {"command": "y"}}}
            """);

    assertThat(ReadServer.all(config)).containsExactly(local("a", "x"), local("b", "y"));
  }

  @Test
  void an_environment_is_not_searched_for_servers() {
    var config =
        json(
            """
            {"env": {"mcpServers": {"no": {"command": "x"}}}, "mcpServers": {"a": {"command": "y"}}}
            """);

    assertThat(names(config)).containsExactly("a");
  }

  @Test
  void servers_that_contain_the_key_themselves_are_not_searched() {
    var config =
        json(
            """
            {"mcpServers": {"a": {"command": "x", "mcpServers": {"no": {"command": "y"}}}}}
            """);

    assertThat(names(config)).containsExactly("a");
  }

  @Test
  void the_order_of_the_file_stays_in_every_language() {
    var names = new String[] {"zeta", "alpha", "mid", "beta", "omega", "b1", "a1"};
    var json = new StringBuilder();
    var toml = new StringBuilder();
    var yaml = new StringBuilder("mcpServers:\n");
    for (String name : names) {
      json.append(json.isEmpty() ? "" : ",").append("\"%s\":{\"command\":\"x\"}".formatted(name));
      toml.append("[mcpServers.%s]\ncommand = 'x'\n".formatted(name));
      yaml.append("  %s: {command: x}\n".formatted(name));
    }

    assertThat(names(json("{\"mcpServers\":{" + json + "}}"))).containsExactly(names);
    assertThat(names(toml(toml.toString()))).containsExactly(names);
    assertThat(names(yaml(yaml.toString()))).containsExactly(names);
  }

  @Test
  void names_of_any_kind_are_retained_as_they_are() {
    var config =
        toml(
            """
            [mcp_servers."github.com/upstash/context7-mcp"]
            command = "a"
            [mcp_servers."Notion (OAuth)"]
            command = "b"
            [mcp_servers.""]
            command = "c"
            """);

    assertThat(names(config))
        .containsExactly("github.com/upstash/context7-mcp", "Notion (OAuth)", "");
  }
}
