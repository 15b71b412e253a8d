package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.ConfigLocation;
import io.svc.scanner.client.ConfigScope;
import io.svc.scanner.client.InstructionFiles;
import io.svc.scanner.client.McpClient;
import io.svc.scanner.client.McpClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hooks for pre-commit, run by pre-commit, with a command that only takes notes. */
@Tag("thorough")
class PreCommitTest {
  private static final String HOOKS = ".pre-commit-hooks.yaml";
  private static final String EXAMPLE = "examples/pre-commit/.pre-commit-config.yaml";
  private static final String PROJECT = "{project}/";

  @TempDir private Path directory;

  /** The project files of clients and the instruction files of the catalogs, sorted. */
  private static String expectedPattern() {
    TreeSet<String> files = new TreeSet<>();
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : client.locations()) {
        if (location.scope() == ConfigScope.PROJECT) {
          files.add(regexOf(location.pattern().substring(PROJECT.length())));
        }
      }
    }
    for (String path : InstructionFiles.projectPatterns()) {
      // Other files in these directories are no instructions, so a scan would reject them.
      files.add(regexOf(path.endsWith("/*") ? path + ".md" : path));
    }
    return "(?x)(^|/)(" + String.join("|", files) + ")$";
  }

  private static String regexOf(String path) {
    return path.replace(".", "\\.")
        .replace("**/", "@")
        .replace("*", "[^/]*")
        .replace("@", "(.+/)?");
  }

  @Test
  void the_pattern_of_files_is_that_of_the_catalogue_of_clients() {
    for (Object hook : (List<?>) YamlFile.read(HOOKS)) {
      String pattern = (String) ((Map<?, ?>) hook).get("files");

      assertThat(pattern.replaceAll("\\s+", "")).isEqualTo(expectedPattern());
    }
  }

  @Test
  void the_script_that_a_hook_names_is_there() {
    List<String> entries = YamlFile.texts(YamlFile.read(HOOKS), "entry");

    assertThat(entries).containsOnly("svc-preflight scan");
    assertThat(ProjectFiles.of("svc-preflight")).isExecutable();
  }

  @Test
  void the_example_names_a_hook_that_there_is_and_this_version() {
    List<String> knownNames = YamlFile.texts(YamlFile.read(HOOKS), "id");

    assertThat(knownNames).containsAll(YamlFile.texts(YamlFile.read(EXAMPLE), "id"));
    assertThat(YamlFile.texts(YamlFile.read(EXAMPLE), "rev"))
        .containsExactly("v" + io.svc.report.ToolMetadata.version());
  }

  @ParameterizedTest
  @ValueSource(strings = {"svc-preflight", "svc-preflight-system"})
  void pre_commit_hands_the_config_files_to_one_scan_and_nothing_else(String id)
      throws IOException {
    Program.need("git", "pre-commit");
    Path project = projectWith(id, 0);

    Program.Result result = preCommit(project);

    assertThat(result.exitCode()).as(result.out()).isZero();
    assertThat(Files.readString(directory.resolve("notes.txt")))
        .isEqualTo(
            "<scan> <--severity-threshold> <high> <--format> <table> <-->"
                + " <-odd name/.mcp.json> <.mcp.json> <a b/.cursor/mcp.json>\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void a_scan_that_does_not_end_well_stops_the_commit_and_is_shown(int exitCode)
      throws IOException {
    Program.need("git", "pre-commit");
    Path project = projectWith("svc-preflight", exitCode);

    Program.Result result = preCommit(project);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).contains("Failed", "exit code: " + exitCode, "scanned it");
  }

  private Program.Result preCommit(Path project) {
    return programs(project)
        .with("PRE_COMMIT_HOME", directory.resolve("cache").toString())
        .run("pre-commit", "run", "--all-files", "--color", "never");
  }

  private Program programs(Path where) {
    return Program.in(where)
        .with("PATH", directory.resolve("hook repository") + ":" + System.getenv("PATH"));
  }

  /** A repository with the hooks and a command, and a project that uses the example. */
  private Path projectWith(String id, int exitCode) throws IOException {
    Path hooks = Files.createDirectories(directory.resolve("hook repository"));
    Files.copy(ProjectFiles.of(HOOKS), hooks.resolve(HOOKS));
    Path command =
        Files.writeString(
            hooks.resolve("svc-preflight"),
            "#!/bin/sh\n{ printf '<%s> ' \"$@\" | sed 's/ $//'; echo; } >> '"
                + directory.resolve("notes.txt")
                + "'\necho scanned it\nexit "
                + exitCode
                + "\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    Program git = programs(hooks);
    git.ok("git", "init", "-q", "-b", "main");
    git.ok("git", "add", ".");
    git.ok("git", "commit", "-q", "-m", "Hooks");
    git.ok("git", "tag", "v" + io.svc.report.ToolMetadata.version());

    Path project = Files.createDirectories(directory.resolve("project"));
    Files.writeString(
        project.resolve(".pre-commit-config.yaml"),
        ProjectFiles.read(EXAMPLE)
            .replaceFirst("repo: \\S+", "repo: '" + hooks + "'")
            .replace("- id: svc-preflight\n", "- id: " + id + "\n"));
    for (String file :
        List.of(
            ".mcp.json",
            "a b/.cursor/mcp.json",
            "-odd name/.mcp.json",
            "package.json",
            "my.mcp.json",
            ".cursor/mcp.json.bak")) {
      Files.createDirectories(project.resolve(file).getParent());
      Files.writeString(project.resolve(file), "{}\n");
    }
    Program own = programs(project);
    own.ok("git", "init", "-q", "-b", "main");
    own.ok("git", "add", "--", ".");
    return project;
  }
}
