package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behavior of the launcher in different environments. */
@Tag("thorough")
class LauncherIT {
  private static final String FINDINGS = "{\"mcpServers\": {\"a\": {\"command\": \"/tmp/a\"}}}";
  private static final String CLEAN = "{\"mcpServers\": {}}";
  private static final String NAME = "pr\u00fcf/\u6f22\u5b57/mcp.json";

  private static final List<String> LOCALES =
      List.of(
          "",
          "LANG=C",
          "LC_ALL=C",
          "LC_ALL=POSIX",
          "LC_CTYPE=en_US.ISO-8859-1",
          "LANG=de_DE",
          // Not installed everywhere, and least of all in containers.
          "LANG=en_US.UTF-8",
          "LC_ALL=xx_YY.utf8",
          "LC_ALL=C.UTF-8");

  /** Environment variables with options for a JVM. */
  private static final List<String> OPTION_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** Has the class archive, whose creation takes longer than most tests. */
  @TempDir private static Path home;

  @TempDir private Path directory;

  @BeforeEach
  void setUp() throws IOException {
    for (String name : List.of(NAME, "mcp.json")) {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, FINDINGS);
    }
    Files.writeString(directory.resolve("clean.json"), CLEAN);
  }

  static List<Arguments> everyJdkAndLocale() {
    List<Arguments> all = new ArrayList<>();
    for (Path jdk : PackagedCommand.jdks()) {
      LOCALES.forEach(locale -> all.add(Arguments.of(jdk, locale)));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("everyJdkAndLocale")
  void paths_beyond_ascii_work_in_every_locale(Path jdk, String locale) {
    List<String> line = emptyEnvironment(jdk);
    if (!locale.isEmpty()) {
      line.add(locale);
    }
    line.add(PackagedCommand.file().toString());
    line.addAll(List.of("scan", NAME, "--format", "lines"));

    Program.Result named = Program.in(directory).run(line);
    line.set(line.indexOf(NAME), ".");
    line.add("--no-ignore");
    Program.Result found = Program.in(directory).run(line);

    assertThat(named.out()).startsWith(NAME + ":").doesNotContain("error");
    assertThat(named.exitCode()).isEqualTo(1);
    assertThat(found.out()).doesNotContain("\uFFFD", "?");
  }

  @Test
  void a_directory_selects_the_collector_for_longer_scans() throws IOException {
    Path java = directory.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path jdk = directory.resolve("jdk");

    assertThat(scan(jdk, "A=b", "mcp.json").out())
        .contains("-XX:+UseSerialGC")
        .doesNotContain("-XX:+UseParallelGC");
    assertThat(scan(jdk, "A=b", ".").out())
        .contains("-XX:+UseParallelGC")
        .doesNotContain("-XX:+UseSerialGC");
    assertThat(scan(jdk, "JAVA_TOOL_OPTIONS=-XX:+UseSerialGC", ".").out())
        .doesNotContain("-XX:+UseParallelGC");
  }

  static List<Arguments> everyJdkAndVariable() {
    List<Arguments> all = new ArrayList<>();
    for (Path jdk : PackagedCommand.jdks()) {
      OPTION_VARIABLES.forEach(variable -> all.add(Arguments.of(jdk, variable)));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("everyJdkAndVariable")
  void a_jvm_that_cannot_start_is_an_error_and_no_finding(Path jdk, String variable) {
    for (String wrong : List.of("-Xfrobnicate", "-XX:Frobnicate", "-Xmx1k", "-javaagent:none")) {
      assertThat(scan(jdk, variable + "=" + wrong, "mcp.json").exitCode())
          .as("%s=%s", variable, wrong)
          .isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("everyJdkAndVariable")
  void exit_codes_are_the_same_where_the_environment_gives_options(Path jdk, String variable) {
    assertThat(scan(jdk, variable + "=-Da=b", "mcp.json").exitCode()).isEqualTo(1);
    assertThat(scan(jdk, variable + "=-Da=b", "clean.json").exitCode()).isZero();
    assertThat(scan(jdk, variable + "=-Da=b", ".").exitCode())
        .isEqualTo(scan(jdk, "A=b", ".").exitCode());
    assertThat(scan(jdk, variable + "=-Da=b", "none.json").exitCode()).isEqualTo(2);
  }

  @Test
  void standard_input_and_signals_reach_the_command_where_the_environment_gives_options() {
    Program shell =
        Program.in(directory)
            .with("COMMAND", PackagedCommand.file().toString())
            .with("SVC_PREFLIGHT_NO_CACHE", "1")
            .with("JAVA_TOOL_OPTIONS", "-Da=b");

    Program.Result read = shell.run("sh", "-c", "\"$COMMAND\" scan - -f lines < mcp.json");
    Program.Result ended =
        shell.run("timeout", "4", "sh", "-c", "exec \"$COMMAND\" scan --watch mcp.json");
    Program.Result remaining =
        shell.run("sh", "-c", "sleep 1; pgrep -f \"[s]can --watch mcp.json\"");

    assertThat(read.out()).contains("suspicious_path");
    assertThat(read.exitCode()).isEqualTo(1);
    assertThat(ended.exitCode()).isEqualTo(124);
    assertThat(remaining.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan mcp.json",
        "scan mcp.json -t",
        "scan mcp.json --format html",
        "scan mcp.json --format csv",
        "rules list",
        "config schema",
        "completion bash",
        "man",
        "--help"
      })
  void a_reader_that_has_enough_sees_no_error(String line) {
    Program shell =
        Program.in(directory)
            .with("COMMAND", PackagedCommand.file().toString())
            .with("XDG_CACHE_HOME", home.resolve(".cache").toString());
    String script = "{ \"$COMMAND\" " + line + " 2>err; echo $? >code; } | %s";

    String ordinary = code(shell, script.formatted("cat >/dev/null"));
    String cut = code(shell, script.formatted("head -c 1 >/dev/null"));
    String closed = code(shell, script.formatted("true"));

    assertThat(List.of(cut, closed)).containsOnly(ordinary);
    assertThat(directory.resolve("err")).isEmptyFile();
  }

  private String code(Program shell, String script) {
    shell.ok("sh", "-c", script);
    return shell.ok("cat", "code").strip();
  }

  @Test
  void a_full_disk_behind_standard_output_is_an_error_with_its_reason() {
    Program.needed(Files.exists(Path.of("/dev/full")), "/dev/full");
    Program shell =
        Program.in(directory)
            .with("COMMAND", PackagedCommand.file().toString())
            .with("XDG_CACHE_HOME", home.resolve(".cache").toString());

    for (String line : List.of("scan clean.json", "rules list", "--version", "scan --help")) {
      Program.Result result = shell.run("sh", "-c", "\"$COMMAND\" " + line + " >/dev/full");

      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.out())
          .isEqualTo("error: cannot write to standard output: no space is left on the disk\n");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_unreadable_directory_is_reported_once_with_its_full_path(boolean hasGit)
      throws IOException {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    Program.needed(isRoot, "root user, who can become another one");
    Program.need("setpriv", "git");
    Path closed = Files.createDirectories(directory.resolve("sub/closed"));
    Files.writeString(closed.resolve("x"), "");
    Files.createDirectories(directory.resolve("sub/.cursor"));
    Files.writeString(directory.resolve("sub/.cursor/mcp.json"), CLEAN);
    Program program = Program.in(directory);
    if (hasGit) {
      program.ok("git", "init", "-q");
    }
    program.ok("chown", "-R", "65534:65534", ".");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));

    for (String paths : List.of(".", "sub", "sub/closed", ". sub " + directory)) {
      List<String> line = new ArrayList<>();
      line.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
      line.addAll(List.of("env", "SVC_PREFLIGHT_NO_CACHE=1", PackagedCommand.file().toString()));
      line.addAll(List.of("scan", "-q", "--format", "lines"));
      line.addAll(List.of(paths.split(" ")));

      Program.Result result = program.run(line);

      assertThat(result.exitCode()).as(paths).isEqualTo(2);
      assertThat(result.out().lines().filter(text -> text.startsWith("error:")))
          .as(paths)
          .containsExactly(
              "error: directory cannot be read and was not searched: "
                  + directory.toRealPath().resolve("sub/closed"));
    }
  }

  @Test
  void the_document_gives_the_sizes_of_the_files() throws IOException {
    List<List<String>> rows =
        new Markdown(ProjectFiles.read("docs/install.md")).table("# Installing");

    for (Arguments expected :
        List.of(
            Arguments.of("[one file]", PackagedCommand.file()),
            Arguments.of("[plain jar]", Path.of(System.getProperty("packaged.jar"))))) {
      List<String> row =
          rows.stream()
              .filter(cells -> cells.get(0).startsWith((String) expected.get()[0]))
              .findFirst()
              .orElseThrow();
      long megabytes = Math.round(Files.size((Path) expected.get()[1]) / 1e6);
      assertThat(row.get(2)).isEqualTo(megabytes + " MB");
    }
  }

  /** A line that runs a program with nothing in its environment but where Java and a home are. */
  private List<String> emptyEnvironment(Path jdk) {
    List<String> line = new ArrayList<>(List.of("env", "-i", "PATH=/usr/bin:/bin"));
    line.add("JAVA_HOME=" + jdk);
    line.add("HOME=" + home);
    return line;
  }

  private Program.Result scan(Path jdk, String variable, String file) {
    List<String> line = emptyEnvironment(jdk);
    line.addAll(List.of(variable, PackagedCommand.file().toString(), "scan", file));
    return Program.in(directory).run(line);
  }
}
