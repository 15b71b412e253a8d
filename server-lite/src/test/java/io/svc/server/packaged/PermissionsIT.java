package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.server.testing.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read what the server and its verbs write, and as whom they run. */
@Tag("thorough")
class PermissionsIT {
  /** Hides nothing by itself. */
  private static final List<String> WITHOUT_UMASK =
      List.of("sh", "-c", "umask 000; exec \"$@\"", "sh");

  @TempDir private Path directory;
  private Path data;

  @BeforeEach
  void setUp() {
    data = directory.resolve("data");
  }

  @Test
  void whatever_the_umask_only_the_owner_reads_what_is_written() throws Exception {
    try (PackagedServer server = start()) {
      server.admin();
      assertThat(modes(data))
          .contains("d rwx------ ", "- rw------- master.key", "- rw------- app.db");
      verb("backup", "full.zip", "--include-keys", "--passphrase-file", passphrase());
      verb("audit", "export", "--org", "acme", "--output", "audit.jsonl");
      verb("keys", "rotate-master");
      assertClosed(data);
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
    verb("restore", "full.zip", "--yes", "--passphrase-file", "passphrase");
    assertClosed(data);
    assertThat(mode(directory.resolve("full.zip"))).isEqualTo("rw-------");
    assertThat(mode(directory.resolve("audit.jsonl"))).isEqualTo("rw-------");
    assertThat(unexpectedFiles()).isEmpty();
  }

  @Test
  void a_user_without_any_power_can_run_it_where_all_but_its_directory_is_read_only()
      throws Exception {
    if (!isRoot() || !works("setpriv", "--version") || !works("unshare", "--mount", "true")) {
      throw Prerequisite.missing("only root with setpriv and unshare can become nobody");
    }
    assumeTrue(isOpen(Path.of(System.getProperty("packaged.server"))), "nobody can read the jar");
    open(directory);
    for (String name : List.of("data", "tmp")) {
      Path own = Files.createDirectory(directory.resolve(name));
      Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
      Files.setAttribute(own, "unix:uid", 65_532);
    }
    List<String> nobody =
        List.of(
            "unshare",
            "--mount",
            "sh",
            "-c",
            """
            here=$1
            shift
            mount --bind "$here" "$here" && mount -o remount,ro,bind / && exec env \
              "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$here/tmp" "SQLITE_TMPDIR=$here/tmp" setpriv --reuid=65532 --regid=65532 \
              --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
            """,
            "sh",
            directory.toString());
    try (PackagedServer server =
        PackagedServer.launchBy(nobody, directory, "--port", "0", "--data-dir", data.toString())) {
      server.address();
      server.admin();

      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
      assertClosed(data);
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
    assertThat(unexpectedFiles()).containsExactly("tmp");
  }

  private static boolean works(String... line) throws Exception {
    try {
      return new ProcessBuilder(line).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether everybody may read a file: a checkout below a closed directory is none of nobody's. */
  private static boolean isOpen(Path file) {
    for (Path path = file; path.getNameCount() > 0; path = path.getParent()) {
      if (!mode(path).endsWith("x") && !(path.equals(file) && mode(path).startsWith("r--", 6))) {
        return false;
      }
    }
    return true;
  }

  private static void open(Path path) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private PackagedServer start() throws Exception {
    PackagedServer server =
        PackagedServer.launchBy(
            WITHOUT_UMASK, directory, "--port", "0", "--data-dir", data.toString());
    server.address();
    return server;
  }

  private void verb(String... words) throws Exception {
    List<String> line = new java.util.ArrayList<>(List.of(words));
    line.addAll(List.of("--data-dir", data.toString()));
    try (PackagedServer verb =
        PackagedServer.launchBy(WITHOUT_UMASK, directory, line.toArray(String[]::new))) {
      assertThat(verb.exitCode()).as("%s: %s%s", line, verb.out(), verb.err()).isZero();
    }
  }

  private String passphrase() throws IOException {
    Files.writeString(directory.resolve("passphrase"), "a long enough one 42", UTF_8);
    return "passphrase";
  }

  private static void assertClosed(Path path) throws IOException {
    assertThat(modes(path)).allMatch(line -> line.matches("(d rwx------|- rw-------) .*"));
  }

  /** Kind, mode and name of everything below a directory. */
  private static List<String> modes(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files
          .map(
              file ->
                  (Files.isDirectory(file) ? "d " : "- ")
                      + mode(file)
                      + " "
                      + path.relativize(file))
          .toList();
    }
  }

  private static String mode(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** What lies beside the data and was not asked for. */
  private List<String> unexpectedFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(
              name -> !name.matches("(out|err).*\\.txt|data|full\\.zip|audit\\.jsonl|passphrase"))
          .toList();
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
