import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whole-process time of one scan of a file with 40 servers, as a ratio to an empty main on the same
 * JDK in the same run. The cases take turns, so that a slow moment of the machine hits all of them.
 *
 * <p>Run from the repository's root, after a build: {@code java benchmarks/ColdStart.java [RUNS]}
 */
class ColdStart {
  private static final int SERVERS = 40;

  public static void main(String[] arguments) throws Exception {
    int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 21;
    Path command = Path.of("scanner-cli/target/svc-preflight").toAbsolutePath();
    if (!Files.isExecutable(command)) {
      System.err.println("Build first: mvn -q -DskipTests package");
      System.exit(2);
    }
    Path directory = Files.createTempDirectory("cold-start");
    Path config = directory.resolve("mcp.json");
    Files.writeString(config, config());
    for (Path jdk : jdks()) {
      measure(jdk, command, directory, config, runs);
    }
  }

  private static void measure(Path jdk, Path command, Path directory, Path config, int runs)
      throws Exception {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    Path source = Files.writeString(
        directory.resolve("Empty.java"), "class Empty { public static void main(String[] a) {} }");
    run(Map.of(), List.of(jdk + "/bin/javac", "-d", classes.toString(), source.toString()));
    Path cache = directory.resolve("cache-" + jdk.getFileName());
    Map<String, String> cached =
        Map.of("JAVA_HOME", jdk.toString(), "XDG_CACHE_HOME", cache.toString());
    Map<String, String> uncached =
        Map.of("JAVA_HOME", jdk.toString(), "SVC_PREFLIGHT_NO_CACHE", "1");
    List<String> scan = List.of(command.toString(), "scan", "--config", config.toString());
    run(cached, scan);
    awaitArchive(cache.resolve("svc-preflight"));

    Map<String, long[]> nanos = new LinkedHashMap<>();
    String empty = "empty main";
    for (String name : List.of(empty, "scan, archive", "scan, no archive", "--version")) {
      nanos.put(name, new long[runs]);
    }
    for (int i = -2; i < runs; i++) {
      record(nanos, empty, i, Map.of(),
          List.of(jdk + "/bin/java", "-cp", classes.toString(), "Empty"));
      record(nanos, "scan, archive", i, cached, scan);
      record(nanos, "scan, no archive", i, uncached, scan);
      record(nanos, "--version", i, cached, List.of(command.toString(), "--version"));
    }
    System.out.println(jdk.getFileName() + ", median of " + runs + " runs:");
    double yardstick = median(nanos.get(empty));
    nanos.forEach((name, times) -> System.out.printf(Locale.ROOT, "  %-18s %6.1f ms   %.2f times an empty main%n",
        name, median(times) / 1e6, median(times) / yardstick));
  }

  private static void record(
      Map<String, long[]> nanos, String name, int run, Map<String, String> env, List<String> line)
      throws Exception {
    long time = run(env, line);
    if (run >= 0) {
      nanos.get(name)[run] = time;
    }
  }

  private static long run(Map<String, String> environment, List<String> line) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(line)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_"));
    builder.environment().putAll(environment);
    long start = System.nanoTime();
    builder.start().waitFor();
    return System.nanoTime() - start;
  }

  /** The launcher makes it in the background, a second after its first run. */
  private static void awaitArchive(Path cache) throws Exception {
    for (int i = 0; i < 300; i++) {
      Thread.sleep(100);
      if (Files.isDirectory(cache)) {
        try (Stream<Path> files = Files.list(cache)) {
          if (files.anyMatch(file -> file.toString().matches(".*\\.(jsa|aot)"))) {
            return;
          }
        }
      }
    }
    throw new IllegalStateException("No archive was made in " + cache);
  }

  private static double median(long[] times) {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Half of the servers hold a token; it is made up here, so that none is in the repository. */
  private static String config() {
    Random random = new Random(5);
    StringBuilder json = new StringBuilder("{\n  \"mcpServers\": {\n");
    for (int i = 0; i < SERVERS; i++) {
      json.append("    \"server-").append(i).append("\": {\n      \"command\": \"npx\",\n");
      json.append("      \"args\": [\"-y\", \"@scope/pkg-").append(i).append("@1.").append(i);
      json.append(".0\", \"--port\", \"").append(3000 + i).append("\"],\n      \"env\": {\n");
      json.append("        \"API_KEY\": \"${API_KEY}\",\n        \"LOG_LEVEL\": \"info\",\n");
      if (i % 2 == 0) {
        json.append("        \"GITHUB_TOKEN\": \"ghp_").append(token(random)).append("\",\n");
      }
      json.append("        \"DATABASE_URL\": \"postgres://app:${DB_PASSWORD}@db.internal/app\"\n");
      json.append("      }\n    }").append(i < SERVERS - 1 ? ",\n" : "\n");
    }
    return json.append("  }\n}\n").toString();
  }

  private static String token(Random random) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    StringBuilder token = new StringBuilder();
    for (int i = 0; i < 36; i++) {
      token.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return token.toString();
  }

  private static List<Path> jdks() throws IOException {
    TreeSet<Path> jdks = new TreeSet<>();
    jdks.add(Path.of(System.getProperty("java.home")).toRealPath());
    Path parent = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(parent)) {
      try (Stream<Path> homes = Files.list(parent)) {
        for (Path home : homes.toList()) {
          if (Files.isExecutable(home.resolve("bin/javac")) && feature(home) >= 17) {
            jdks.add(home.toRealPath());
          }
        }
      }
    }
    return new ArrayList<>(jdks);
  }

  private static int feature(Path home) throws IOException {
    for (String line : Files.readString(home.resolve("release"), StandardCharsets.UTF_8).split("\n")) {
      if (line.startsWith("JAVA_VERSION=\"")) {
        return Integer.parseInt(line.substring(14).split("[.\"-]", 2)[0]);
      }
    }
    return 0;
  }
}
