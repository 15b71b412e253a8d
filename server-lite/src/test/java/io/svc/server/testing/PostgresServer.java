package io.svc.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A PostgreSQL of the machine's own packages, on a free port of the loopback address, in a
 * directory of its own. There is one for all tests of a JVM; it goes, with its directory, when the
 * JVM does, even where that is killed: at once, since nobody reads what it would still write. For
 * the same reason it never waits for the disk.
 */
public final class PostgresServer {
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String MISSING =
      "tests on PostgreSQL need its server; on Debian: apt-get install postgresql";
  private static final Pattern VERSION = Pattern.compile("\\d{1,4}");

  /** What is not gone by then goes after the JVM, whose end is not to wait for it. */
  private static final int LONGEST_STOP_SECONDS = 5;

  /**
   * Arguments: the directory of the programs, the directory for the data, the port. The shell waits
   * on its standard input, which ends with the JVM.
   */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      cd "$2"
      if "$1/initdb" -D data -A trust -U app --no-locale -E UTF8 -N >log 2>&1 &&
        "$1/pg_ctl" -D data -w -l log -o "-c listen_addresses=127.0.0.1 -c port=$3 \
          -c unix_socket_directories=$2 -c fsync=off -c synchronous_commit=off \
          -c full_page_writes=off" start >>log 2>&1 </dev/null
      then
        echo ready
        cat >/dev/null
        "$1/pg_ctl" -D data -m immediate -w stop >>log 2>&1
      else
        cat log
      fi
      cd /
      rm -rf "$2"
      """;

  private static Optional<PostgresServer> shared = Optional.empty();
  private static boolean wasLookedFor;

  private final int port;
  private final AtomicInteger databases = new AtomicInteger();

  private PostgresServer(int port) {
    this.port = port;
  }

  /**
   * The server of this JVM, started when first asked for. Empty where PostgreSQL is not installed,
   * which is said once; where {@code CI} is {@code true} that fails.
   */
  public static synchronized Optional<PostgresServer> shared() {
    if (!wasLookedFor) {
      shared = programs().map(PostgresServer::start);
      wasLookedFor = true;
      if (shared.isEmpty()) {
        Prerequisite.report(MISSING);
      }
    }
    return shared;
  }

  /** The same for a test that is about PostgreSQL alone, which is skipped without it. */
  public static PostgresServer required() {
    return shared().orElseThrow(() -> Prerequisite.missing(MISSING));
  }

  /** The JDBC URL, with the user in it, of a database that is new and empty. */
  public String newDatabase() {
    return newDatabase("template1");
  }

  /** The same, of a database that is as another one, to which nobody is connected now. */
  String newDatabase(String template) {
    String name = "test_" + databases.incrementAndGet();
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + " TEMPLATE " + template);
    } catch (SQLException e) {
      throw new IllegalStateException("PostgreSQL made no database", e);
    }
    return url(name);
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=app";
  }

  private static Optional<Path> programs() {
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        Optional<Path> newest =
            versions
                .filter(path -> VERSION.matcher(path.getFileName().toString()).matches())
                .filter(path -> Files.isExecutable(path.resolve("bin/initdb")))
                .max(Comparator.comparing(path -> Integer.parseInt(path.getFileName().toString())))
                .map(path -> path.resolve("bin"));
        if (newest.isPresent()) {
          return newest;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return Prerequisite.program("pg_ctl")
        .map(Path::getParent)
        .filter(directory -> Files.isExecutable(directory.resolve("initdb")));
  }

  private static PostgresServer start(Path programs) {
    try {
      Path directory = Files.createTempDirectory("svc-postgresql");
      boolean isRoot = Files.getAttribute(directory, "unix:uid").equals(0);
      List<String> command = new ArrayList<>();
      if (isRoot) {
        // PostgreSQL refuses to run as root.
        var postgres =
            directory
                .getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName("postgres");
        Files.setOwner(directory, postgres);
        command.addAll(List.of("runuser", "-u", "postgres", "--"));
      }
      int port = freePort();
      command.addAll(
          List.of(
              "/bin/sh",
              "-c",
              SCRIPT,
              "sh",
              programs.toString(),
              directory.toString(),
              Integer.toString(port)));
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process, directory)));
      BufferedReader output = process.inputReader(UTF_8);
      String answer = output.readLine();
      if (!"ready".equals(answer)) {
        String log = answer + "\n" + String.join("\n", output.lines().toList());
        throw new IllegalStateException("PostgreSQL did not start:\n" + log);
      }
      return new PostgresServer(port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stop(Process process, Path directory) {
    try {
      process.getOutputStream().close();
      process.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      System.err.println("PostgreSQL is not told to end: " + directory);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
