package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.cli.PackagedCommand.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is promised of the packaged command, proven with it. */
class PackagedCommandIT {
  private static final String CONFIG =
      """
      {"mcpServers": {
        "notes": {"command": "/tmp/notes/server", "env": {"DB_PASSWORD": "winter-is-over-77"}},
        "odd": 7}}
      """;
  private static final Pattern CHANGING =
      Pattern.compile(
          "(rpt|fnd)_[0-9A-Z]{26}|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|\"scan_duration_ms\": [0-9.]+");

  /** Has the class archive, whose creation takes longer than most tests. */
  @TempDir private static Path cache;

  @TempDir private Path directory;

  @BeforeEach
  void setUp() throws IOException {
    Files.writeString(directory.resolve("mcp.json"), CONFIG, StandardCharsets.UTF_8);
  }

  static List<Path> jdks() {
    return PackagedCommand.jdks();
  }

  private Result scan(PackagedCommand command) throws IOException, InterruptedException {
    return command.run(directory, "scan", "--config", "mcp.json");
  }

  private static String stable(String json) {
    return CHANGING.matcher(json).replaceAll("*");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void works_on_every_jdk_of_this_machine(Path jdk) throws IOException, InterruptedException {
    PackagedCommand command = PackagedCommand.launcher(jdk, cache);

    Result json = scan(command);
    Result table = command.run(directory, "scan", "--config", "mcp.json", "-t");
    Result missing = command.run(directory, "scan", "--config", "none.json");
    Result version = command.run(directory, "--version");

    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.out()).contains("suspicious_path", "hardcoded_secret").doesNotContain("winter");
    assertThat(json.err()).isEmpty();
    assertThat(table.out()).contains("MEDIUM");
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).isEqualTo("error: config file not found at none.json\n");
    assertThat(version.out()).startsWith("svc-preflight ");
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("jdks")
  void toml_and_yaml_need_nothing_that_was_left_out(Path jdk)
      throws IOException, InterruptedException {
    Files.writeString(directory.resolve("config.toml"), "[mcp_servers.a]\ncommand = \"/tmp/a\"\n");
    Files.writeString(
        directory.resolve("config.yaml"), "extensions:\n  a: {type: stdio, cmd: /tmp/a}\n");
    PackagedCommand command = PackagedCommand.launcher(jdk, cache);

    Result result =
        command.run(
            directory,
            "scan",
            "--config",
            "config.toml",
            "--config",
            "config.yaml",
            "--format",
            "markdown");

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).contains("codex", "goose", "suspicious_path");
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("jdks")
  void html_needs_nothing_that_was_left_out(Path jdk) throws IOException, InterruptedException {
    PackagedCommand command = PackagedCommand.launcher(jdk, cache);

    Result result = command.run(directory, "scan", "--config", "mcp.json", "--format", "html");

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .contains("<li><code>odd</code>", "id=\"check-suspicious_path\"")
        .doesNotContain("winter");
  }

  @ParameterizedTest
  @Tag("thorough")
  @MethodSource("jdks")
  void output_is_the_same_with_the_archive_absent_fresh_stale_foreign_and_damaged(Path jdk)
      throws IOException, InterruptedException {
    Path own = directory.resolve("cache");
    PackagedCommand command = PackagedCommand.launcher(jdk, own);
    Result absent = scan(command);
    Path archive = PackagedCommand.awaitArchive(own);
    List<Result> results = new ArrayList<>();

    results.add(scan(command));
    byte[] good = Files.readAllBytes(archive);
    Files.setLastModifiedTime(archive, FileTime.from(Instant.EPOCH));
    results.add(scan(command));
    for (byte[] bad :
        List.of("not an archive".getBytes(StandardCharsets.UTF_8), otherVersion(good))) {
      Files.delete(archive);
      Files.write(archive, bad);
      results.add(scan(command));
    }

    assertThat(absent.out()).startsWith("{").endsWith("}\n");
    for (Result result : results) {
      assertThat(result.err()).isEmpty();
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(stable(result.out())).isEqualTo(stable(absent.out()));
    }
  }

  /** The archive of a JVM that calls itself otherwise: its header holds the version. */
  private static byte[] otherVersion(byte[] archive) {
    byte[] foreign = archive.clone();
    for (int i = 0; i < 512; i++) {
      foreign[i] ^= 0x55;
    }
    return foreign;
  }

  @Tag("thorough")
  @Test
  void runs_from_a_directory_with_a_space_and_specifies_why_it_cannot_from_one_with_a_colon()
      throws IOException, InterruptedException {
    Path jdk = jdks().get(0);
    Path spaced = Files.createDirectory(directory.resolve("a b")).resolve("svc-preflight");
    Path split = Files.createDirectory(directory.resolve("a:b")).resolve("svc-preflight");
    for (Path copy : List.of(spaced, split)) {
      Files.copy(PackagedCommand.file(), copy, StandardCopyOption.COPY_ATTRIBUTES);
    }

    assertThat(scan(PackagedCommand.launcher(spaced, jdk, cache)).exitCode()).isEqualTo(1);
    assertThat(scan(PackagedCommand.launcher(split, jdk, cache)))
        .isEqualTo(
            new Result(
                2, "", "error: Java cannot run svc-preflight from a path with a colon in it\n"));
  }

  @Tag("thorough")
  @Test
  void needs_no_network() throws IOException, InterruptedException {
    Path jdk = jdks().get(0);
    boolean canCutOff = new ProcessBuilder("sh", "-c", "unshare -rn true").start().waitFor() == 0;
    if (System.getenv("CI") == null) {
      assumeTrue(canCutOff, "SKIPPED: this machine cannot take the network away (unshare -rn)");
    }
    assertThat(canCutOff).as("unshare -rn works").isTrue();

    PackagedCommand online = PackagedCommand.launcher(jdk, cache);
    Result with = scan(online);
    Result without = scan(online.wrappedBy("unshare", "-rn"));

    assertThat(stable(without.out())).isEqualTo(stable(with.out()));
    assertThat(without.exitCode()).isEqualTo(1);
    assertThat(without.err()).isEmpty();
  }

  @Tag("thorough")
  @Test
  void the_notices_name_the_libraries_that_the_jar_contains() throws IOException {
    Map<String, String> libraries =
        Map.of(
            "picocli/", "picocli 4",
            "com/fasterxml/jackson/core/", "jackson-core",
            "org/yaml/snakeyaml/", "SnakeYAML",
            "com/github/difflib/", "java-diff-utils",
            "us/springett/cvss/", "cvss-calculator",
            "org/semver4j/", "semver4j",
            "org/commonmark/", "commonmark-java",
            "org/tomlj/", "tomlj");
    Set<String> contained = new TreeSet<>();
    List<String> notices;
    try (JarFile jar = new JarFile(System.getProperty("packaged.jar"))) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        if (name.endsWith(".class") && !name.startsWith("io/svc/")) {
          contained.add(
              libraries.entrySet().stream()
                  .filter(library -> name.startsWith(library.getKey()))
                  .map(Map.Entry::getValue)
                  .findFirst()
                  .orElse(name));
        }
      }
      var text = jar.getInputStream(jar.getEntry("META-INF/licenses/THIRD-PARTY"));
      notices = new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }

    assertThat(contained).containsExactlyInAnyOrderElementsOf(libraries.values());
    assertThat(notices.stream().skip(1).filter(line -> line.matches("\\S.*")))
        .hasSameSizeAs(contained)
        .allMatch(line -> contained.stream().anyMatch(line::startsWith));
  }

  /**
   * The limits are a little above the counts of JDK 17 and 25, which do not depend on the machine.
   */
  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("jdks")
  void a_plain_scan_loads_and_allocates_nothing_that_it_does_not_use(Path jdk)
      throws IOException, InterruptedException {
    Files.writeString(directory.resolve("mcp.json"), configWithServers(40));
    Path classes = directory.resolve("classes.txt");
    Path heap = directory.resolve("heap.txt");
    PackagedCommand command =
        PackagedCommand.jvm(
            jdk,
            "-XX:+UseSerialGC",
            "-Xms96m",
            "-Xmn64m",
            "-Xlog:class+load:file=" + classes,
            "-Xlog:gc*:file=" + heap);

    Result result = scan(command);

    Set<String> loaded = new TreeSet<>();
    int outsideOfArchive = 0;
    for (String line : Files.readAllLines(classes)) {
      String[] words = line.replaceFirst("^(\\[[^]]*])+\\s*", "").split(" ", 2);
      loaded.add(words[0]);
      outsideOfArchive += line.contains("source: jrt:/") ? 1 : 0;
    }
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(loaded).contains("io.svc.scanner.scan.Scanner", "io.svc.report.JsonRenderer");
    assertThat(loaded)
        .noneMatch(name -> name.startsWith("com.fasterxml.jackson.databind."))
        .noneMatch(name -> name.startsWith("com.fasterxml.jackson.dataformat."))
        .noneMatch(name -> name.startsWith("org.yaml."))
        .noneMatch(name -> name.startsWith("org.tomlj."))
        .noneMatch(name -> name.startsWith("org.slf4j.") || name.startsWith("java.util.logging."))
        .noneMatch(
            name ->
                name.matches("java\\.net\\.(Server|Datagram)?Socket(Impl)?|java\\.net\\.http\\..*"))
        .noneMatch(name -> name.startsWith("java.lang.ProcessBuilder"))
        .doesNotContain("io.svc.report.MarkdownRenderer", "io.svc.report.TableRenderer")
        .noneMatch(
            name ->
                name.matches("io\\.svc\\.cli\\.\\w+\\.(Git|Directory|Path|Staged|New|Ignore).*"))
        .doesNotContain("io.svc.cli.console.Progress", "io.svc.cli.OptionGroups")
        .noneMatch(name -> name.matches("picocli\\.CommandLine(\\$Interpreter|\\$Help.*)?"))
        .noneMatch(name -> name.startsWith("java.security.MessageDigest"));
    assertThat(loaded)
        .as("lambdas and compiled regular expressions")
        .noneMatch(name -> name.contains("$$Lambda"))
        .noneMatch(name -> name.startsWith("java.util.regex.Pattern$"));
    assertThat(loaded.stream().filter(name -> name.contains("LambdaForm$MH/")))
        .as("generated method handles, such as those of Enum.valueOf")
        .isEmpty();
    assertThat(loaded.stream().filter(name -> name.startsWith("io.svc.")))
        .as("own classes")
        .hasSizeLessThan(320);
    assertThat(outsideOfArchive)
        .as("classes of the JDK that are not in its default archive")
        .isLessThan(90);
    assertThat(kilobytesAllocated(heap)).isLessThan(19_000);
  }

  /** Returns the size of all objects, which have not been collected. */
  private static int kilobytesAllocated(Path heap) throws IOException {
    Matcher young =
        Pattern.compile("(?:def new generation|DefNew)\\s+total \\d+K, used (\\d+)K")
            .matcher(Files.readString(heap));
    assertThat(young.find()).isTrue();
    return Integer.parseInt(young.group(1));
  }

  private static String configWithServers(int number) {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder servers = new StringBuilder();
    for (int i = 0; i < number; i++) {
      StringBuilder token = new StringBuilder("ghp_");
      for (int length = 0; length < 36; length++) {
        token.append(Character.forDigit(random.nextInt(36), 36));
      }
      servers.append(i == 0 ? "" : ",\n");
      servers.append(
          """
          "server-%1$d": {"command": "npx", "args": ["-y", "@scope/pkg-%1$d@1.%1$d.0", "--port", "%1$d"],
            "env": {"API_KEY": "${API_KEY}", "GITHUB_TOKEN": "%2$s",
                    "DATABASE_URL": "postgres://app:${DB_PASSWORD}@db.internal/app"}}\
          """
              .formatted(i, token));
    }
    return "{\"mcpServers\": {" + servers + "}}";
  }

  @Tag("thorough")
  @Test
  void a_config_is_read_from_standard_input() throws IOException, InterruptedException {
    PackagedCommand command =
        PackagedCommand.launcher(jdks().get(0), cache)
            .wrappedBy("sh", "-c", "\"$0\" \"$@\" < mcp.json");

    Result result = command.run(directory, "scan", "-", "--stdin-name", ".cursor/mcp.json");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("\"source\": \"cursor\"", ".cursor/mcp.json");
  }

  @Tag("thorough")
  @Test
  void directories_and_git_need_nothing_that_was_left_out_and_a_pipe_sees_no_progress()
      throws IOException, InterruptedException {
    GitProject project = GitProject.create(directory);
    for (int i = 0; i < 300; i++) {
      Path folder = Files.createDirectories(directory.resolve("p" + i).resolve(".cursor"));
      Files.writeString(folder.resolve("mcp.json"), CONFIG);
    }
    project.git("add", "p0", "p1");
    PackagedCommand command = PackagedCommand.jvm(jdks().get(0));

    Result all = command.run(directory, "scan", ".", "-f", "json=all.json", "-f", "table=all.txt");
    Result staged = command.run(directory, "scan", "--staged", "--diff", "HEAD");

    assertThat(all.err()).isEmpty();
    assertThat(all.out()).isEmpty();
    assertThat(all.exitCode()).isEqualTo(1);
    assertThat(Files.readString(directory.resolve("all.json")).split("\"report_id\"")).hasSize(301);
    assertThat(staged.err()).isEmpty();
    assertThat(staged.out().split("\"report_id\"")).hasSize(3);
    assertThat(command.run(directory, "scan", "--help").out()).contains("Input:");
  }

  @Tag("thorough")
  @Test
  void every_command_finds_its_classes_in_the_packaged_file()
      throws IOException, InterruptedException {
    Files.writeString(
        directory.resolve(".mcp.json"),
        "{\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\": [\"acme-mcp@1.0.0\"]}}}");
    Files.writeString(
        directory.resolve("osv.json"),
        "{\"id\": \"ACME-1\", \"affected\": [{\"package\": {\"ecosystem\": \"npm\","
            + " \"name\": \"acme-mcp\"}, \"versions\": [\"1.0.0\"]}]}");
    Path rules = ProjectFiles.of("examples/rules");
    PackagedCommand command =
        PackagedCommand.jvm(jdks().get(0))
            .wrappedBy("env", "XDG_DATA_HOME=" + directory.toAbsolutePath().resolve("data"));

    assertThat(command.run(directory, "rules", "update", "--from", "osv.json").err()).isEmpty();
    assertThat(command.run(directory, "rules", "list").exitCode()).isZero();
    assertThat(command.run(directory, "rules", "show", "secrets/github-pat").exitCode()).isZero();
    assertThat(command.run(directory, "rules", "check", rules.toString()).exitCode()).isZero();
    assertThat(command.run(directory, "rules", "test", "--rules", rules.toString()).exitCode())
        .isZero();
    Result scan =
        command.run(
            directory, "scan", "--config", ".mcp.json", "--rules", rules.toString(), "--quiet");
    assertThat(scan.exitCode()).isEqualTo(1);
    assertThat(scan.out()).contains("ACME-1");
    String fingerprint = scan.out().replaceFirst("(?s).*?sha256:([0-9a-f]{64}).*", "$1");
    assertThat(
            command
                .run(directory, "suppress", fingerprint, "--reason", "x", "--config", ".mcp.json")
                .exitCode())
        .isZero();
    assertThat(command.run(directory, "scan", "--config", ".mcp.json", "--quiet").out())
        .doesNotContain("ACME-1");
  }

  @Tag("thorough")
  @Test
  void files_of_a_user_without_an_entry_in_the_password_database_are_found()
      throws IOException, InterruptedException {
    Path home = Files.createDirectories(directory.resolve("home"));
    Files.createDirectories(home.resolve("moved"));
    Files.writeString(
        home.resolve(".claude.json"), "{\"mcpServers\": {\"a\": {\"command\": \"/bin/a\"}}}");
    Files.writeString(home.resolve("moved/config.toml"), "model = 'x'");
    // The home directory that the JVM reports.
    PackagedCommand command =
        PackagedCommand.jvm(jdks().get(0), "-Duser.home=?")
            .wrappedBy(
                "env",
                "HOME=" + home.toAbsolutePath(),
                "CODEX_HOME=" + home.toAbsolutePath().resolve("moved"));
    Path otherPath = Files.createDirectories(directory.resolve("elsewhere"));

    Result clients = command.run(otherPath, "clients");
    Result scan = command.run(otherPath, "scan", "-t");

    assertThat(clients.out())
        .contains("readable  user     1 server   ~/.claude.json")
        .contains("~/moved/config.toml");
    assertThat(scan.exitCode()).isNotEqualTo(2);
    assertThat(scan.out()).contains(home.toAbsolutePath().resolve(".claude.json").toString());
  }

  @Tag("thorough")
  @Test
  void the_checkout_has_a_script_that_hands_over_to_the_command()
      throws IOException, InterruptedException {
    Path script = Path.of(System.getProperty("project.root"), "svc-preflight");
    Process process =
        new ProcessBuilder(script.toString(), "scan", "--config", "none.json")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();

    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(output).isEqualTo("error: config file not found at none.json\n");
  }

  @Tag("thorough")
  @Test
  void a_reader_that_goes_away_leaves_no_trace() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "\"$0\" scan --config mcp.json | head -c 1",
                PackagedCommand.file().toString())
            .directory(directory.toFile())
            .start();

    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(err).doesNotContain("Exception", "\tat ");
  }
}
