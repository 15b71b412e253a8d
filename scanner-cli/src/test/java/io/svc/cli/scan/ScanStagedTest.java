package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.GitProject;
import io.svc.cli.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scan --staged}: what the next commit would hold. */
class ScanStagedTest {
  private static final String CLEAN = "{\"mcpServers\": {\"notes\": {\"command\": \"node\"}}}";
  private static final String BAD =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/tmp/notes/server\"}}}";
  private static final String NOTHING =
      "nothing to scan: no staged file is an MCP client configuration file\n";

  @TempDir private Path directory;
  private CommandRun command;
  private GitProject project;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    project = GitProject.create(command.project());
  }

  @Test
  void the_index_is_scanned_and_not_the_work_tree() {
    command.file(".mcp.json", BAD);
    project.git("add", ".mcp.json");
    command.file(".mcp.json", CLEAN);

    Result staged = command.run("scan", "--staged");
    Result lying = command.run("scan", ".");

    assertThat(staged.err()).isEmpty();
    assertThat(staged.exitCode()).isEqualTo(1);
    assertThat(scanned(staged)).containsExactly(".mcp.json");
    assertThat(Reports.findings(staged, "suspicious_path")).hasSize(1);
    assertThat(lying.exitCode()).isZero();
  }

  @Test
  void only_what_the_commit_changes_is_scanned_unless_a_file_is_named() {
    command.file("old/.mcp.json", BAD);
    command.file("gone/.mcp.json", BAD);
    command.file("moved/.mcp.json", BAD);
    project.commitAll();
    command.file("new/.cursor/mcp.json", CLEAN);
    command.file("new/package.json", "{}");
    project.git("add", "--all");
    project.git("rm", "--quiet", "gone/.mcp.json");
    project.git("mv", "moved", "elsewhere");
    command.file("untracked/.mcp.json", BAD);

    Result changed = command.run("scan", "--staged");
    Result below = command.run("scan", "--staged", "new", "untracked");
    Result named = command.run("scan", "--staged", "old/.mcp.json");
    Result removed = command.run("scan", "--staged", "gone/.mcp.json");

    assertThat(scanned(changed)).containsExactly("elsewhere/.mcp.json", "new/.cursor/mcp.json");
    assertThat(scanned(below)).containsExactly("new/.cursor/mcp.json");
    assertThat(below.exitCode()).isZero();
    assertThat(scanned(named)).containsExactly("old/.mcp.json");
    assertThat(removed.exitCode()).isEqualTo(2);
    assertThat(removed.err())
        .isEqualTo("error: config file not found in the Git index at gone/.mcp.json\n");
  }

  @Test
  void a_staged_file_with_a_shared_name_is_scanned_if_it_mentions_mcp() {
    command.file("web/compose.yaml", "services: {web: {image: nginx}}");
    command.file("compose.yaml", "services: {files: {image: 'mcp/files', privileged: true}}");
    project.git("add", "--all");
    command.file("compose.yaml", "services: {}");

    Result result = command.run("scan", "--staged");
    Result named = command.run("scan", "--staged", "web/compose.yaml");

    assertThat(scanned(result)).containsExactly("compose.yaml");
    assertThat(Reports.findings(result, "container_privileged")).hasSize(1);
    assertThat(scanned(named)).containsExactly("web/compose.yaml");
    assertThat(named.exitCode()).isZero();
  }

  @Test
  void nothing_staged_is_reported_as_clean() {
    command.file("README.md", "# Acme");
    project.commitAll();
    command.file("README.md", "# Acme Ltd.");
    project.git("add", "--all");

    Result result = command.run("scan", "--staged");
    Result quiet = command.run("scan", "--staged", "--quiet");
    Result readme = command.run("scan", "--staged", "--only-config", "README.md");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEqualTo("[]\n");
    assertThat(result.err()).isEqualTo(NOTHING);
    assertThat(quiet.err()).isEmpty();
    assertThat(readme.exitCode()).isZero();
    assertThat(readme.err()).isEqualTo(NOTHING);
  }

  @Test
  void files_are_named_from_the_directory_that_the_command_runs_in() throws IOException {
    command.file(".mcp.json", CLEAN);
    command.file("sub/deep/.mcp.json", CLEAN);
    command.file("sub/we\nird \"ä/.mcp.json", CLEAN);
    project.git("add", "--all");
    Files.delete(command.project().resolve("sub/deep/.mcp.json"));
    CommandRun inside = CommandRun.in(command.project().resolve("sub"), command.home());

    Result all = inside.run("scan", "--staged");
    Result deep = inside.run("scan", "--staged", "deep");

    assertThat(scanned(all))
        .containsExactly(".mcp.json", "sub/deep/.mcp.json", "sub/we\nird \"ä/.mcp.json");
    assertThat(scanned(deep)).containsExactly("sub/deep/.mcp.json");
  }

  @Test
  void a_hook_of_a_worktree_hands_its_repository_and_index_over() {
    command.file("README.md", "# Acme");
    project.commitAll();
    Path other = directory.resolve("other");
    project.git("worktree", "add", "--quiet", other.toString());
    CommandRun elsewhere = CommandRun.in(other, command.home());
    elsewhere.file(".mcp.json", BAD);
    elsewhere.with("GIT_DIR", command.project() + "/.git/worktrees/other");
    elsewhere.with("GIT_INDEX_FILE", other + "/index.of.hook");
    elsewhere.with("GIT_TRACE", directory.resolve("trace").toString());

    Result before = elsewhere.run("scan", "--staged");
    project.git("-C", other.toString(), "add", ".mcp.json");
    copyIndex(command.project().resolve(".git/worktrees/other/index"), other);
    Result after = elsewhere.run("scan", "--staged");

    assertThat(before.exitCode()).isZero();
    assertThat(after.exitCode()).isEqualTo(1);
    assertThat(scanned(after)).containsExactly(other + "/.mcp.json");
    assertThat(directory.resolve("trace")).doesNotExist();
  }

  private static void copyIndex(Path index, Path directory) {
    try {
      Files.copy(index, directory.resolve("index.of.hook"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void links_are_followed_within_the_repository_and_rejected_beyond_it() {
    command.file("shared/mcp.json", BAD);
    project.link(".cursor", "shared");
    project.link("a/.mcp.json", "../shared/mcp.json");
    project.link("b/.mcp.json", "/nowhere/mcp.json");
    project.link("c/.vscode", "../../../elsewhere");
    project.link("d/.mcp.json", ".mcp.json");
    project.git("add", "--all");

    Result result = command.run("scan", "--staged");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(scanned(result)).containsExactly(".cursor/mcp.json", "a/.mcp.json");
    assertThat(Reports.findings(result, "symlinked_config")).hasSize(2);
    assertThat(result.err().replace(command.project() + "/", "").lines())
        .containsExactlyInAnyOrder(
            "error: config file cannot be scanned at b/.mcp.json: it is a symbolic link that does"
                + " not point to a file in the repository",
            "error: c/.vscode is a symbolic link out of the repository; its target was not scanned",
            "error: config file cannot be scanned at d/.mcp.json: it is a symbolic link that does"
                + " not point to a file in the repository");
  }

  @Test
  void what_a_merge_has_left_open_is_reported() {
    command.file(".mcp.json", CLEAN);
    project.commitAll();
    project.git("checkout", "--quiet", "-b", "theirs");
    command.file(".mcp.json", BAD);
    project.commitAll();
    project.git("checkout", "--quiet", "main");
    command.file(".mcp.json", CLEAN.replace("notes", "other"));
    project.commitAll();
    project.git("merge-tree", "main", "main", "theirs");
    project.git("read-tree", "-m", "main~1", "main", "theirs");

    Result result = command.run("scan", "--staged");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(".mcp.json: it has merge conflicts");
  }

  @Test
  void the_size_limit_applies_to_staged_files() {
    command.file(".mcp.json", CLEAN + " ".repeat(3_000));
    command.file(".cursor/mcp.json", CLEAN);
    project.git("add", "--all");

    Result result = command.run("scan", "--staged", "--max-file-size", "2K");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("larger than 2048 bytes").hasLineCount(1);
    assertThat(scanned(result)).containsExactly(".cursor/mcp.json");
  }

  @Tag("thorough")
  @Test
  void many_staged_files_are_read_without_standing_in_each_others_way() {
    for (int i = 0; i < 3_000; i++) {
      command.file("p" + i + "/.mcp.json", CLEAN.replace("notes", "notes" + i + "x".repeat(200)));
    }
    project.git("add", "--all");

    Result result = command.run("scan", "--staged");

    assertThat(result.exitCode()).isZero();
    assertThat(scanned(result)).hasSize(3_000);
  }

  @Test
  void a_commit_without_configuration_is_passed_over_in_silence() {
    CommandRun command = new CommandRun(directory).with("PATH", System.getenv("PATH"));
    GitProject staged = GitProject.create(command.project());
    command.file("README.md", "text");
    staged.git("add", "README.md");

    Result quiet = command.run("scan", "--staged", "--quiet", "-t");
    Result json = command.run("scan", "--staged", "--quiet");

    assertThat(quiet).isEqualTo(new Result(0, "", ""));
    assertThat(json).isEqualTo(new Result(0, "[]\n", ""));
  }

  @Test
  void without_a_repository_there_is_nothing_staged() {
    CommandRun outside = new CommandRun(directory.resolve("outside"));

    Result staged = outside.run("scan", "--staged");
    Result diff = outside.run("scan", "--diff", "HEAD", "--only-config");
    Result bare =
        CommandRun.in(command.project().resolve(".git"), command.home()).run("scan", "--staged");

    assertThat(staged.exitCode()).isEqualTo(2);
    assertThat(staged.err())
        .startsWith("error: --staged requires a Git work tree; Git reported: not a git repository");
    assertThat(diff.exitCode()).isEqualTo(2);
    assertThat(diff.err())
        .startsWith("error: --diff requires a Git work tree; Git reported: not a");
    assertThat(bare.exitCode()).isEqualTo(2);
    assertThat(bare.err())
        .isEqualTo("error: --staged requires a Git work tree; Git reported: not a work tree\n");
  }

  private List<String> scanned(Result result) {
    return Reports.fields(result, "config_path").stream()
        .map(path -> path.replace(command.project() + "/", ""))
        .toList();
  }
}
