package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Puts pipes, devices, sockets, directories and files of the kernel wherever the command reads a
 * file: it must end and report the type of the file.
 */
@Tag("thorough")
class SpecialFilesTest {
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final String CONFIG =
      """
      {"mcpServers": {"a": {"command": "npx", "args": ["-y", "acme-mcp"],
        "env": {"DB_PASSWORD": "winter-is-over-77"}}}}
      """;

  private enum Kind {
    PIPE("it is a named pipe; expected a regular file"),
    DEVICE("it is a device; expected a regular file"),
    SOCKET("it is a socket; expected a regular file"),
    KERNEL("it is a kernel file; expected a regular file"),
    DIRECTORY("it is a directory; expected a file");

    private final String reason;

    Kind(String reason) {
      this.reason = reason;
    }
  }

  /**
   * A file that the command reads.
   *
   * @param name where it is, below the project
   * @param command the command that reads it
   * @param isTold whether the run fails and gives the reason; what only adds something, such as a
   *     lock file, is passed over
   * @param except a kind that means something else there
   */
  private record Place(String name, String command, boolean isTold, List<Kind> except) {
    static Place reported(String name, String command, Kind... except) {
      return new Place(name, command, true, List.of(except));
    }

    static Place skipped(String name, String command) {
      return new Place(name, command, false, List.of());
    }

    @Override
    public String toString() {
      return command + " (" + name + ")";
    }
  }

  private static final List<Place> PLACES =
      List.of(
          Place.reported("x.json", "scan --config x.json"),
          Place.reported("x.json", "scan x.json", Kind.DIRECTORY),
          Place.reported("x.json", "baseline create --config x.json"),
          Place.reported("x.json", "fix --config x.json"),
          Place.reported("x.json", "fix x.json", Kind.DIRECTORY),
          Place.reported("x.json", "suppress 3f2a9c1d --reason r --config x.json"),
          Place.reported("x.yaml", "scan --config good.json --settings x.yaml"),
          Place.reported("x.json", "scan --config good.json --baseline x.json"),
          Place.reported("x.json", "baseline diff --config good.json --baseline x.json"),
          Place.reported(".svc/preflight.yaml", "scan --config good.json"),
          Place.reported(".svc/mcp-baseline.json", "scan --config good.json"),
          Place.reported("rules/x.yaml", "scan --config good.json --rules rules"),
          Place.reported("rules/x.yaml", "rules check rules"),
          Place.reported("x.yaml", "rules check x.yaml", Kind.DIRECTORY),
          Place.reported("x.json", "rules update --from x.json", Kind.DIRECTORY),
          Place.reported("x.zip", "rules update --from x.zip", Kind.DIRECTORY),
          Place.reported("x.json", "upload x.json --url http://127.0.0.1:9 --api-key k"),
          Place.reported("key", "upload good.json --url http://127.0.0.1:9 --api-key-file key"),
          Place.reported("data/svc-preflight/advisories.index", "scan --config good.json"),
          Place.skipped("package-lock.json", "fix --config good.json"),
          Place.skipped(".gitignore", "scan ."),
          Place.skipped(".mcp.json", "scan ."),
          Place.skipped(".mcp.json", "clients"),
          Place.skipped(".mcp.json", "doctor"));

  static List<Arguments> everyPlaceAndKind() {
    List<Arguments> all = new ArrayList<>();
    for (Place place : PLACES) {
      for (Kind kind : Kind.values()) {
        if (!place.except().contains(kind)) {
          all.add(Arguments.of(place, kind));
        }
      }
    }
    return all;
  }

  @TempDir private Path directory;
  private final List<Path> links = new ArrayList<>();
  private ServerSocketChannel socket;

  @AfterEach
  void cleanUp() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
    if (socket != null) {
      socket.close();
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("everyPlaceAndKind")
  void ends_and_gives_the_reason(Place place, Kind kind) {
    assumeTrue(Files.exists(Path.of("/proc/self/environ")), "SKIPPED: this is not Linux");
    CommandRun command = new CommandRun(directory);
    command.file("good.json", CONFIG);
    command.with("XDG_DATA_HOME", command.project().resolve("data").toString());
    put(command.project().resolve(place.name()), kind);

    Result result =
        assertTimeoutPreemptively(LONGEST, () -> command.run(place.command().split(" ")));

    assertThat(result.err()).doesNotContain("internal error");
    if (place.isTold()) {
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.err()).startsWith("error: ").contains(kind.reason);
    }
  }

  @Test
  void a_pipe_in_the_place_of_a_hook_is_rejected() {
    CommandRun command = new CommandRun(directory).with("PATH", System.getenv("PATH"));
    GitProject.create(command.project());
    put(command.project().resolve(".git/hooks/pre-commit"), Kind.PIPE);

    for (String verb : List.of("install", "uninstall", "status")) {
      Result result = assertTimeoutPreemptively(LONGEST, () -> command.run("hook", verb));

      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.err()).contains("cannot read the hook at").contains(Kind.PIPE.reason);
    }
  }

  @Test
  void a_git_that_waits_for_a_pipe_is_ended_and_the_directory_is_searched_without_it() {
    CommandRun command = new CommandRun(directory).with("PATH", System.getenv("PATH"));
    GitProject.create(command.project());
    put(command.project().resolve(".gitignore"), Kind.PIPE);
    command.file(".mcp.json", CONFIG);
    System.setProperty("svc.git.seconds", "1");
    try {
      Result result = assertTimeoutPreemptively(LONGEST, () -> command.run("scan", ".", "-t"));

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.out()).contains("hardcoded_secret");
      assertThat(result.err()).contains("warning: Git cannot list ");
    } finally {
      System.clearProperty("svc.git.seconds");
    }
  }

  private void put(Path file, Kind kind) {
    try {
      Files.createDirectories(file.getParent());
      switch (kind) {
        case PIPE -> Program.in(file.getParent()).ok("mkfifo", file.getFileName().toString());
        case DEVICE -> link(file, Path.of("/dev/zero"));
        case KERNEL -> link(file, Path.of("/proc/self/environ"));
        case DIRECTORY -> Files.createDirectories(file);
        case SOCKET -> {
          // The path of a socket may have 100 characters; that of a temporary directory has more.
          Path path = Files.createTempDirectory("svc").resolve("s");
          socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
          socket.bind(UnixDomainSocketAddress.of(path));
          link(file, path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void link(Path file, Path target) throws IOException {
    links.add(Files.createSymbolicLink(file, target));
  }
}
