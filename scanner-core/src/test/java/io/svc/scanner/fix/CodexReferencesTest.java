package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CodexReferencesTest {
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
            b = { command = "y", env = { SECRET_KEY = "%s" } }\
            """
                .formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            [mcp_servers]
            a.command = "x"
            a.env_vars = ["API_TOKEN"]
            b = { command = "y", env = {}, env_vars = ["SECRET_KEY"] }\
            """);
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
}
