package server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of the machine's own packages, as it is set when it is installed, in a directory of
 * its own. It goes when this process does.
 */
final class Postgres implements AutoCloseable {
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  /** Arguments: the directory of the programs, that of the data, the port. */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      cd "$2"
      if "$1/initdb" -D data -A trust -U app --no-locale -E UTF8 >log 2>&1 &&
        "$1/pg_ctl" -D data -w -l log -o "-c listen_addresses=127.0.0.1 -c port=$3 \\
          -c unix_socket_directories=$2" start >>log 2>&1 </dev/null
      then
        head -1 data/postmaster.pid
        cat >/dev/null
        "$1/pg_ctl" -D data -m immediate -w stop >>log 2>&1
      else
        echo failed
        cat log
      fi
      cd /
      rm -rf "$2"
      """;

  private final Process process;
  private final long pid;
  private final int port;

  Postgres() throws IOException {
    Path programs =
        programs()
            .orElseThrow(
                () ->
                    new IOException(
                        "PostgreSQL's initdb and pg_ctl are not there; on Debian: apt-get install"
                            + " postgresql"));
    Path directory = Files.createTempDirectory("svc-postgresql");
    List<String> command = new ArrayList<>();
    if (Files.getAttribute(directory, "unix:uid").equals(0)) {
      // PostgreSQL refuses to run as root.
      Files.setOwner(
          directory,
          directory
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName("postgres"));
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    command.addAll(List.of("/bin/sh", "-c", SCRIPT, "sh", programs.toString()));
    command.addAll(List.of(directory.toString(), Integer.toString(port)));
    process =
        new ProcessBuilder(command).directory(new File("/")).redirectErrorStream(true).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String answer = output.readLine();
    if (answer == null || !answer.matches("\\d+")) {
      throw new IOException("PostgreSQL did not start: " + String.join("\n", output.lines().toList()));
    }
    pid = Long.parseLong(answer);
  }

  private static Optional<Path> programs() throws IOException {
    List<Path> places = new ArrayList<>();
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        versions
            .filter(path -> path.getFileName().toString().matches("\\d{1,4}"))
            .sorted(
                Comparator.comparing((Path path) -> Integer.parseInt(path.getFileName().toString()))
                    .reversed())
            .forEach(path -> places.add(path.resolve("bin")));
      }
    }
    for (String place : System.getenv("PATH").split(File.pathSeparator, -1)) {
      places.add(Path.of(place));
    }
    return places.stream()
        .filter(place -> Files.isExecutable(place.resolve("initdb")))
        .filter(place -> Files.isExecutable(place.resolve("pg_ctl")))
        .findFirst();
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=app";
  }

  /** The processor's time of all its processes, also of those that have ended. */
  double processorSeconds() throws IOException {
    long ticks = 0;
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      for (Path one : all.filter(path -> path.getFileName().toString().matches("\\d+")).toList()) {
        ticks += ticks(one);
      }
    }
    return ticks / 100.0;
  }

  private long ticks(Path one) throws IOException {
    String text;
    try {
      text = Files.readString(one.resolve("stat"));
    } catch (IOException e) {
      // It ended meanwhile, and counts as a child of the first process.
      return 0;
    }
    // proc(5): behind the name, which may have blanks, the 2nd field is the parent, the 12th to
    // 15th are the time of the process and of its children that ended, in 1/100 s.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    boolean isFirst = one.getFileName().toString().equals(Long.toString(pid));
    if (!isFirst && Long.parseLong(fields[1]) != pid) {
      return 0;
    }
    long own = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    return isFirst ? own + Long.parseLong(fields[13]) + Long.parseLong(fields[14]) : own;
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
