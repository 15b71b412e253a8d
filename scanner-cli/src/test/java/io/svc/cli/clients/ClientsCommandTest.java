package io.svc.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientsCommandTest {
  private static final String TWO_SERVERS =
      "{\"mcpServers\": {\"a\": {\"command\": \"a\"}, \"b\": {\"url\": \"https://b.example\"}}}";

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
  }

  @Test
  void the_table_has_each_client_with_its_files_their_state_and_their_servers() {
    command.file(".mcp.json", TWO_SERVERS);
    command.homeFile(".claude.json", "{\"theme\": \"dark\"}");
    command.file(".cursor/mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"a\"}, \"b\": 7}}");
    command.homeFile(".config/zed/settings.json", "{\"context_servers\": {");

    Result result = command.run("clients");

    assertThat(result)
        .isEqualTo(
            new Result(
                0,
                """
                Cursor (cursor), editor
                  partial   project  1 server   .cursor/mcp.json; 1 entry is unreadable

                Claude Code (claude-code), terminal assistant
                  readable  project  2 servers  .mcp.json
                  readable  user     0 servers  ~/.claude.json

                Zed (zed), editor
                  broken    user     -          ~/.config/zed/settings.json; not valid JSON: the file \
                ends in the middle of a value (line 1, column 22)

                3 of 38 known clients: 4 files, 3 servers. Use --all to list the others and their expected paths.
                """,
                ""));
  }

  @Test
  void a_machine_without_clients_is_reported() {
    assertThat(command.run("clients"))
        .isEqualTo(
            new Result(
                0,
                "None of the 38 known clients has a configuration file here. Use --all to list the"
                    + " others and their expected paths.\n",
                ""));
  }

  @Test
  void all_shows_where_the_clients_without_files_keep_theirs() {
    command.file(".mcp.json", TWO_SERVERS);

    String out = command.run("clients", "--all").out();

    assertThat(out)
        .startsWith("Claude Code (claude-code), terminal assistant\n  readable")
        .contains(
            """
            Zed (zed), editor
              none      .zed/settings.json
                        ~/.config/zed/settings.json

            """)
        .endsWith("\n1 of 38 known clients: 1 file, 2 servers.\n");
    assertThat(out.lines().filter(line -> line.matches("\\S.* \\([a-z-]+\\), .*"))).hasSize(38);
  }

  @Test
  void the_json_has_the_same() {
    command.file(".warp/.mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"a\"}, \"b\": 7}}");

    assertThat(command.run("clients", "--format", "json"))
        .isEqualTo(
            new Result(
                0,
                """
                {
                  "known_clients": 38,
                  "files": 1,
                  "servers": 1,
                  "clients": [
                    {
                      "label": "warp",
                      "name": "Warp",
                      "kind": "terminal",
                      "files": [
                        {
                          "path": ".warp/.mcp.json",
                          "scope": "project",
                          "status": "partial",
                          "servers": 1,
                          "skipped": 1,
                          "reason": ""
                        }
                      ],
                      "places": [
                        ".warp/.mcp.json",
                        "~/.warp/.mcp.json"
                      ]
                    }
                  ]
                }
                """,
                ""));
  }

  @Test
  void a_person_at_a_terminal_gets_colours_and_the_same_words() {
    command.file(".mcp.json", TWO_SERVERS);
    String plain = command.run("clients").out();

    String colored = command.atTerminal().with("TERM", "xterm").run("clients").out();

    assertThat(colored).contains("\u001b[1mClaude Code\u001b[0m", "\u001b[32mreadable\u001b[0m");
    assertThat(colored.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
  }

  @Test
  void a_name_of_a_file_cannot_act_on_the_terminal() {
    command.file(".continue/mcpServers/a\u001b[2J\nb.json", TWO_SERVERS);

    String out = command.run("clients").out();

    assertThat(out).contains(".continue/mcpServers/a\\u{1b}[2J\\u{a}b.json");
  }

  @Test
  void a_file_that_is_too_large_is_broken() {
    command.file(".mcp.json", TWO_SERVERS);

    String out = command.run("clients", "--max-file-size", "10").out();

    assertThat(out).contains("broken    project  -  .mcp.json; it is larger than 10 bytes");
  }

  @Test
  void another_format_is_a_mistake() {
    assertThat(command.run("clients", "--format", "yaml"))
        .isEqualTo(new Result(2, "", "error: --format is \"yaml\"; expected one of table, json\n"));
  }
}
