package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.GitProject;
import io.svc.cli.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and directories behind the options of {@code scan}. */
class ScanDirectoryTest {
  private static final String CLEAN = "{\"mcpServers\": {\"notes\": {\"command\": \"node\"}}}";
  private static final String SERVERS = "{\"servers\": {\"notes\": {\"command\": \"node\"}}}";

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
  }

  @Test
  void files_are_scanned_like_those_of_config_and_each_once() {
    command.file("mine.json", CLEAN);
    command.file("other.json", CLEAN);

    Result result = command.run("scan", "mine.json", "--config", "other.json", "./mine.json");

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(scanned(result)).containsExactly("other.json", "mine.json");
  }

  @Test
  void a_directory_is_searched_at_any_depth_for_the_files_of_all_clients() {
    command.file(".mcp.json", CLEAN);
    command.file("a/b/c/.vscode/mcp.json", SERVERS);
    command.file("a/.codex/config.toml", "[mcp_servers.x]\ncommand = \"node\"\n");
    command.file("a/.continue/mcpServers/x.json", CLEAN);
    command.file("backup/claude_desktop_config.json", CLEAN);
    command.file("a/README.md", "none");
    command.file("a/package.json", "{}");
    command.file("a/mcpServers/x.json", "{}");
    command.file(".git/.mcp.json", CLEAN);

    Result result = command.run("scan", ".");

    assertThat(result.err()).isEmpty();
    assertThat(scanned(result))
        .containsExactly(
            ".mcp.json",
            "a/.codex/config.toml",
            "a/.continue/mcpServers/x.json",
            "a/b/c/.vscode/mcp.json",
            "backup/claude_desktop_config.json");
    assertThat(sources(result))
        .containsExactly("claude-code", "codex", "continue", "vscode", "claude-desktop");
  }

  @Test
  void files_with_shared_names_are_scanned_if_they_mention_mcp() {
    command.file("a/compose.yaml", "services: {web: {image: nginx}}");
    command.file("a/manifest.json", "{\"name\": \"web\"}");
    command.file("a/server.json", "{\"port\": 80}");
    command.file("b/docker-compose.tools.yml", "services: {files: {image: 'mcp/files:1.0'}}");
    command.file("b/server.json", "{\"name\": \"a/b-mcp\", \"remotes\": []}");
    command.file("b/smithery.yaml", "startCommand: {type: http}");

    Result result = command.run("scan", ".", "--exit-zero");
    Result only = command.run("scan", "--only-config", "a/compose.yaml", "a/server.json");
    Result named = command.run("scan", "a/compose.yaml");

    assertThat(scanned(result))
        .containsExactly("b/docker-compose.tools.yml", "b/server.json", "b/smithery.yaml");
    assertThat(sources(result)).containsExactly("compose", "mcp-registry", "smithery");
    assertThat(scanned(only)).isEmpty();
    assertThat(scanned(named)).containsExactly("a/compose.yaml");
    assertThat(named.out()).contains("1 service is not an MCP server and was not examined");
  }

  @Test
  void names_clash_within_one_project_of_a_tree_and_not_between_two() {
    String open = "{\"mcpServers\": {\"notes\": {\"command\": \"node\", \"args\": [\"b.js\"]}}}";
    command.file("one/.mcp.json", CLEAN);
    command.file("one/.cursor/mcp.json", open);
    command.file("two/.mcp.json", CLEAN);

    Result result = command.run("scan", ".");

    List<JsonNode> clashes = Reports.findings(result, "server_name_collision");
    assertThat(clashes).hasSize(1);
    assertThat(clashes.get(0).get("config_path").asText()).contains("one/");
  }

  @Test
  void a_directory_without_a_config_file_is_never_clean() {
    command.file("empty/README.md", "none");
    command.file("full/.mcp.json", CLEAN);

    Result empty = command.run("scan", "empty");
    Result partly = command.run("scan", "empty", "full");
    Result chosen = command.run("scan", "--only-config", "empty");

    assertThat(empty.exitCode()).isEqualTo(2);
    assertThat(empty.out()).isEmpty();
    assertThat(empty.err())
        .isEqualTo(
            "error: no MCP client configuration found under empty; use --no-ignore to include"
                + " ignored files\n");
    assertThat(partly.exitCode()).isEqualTo(2);
    assertThat(scanned(partly)).containsExactly("full/.mcp.json");
    assertThat(chosen.exitCode()).isZero();
    assertThat(chosen.out()).isEqualTo("[]\n");
    assertThat(chosen.err())
        .isEqualTo("nothing to scan: no PATH is an MCP client configuration file\n");
  }

  @Test
  void what_no_client_has_is_rejected_unless_only_config_files_are_wanted() {
    command.file("package.json", "{\"name\": \"acme\"}");
    command.file("README.md", "# Acme");
    command.file(".mcp.json", CLEAN);

    Result rejected = command.run("scan", "package.json", ".mcp.json");
    Result chosen =
        command.run("scan", "--only-config", "package.json", "README.md", ".mcp.json", "no.json");
    Result missing = command.run("scan", "--only-config", "a/.mcp.json");

    assertThat(rejected.exitCode()).isEqualTo(2);
    assertThat(rejected.err()).contains("config file cannot be scanned at", "package.json");
    assertThat(scanned(chosen)).containsExactly(".mcp.json");
    assertThat(chosen.err()).isEmpty();
    assertThat(chosen.exitCode()).isZero();
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("config file not found at");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ignored_files_are_left_out_with_and_without_git_unless_asked_for(boolean hasGit) {
    if (hasGit) {
      GitProject.create(command.project());
    }
    command.file(".gitignore", "node_modules/\n/local/*\n!/local/kept\n.cursor/mcp.json\n");
    command.file("a/.gitignore", "!.cursor/mcp.json\n");
    command.file(".cursor/mcp.json", CLEAN);
    command.file("a/.cursor/mcp.json", CLEAN);
    command.file("node_modules/x/.mcp.json", CLEAN);
    command.file("local/gone/.mcp.json", CLEAN);
    command.file("local/kept/.mcp.json", CLEAN);

    Result result = command.run("scan", ".");
    Result all = command.run("scan", ".", "--no-ignore");
    Result hidden = command.run("scan", "node_modules");

    assertThat(scanned(result)).containsExactly("a/.cursor/mcp.json", "local/kept/.mcp.json");
    assertThat(result.err())
        .startsWith("note: 1 config file is ignored by .gitignore and not scanned: ")
        .contains(".cursor/mcp.json; use --no-ignore to include them\n")
        .hasLineCount(1);
    assertThat(all.err()).isEmpty();
    assertThat(scanned(all))
        .containsExactly(
            ".cursor/mcp.json",
            "a/.cursor/mcp.json",
            "local/gone/.mcp.json",
            "local/kept/.mcp.json",
            "node_modules/x/.mcp.json");
    // Without a repository around it, nothing says that this directory is ignored.
    assertThat(hidden.exitCode()).isEqualTo(hasGit ? 2 : 0);
    assertThat(hidden.err().contains("--no-ignore")).isEqualTo(hasGit);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ignored_files_of_clients_are_reported_in_one_line(boolean hasGit) {
    if (hasGit) {
      GitProject.create(command.project());
    }
    command.file(".gitignore", ".mcp.json\n/.vscode/\nbuild/\n");
    command.file(".mcp.json", CLEAN);
    command.file(".vscode/mcp.json", SERVERS);
    command.file("notes.json", "{}");
    command.file("build/.mcp.json", CLEAN);
    command.file(".cursor/mcp.json", CLEAN);
    for (String name : List.of("a", "b", "c", "d")) {
      command.file(name + "/.mcp.json", CLEAN);
      command.file(name + "/.cursor/mcp.json", CLEAN);
    }

    Result result = command.run("scan", ".");
    Result quiet = command.run("scan", ".", "--quiet");
    Result empty = command.run("scan", ".", "--config", ".mcp.json");

    assertThat(scanned(result)).hasSize(5);
    assertThat(result.err())
        .startsWith("note: 6 config files are ignored by .gitignore and not scanned: ")
        .contains(".mcp.json, ", ".vscode/mcp.json", ", and 1 more; use --no-ignore")
        .doesNotContain("notes.json", "build")
        .hasLineCount(1);
    assertThat(quiet.err()).isEmpty();
    assertThat(empty.err()).startsWith("note: 5 config files are ignored");
  }

  @Test
  void files_of_the_project_are_found_from_a_directory_below() throws IOException {
    GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file("web/.cursor/mcp.json", CLEAN);
    command.file("web/shop/.vscode/mcp.json", SERVERS);
    command.file("web/shop/src/a.txt", "");
    command.file("other/.mcp.json", CLEAN);

    Result scan = command.from("web/shop/src").run("scan");
    Result table = command.run("clients");
    Result create = command.run("baseline", "create");

    assertThat(scanned(scan))
        .containsExactlyInAnyOrder(
            ".mcp.json", "web/.cursor/mcp.json", "web/shop/.vscode/mcp.json");
    assertThat(table.out()).contains("../../../.mcp.json", "../../.cursor/mcp.json");
    assertThat(create.exitCode()).isZero();
    assertThat(command.run("baseline", "diff").out()).doesNotContain("added_assets\": [{");
    assertThat(Files.readString(command.project().resolve("web/shop/src/.svc/mcp-baseline.json")))
        .contains("\"../../../.mcp.json\"")
        .doesNotContain(directory.toString());
  }

  @Test
  void files_above_the_repository_or_without_one_are_not_the_projects() {
    command.file(".mcp.json", CLEAN);
    command.file("inner/deep/.cursor/mcp.json", CLEAN);

    assertThat(scanned(command.from("inner/deep").run("scan")))
        .containsExactly("inner/deep/.cursor/mcp.json");
    GitProject.create(command.project().resolve("inner"));
    assertThat(scanned(command.run("scan"))).containsExactly("inner/deep/.cursor/mcp.json");
  }

  @Test
  void a_home_that_is_a_repository_is_no_project_of_what_is_in_it() {
    GitProject.create(command.home());
    command.homeFile(".mcp.json", CLEAN);
    command.homeFile("work/.cursor/mcp.json", CLEAN);

    Result scan = command.in(command.home().resolve("work")).run("scan", "-t");

    assertThat(scan.out()).contains("work/.cursor/mcp.json").doesNotContain("home/.mcp.json");
  }

  @Test
  void git_knows_more_of_what_is_tracked_ignored_and_nested() {
    GitProject project = GitProject.create(command.project());
    command.file(".gitignore", ".mcp.json\n");
    command.file("tracked/.mcp.json", CLEAN);
    project.git("add", "--force", "tracked/.mcp.json");
    command.file("gone/.vscode/mcp.json", SERVERS);
    project.git("add", "--all");
    command.project().resolve("gone/.vscode/mcp.json").toFile().delete();
    command.file("nested/.cursor/mcp.json", CLEAN);
    GitProject.create(command.project().resolve("nested"));

    Result result = command.run("scan", command.project().toString());

    assertThat(result.err()).isEmpty();
    assertThat(scanned(result)).containsExactly("nested/.cursor/mcp.json", "tracked/.mcp.json");
  }

  @Test
  void the_settings_of_a_repository_start_no_program() {
    GitProject project = GitProject.create(command.project());
    Path trace = command.project().resolve("trace");
    command.file(".mcp.json", CLEAN);
    project.commitAll();
    String program = "touch '" + trace + "'; false";
    project.git("config", "core.fsmonitor", program);
    project.git("config", "diff.external", program);
    project.git("config", "core.pager", program);
    project.git("config", "core.alternateRefsCommand", program);

    assertThat(command.run("scan", ".").exitCode()).isZero();
    assertThat(command.run("scan", "--staged", ".mcp.json").exitCode()).isZero();
    assertThat(command.run("scan", "--diff", "HEAD").exitCode()).isZero();

    assertThat(trace).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void links_lead_to_files_and_to_client_folders_but_in_no_circle(boolean hasGit) {
    GitProject project =
        GitProject.create(hasGit ? command.project() : directory.resolve("project"));
    command.file("shared/mcp.json", CLEAN);
    command.file("shared/deep/mcp.json", CLEAN);
    project.link("loop/again", "..");
    project.link(".cursor", "shared");
    project.link("a/.mcp.json", "../shared/mcp.json");
    project.link("b/.mcp.json", "nowhere");
    project.link("c/.vscode", "../..");

    Result result = hasGit ? command.run("scan", ".") : command.run("scan", ".", "--no-ignore");

    assertThat(result.err()).isEmpty();
    assertThat(scanned(result)).containsExactly(".cursor/mcp.json", "a/.mcp.json");
  }

  @Test
  void a_directory_that_may_not_be_read_is_reported() throws IOException {
    command.file("open/.mcp.json", CLEAN);
    Path closed = Files.createDirectory(command.project().resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(closed), "SKIPPED: this user may read everything");

    Result result = command.run("scan", ".");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("directory cannot be read and was not searched: ");
    assertThat(scanned(result)).containsExactly("open/.mcp.json");
  }

  @Test
  void strange_names_are_found_and_cannot_act_on_a_terminal() {
    GitProject.create(command.project());
    command.file("x\u001b[31m\n\"y\"/.mcp.json", "{");
    command.file("ö 漢/.mcp.json", CLEAN);

    Result result = command.run("scan", ".");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("x\\u{1b}[31m\\u{a}\"y\"/.mcp.json").hasLineCount(1);
    assertThat(scanned(result)).containsExactly("ö 漢/.mcp.json");
  }

  private List<String> scanned(Result result) {
    return Reports.fields(result, "config_path").stream()
        .map(path -> path.replace(command.project() + "/", ""))
        .toList();
  }

  private static List<String> sources(Result result) {
    return Reports.fields(result, "source");
  }
}
