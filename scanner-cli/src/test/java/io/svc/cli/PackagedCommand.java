package io.svc.cli;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The command as it is shipped, run as a process of its own. */
final class PackagedCommand {
  /** What a run said and how it ended. */
  record Result(int exitCode, String out, String err) {}

  private static final int LONGEST_SECONDS = 120;

  private final List<String> start;
  private final Map<String, String> environment;

  private PackagedCommand(List<String> start, Map<String, String> environment) {
    this.start = start;
    this.environment = environment;
  }

  /** The self-executing file, on a given JDK and with a cache directory of its own. */
  static PackagedCommand launcher(Path jdk, Path cache) {
    return launcher(file(), jdk, cache);
  }

  /** A copy of the self-executing file. */
  static PackagedCommand launcher(Path file, Path jdk, Path cache) {
    return new PackagedCommand(
        List.of(file.toString()),
        Map.of("JAVA_HOME", jdk.toString(), "XDG_CACHE_HOME", cache.toString()));
  }

  /** A JVM with options of the caller's, running the plain jar. */
  static PackagedCommand jvm(Path jdk, String... options) {
    List<String> start = new ArrayList<>();
    start.add(jdk.resolve("bin/java").toString());
    start.addAll(List.of(options));
    start.addAll(List.of("-jar", System.getProperty("packaged.jar")));
    return new PackagedCommand(start, Map.of());
  }

  /** The same command behind another program, such as one that takes the network away. */
  PackagedCommand wrappedBy(String... program) {
    List<String> longer = new ArrayList<>(List.of(program));
    longer.addAll(start);
    return new PackagedCommand(longer, environment);
  }

  static Path file() {
    return Path.of(System.getProperty("packaged.command"));
  }

  Result run(Path directory, String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(start);
    line.addAll(List.of(arguments));
    Path out = Files.createTempFile("svc-out", ".txt");
    Path err = Files.createTempFile("svc-err", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .redirectInput(new File("/dev/null"));
      builder.environment().putAll(environment);
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      Process process = builder.start();
      if (!process.waitFor(LONGEST_SECONDS, SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("Still running after " + LONGEST_SECONDS + " s: " + line);
      }
      return new Result(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /**
   * Waits for the class archive. The launcher creates it in the background with {@code nice}, which
   * takes minutes while other tests use every core.
   */
  static Path awaitArchive(Path cache) throws IOException, InterruptedException {
    List<Path> files = List.of();
    for (int i = 0; i < 3000; i++) {
      try (Stream<Path> entries = Files.list(cache.resolve("svc-preflight"))) {
        files = entries.toList();
      }
      for (Path file : files) {
        if (file.toString().matches(".*\\.(jsa|aot)")) {
          return file;
        }
      }
      Thread.sleep(100);
    }
    throw new AssertionError("No archive within 5 minutes, only " + files);
  }

  /** Every JDK from 17 on that this machine has. */
  static List<Path> jdks() {
    TreeSet<Path> jdks = new TreeSet<>();
    addJdk(Path.of(System.getProperty("java.home")), jdks);
    for (String parent :
        List.of("/usr/lib/jvm", "/Library/Java/JavaVirtualMachines", "/opt/java")) {
      if (Files.isDirectory(Path.of(parent))) {
        try (Stream<Path> homes = Files.list(Path.of(parent))) {
          homes.forEach(home -> addJdk(home, jdks));
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
    return List.copyOf(jdks);
  }

  private static void addJdk(Path home, Set<Path> jdks) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
      return;
    }
    try {
      for (String line : Files.readAllLines(release)) {
        if (line.startsWith("JAVA_VERSION=\"")) {
          String version = line.substring("JAVA_VERSION=\"".length());
          int feature = Integer.parseInt(version.split("[.\"-]", 2)[0]);
          if (feature >= 17) {
            jdks.add(home.toRealPath());
          }
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
