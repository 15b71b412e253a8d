import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Megabytes a second over 10,000 files on all processors, and the ratio to reading the same bytes
 * in the same way. Both are warm: the median of rounds that take turns.
 *
 * <p>Run from the repository's root, after a build:
 * {@code java -cp scanner-cli/target/svc-preflight-0.1.0-all.jar benchmarks/Throughput.java [FILES]}
 */
class Throughput {
  private static final int ROUNDS = 7;

  public static void main(String[] arguments) throws Exception {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    Path directory = Files.createTempDirectory("throughput");
    List<Path> files = new ArrayList<>();
    long bytes = 0;
    Random random = new Random(7);
    for (int i = 0; i < count; i++) {
      String text = config(1 + i % 48, random);
      files.add(Files.writeString(directory.resolve("mcp-" + i + ".json"), text));
      bytes += text.length();
    }
    List<ScanRequest> requests = files.stream().map(ScanRequest::of).toList();
    Scanner scanner = Scanner.standard();
    List<Double> reading = new ArrayList<>();
    List<Double> scanning = new ArrayList<>();
    long findings = 0;
    for (int round = -2; round < ROUNDS; round++) {
      long start = System.nanoTime();
      readAll(files);
      long read = System.nanoTime();
      List<Integer> counts = scanner.scanAll(
          requests, outcome -> ((ScanOutcome.Scanned) outcome).report().findingsCount());
      long scanned = System.nanoTime();
      findings = counts.stream().mapToInt(Integer::intValue).sum();
      if (round >= 0) {
        reading.add((read - start) / 1e9);
        scanning.add((scanned - read) / 1e9);
      }
    }
    double megabytes = bytes / 1e6;
    System.out.printf(Locale.ROOT, "%d files, %.1f MB, %d findings, %d processors, Java %s%n",
        count, megabytes, findings, Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"));
    System.out.printf(Locale.ROOT, "  reading  %7.1f MB/s%n", megabytes / median(reading));
    System.out.printf(Locale.ROOT, "  scanning %7.1f MB/s   %.1f times as long as reading%n",
        megabytes / median(scanning), median(scanning) / median(reading));
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static void readAll(List<Path> files) throws Exception {
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Long>> sums = new ArrayList<>();
    for (Path file : files) {
      sums.add(pool.submit(() -> (long) Files.readAllBytes(file).length));
    }
    for (Future<Long> sum : sums) {
      sum.get();
    }
    pool.shutdown();
  }

  /** What files look like: mostly npx and uvx, references and placeholders, a secret now and then. */
  private static String config(int servers, Random random) {
    StringBuilder json = new StringBuilder("{\n  \"mcpServers\": {\n");
    for (int i = 0; i < servers; i++) {
      json.append("    \"server-").append(i).append("\": {\n");
      switch (random.nextInt(4)) {
        case 0 -> json.append("      \"url\": \"https://mcp-").append(i)
            .append(".example.com/mcp\",\n      \"headers\": {\"Authorization\": \"Bearer ${TOKEN}\"}\n");
        case 1 -> json.append("      \"command\": \"uvx\",\n      \"args\": [\"mcp-server-")
            .append(i).append("==1.0.").append(i).append("\"],\n      \"env\": {\"LOG_LEVEL\": \"info\"}\n");
        case 2 -> json.append("      \"command\": \"docker\",\n      \"args\": [\"run\", \"-i\", \"--rm\",")
            .append(" \"-e\", \"API_KEY\", \"mcp/server:1.").append(i).append("\"]\n");
        default -> json.append("      \"command\": \"npx\",\n      \"args\": [\"-y\", \"@scope/pkg-")
            .append(i).append("@2.").append(i).append(".0\"],\n      \"env\": {\"API_KEY\": \"")
            .append(random.nextInt(5) == 0 ? token(random) : "your-api-key-here").append("\"}\n");
      }
      json.append("    }").append(i < servers - 1 ? ",\n" : "\n");
    }
    return json.append("  }\n}\n").toString();
  }

  private static String token(Random random) {
    StringBuilder token = new StringBuilder("ghp_");
    for (int i = 0; i < 36; i++) {
      token.append("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
          .charAt(random.nextInt(62)));
    }
    return token.toString();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
