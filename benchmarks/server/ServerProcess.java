package server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged server, in a process of its own without rate limits. */
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final URI address;
  private final double startMillis;

  ServerProcess(Path jar, Path data, String... more) throws IOException {
    this(jar, data, List.of(), more);
  }

  /**
   * Starts it.
   *
   * @param jar the jar, or the launcher with the jar in it
   * @param machine options of its Java machine, such as {@code -Xmx256m}
   * @param more options of its own
   */
  ServerProcess(Path jar, Path data, List<String> machine, String... more) throws IOException {
    long begin = System.nanoTime();
    List<String> command = new ArrayList<>();
    boolean isJar = jar.toString().endsWith(".jar");
    if (isJar) {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(machine);
      command.add("-jar");
    }
    command.add(jar.toAbsolutePath().toString());
    command.addAll(List.of("--port", "0", "--data-dir", data.toString()));
    command.addAll(List.of(more));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectError(data.resolveSibling("server.log").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
    if (!isJar) {
      builder.environment().put("JAVA_OPTS", String.join(" ", machine));
    }
    builder.environment().put("SVC_RATELIMIT_PROFILE", "off");
    // The webhook of the benchmark listens on this machine.
    builder.environment().put("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8");
    process = builder.start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    startMillis = (System.nanoTime() - begin) / 1e6;
    if (line == null) {
      throw new IOException(
          "the server does not start: " + Files.readString(data.resolveSibling("server.log")));
    }
    address = URI.create(line.substring("listening on ".length()));
  }

  URI address() {
    return address;
  }

  /** The number of the process. */
  long pid() {
    return process.pid();
  }

  /** From the start of the process to its line on standard output. */
  double startMillis() {
    return startMillis;
  }

  /** What the process holds in memory, as Linux counts it; 0 elsewhere. */
  double residentMegabytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    List<String> lines = Files.readAllLines(status);
    return lines.stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  /** The processor's time that the process took so far, as Linux counts it; 0 elsewhere. */
  double processorSeconds() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "stat");
    if (!Files.isReadable(status)) {
      return 0;
    }
    String text = Files.readString(status);
    // proc(5): behind the name, which may have blanks, the 12th and 13th field are in 1/100 s.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(40, TimeUnit.SECONDS).exceptionally(e -> process.destroyForcibly())
        .join();
    process.onExit().join();
  }
}
