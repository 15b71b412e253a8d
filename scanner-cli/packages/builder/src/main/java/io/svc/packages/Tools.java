package io.svc.packages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** External programs of the build. */
final class Tools {
  private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\d+)");

  private Tools() {}

  /**
   * Returns the command prefix that makes the threads of a program run one after the other; a
   * weaker one, or an empty one, if the machine does not permit it.
   */
  static List<String> singleThreadedPrefix() throws IOException, InterruptedException {
    List<String> pinned = List.of("taskset", "-c", firstProcessor());
    List<String> uninterrupted = new ArrayList<>(List.of("chrt", "--fifo", "1"));
    uninterrupted.addAll(pinned);
    if (works(uninterrupted)) {
      return uninterrupted;
    }
    return works(pinned) ? pinned : List.of();
  }

  /** Returns whether this machine supports all of {@link #singleThreadedPrefix}. */
  static boolean canRunSingleThreaded() throws IOException, InterruptedException {
    return singleThreadedPrefix().contains("chrt");
  }

  private static boolean works(List<String> prefix) throws InterruptedException {
    List<String> line = new ArrayList<>(prefix);
    line.add("true");
    try {
      return new ProcessBuilder(line).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the number of the first processor available to this process; in a container it may not
   * be 0.
   */
  private static String firstProcessor() throws IOException {
    Matcher allowed = ALLOWED.matcher(Files.readString(Path.of("/proc/self/status")));
    return allowed.find() ? allowed.group(1) : "0";
  }

  /** Runs a program; shows its output only if it fails. */
  static String run(List<String> line) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    // The packages must not depend on the Java options of the build environment.
    builder.environment().keySet().removeIf(name -> name.matches("(JAVA|_JAVA|JDK_JAVA)_.*"));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(
          "Ended with " + exitCode + ": " + String.join(" ", line) + "\n" + output);
    }
    return output;
  }
}
