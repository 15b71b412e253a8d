package io.svc.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.packages.Shell.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is promised of the image that needs no Java, proven with it. */
class RuntimeImageIT {
  private static final String LAMBDA = "$$Lambda$";

  private static final String CONFIG =
      """
      {"mcpServers": {
        "notes": {"command": "/tmp/notes/server", "env": {"DB_PASSWORD": "winter-is-over-77"}}}}
      """;

  @TempDir private Path directory;
  private Path moved;

  @BeforeEach
  void setUp() throws IOException {
    moved = Trees.copy(Built.image(), directory.resolve("moved here"));
    Files.writeString(directory.resolve("mcp.json"), CONFIG, StandardCharsets.UTF_8);
  }

  private static void assertFindings(Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .contains("\"hardcoded_secret\"", "\"suspicious_path\"")
        .doesNotContain("winter");
  }

  @Test
  void runs_where_it_was_moved_to_with_an_empty_environment()
      throws IOException, InterruptedException {
    assertFindings(
        new Shell(directory)
            .run(moved.resolve("bin/svc-preflight"), "scan", "--config", "mcp.json"));
  }

  @Test
  void does_not_look_for_java_and_is_not_misled_by_one() throws IOException, InterruptedException {
    Path wrong = Files.createDirectories(directory.resolve("jdk/bin"));
    Path java = Files.writeString(wrong.resolve("java"), "#!/bin/sh\nexit 99\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertFindings(
        new Shell(directory)
            .with("PATH", wrong.toString())
            .with("JAVA_HOME", wrong.getParent().toString())
            .run(moved.resolve("bin/svc-preflight"), "scan", "--config", "mcp.json"));
  }

  @Test
  void runs_through_links_to_links_and_by_its_name_on_the_path()
      throws IOException, InterruptedException {
    Path bin = Files.createDirectory(directory.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("first"), moved.resolve("bin/svc-preflight"));
    Path second = Files.createSymbolicLink(bin.resolve("svc-preflight"), Path.of("first"));

    assertFindings(new Shell(directory).run(second, "scan", "--config", "mcp.json"));
    assertFindings(
        new Shell(directory)
            .with("PATH", bin.toString())
            .run("/bin/sh", "-c", "svc-preflight scan --config mcp.json"));
  }

  @Test
  void runs_read_only_for_a_user_without_a_home() throws IOException, InterruptedException {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    Built.needs(isRoot && hasTool("setpriv"), "root, or setpriv, to become another user");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (Path path : Trees.all(moved)) {
      Set<PosixFilePermission> permissions = new TreeSet<>(Files.getPosixFilePermissions(path));
      permissions.removeAll(PosixFilePermissions.fromString("-w--w--w-"));
      Files.setPosixFilePermissions(path, permissions);
    }

    assertFindings(
        new Shell(directory)
            .withTools()
            .run(
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "env",
                "-i",
                moved.resolve("bin/svc-preflight"),
                "scan",
                "--config",
                "mcp.json"));
  }

  @Test
  void reads_every_language_and_runs_every_kind_of_command()
      throws IOException, InterruptedException {
    Files.writeString(directory.resolve("config.toml"), "[mcp_servers.a]\ncommand = \"/tmp/a\"\n");
    Files.writeString(
        directory.resolve("config.yaml"), "extensions:\n  a: {type: stdio, cmd: /tmp/a}\n");
    Path command = moved.resolve("bin/svc-preflight");
    Shell shell = new Shell(directory).with("HOME", directory.toString());

    Result scan =
        shell.run(command, "scan", "--config", "config.toml", "--config", "config.yaml", "-t");

    assertThat(scan.err()).isEmpty();
    assertThat(scan.exitCode()).isEqualTo(1);
    assertThat(scan.out()).contains("codex", "goose", "suspicious_path");
    assertThat(shell.run(command, "--version").out())
        .startsWith("svc-preflight " + Built.version());
    assertThat(shell.run(command, "rules", "show", "secrets/github-pat").exitCode()).isZero();
    assertThat(shell.run(command, "baseline", "create", "--config", "mcp.json").err())
        .doesNotContain("error");
    assertThat(shell.run(command, "baseline", "diff", "--config", "mcp.json").exitCode()).isZero();
  }

  @Test
  void reports_an_error_as_the_jar_does() throws IOException, InterruptedException {
    assertThat(
            new Shell(directory)
                .run(moved.resolve("bin/svc-preflight"), "scan", "--config", "none.json"))
        .isEqualTo(new Result(2, "", "error: config file not found at none.json\n"));
  }

  private static boolean isOfOneClass(String lambda, String other) {
    return other.contains(LAMBDA)
        && other.contains(lambda.replaceAll(".*?( io\\.svc\\S*?\\$\\$Lambda\\$).*", "$1"));
  }

  @Test
  void every_class_of_ours_that_a_scan_loads_comes_from_the_archive()
      throws IOException, InterruptedException {
    Path log = directory.resolve("classes.txt");

    assertFindings(
        new Shell(directory)
            .run(
                moved.resolve("bin/java"),
                "-Xlog:class+load:file=" + log,
                "-m",
                RuntimeImage.MAIN,
                "scan",
                "--config",
                "mcp.json"));

    List<String> ours = new ArrayList<>();
    List<String> elsewhere = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      if (line.contains(" io.svc.") || line.contains(" picocli.")) {
        (line.contains("source: shared objects file") ? ours : elsewhere).add(line);
      }
    }
    // Two threads begin a scan. Where both come to a lambda at once, one takes it from the archive,
    // and the other makes one that is thrown away.
    elsewhere.removeIf(
        line ->
            line.contains(LAMBDA) && ours.stream().anyMatch(other -> isOfOneClass(line, other)));
    assertThat(ours).hasSizeGreaterThan(200);
    assertThat(elsewhere).isEmpty();
  }

  @Test
  void contains_the_modules_that_the_jar_needs_and_no_other()
      throws IOException, InterruptedException {
    Set<String> held = new TreeSet<>();
    for (String line :
        new Shell(directory)
            .run(moved.resolve("bin/java"), "--list-modules")
            .out()
            .lines()
            .toList()) {
      held.add(line.replaceFirst("@.*", ""));
    }

    Set<String> needed = new TreeSet<>(modulesThatTheJarNeeds());
    if (needed.contains("java.net.http")) {
      // No class names it: it is found when a server's key is on an elliptic curve (JDK 17 to 21).
      needed.add("jdk.crypto.ec");
    }
    needed.add(RuntimeImage.MODULE);
    assertThat(held).as("src/module/module-info.java is the list").isEqualTo(needed);
  }

  private static Set<String> modulesThatTheJarNeeds() {
    StringWriter output = new StringWriter();
    int exitCode =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                new PrintWriter(output, true),
                new PrintWriter(output, true),
                "--ignore-missing-deps",
                "-verbose:class",
                Built.jar().toString());
    assertThat(exitCode).as(output.toString()).isZero();
    Set<String> modules = new TreeSet<>();
    String from = "";
    for (String line : output.toString().lines().toList()) {
      List<String> words = List.of(line.strip().split("\\s+", -1));
      if (line.startsWith("   ") && words.size() >= 3) {
        int arrow = words.indexOf("->");
        from = arrow > 0 ? words.get(0) : from;
        // snakeyaml can fill beans from YAML. Ours takes events, and never loads what does that.
        // The annotations of JSpecify are for the compiler, and are not in the jar.
        if (!from.startsWith("org.yaml.snakeyaml.introspector.")
            && !line.contains(" org.jspecify.annotations.")) {
          modules.add(words.get(words.size() - 1));
        }
      }
    }
    modules.removeIf(module -> module.endsWith(".jar"));
    return modules;
  }

  private static boolean hasTool(String name) throws InterruptedException {
    try {
      return new ProcessBuilder(name, "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
