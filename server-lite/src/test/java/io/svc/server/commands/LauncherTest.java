package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script in the root of the project, with a java and a mvn that only tell how they are called.
 */
class LauncherTest {
  private static final String TELL = "#!/bin/sh\nfor a in \"$@\"; do printf '%s\\n' \"$a\"; done\n";

  @TempDir private Path directory;
  private Path project;

  @BeforeEach
  void copy() throws IOException {
    project = Files.createDirectories(directory.resolve("a project"));
    Path root = Path.of(System.getProperty("project.root", ".."));
    Files.copy(root.resolve("svc-server"), project.resolve("svc-server"));
    program("runtime/bin/java", TELL);
    program(
        "bin/mvn",
        "#!/bin/sh\necho maven\nmkdir -p '%1$s/server-lite/target'\n>'%1$s/server-lite/target/svc-server.jar'\n"
            .formatted(project));
  }

  private void program(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private record Said(int exitCode, List<String> out, List<String> err) {}

  private Said run(String path, String javaOptions, String... arguments)
      throws IOException, InterruptedException {
    Path err = directory.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of("/bin/sh", project.resolve("svc-server").toString()),
                        Arrays.stream(arguments))
                    .toList())
            .directory(directory.toFile())
            .redirectError(err.toFile());
    builder.environment().put("PATH", path);
    builder.environment().put("JAVA_HOME", directory.resolve("runtime").toString());
    builder.environment().put("JAVA_OPTS", javaOptions);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), out.lines().toList(), Files.readAllLines(err));
  }

  @Test
  void builds_once_and_hands_arguments_over_as_they_are() throws Exception {
    String path = directory.resolve("bin") + ":/usr/bin:/bin";

    Said first = run(path, "", "serve", "a b", "*");
    Said second = run(path, "-Xmx64m  -Dx=*");

    assertThat(first.exitCode()).isZero();
    assertThat(first.err()).containsExactly("building svc-server, once");
    assertThat(first.out())
        .endsWith("-jar", project + "/server-lite/target/svc-server.jar", "serve", "a b", "*");
    assertThat(second.err()).isEmpty();
    assertThat(second.out())
        .containsSubsequence("-XX:+ExitOnOutOfMemoryError", "-Xmx64m", "-Dx=*", "-jar");
  }

  @Test
  void a_build_that_fails_prints_the_output_of_maven_without_escape_sequences() throws Exception {
    program("bin/mvn", "#!/bin/sh\nprintf '\\033[1mno compiler\\033[0m\\n'\nexit 1\n");

    assertThat(run(directory.resolve("bin") + ":/usr/bin:/bin", "", "serve"))
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
  void the_locale_can_name_every_file() throws Exception {
    program("runtime/bin/java", "#!/bin/sh\necho $LC_ALL\n");
    String path = directory.resolve("bin") + ":/usr/bin:/bin";
    run(path, "", "version");

    for (String options : List.of("", "-Xmx64m")) {
      assertThat(run(path, options, "version").out()).containsExactly("C.UTF-8");
    }
  }

  @Test
  void a_jvm_that_cannot_start_is_an_error_and_not_the_answer_no() throws Exception {
    String path = directory.resolve("bin") + ":/usr/bin:/bin";
    run(path, "", "version");
    program("runtime/bin/java", "#!/bin/sh\nexit 1\n");

    assertThat(run(path, "-Xfrobnicate", "policy", "test").exitCode()).isEqualTo(2);

    program("runtime/bin/java", "#!/bin/sh\ncase \"$*\" in *svc.exit.one=3*) exit 3 ;; esac\n");
    assertThat(run(path, "-Xmx64m", "policy", "test").exitCode()).isEqualTo(1);
    assertThat(run(path, "", "policy", "test").exitCode()).isZero();
    assertThat(run(path, "-Xmx64m", "serve").exitCode()).isZero();
  }

  @Test
  void reports_what_is_needed_where_maven_is_missing() throws Exception {
    Said match = run("/nowhere", "");

    assertThat(match)
        .isEqualTo(
            new Said(
                2,
                List.of(),
                List.of(
                    "error: building svc-server needs Maven 3.8.6 or newer and a JDK 17 or"
                        + " newer")));
  }
}
