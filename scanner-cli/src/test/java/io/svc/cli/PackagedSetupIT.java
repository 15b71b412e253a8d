package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.PackagedCommand.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What only the packaged command can tell of itself. */
@Tag("thorough")
class PackagedSetupIT {
  private static final String SERVER =
      """
      {"mcpServers": {"a": {"command": "npx", "args": ["-y", "@acme/mcp@1.4.2"],
        "env": {"GITHUB_TOKEN": "%s"}}}}
      """;

  @TempDir private Path directory;

  static Stream<Path> jdks() {
    return PackagedCommand.jdks().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void the_doctor_sees_the_archive_of_classes_come(Path jdk)
      throws IOException, InterruptedException {
    Path cache = directory.resolve("cache");
    PackagedCommand command = PackagedCommand.launcher(jdk, cache);

    Result first = command.run(directory, "doctor");
    PackagedCommand.awaitArchive(cache);
    Result later = command.run(directory, "doctor");

    assertThat(first.out()).contains("ok    cache       not created yet in cache/svc-preflight;");
    assertThat(later.out())
        .containsPattern("ok {4}cache {7}using cache/svc-preflight/\\S+\\.(jsa|aot)\n");
    assertThat(first.err()).isEmpty();
  }

  @Test
  void a_plain_jar_reports_that_it_has_none() throws IOException, InterruptedException {
    Result result = PackagedCommand.jvm(PackagedCommand.jdks().get(0)).run(directory, "doctor");

    assertThat(result.out())
        .contains("ok    cache       disabled, because the jar was started with java");
  }

  @Test
  void completion_and_the_manual_find_their_classes_in_the_packaged_file()
      throws IOException, InterruptedException {
    PackagedCommand command = PackagedCommand.jvm(PackagedCommand.jdks().get(0));

    assertThat(command.run(directory, "completion", "bash").out()).contains("complete -F");
    assertThat(command.run(directory, "completion", "zsh").out()).contains("#compdef");
    assertThat(command.run(directory, "completion", "fish").out()).contains("complete -c");
    assertThat(command.run(directory, "man").out()).startsWith(".TH");
    assertThat(command.run(directory, "clients", "--all", "-f", "json").out()).contains("\"zed\"");
  }

  @Test
  void a_hook_finds_the_command_that_has_put_it_in_without_a_path()
      throws IOException, InterruptedException {
    Program.need("git");
    Path programs = Files.createDirectories(directory.resolve("Dana's tools"));
    Path copy = Files.copy(PackagedCommand.file(), programs.resolve("svc-preflight"));
    assertThat(copy.toFile().setExecutable(true)).isTrue();
    Path project = Files.createDirectories(directory.resolve("project"));
    Program.in(project).ok("git", "init", "-q");

    Program.in(project).ok(copy.toString(), "hook", "install");

    String hook = Files.readString(project.resolve(".git/hooks/pre-commit"));
    assertThat(hook)
        .contains(
            "for svc_candidate in svc-preflight svc-preflight.cmd '"
                + copy.toString().replace("'", "'\\''")
                + "'; do");
  }

  @Test
  void an_installed_hook_stops_commits_with_findings_and_no_others() throws IOException {
    Program.need("git");
    Path project = Files.createDirectories(directory.resolve("it's a project"));
    Program program = Program.in(project).with("SVC_PREFLIGHT_NO_CACHE", "1");
    program.ok("git", "init", "-q");
    program.ok(PackagedCommand.file().toString(), "hook", "install");
    String secret = "ghp_" + "a1B2c3D4e5F6".repeat(3);

    Files.writeString(project.resolve("README.md"), secret);
    assertThat(commit(program, ".")).isEqualTo(new Program.Result(0, ""));

    Files.writeString(project.resolve(".mcp.json"), SERVER.formatted(secret));
    Program.Result stopped = commit(program, ".mcp.json");
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(stopped.out())
        .contains(".mcp.json", "HIGH", "svc-preflight stops this commit")
        .doesNotContain(secret);
    assertThat(program.ok("git", "rev-list", "--count", "HEAD")).isEqualTo("1\n");

    Files.writeString(project.resolve(".mcp.json"), SERVER.formatted("${GITHUB_TOKEN}"));
    assertThat(commit(program, ".mcp.json").exitCode()).isZero();
    assertThat(program.ok("git", "rev-list", "--count", "HEAD")).isEqualTo("2\n");
  }

  private static Program.Result commit(Program git, String file) {
    git.ok("git", "add", file);
    return git.run("git", "commit", "-q", "-m", "Change");
  }
}
