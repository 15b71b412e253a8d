package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InputEntriesTest {
  private static final String KEY = "q7Rz2mXw9KtB4vLs8NpD3hYc";
  private static final String OTHER_KEY = "Zx81kQpWm5TnVb27LsRdYfJc";

  private final FixRun run = new FixRun();

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
