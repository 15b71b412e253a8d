package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Clients that are told names of variables, and inputs. */
class NamedReferencesTest {
  private static final String KEY = "q7Rz2mXw9KtB4vLs8NpD3hYc";
  private static final String OTHER_KEY = "Zx81kQpWm5TnVb27LsRdYfJc";

  private final FixRun run = new FixRun();

  @Test
  void codex_passes_variables_on_by_name() {
    FixPlan plan =
        run.plan(
            ".codex/config.toml",
            """
            model = "x" # mine

            [mcp_servers.acme]
            command = 'acme-mcp'   # local

            [mcp_servers.acme.env]
            # rotate in May
            ACME_TOKEN = "%s" # of dana
            LOG = "info"

            [mcp_servers.inline]
            command = "y"
            env = { A = "1", SECRET_KEY = '%s' }
            env_vars = [
              "HOME",
            ]
            """
                .formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            model = "x" # mine

            [mcp_servers.acme]
            command = 'acme-mcp'   # local
            env_vars = ["ACME_TOKEN"]

            [mcp_servers.acme.env]
            # rotate in May
            # of dana
            LOG = "info"

            [mcp_servers.inline]
            command = "y"
            env = { A = "1" }
            env_vars = [
              "HOME",
              "SECRET_KEY",
            ]
            """);
    assertThat(plan.secrets()).isEqualTo(Map.of("ACME_TOKEN", KEY, "SECRET_KEY", OTHER_KEY));
  }

  @Test
  void codex_reads_headers_from_variables() {
    FixPlan plan =
        run.plan(
            ".codex/config.toml",
            """
            [mcp_servers.remote]
            url = "https://mcp.acme.example/mcp"
            http_headers = { Authorization = "Bearer %s", "X-Api-Key" = "%s", "X-Team" = "red" }
            """
                .formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            [mcp_servers.remote]
            url = "https://mcp.acme.example/mcp"
            http_headers = { "X-Team" = "red" }
            bearer_token_env_var = "REMOTE_AUTHORIZATION"
            env_http_headers = { "X-Api-Key" = "REMOTE_API_KEY" }
            """);
    assertThat(plan.secrets())
        .isEqualTo(Map.of("REMOTE_AUTHORIZATION", KEY, "REMOTE_API_KEY", OTHER_KEY));
  }

  @Test
  void codex_tables_of_dots_and_of_braces_are_written_on_in_their_way() {
    FixPlan plan =
        run.plan(
            ".codex/config.toml",
            """
            [mcp_servers]
            a.command = "x"
            a.env.API_TOKEN = "%s"
            b = { command = "y", env = { SECRET_KEY = "%s" } }"""
                .formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            [mcp_servers]
            a.command = "x"
            a.env_vars = ["API_TOKEN"]
            b = { command = "y", env = {}, env_vars = ["SECRET_KEY"] }""");
  }

  @Test
  void codex_expands_nothing_in_arguments() {
    FixPlan plan =
        run.plan(
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"--api-key\", \"%s\"]\n".formatted(KEY));

    assertThat(plan.changesFile()).isFalse();
    assertThat(FixRun.reasons(plan).get(0))
        .contains("Codex CLI expands no references in arguments");
  }

  @Test
  void goose_looks_keys_up_by_name() {
    FixPlan plan =
        run.plan(
            ".config/goose/config.yaml",
            """
            extensions:
              a:
                type: stdio
                cmd: x
                envs:
                  # keep
                  API_TOKEN: '%1$s'   # old
                  LOG: info
                env_keys:
                  - OTHER
                enabled: true
              b: {type: stdio, cmd: y, envs: {SECRET_KEY: "%2$s"}}
              c:
                type: streamable_http
                uri: https://mcp.acme.example/mcp
                headers:
                  Authorization: Bearer %2$s
            """
                .formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            extensions:
              a:
                type: stdio
                cmd: x
                envs:
                  # keep
                  # old
                  LOG: info
                env_keys:
                  - OTHER
                  - API_TOKEN
                enabled: true
              b: {type: stdio, cmd: y, envs: {}, env_keys: [SECRET_KEY]}
              c:
                type: streamable_http
                uri: https://mcp.acme.example/mcp
                headers:
                  Authorization: "Bearer ${C_AUTHORIZATION}"
                env_keys:
                  - C_AUTHORIZATION
            """);
  }

  @Test
  void goose_servers_that_share_an_anchor_stay() {
    FixPlan plan =
        run.plan(
            ".config/goose/config.yaml",
            """
            extensions:
              a: {type: stdio, cmd: x, envs: &e {API_TOKEN: %s}}
              b: {type: stdio, cmd: y, envs: *e}
            """
                .formatted(KEY));

    assertThat(plan.changesFile()).isFalse();
    assertThat(FixRun.reasons(plan).get(0)).contains("several servers share it by an anchor");
  }

  @Test
  void vs_code_asks_for_inputs() {
    FixPlan plan =
        run.plan(
            ".vscode/mcp.json",
            """
            {
            \t// servers
            \t"servers": {
            \t\t"acme": { "command": "x", "env": { "ACME_TOKEN": "%1$s" } },
            \t\t"remote": { "url": "https://mcp.acme.example", "headers": { "X-Key": "%2$s", "X-Api-Key": "%1$s" } }
            \t} // end
            }
            """
                .formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            {
            \t// servers
            \t"servers": {
            \t\t"acme": { "command": "x", "env": { "ACME_TOKEN": "${input:acme-token}" } },
            \t\t"remote": { "url": "https://mcp.acme.example", "headers": { "X-Key": "${input:remote-key}", "X-Api-Key": "${input:remote-api-key}" } }
            \t},
            \t"inputs": [
            \t\t{
            \t\t\t"type": "promptString",
            \t\t\t"id": "acme-token",
            \t\t\t"description": "ACME_TOKEN for acme",
            \t\t\t"password": true
            \t\t},
            \t\t{
            \t\t\t"type": "promptString",
            \t\t\t"id": "remote-key",
            \t\t\t"description": "REMOTE_KEY for remote",
            \t\t\t"password": true
            \t\t},
            \t\t{
            \t\t\t"type": "promptString",
            \t\t\t"id": "remote-api-key",
            \t\t\t"description": "REMOTE_API_KEY for remote",
            \t\t\t"password": true
            \t\t}
            \t] // end
            }
            """);
  }

  @Test
  void inputs_that_are_there_are_added_to_in_their_style() {
    FixPlan plan =
        run.plan(
            ".vscode/mcp.json",
            """
            {
              "inputs": [
                { "id": "api-token", "type": "promptString", "password": true }, // first
              ],
              "servers": { "a": { "command": "x", "env": { "API_TOKEN": "%s" } } }
            }
            """
                .formatted(KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            {
              "inputs": [
                { "id": "api-token", "type": "promptString", "password": true },
                { "type": "promptString", "id": "api-token-2", "description": "API_TOKEN for a", "password": true }, // first
              ],
              "servers": { "a": { "command": "x", "env": { "API_TOKEN": "${input:api-token-2}" } } }
            }
            """);
  }

  @Test
  void a_minified_file_stays_minified() {
    String text =
        "{\"inputs\":[],\"servers\":{\"a\":{\"command\":\"x\",\"env\":{\"API_TOKEN\":\"%s\"}}}}";

    FixPlan plan = run.plan(".vscode/mcp.json", text.formatted(KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            text.formatted("${input:api-token}")
                .replace(
                    "[]",
                    "[{\"type\":\"promptString\",\"id\":\"api-token\",\"description\":\"API_TOKEN"
                        + " for a\",\"password\":true}]"));
  }

  @Test
  void without_inputs_vs_code_reads_the_environment() {
    String text = "{\"servers\": {\"a\": {\"command\": \"x\", \"env\": {\"API_TOKEN\": \"%s\"}}}}";

    FixPlan plan = run.withoutInputs().plan(".vscode/mcp.json", text.formatted(KEY));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("${env:API_TOKEN}"));
  }
}
