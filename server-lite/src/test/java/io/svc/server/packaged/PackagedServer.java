package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The server as it is shipped, run as a process of its own on the JDK that runs the tests. */
final class PackagedServer implements AutoCloseable {
  /** A password that is good enough. */
  static final String PASSWORD = "plenty of horses 7";

  private static final String GREETING = "listening on ";
  private static final int LONGEST_SECONDS = 120;

  private final Process process;
  private final Path out;
  private final Path err;

  private PackagedServer(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Begins to start one, without waiting for it. Arguments with {@code -X} are for the JVM, such as
   * {@code -Xmx256m}.
   */
  static PackagedServer launch(Path directory, String... arguments) throws IOException {
    return launchBy(List.of(), directory, arguments);
  }

  /** The same, by a program that sets something and then becomes the server. */
  static PackagedServer launchBy(List<String> starter, Path directory, String... arguments)
      throws IOException {
    List<String> line = new ArrayList<>(starter);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It lives for seconds, in which better code is not earned back.
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    line.addAll(ClassArchive.options());
    Stream.of(arguments).filter(PackagedServer::isForJvm).forEach(line::add);
    line.addAll(List.of("-jar", System.getProperty("packaged.server")));
    Stream.of(arguments).filter(argument -> !isForJvm(argument)).forEach(line::add);
    return start(directory, line, Map.of());
  }

  /**
   * Begins to start the launcher, without waiting for it.
   *
   * @param cache the directory of the user's caches, where the archive of classes is
   */
  static PackagedServer launcher(Path directory, Path cache, Path jdk, String... arguments)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(
        Path.of(System.getProperty("packaged.server")).resolveSibling("svc-server").toString());
    line.addAll(List.of(arguments));
    return start(
        directory, line, Map.of("JAVA_HOME", jdk.toString(), "XDG_CACHE_HOME", cache.toString()));
  }

  private static PackagedServer start(
      Path directory, List<String> line, Map<String, String> variables) throws IOException {
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("SVC_RATELIMIT_PROFILE", "off");
    builder.environment().putAll(variables);
    return new PackagedServer(builder.start(), out, err);
  }

  private static boolean isForJvm(String argument) {
    return argument.startsWith("-X");
  }

  /** Starts one on a free port over a data directory, and waits until it listens. */
  static PackagedServer start(Path directory, Path data, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--port", "0", "--data-dir", data.toString()));
    arguments.addAll(List.of(more));
    PackagedServer server = launch(directory, arguments.toArray(String[]::new));
    server.address();
    return server;
  }

  /** Where it listens, as it told. */
  URI address() throws Exception {
    for (int i = 0; i < LONGEST_SECONDS * 500; i++) {
      String output = out();
      if (output.contains("\n")) {
        return URI.create(output.lines().findFirst().orElse("").substring(GREETING.length()));
      }
      if (!process.isAlive()) {
        break;
      }
      // Often, so that a line that comes too early is seen before it has become true.
      Thread.sleep(2);
    }
    throw new AssertionError("it does not listen:\n" + out() + err());
  }

  String out() throws IOException {
    return Files.readString(out, UTF_8);
  }

  String err() throws IOException {
    return Files.readString(err, UTF_8);
  }

  Client visitor() throws Exception {
    return Client.of(address(), answer -> {});
  }

  /** The administrator of a new workspace. */
  Client admin() throws Exception {
    Client client = visitor();
    Answer answer =
        client.post(
            "/api/auth/register",
            Map.of(
                "username", "dana",
                "email", "dana@example.com",
                "password", PASSWORD,
                "workspaceName", "Acme"));
    if (answer.status() != 200) {
      throw new AssertionError(answer.toString());
    }
    return client;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** All that it has worked so far. */
  Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    exitCode();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it does not end");
    }
    return process.exitValue();
  }

  /** Whatever happened, no process stays behind. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
