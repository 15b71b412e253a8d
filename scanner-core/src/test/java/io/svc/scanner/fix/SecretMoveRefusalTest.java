package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where secrets stay, and why. */
class SecretMoveRefusalTest {
  private static final String KEY = "q7Rz2mXw9KtB4vLs8NpD3hYc";
  private static final String OTHER_KEY = "Zx81kQpWm5TnVb27LsRdYfJc";

  private final FixRun run = new FixRun();

  @Test
  void a_client_without_references_is_reported_and_not_given_any() {
    FixPlan plan =
        run.plan(
            "claude_desktop_config.json",
            "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"API_TOKEN\": \"%s\"}}}}"
                .formatted(KEY));

    assertThat(plan.changesFile()).isFalse();
    assertThat(FixRun.reasons(plan))
        .containsExactly(
            "a literal credential stays in the environment variable `API_TOKEN`: Claude Desktop"
                + " expands no references: start the server with a script that reads it from a"
                + " location that only you can read, and remove it from this file");
  }

  @Test
  void files_of_unknown_clients_are_unchanged() {
    String text =
        "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"API_TOKEN\": \"%s\"}}}}";

    FixPlan nobodys = run.plan("servers.json", text.formatted(KEY));
    FixPlan unknown = run.plan(".trae/mcp.json", text.formatted(KEY));

    assertThat(FixRun.reasons(nobodys).get(0)).endsWith("specify the client with --source");
    assertThat(FixRun.reasons(unknown).get(0))
        .endsWith("the references that trae supports in such a file are not known");
    assertThat(FixRun.text(nobodys)).isEqualTo(text.formatted(KEY));
  }

  @Test
  void a_place_in_which_a_client_expands_nothing_is_left_alone() {
    FixPlan plan =
        run.plan(
            ".copilot/mcp-config.json",
            ("{\"mcpServers\": {\"s\": {\"url\": \"https://mcp.acme.example\", \"headers\":"
                    + " {\"X-Api-Key\": \"%s\"}}}}")
                .formatted(KEY));

    assertThat(FixRun.reasons(plan).get(0))
        .contains("GitHub Copilot CLI expands no references in headers");
  }

  @Test
  void a_value_that_no_env_file_can_contain_stays() {
    FixPlan plan =
        run.plan(
            ".mcp.json",
            "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"DB_PASSWORD\": \"it's"
                + " $o-good-77\\\"\"}}}}");

    assertThat(plan.changesFile()).isFalse();
    assertThat(FixRun.reasons(plan).get(0)).contains("shells and dotenv readers interpret");
  }

  @Test
  void a_client_that_puts_values_in_before_it_reads_gets_none_that_could_break_its_file() {
    String text =
        "{\"mcp\": {\"s\": {\"type\": \"local\", \"command\": [\"x\"], \"environment\":"
            + " {\"DB_PASSWORD\": \"%s\"}}}}";

    FixPlan safe = run.plan("opencode.json", text.formatted("winter-is-over-77"));
    FixPlan unsafe = run.plan("opencode.json", text.formatted("winter \\\" over-77"));

    assertThat(FixRun.text(safe)).isEqualTo(text.formatted("{env:DB_PASSWORD}"));
    assertThat(unsafe.changesFile()).isFalse();
  }

  @Test
  void a_server_whose_name_may_be_a_secret_gives_no_name_to_a_variable() {
    FixPlan plan =
        run.plan(
            ".mcp.json",
            "{\"mcpServers\": {\"%s\": {\"command\": \"x\", \"args\": [\"--api-key\", \"%s\"]}}}"
                .formatted(OTHER_KEY, KEY));

    assertThat(plan.secrets()).isEqualTo(Map.of("MCP_API_KEY", KEY));
  }
}
