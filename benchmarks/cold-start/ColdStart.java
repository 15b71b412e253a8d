import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whole-process time of one scan of a file with 40 servers or another number, by each way of starting the command, next
 * to two yardsticks: an empty main on the same JDK, and an empty script of node where there is one.
 * All cases take turns, so that a slow moment of the machine hits all of them.
 *
 * <p>Run from the repository's root, after a build: {@code java benchmarks/cold-start/ColdStart.java
 * [RUNS [SERVERS]]}. The runtime image is measured when the packages were built too ({@code -Ppackages}).
 */
class ColdStart {
  private static final int WARM_UPS = 2;
  private static final double TICKS = 100;

  /** One way to spend a process. */
  private record Case(String name, Map<String, String> environment, List<String> line) {}

  public static void main(String[] arguments) throws Exception {
    int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 21;
    int servers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 40;
    Path target = Path.of("scanner-cli/target").toAbsolutePath();
    if (!Files.isExecutable(target.resolve("svc-preflight"))) {
      System.err.println("Build first: mvn -q -DskipTests package");
      System.exit(2);
    }
    Path directory = Files.createTempDirectory("cold-start");
    try {
      Path config = Files.writeString(directory.resolve("mcp.json"), config(servers));
      for (Path jdk : jdks()) {
        List<Case> cases = cases(jdk, target, directory, config);
        System.out.println(jdk.getFileName() + ", " + runs + " runs of each, taking turns:");
        measure(cases, runs);
      }
    } finally {
      delete(directory);
    }
  }

  private static List<Case> cases(Path jdk, Path target, Path directory, Path config)
      throws Exception {
    Path classes = Files.createDirectories(directory.resolve("classes-" + jdk.getFileName()));
    Path source = Files.writeString(
        directory.resolve("Empty.java"), "class Empty { public static void main(String[] a) {} }");
    run(new Case("", Map.of(),
        List.of(jdk + "/bin/javac", "-d", classes.toString(), source.toString())));
    String java = jdk + "/bin/java";
    List<String> scan = List.of("scan", "--config", config.toString());
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("empty main", Map.of(), List.of(java, "-cp", classes.toString(), "Empty")));
    for (Path node : onPath("node")) {
      cases.add(new Case("node -e 0", Map.of(), List.of(node.toString(), "-e", "0")));
    }
    for (Path image : images(target)) {
      cases.add(new Case("image (" + feature(image) + ")", Map.of(),
          with(List.of(image.resolve("bin/svc-preflight").toString()), scan)));
    }
    Path cache = directory.resolve("cache-" + jdk.getFileName());
    List<String> launcher = with(List.of(target.resolve("svc-preflight").toString()), scan);
    Case cached = new Case("launcher, archive",
        Map.of("JAVA_HOME", jdk.toString(), "XDG_CACHE_HOME", cache.toString()), launcher);
    run(cached);
    awaitArchive(cache.resolve("svc-preflight"));
    cases.add(cached);
    cases.add(new Case("launcher, no archive",
        Map.of("JAVA_HOME", jdk.toString(), "SVC_PREFLIGHT_NO_CACHE", "1"), launcher));
    for (Path jar : matching(target, "svc-preflight-.*-all\\.jar")) {
      cases.add(new Case("java -jar", Map.of(), with(List.of(java, "-jar", jar.toString()), scan)));
    }
    return cases;
  }

  private static void measure(List<Case> cases, int runs) throws Exception {
    Map<Case, double[]> wall = new LinkedHashMap<>();
    Map<Case, double[]> processor = new LinkedHashMap<>();
    for (Case one : cases) {
      wall.put(one, new double[runs]);
      processor.put(one, new double[1]);
    }
    for (int i = -WARM_UPS; i < runs; i++) {
      for (Case one : cases) {
        double before = processorOfChildren();
        double milliseconds = run(one);
        if (i >= 0) {
          wall.get(one)[i] = milliseconds;
          processor.get(one)[0] += (processorOfChildren() - before) / runs;
        }
      }
    }
    double yardstick = quantile(wall.get(cases.get(0)), 0.5);
    double yardstickProcessor = processor.get(cases.get(0))[0];
    System.out.printf(Locale.ROOT, "  %-22s %9s %17s %9s %11s %15s%n",
        "", "median", "middle half", "fastest", "empty mains", "processor time");
    for (Case one : cases) {
      double[] times = wall.get(one);
      System.out.printf(Locale.ROOT,
          "  %-22s %6.1f ms %7.1f - %-7.1f %6.1f ms %9.2f x %6.0f ms %5.2f x%n",
          one.name(), quantile(times, 0.5), quantile(times, 0.25), quantile(times, 0.75),
          quantile(times, 0), quantile(times, 0.5) / yardstick, processor.get(one)[0],
          processor.get(one)[0] / yardstickProcessor);
    }
  }

  /** Milliseconds from the start of the process to its end. */
  private static double run(Case one) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(one.line())
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.matches("_?JAVA_.*|JDK_JAVA_.*"));
    builder.environment().putAll(one.environment());
    long start = System.nanoTime();
    builder.start().waitFor();
    return (System.nanoTime() - start) / 1e6;
  }

  /**
   * Milliseconds that children which have ended have spent on processors; 0 where the system does not
   * tell. In steps of ten: only a mean over many runs says something.
   */
  private static double processorOfChildren() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.isReadable(stat)) {
      return 0;
    }
    String text = Files.readString(stat);
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * 1000 / TICKS;
  }

  /** The launcher makes it in the background, a second after its first run. */
  private static void awaitArchive(Path cache) throws Exception {
    for (int i = 0; i < 300; i++) {
      Thread.sleep(100);
      if (Files.isDirectory(cache) && !matching(cache, ".*\\.(jsa|aot)").isEmpty()
          && matching(cache, ".*\\.lock").isEmpty()) {
        return;
      }
    }
    throw new IllegalStateException("No archive was made in " + cache);
  }

  private static double quantile(double[] times, double part) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(part * (sorted.length - 1))];
  }

  private static List<String> with(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  private static List<Path> images(Path target) throws IOException {
    Path packages = target.resolveSibling("packages").resolve("target");
    return Files.isDirectory(packages) ? matching(packages, "svc-preflight-.*-linux-\\w+") : List.of();
  }

  private static List<Path> matching(Path directory, String pattern) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().matches(pattern)).sorted().toList();
    }
  }

  private static List<Path> onPath(String program) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(directory, program))) {
        return List.of(Path.of(directory, program));
      }
    }
    return List.of();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Half of the servers hold a token; it is made up here, so that none is in the repository. */
  private static String config(int servers) {
    Random random = new Random(5);
    StringBuilder json = new StringBuilder("{\n  \"mcpServers\": {\n");
    for (int i = 0; i < servers; i++) {
      json.append("    \"server-").append(i).append("\": {\n      \"command\": \"npx\",\n");
      json.append("      \"args\": [\"-y\", \"@scope/pkg-").append(i).append("@1.").append(i);
      json.append(".0\", \"--port\", \"").append(3000 + i).append("\"],\n      \"env\": {\n");
      json.append("        \"API_KEY\": \"${API_KEY}\",\n        \"LOG_LEVEL\": \"info\",\n");
      if (i % 2 == 0) {
        json.append("        \"GITHUB_TOKEN\": \"ghp_").append(token(random)).append("\",\n");
      }
      json.append("        \"DATABASE_URL\": \"postgres://app:${DB_PASSWORD}@db.internal/app\"\n");
      json.append("      }\n    }").append(i < servers - 1 ? ",\n" : "\n");
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
