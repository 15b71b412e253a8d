package io.svc.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With git itself, in a repository whose path has blanks, and a command that only takes notes. */
class HookCommandsTest {
  private static final String FOREIGN = "#!/bin/sh\necho foreign >> ../foreign.txt\nexit 0\n";

  @TempDir private Path temporary;
  private Path directory;
  private Path programs;
  private CommandRun command;
  private Program git;

  @BeforeEach
  void setUp() throws IOException {
    Program.need("git");
    directory = Files.createDirectories(temporary.resolve("it's a place"));
    programs = Files.createDirectories(directory.resolve("programs"));
    command = new CommandRun(directory).with("PATH", programs + ":" + System.getenv("PATH"));
    git = Program.in(command.project());
    git.with("PATH", programs + ":" + System.getenv("PATH"));
    git.ok("git", "init", "-q", "-b", "main");
    recorder(0);
  }

  /** A program of our name that notes its arguments. */
  private void recorder(int exitCode) throws IOException {
    program(
        programs.resolve("svc-preflight"),
        "#!/bin/sh\nprintf '%s\\n' \"$*\" >> '"
            + directory.toString().replace("'", "'\\''")
            + "/calls.txt'\nexit "
            + exitCode
            + "\n");
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Path hook() {
    return command.project().resolve(".git/hooks/pre-commit");
  }

  /** Commits a changed config file. */
  private Program.Result commit() throws IOException {
    stage(".mcp.json");
    return git.run("git", "commit", "-q", "-m", "Change");
  }

  private void stage(String name) throws IOException {
    Path file = command.project().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{}\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    git.ok("git", "add", "--force", "--", name);
  }

  private String calls() throws IOException {
    Path calls = directory.resolve("calls.txt");
    return Files.exists(calls) ? Files.readString(calls) : "";
  }

  private static String bytes(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  @Test
  void an_installed_hook_scans_what_is_staged_at_each_commit() throws IOException {
    Result result = command.run("hook", "install");

    assertThat(result).isEqualTo(new Result(0, "installed: .git/hooks/pre-commit\n", ""));
    assertThat(commit()).isEqualTo(new Program.Result(0, ""));
    assertThat(calls())
        .isEqualTo("scan --staged --quiet --severity-threshold high --format table\n");
  }

  @Test
  void the_command_starts_only_if_a_file_of_a_client_is_staged() throws IOException {
    command.run("hook", "install");
    stage("README.md");
    stage("src/mcp.json");
    stage("src/.cursor/rules.md");

    assertThat(git.run("git", "commit", "-q", "-m", "First")).isEqualTo(new Program.Result(0, ""));
    stage("README.md");
    assertThat(git.run("git", "commit", "-q", "-m", "Other")).isEqualTo(new Program.Result(0, ""));
    assertThat(calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".mcp.json",
        "a b/.cursor/mcp.json",
        "a/.CURSOR/MCP.json",
        "a/.claude/agents/x.md",
        "a/Claude/claude_desktop_config.json",
        "CLAUDE.md",
        "a/agents.md",
        "a/.cursor/rules/b/c.mdc",
        ".env",
        "a/.env.production",
        "a/.npmrc",
        "weather.mcpb"
      })
  void a_staged_file_of_a_client_is_scanned_wherever_it_is(String name) throws IOException {
    command.run("hook", "install");
    stage("README.md");
    stage(name);

    assertThat(git.run("git", "commit", "-q", "-m", "First").exitCode()).isZero();
    assertThat(calls()).startsWith("scan --staged");
  }

  @Test
  void a_staged_script_is_scanned_in_a_repository_with_skills() throws IOException {
    command.run("hook", "install");
    stage("README.md");
    stage("tools/crm/run.sh");
    assertThat(git.run("git", "commit", "-q", "-m", "Script").exitCode()).isZero();
    assertThat(calls()).isEmpty();

    stage("tools/crm/SKILL.md");
    git.ok("git", "commit", "-q", "--no-verify", "-m", "Skill");
    stage("README.md");
    assertThat(git.run("git", "commit", "-q", "-m", "Text").exitCode()).isZero();
    assertThat(calls()).isEmpty();

    stage("tools/crm/run.sh");
    assertThat(git.run("git", "commit", "-q", "-m", "Changed script").exitCode()).isZero();
    assertThat(calls()).startsWith("scan --staged");
  }

  @Test
  void a_staged_link_in_place_of_a_folder_is_scanned() throws IOException {
    command.run("hook", "install");
    stage("shared/mcp.json");
    Files.createSymbolicLink(command.project().resolve(".cursor"), Path.of("shared"));
    git.ok("git", "add", ".cursor");

    assertThat(git.run("git", "commit", "-q", "-m", "First").exitCode()).isZero();
    assertThat(calls()).startsWith("scan --staged");
  }

  @Test
  void the_scan_runs_if_git_cannot_compare_paths() throws IOException {
    command.run("hook", "install");
    git.with("GIT_LITERAL_PATHSPECS", "1");

    assertThat(git.run("git", "commit", "-q", "--allow-empty", "-m", "First").exitCode()).isZero();
    assertThat(calls()).startsWith("scan --staged");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void findings_and_a_scan_that_cannot_be_done_stop_the_commit(int exitCode) throws IOException {
    recorder(exitCode);
    command.run("hook", "install", "--severity-threshold", "low");

    assertThat(commit())
        .isEqualTo(
            new Program.Result(
                1,
                "svc-preflight stops this commit; to commit all the same: git commit"
                    + " --no-verify\n"));
    assertThat(calls())
        .isEqualTo("scan --staged --quiet --severity-threshold low --format table\n");
    assertThat(git.run("git", "log").exitCode()).isNotZero();
    git.ok("git", "commit", "-q", "--allow-empty", "--no-verify", "-m", "Change");
  }

  @Test
  void a_missing_command_stops_the_commit_and_specifies_how_to_continue() throws IOException {
    Files.delete(programs.resolve("svc-preflight"));

    Result result = command.run("hook", "install");

    assertThat(result.err())
        .isEqualTo(
            "warning: svc-preflight is not on the PATH; the hook blocks every commit until it"
                + " is\n");
    assertThat(commit())
        .isEqualTo(
            new Program.Result(
                1,
                """
                svc-preflight is not on the PATH: nothing was scanned, so nothing is committed.
                Install it, or commit without the scan: git commit --no-verify
                """));
  }

  @Test
  void installing_twice_changes_nothing_and_another_threshold_is_taken_over() throws IOException {
    command.run("hook", "install");
    String before = bytes(hook());

    Result again = command.run("hook", "install");
    String after = bytes(hook());
    Result other = command.run("hook", "install", "--severity-threshold", "critical");

    assertThat(again.out()).isEqualTo("already installed: .git/hooks/pre-commit\n");
    assertThat(after).isEqualTo(before);
    assertThat(other.out()).isEqualTo("updated: .git/hooks/pre-commit\n");
    assertThat(bytes(hook())).isEqualTo(before.replace("high", "critical"));
  }

  @Test
  void status_reports_installed_hooks() throws IOException {
    Result before = command.run("hook", "status");
    command.run("hook", "install");
    Result after = command.run("hook", "status");
    Files.setPosixFilePermissions(hook(), PosixFilePermissions.fromString("rw-r--r--"));
    Result ignored = command.run("hook", "status");

    assertThat(before).isEqualTo(new Result(1, "not installed: .git/hooks/pre-commit\n", ""));
    assertThat(after).isEqualTo(new Result(0, "installed: .git/hooks/pre-commit\n", ""));
    assertThat(ignored)
        .isEqualTo(
            new Result(
                1, "installed, but ignored by Git: .git/hooks/pre-commit is not executable\n", ""));
    command.run("hook", "install");
    assertThat(command.run("hook", "status")).isEqualTo(after);
  }

  @Test
  void uninstalling_takes_away_a_hook_of_our_own_and_does_so_twice() {
    command.run("hook", "install");

    Result first = command.run("hook", "uninstall");
    Result second = command.run("hook", "uninstall");

    assertThat(first).isEqualTo(new Result(0, "removed: .git/hooks/pre-commit\n", ""));
    assertThat(second).isEqualTo(new Result(0, "not installed: .git/hooks/pre-commit\n", ""));
    assertThat(hook()).doesNotExist();
  }

  @Test
  void a_hook_that_is_there_runs_behind_ours_and_not_when_ours_stops_the_commit()
      throws IOException {
    program(hook(), FOREIGN);
    command.run("hook", "install");

    assertThat(commit().exitCode()).isZero();
    recorder(1);
    assertThat(commit().exitCode()).isEqualTo(1);

    assertThat(Files.readString(directory.resolve("foreign.txt"))).isEqualTo("foreign\n");
    assertThat(calls().lines()).hasSize(2);
    assertThat(command.run("hook", "status").out())
        .isEqualTo("installed before another hook: .git/hooks/pre-commit\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FOREIGN,
        "#!/bin/sh\n",
        "#!/bin/sh",
        "#!/usr/bin/env bash\r\necho a\r\n",
        "#!/bin/sh -eu\n# na\u00efve bytes: \u00e4\u00ff\nexec true",
        "#! /bin/zsh\n\n\n"
      })
  void uninstalling_leaves_a_foreign_hook_as_it_was_byte_for_byte(String text) throws IOException {
    program(hook(), text);

    command.run("hook", "install");
    String between = bytes(hook());
    command.run("hook", "uninstall");

    assertThat(between).contains("scan --staged");
    assertThat(bytes(hook())).isEqualTo(text);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(hook())))
        .isEqualTo("rwx------");
  }

  @Test
  void strict_options_of_a_foreign_shell_do_not_break_the_scan() throws IOException {
    program(hook(), "#!/bin/sh -eu\nexit 0\n");
    command.run("hook", "install");

    assertThat(commit()).isEqualTo(new Program.Result(0, ""));
    assertThat(calls()).startsWith("scan --staged");
  }

  @Test
  void lines_that_were_added_to_our_hook_stay_when_ours_go() throws IOException {
    command.run("hook", "install");
    Files.writeString(hook(), bytes(hook()) + "echo mine\n");

    command.run("hook", "uninstall");

    assertThat(bytes(hook())).isEqualTo("#!/bin/sh\necho mine\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"#!/usr/bin/python3\nprint(1)\n", "\u007fELF\u0001", "echo no shebang\n"})
  void a_hook_that_is_no_shell_script_is_left_alone(String text) throws IOException {
    program(hook(), text);

    Result result = command.run("hook", "install");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: there is a hook at ")
        .endsWith("that is not a shell script; call svc-preflight scan --staged from it\n");
    assertThat(bytes(hook())).isEqualTo(text);
  }

  @Test
  void a_hook_that_git_ignores_is_not_brought_to_life() throws IOException {
    program(hook(), FOREIGN);
    Files.setPosixFilePermissions(hook(), PosixFilePermissions.fromString("rw-r--r--"));

    Result result = command.run("hook", "install");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("is not executable, so Git ignores it");
    assertThat(bytes(hook())).isEqualTo(FOREIGN);
  }

  @Test
  void a_link_to_a_hook_is_left_alone_and_so_is_what_it_leads_to() throws IOException {
    Path shared = directory.resolve("shared-hook");
    program(shared, FOREIGN);
    Files.createDirectories(hook().getParent());
    Files.createSymbolicLink(hook(), shared);

    Result result = command.run("hook", "install");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("is a symbolic link");
    assertThat(bytes(shared)).isEqualTo(FOREIGN);
    assertThat(hook()).isSymbolicLink();
  }

  @Test
  void marks_that_were_damaged_are_reported_and_nothing_is_guessed() throws IOException {
    command.run("hook", "install");
    String damaged = bytes(hook()).replace("# <<< svc-preflight <<<\n", "");
    Files.writeString(hook(), damaged);

    Result install = command.run("hook", "install");
    Result uninstall = command.run("hook", "uninstall");

    assertThat(install.exitCode()).isEqualTo(2);
    assertThat(install.err()).contains("are missing a marker; remove them manually");
    assertThat(uninstall).isEqualTo(install);
    assertThat(bytes(hook())).isEqualTo(damaged);
  }

  @Test
  void core_hooks_path_is_respected_also_in_subdirectories() throws IOException {
    git.ok("git", "config", "core.hooksPath", ".githooks");
    Path below = Files.createDirectories(command.project().resolve("a/b"));

    Result result = command.in(below).run("hook", "install");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(command.project().resolve(".githooks/pre-commit")).isExecutable();
    assertThat(hook()).doesNotExist();
    assertThat(commit().exitCode()).isZero();
    assertThat(calls()).startsWith("scan --staged");
  }

  @Test
  void hooks_that_other_repositories_share_are_left_alone() {
    git.ok("git", "config", "core.hooksPath", directory.resolve("everywhere").toString());

    Result result = command.run("hook", "install");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("core.hooksPath points to", "which other repositories may share");
    assertThat(directory.resolve("everywhere")).doesNotExist();
  }

  @Test
  void hooks_that_husky_writes_again_are_left_alone() {
    git.ok("git", "config", "core.hooksPath", ".husky/_");

    Result result = command.run("hook", "install");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("add the line svc-preflight scan --staged to .husky/pre-commit");
  }

  @Test
  void a_linked_work_tree_has_the_hooks_of_its_repository() throws IOException {
    git.ok("git", "commit", "-q", "--allow-empty", "-m", "First");
    Path linked = directory.resolve("linked tree");
    git.ok("git", "worktree", "add", "-q", "-b", "linked", linked.toString());

    Result result = command.in(linked).run("hook", "install");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(hook()).isExecutable();
    Files.writeString(linked.resolve(".mcp.json"), "{}");
    Program inLinked = Program.in(linked).with("PATH", programs + ":" + System.getenv("PATH"));
    inLinked.ok("git", "add", ".mcp.json");
    inLinked.ok("git", "commit", "-q", "-m", "Second");
    assertThat(calls()).startsWith("scan --staged");
  }

  @Test
  void outside_a_repository_there_is_nothing_to_install() throws IOException {
    Path otherPath = Files.createDirectories(directory.resolve("elsewhere"));

    Result result = command.in(otherPath).run("hook", "install");

    assertThat(result)
        .isEqualTo(new Result(2, "", "error: not in the work tree of a git repository\n"));
  }
}
