package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretReferencePlannerTest {
  private static final String KEY = "q7Rz2mXw9KtB4vLs8NpD3hYc";
  private static final String OTHER_KEY = "Zx81kQpWm5TnVb27LsRdYfJc";

  private final FixRun run = new FixRun();

  @Test
  void a_variable_a_header_an_argument_and_an_address_refer_to_the_environment() {
    FixPlan plan =
        run.plan(
            ".mcp.json",
            """
            {
              // team tools
              "mcpServers": {
                "acme": {
                  "command": "acme-mcp", "args": ["--api-key", "%1$s", "--token=%1$s"],
                  "env": { "ACME_TOKEN" : "%2$s", }, /* own */
                },
                "remote": {"url": "https://mcp.acme.example/mcp?api_key=%2$s&x=1",
                  "headers": {"Authorization": "Bearer %1$s"}}
              }
            }
            """
                .formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(
            """
            {
              // team tools
              "mcpServers": {
                "acme": {
                  "command": "acme-mcp", "args": ["--api-key", "${ACME_API_KEY}", "--token=${ACME_TOKEN_2}"],
                  "env": { "ACME_TOKEN" : "${ACME_TOKEN}", }, /* own */
                },
                "remote": {"url": "https://mcp.acme.example/mcp?api_key=${REMOTE_API_KEY}&x=1",
                  "headers": {"Authorization": "Bearer ${REMOTE_AUTHORIZATION}"}}
              }
            }
            """);
    assertThat(plan.secrets())
        .isEqualTo(
            Map.of(
                "ACME_TOKEN", OTHER_KEY,
                "ACME_API_KEY", KEY,
                "ACME_TOKEN_2", KEY,
                "REMOTE_API_KEY", OTHER_KEY,
                "REMOTE_AUTHORIZATION", KEY));
    assertThat(plan.unfixed()).isEmpty();
  }

  @Test
  void one_value_under_one_name_is_one_variable_and_another_value_is_another() {
    String text =
        """
        {"mcpServers": {
          "a": {"command": "x", "env": {"API_TOKEN": "%s"}},
          "b": {"command": "x", "env": {"API_TOKEN": "%s"}},
          "c": {"command": "x", "env": {"API_TOKEN": "%s"}}}}
        """;

    FixPlan plan = run.plan(".mcp.json", text.formatted(KEY, KEY, OTHER_KEY));

    assertThat(FixRun.text(plan))
        .isEqualTo(text.formatted("${API_TOKEN}", "${API_TOKEN}", "${C_API_TOKEN}"));
  }

  @Test
  void the_name_of_a_variable_comes_from_no_user_name_and_no_flag_of_a_shell() {
    FixPlan plan =
        run.plan(
            ".mcp.json",
            """
            {"mcpServers": {
              "a": {"command": "bash", "args": ["-c", "curl -u admin:%1$s https://h.acme.test"]},
              "b": {"command": "curl", "args": ["-u", "admin:%1$s", "https://h.acme.test"]},
              "c": {"command": "bash", "args": ["-c", "mysql -u root -p%1$s -h db"]},
              "d": {"command": "java", "args": ["-Ddb.password=%1$s", "-jar", "a.jar"]},
              "e": {"command": "bash", "args": ["-c", "java -Ddb.password=%1$s -jar a.jar"]}}}
            """
                .formatted("Kanarie7!Dach1"));

    assertThat(plan.secrets().keySet())
        .containsExactlyInAnyOrder(
            "A_PASSWORD", "B_PASSWORD", "C_SECRET", "D_DB_PASSWORD", "E_DB_PASSWORD");
  }

  @Test
  void a_name_that_the_file_refers_to_already_stays_what_it_is() {
    FixPlan plan =
        run.plan(
            ".mcp.json",
            """
            {"mcpServers": {"a": {"command": "x", "env": {"API_TOKEN": "${API_TOKEN}"}},
              "b": {"command": "x", "env": {"API_TOKEN": "%s"}}}}
            """
                .formatted(KEY));

    assertThat(plan.secrets()).isEqualTo(Map.of("B_API_TOKEN", KEY));
  }

  @Test
  void what_is_kept_already_is_used_when_it_is_the_same_and_avoided_when_it_is_not() {
    String text =
        "{\"mcpServers\": {\"b\": {\"command\": \"x\", \"env\": {\"API_TOKEN\": \"%s\"}}}}";

    FixPlan same = new FixRun(Map.of("API_TOKEN", KEY)).plan(".mcp.json", text.formatted(KEY));
    FixPlan other = new FixRun(Map.of("API_TOKEN", "x")).plan(".mcp.json", text.formatted(KEY));

    assertThat(FixRun.text(same)).isEqualTo(text.formatted("${API_TOKEN}"));
    assertThat(FixRun.text(other)).isEqualTo(text.formatted("${B_API_TOKEN}"));
  }

  @Test
  void of_equal_words_only_the_password_is_moved() {
    String text =
        "{\"mcpServers\": {\"db\": {\"command\": \"x\", \"env\": {\"DATABASE_URL\":"
            + " \"postgres://postgres:%s@db.acme.internal/postgres\"}}}}";

    FixPlan plan = run.plan(".cursor/mcp.json", text.formatted("postgres"));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("${env:DATABASE_URL_PASSWORD}"));
    assertThat(plan.secrets()).isEqualTo(Map.of("DATABASE_URL_PASSWORD", "postgres"));
  }

  @Test
  void the_default_of_a_reference_is_moved_to_the_env_file() {
    String text = "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"K\": \"%s\"}}}}";

    FixPlan plan = run.plan(".mcp.json", text.formatted("${API_TOKEN:-" + KEY + "}"));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("${K}"));
    assertThat(plan.secrets()).isEqualTo(Map.of("K", KEY));
  }

  @Test
  void a_secret_in_json_within_a_text_is_moved_by_part() {
    String text =
        "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"HEADERS\":"
            + " \"{\\\"Authorization\\\": \\\"Bearer %s\\\"}\"}}}}";

    FixPlan plan = run.plan(".mcp.json", text.formatted(KEY));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("${HEADERS_AUTHORIZATION}"));
  }

  @Test
  void the_secrets_of_a_settings_file_in_a_text_are_moved_by_part() {
    String text =
        "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"DOTENV\":"
            + " \"LOG_LEVEL=info\\nAPI_KEY=%s\\nDB_PASSWORD=\\\"%s\\\"\\nPORT=80\"}}}}";

    FixPlan plan = run.plan(".mcp.json", text.formatted(KEY, "bulb-7"));

    assertThat(FixRun.text(plan))
        .isEqualTo(text.formatted("${DOTENV_API_KEY}", "${DOTENV_DB_PASSWORD}"));
    assertThat(plan.secrets())
        .isEqualTo(Map.of("DOTENV_API_KEY", KEY, "DOTENV_DB_PASSWORD", "bulb-7"));
  }

  @Test
  void a_text_with_a_secret_that_cannot_be_separated_is_moved_completely() {
    String text =
        "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"DOTENV\":"
            + " \"API_KEY=%s\\nHOST=bulb\\nDB_PASSWORD=bulb\"}}}}";

    FixPlan plan = run.plan(".mcp.json", text.formatted(KEY));

    assertThat(plan.secrets())
        .isEqualTo(Map.of("DOTENV", "API_KEY=" + KEY + "\nHOST=bulb\nDB_PASSWORD=bulb"));
    assertThat(FixRun.text(plan)).contains("\"DOTENV\": \"${DOTENV}\"");
  }

  @Test
  void a_whole_command_line_and_a_script_keep_what_is_round_the_secret() {
    String text =
        "{\"mcpServers\": {\"s\": {\"command\": \"npx -y a-mcp@1.0.0 --api-key %s --x\"}, \"t\":"
            + " {\"command\": \"bash\", \"args\": [\"-lc\", \"export API_TOKEN=%s && a-mcp\"]}}}";

    FixPlan plan = run.plan(".mcp.json", text.formatted(KEY, OTHER_KEY));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("${S_API_KEY}", "${T_API_TOKEN}"));
  }

  @Test
  void marks_line_ends_and_the_missing_last_one_stay() {
    String text =
        "\uFEFF{\r\n\t\"mcpServers\": {\r\n\t\t\"é😀\": {\"command\": \"x\","
            + " \"env\": {\"\\u0041_TOKEN\": \"%s\"}}\r\n\t}\r\n}";

    FixPlan plan = run.plan(".mcp.json", text.formatted(KEY));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("${A_TOKEN}"));
  }

  @Test
  void utf_16_stays_utf_16() {
    String text =
        "\uFEFF{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"API_TOKEN\": \"%s\"}}}}";
    byte[] bytes = text.formatted(KEY).getBytes(StandardCharsets.UTF_16LE);

    FixPlan plan = run.plan(".mcp.json", bytes);

    assertThat(plan.bytes())
        .isEqualTo(text.formatted("${API_TOKEN}").getBytes(StandardCharsets.UTF_16LE));
  }

  @Test
  void a_value_that_is_written_with_escapes_keeps_those_of_the_rest() {
    String text =
        "{\"mcpServers\": {\"s\": {\"url\":"
            + " \"https:\\/\\/mcp.acme.example\\/\\u006dcp?token=%s\"}}}";

    FixPlan plan = run.plan(".mcp.json", text.formatted(KEY.replace("q", "\\u0071")));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("${S_TOKEN}"));
    assertThat(plan.secrets()).isEqualTo(Map.of("S_TOKEN", KEY));
  }

  @Test
  void a_name_that_occurs_twice_is_changed_where_it_is_in_force() {
    FixPlan plan =
        run.plan(
            ".mcp.json",
            "{\"mcpServers\": {\"s\": {\"command\": \"x\", \"env\": {\"API_TOKEN\": \"%s\", \"API_TOKEN\": \"%s\"}}}}"
                .formatted(OTHER_KEY, KEY));

    assertThat(FixRun.text(plan)).doesNotContain(KEY).doesNotContain(OTHER_KEY);
    assertThat(plan.secrets()).containsValues(KEY, OTHER_KEY);
  }

  @Test
  void an_anchor_that_servers_share_is_changed_once() {
    String text =
        """
        mcpServers:
          - name: a
            command: x
            env: &shared
              # both use it
              API_TOKEN: %s # rotate
          - name: b
            command: y
            env: *shared
          - name: c
            command: z
            env:
              <<: *shared
              LOG: info
        """;

    FixPlan plan = run.plan(".continue/config.yaml", text.formatted(KEY));

    assertThat(FixRun.text(plan)).isEqualTo(text.formatted("\"${{ secrets.API_TOKEN }}\""));
    assertThat(plan.fixes()).hasSize(3);
  }
}
