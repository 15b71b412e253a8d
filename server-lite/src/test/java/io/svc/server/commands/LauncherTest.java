package io.svc.server.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script in the root of the project and the launcher in front of the jar, with a java and a mvn
 * that only print how they are called. A java that is trained writes an archive. Only {@code serve}
 * creates one in the background.
 */
class LauncherTest {
  private static final String PRINT =
      """
      #!/bin/sh
      case $* in *--cds-train*)
        for a in "$@"; do case $a in *AtExit=* | *CacheOutput=*) echo archive >"${a#*=}" ;; esac; done
        exit 0 ;;
      esac
      for a in "$@"; do printf '%s\\n' "$a"; done
      """;

  private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));

  @TempDir private Path directory;
  private Path project;
  private Path launcher;
  private Path cache;

  @BeforeEach
  void setUp() throws IOException {
    project = Files.createDirectories(directory.resolve("a project"));
    cache = directory.resolve("cache/svc-server");
    Files.copy(ROOT.resolve("svc-server"), project.resolve("svc-server"));
    program("runtime/bin/java", PRINT);
    version("17.0.9+9");
    launcher = program("bin/svc-server", launcher());
    program(
        "bin/mvn",
        """
        #!/bin/sh
        echo maven
        mkdir -p '%1$s'
        printf '#!/bin/sh\\nfor a in "$@"; do echo "$a"; done\\n' >'%1$s/svc-server'
        chmod 755 '%1$s/svc-server'
        """
            .formatted(project.resolve("server-lite/target")));
  }

  /** Returns the text that the build writes in front of the jar, without the machine's limits. */
  private String launcher() throws IOException {
    return Files.readString(ROOT.resolve("scanner-cli/src/main/launcher/header.sh"))
        .replace(
            "@OPTIONS@", Files.readString(ROOT.resolve("server-lite/src/main/launcher/options.sh")))
        .replace("@NAME@", "svc-server")
        .replace("@MAIN@", "io.svc.server.ServerMain")
        .replace("@ID@", "f00")
        .replace("/proc/self/cgroup", directory.resolve("cgroup").toString())
        .replace("/sys/fs", directory.resolve("sys").toString());
  }

  private void version(String version) throws IOException {
    Files.writeString(
        directory.resolve("runtime/release"), "JAVA_RUNTIME_VERSION=\"" + version + "\"\n", UTF_8);
  }

  private Path program(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return permit(file, "rwxr-xr-x");
  }

  private static Path permit(Path file, String permissions) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private record Said(int exitCode, List<String> out, List<String> err) {
    String archive() {
      return out.stream()
          .filter(line -> line.startsWith("-XX:SharedArchiveFile=") || line.startsWith("-XX:AOT"))
          .findFirst()
          .orElse("none");
    }
  }

  private Said run(String javaOptions, String... arguments)
      throws IOException, InterruptedException {
    return run(launcher, Map.of("JAVA_OPTS", javaOptions), arguments);
  }

  private Said run(Path script, Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    Path err = Files.createTempFile(directory, "err", "");
    Process process = start(script, variables, err, arguments);
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Said(process.waitFor(), out.lines().toList(), Files.readAllLines(err));
  }

  private Process start(Path script, Map<String, String> variables, Path err, String... arguments)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(Stream.of("/bin/sh", script.toString()), Arrays.stream(arguments))
                    .toList())
            .directory(directory.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_"));
    builder.environment().put("PATH", directory.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().put("JAVA_HOME", directory.resolve("runtime").toString());
    builder.environment().put("XDG_CACHE_HOME", cache.getParent().toString());
    builder.environment().putAll(variables);
    return builder.start();
  }

  @Test
  void builds_once_and_hands_arguments_over_as_they_are() throws Exception {
    Path script = project.resolve("svc-server");

    Said first = run(script, Map.of(), "serve", "a b", "*");
    Said second = run(script, Map.of());

    assertThat(first).isEqualTo(new Said(0, List.of("serve", "a b", "*"), first.err()));
    assertThat(first.err()).containsExactly("building svc-server, once");
    assertThat(second.err()).isEmpty();
  }

  @Test
  void a_build_that_fails_prints_the_output_of_maven_without_escape_sequences() throws Exception {
    program("bin/mvn", "#!/bin/sh\nprintf '\\033[1mno compiler\\033[0m\\n'\nexit 1\n");

    assertThat(run(project.resolve("svc-server"), Map.of(), "serve"))
        .isEqualTo(
            new Said(
                2,
                List.of(),
                List.of(
                    "building svc-server, once",
                    "no compiler",
                    "error: building svc-server failed")));
  }

  @Test
  void reports_what_is_needed_where_maven_is_missing() throws Exception {
    assertThat(run(project.resolve("svc-server"), Map.of("PATH", "/nowhere")))
        .isEqualTo(
            new Said(
                2,
                List.of(),
                List.of(
                    "error: building svc-server needs Maven 3.8.6 or newer and a JDK 17 or"
                        + " newer")));
  }

  @Test
  void options_of_the_user_are_the_last_ones_and_no_file_names() throws Exception {
    Said said = run("-Xmx64m  -Dx=*", "version", "a b", "*");

    assertThat(said.err()).isEmpty();
    assertThat(said.out())
        .containsSubsequence("-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC", "-Xmx64m", "-Dx=*")
        .endsWith("-cp", launcher.toString(), "io.svc.server.ServerMain", "version", "a b", "*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void a_collector_of_the_user_replaces_the_default(String variable) throws Exception {
    Said said = run(launcher, Map.of(variable, "-Xms64m -XX:+UseZGC"), "version");

    assertThat(said.out()).contains("-cp").doesNotContain("-XX:+UseSerialGC");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xms64m\n-XX:+UseG1GC", "\t-XX:+UseG1GC\t-Dx=*"})
  void a_collector_after_any_white_space_replaces_the_default(String options) throws Exception {
    assertThat(run(options, "version").out())
        .contains("-XX:+UseG1GC")
        .doesNotContain("-XX:+UseSerialGC");
  }

  @Test
  void an_option_that_is_no_collector_keeps_the_default() throws Exception {
    assertThat(run("-XX:+UseStringDeduplication -Dx=GC", "version").out())
        .contains("-XX:+UseSerialGC");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx32m", "-Xms16m", "-XX:MaxHeapSize=32m"})
  void a_heap_size_of_the_user_replaces_the_initial_heap(String option) throws Exception {
    assertThat(run("", "version").out()).contains("-Xms48m");
    assertThat(run(option, "version").out()).contains(option).doesNotContain("-Xms48m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:MinHeapFreeRatio=60", "-XX:+UseG1GC"})
  void a_ratio_or_a_collector_of_the_user_replaces_the_ratios(String option) throws Exception {
    assertThat(run("", "version").out()).contains("-XX:MaxHeapFreeRatio=40");
    assertThat(run(option, "version").out())
        .contains(option)
        .doesNotContain("-XX:MaxHeapFreeRatio=40");
  }

  @Test
  void the_locale_can_name_every_file() throws Exception {
    program("runtime/bin/java", "#!/bin/sh\necho $LC_ALL\n");

    for (String options : List.of("", "-Xmx64m")) {
      assertThat(run(options, "version").out()).containsExactly("C.UTF-8");
    }
  }

  @Test
  void a_jvm_that_cannot_start_is_an_error_and_not_the_answer_no() throws Exception {
    program("runtime/bin/java", "#!/bin/sh\nexit 1\n");

    assertThat(run("-Xfrobnicate", "policy", "test").exitCode()).isEqualTo(2);

    program("runtime/bin/java", "#!/bin/sh\ncase \"$*\" in *svc.exit.one=3*) exit 3 ;; esac\n");
    assertThat(run("-Xmx64m", "policy", "test").exitCode()).isEqualTo(1);
    assertThat(run("", "policy", "test").exitCode()).isZero();
    assertThat(run("-Xmx64m", "serve").exitCode()).isZero();
  }

  @Test
  void an_archive_is_created_once_per_runtime_and_then_used() throws Exception {
    Said without = run("", "version");
    Said created = run("", "--create-archive");
    Path archive = archives().get(0);
    version("25+36");
    Said other = run("", "version");
    run("", "--create-archive");

    assertThat(without.archive()).isEqualTo("none");
    assertThat(without.out()).contains("-Xshare:auto");
    assertThat(created).isEqualTo(new Said(0, List.of("created " + archive), List.of()));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)))
        .isEqualTo("rw-------");
    assertThat(other.archive()).isEqualTo("none");
    assertThat(run("", "version").archive()).startsWith("-XX:AOTCache=" + cache);
    version("17.0.9+9");
    assertThat(run("-Xmx64m", "serve").archive()).isEqualTo("-XX:SharedArchiveFile=" + archive);
    assertThat(archives()).hasSize(2);
  }

  @Test
  void an_archive_that_others_can_change_or_that_is_older_than_the_jar_is_not_used()
      throws Exception {
    run("", "--create-archive");
    Path archive = archives().get(0);

    permit(archive, "rw--w----");
    assertThat(run("", "version").archive()).isEqualTo("none");
    permit(archive, "rw-----w-");
    assertThat(run("", "version").archive()).isEqualTo("none");
    permit(archive, "rw-r--r--");
    permit(cache, "rwxrwxr-x");
    assertThat(run("", "version").archive()).isEqualTo("none");
    permit(cache, "rwxr-xr-x");
    assertThat(run("", "version").archive()).endsWith(archive.toString());
    Files.setLastModifiedTime(archive, FileTime.from(Instant.EPOCH));
    assertThat(run("", "version").archive()).isEqualTo("none");
    Files.writeString(archive, "");
    assertThat(run("", "version").archive()).isEqualTo("none");
  }

  @Test
  void a_server_starts_where_no_archive_can_be_created() throws Exception {
    Files.writeString(cache.getParent(), "a file in the place of the directory");

    Said said = run("", "serve");
    Said created = run("", "--create-archive");

    assertThat(said.exitCode()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).contains("-Xshare:auto", "io.svc.server.ServerMain");
    assertThat(created.exitCode()).isEqualTo(2);
    assertThat(created.err())
        .hasSize(1)
        .allMatch(line -> line.matches("error: the class archive /[^ ]+ cannot be created"));
    assertThat(run(launcher, Map.of("SVC_PREFLIGHT_NO_CACHE", "1"), "--create-archive").err())
        .containsExactly("error: the class archive cannot be created");
  }

  @Test
  void one_of_many_processes_creates_the_archive_and_leaves_nothing_else() throws Exception {
    program("runtime/bin/java", PRINT.replace("exit 0", "sleep 1; exit 0"));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      processes.add(start(launcher, Map.of(), directory.resolve("err" + i), "--create-archive"));
    }

    int created = 0;
    for (Process process : processes) {
      created += process.waitFor() == 0 ? 1 : 0;
    }

    assertThat(created).isEqualTo(1);
    assertThat(archives()).hasSize(1);
  }

  @Test
  void a_training_that_fails_is_not_repeated_by_servers() throws Exception {
    program("runtime/bin/java", "#!/bin/sh\nexit 2\n");

    assertThat(run("", "--create-archive").exitCode()).isEqualTo(2);
    assertThat(archives()).hasSize(1).allMatch(file -> file.toString().endsWith(".jsa.no"));

    program("runtime/bin/java", PRINT);
    assertThat(run("", "serve").exitCode()).isZero();
    assertThat(archives()).hasSize(1).allMatch(file -> file.toString().endsWith(".jsa.no"));
  }

  @Test
  void no_archive_is_created_in_a_directory_that_others_can_write_to() throws Exception {
    Files.createDirectories(cache);
    permit(cache, "rwxrwxr-x");

    assertThat(run("", "serve").exitCode()).isZero();
    Said created = run("", "--create-archive");

    assertThat(created.exitCode()).isEqualTo(2);
    assertThat(created.err())
        .hasSize(1)
        .allMatch(line -> line.matches("error: the class archive /[^ ]+ cannot be created"));
    assertThat(archives()).isEmpty();
  }

  @Test
  void no_file_is_written_through_a_link_of_another_user() throws Exception {
    assumeThat(System.getProperty("user.name"))
        .as("a user who can change owners")
        .isEqualTo("root");
    run("", "--create-archive");
    Path archive = archives().get(0);
    Files.delete(archive);
    Path target = Files.writeString(directory.resolve("target"), "content");
    Files.createSymbolicLink(Path.of(archive + ".no"), target);
    Files.setAttribute(cache, "unix:uid", 65534);
    Files.setLastModifiedTime(target, FileTime.from(Instant.EPOCH));
    program("runtime/bin/java", "#!/bin/sh\nexit 2\n");

    assertThat(run("", "--create-archive").exitCode()).isEqualTo(2);
    run("", "serve");

    assertThat(target).hasContent("content");
    assertThat(archives()).containsExactly(Path.of(archive + ".no"));
  }

  @ParameterizedTest
  @CsvSource({
    "0::/,                           memory.max,                                   536870912,  false",
    "0::/system.slice/svc.service,   system.slice/svc.service/memory.max,          536870912,  false",
    "0::/system.slice/svc.service,   system.slice/memory.max,                      536870912,  false",
    "0::/system.slice/svc.service,   system.slice/svc.service/memory.max,          1073741824, true",
    "0::/system.slice/svc.service,   system.slice/svc.service/memory.max,          max,        true",
    "0::/system.slice/svc.service,   system.slice/other.service/memory.max,        536870912,  true",
    "4:memory:/system.slice/svc,     memory/system.slice/memory.limit_in_bytes,    536870912,  false",
    "4:memory:/docker/id,            memory/memory.limit_in_bytes,                 536870912,  false",
    "4:memory:/docker/id,            memory/memory.limit_in_bytes, 9223372036854771712,        true"
  })
  void a_server_with_little_memory_trains_none_in_the_background(
      String group, String limit, String bytes, boolean isTrained) throws Exception {
    Files.writeString(directory.resolve("cgroup"), "7:pids:/\n" + group + "\n");
    Path file = directory.resolve("sys/cgroup").resolve(limit);
    Files.createDirectories(file.getParent());
    Files.writeString(file, bytes + "\n");

    assertThat(run("", "serve").err()).isEmpty();

    assertThat(Files.exists(cache)).isEqualTo(isTrained);
  }

  @Test
  void a_hangup_does_not_end_the_training_that_waits() throws Exception {
    launcher = program("bin/svc-server", launcher().replace("z=15", "z=2"));

    serveThenSignal("HUP");

    await(() -> archives().toString().endsWith(".jsa]"));
  }

  @Test
  void a_training_that_is_ended_while_it_waits_leaves_nothing() throws Exception {
    serveThenSignal("TERM");

    await(() -> archives().isEmpty());
  }

  /** Runs a server that ends at once, then sends a signal to its training. */
  private void serveThenSignal(String signal) throws IOException, InterruptedException {
    Path session =
        program(
            "session",
            "exec setsid sh -c 'sh \"$0\" serve; sleep 1; kill -%s 0' '%s'\n"
                .formatted(signal, launcher));
    assertThat(run(session, Map.of()).out()).contains("-Xshare:auto");
  }

  @Test
  void a_creation_that_is_ended_leaves_nothing() throws Exception {
    Path started = directory.resolve("started");
    program("runtime/bin/java", "#!/bin/sh\n: >'%s'\nexec sleep 60\n".formatted(started));
    Process process = start(launcher, Map.of(), directory.resolve("err"), "--create-archive");
    await(() -> Files.exists(started));

    process.destroy();

    assertThat(process.waitFor(20, SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(archives()).isEmpty();
  }

  @Test
  void the_error_names_the_lock_of_another_process() throws Exception {
    run("", "--create-archive");
    Path archive = archives().get(0);
    Path lock = Files.createDirectory(Path.of(archive + ".lock"));

    assertThat(run("", "--create-archive").err())
        .containsExactly(
            "error: the class archive " + archive + " cannot be created while " + lock + " exists");
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    for (int i = 0; i < 200 && !condition.call(); i++) {
      Thread.sleep(100);
    }
    assertThat(condition.call()).isTrue();
  }

  private List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.toList();
    }
  }
}
