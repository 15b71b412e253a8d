package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GooseReferencesTest {
  private static final String KEY = "q7Rz2mXw9KtB4vLs8NpD3hYc";
  private static final String OTHER_KEY = "Zx81kQpWm5TnVb27LsRdYfJc";

  private final FixRun run = new FixRun();

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
    assertThat(FixRun.reasons(plan).get(0)).contains("several servers share it through an anchor");
  }
}
