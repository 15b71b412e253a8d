import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Files that somebody made to stop a scan: each kind is scanned at a quarter and at its whole size.
 * Time must grow as the size does, so four times the bytes may take about four times as long; the
 * yardstick for the speed itself is an ordinary file of the same size.
 *
 * <p>Run from the repository's root, after a build:
 * {@code java -cp scanner-cli/target/svc-preflight-0.1.0-all.jar benchmarks/Hostile.java [MEGABYTES]}
 */
class Hostile {
  private static final int ROUNDS = 3;
  private static final double MOST_GROWTH = 8;

  public static void main(String[] arguments) throws Exception {
    int most = (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10) * 1_000_000;
    Scanner scanner = new Scanner(ScanSettings.standard().withMaxFileBytes(1L << 30));
    Path directory = Files.createTempDirectory("hostile");
    System.out.printf(Locale.ROOT, "%-44s %8s %9s %9s %8s %9s%n",
        "kind, Java " + System.getProperty("java.version"), "MB", "quarter", "whole", "growth",
        "ordinary");
    boolean isLinear = true;
    for (Map.Entry<String, IntFunction<String>> kind : kinds().entrySet()) {
      String ending = kind.getKey().startsWith("YAML") ? ".yaml"
          : kind.getKey().startsWith("TOML") ? ".toml" : ".json";
      int size = kind.getKey().contains("1 MB") ? 1_000_000 : most;
      Path quarter = Files.writeString(directory.resolve("quarter" + ending),
          kind.getValue().apply(size / 4));
      String text = kind.getValue().apply(size);
      Path whole = Files.writeString(directory.resolve("whole" + ending), text);
      Path ordinary = Files.writeString(directory.resolve("ordinary.json"),
          ordinary(text.length()));
      best(scanner, quarter, 1);
      double ofQuarter = best(scanner, quarter, ROUNDS);
      double ofWhole = best(scanner, whole, ROUNDS);
      double ofOrdinary = best(scanner, ordinary, 1);
      // What takes less than a blink cannot be told from noise.
      double growth = ofWhole / Math.max(ofQuarter, 0.02);
      isLinear &= growth <= MOST_GROWTH;
      System.out.printf(Locale.ROOT, "%-44s %8.1f %7.2f s %7.2f s %6.1f x %6.1f x%s%n",
          kind.getKey(), text.length() / 1e6, ofQuarter, ofWhole, growth, ofWhole / ofOrdinary,
          growth <= MOST_GROWTH ? "" : "  NOT LINEAR");
      for (Path file : List.of(quarter, whole, ordinary)) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
    if (!isLinear) {
      System.exit(1);
    }
  }

  private static double best(Scanner scanner, Path file, int rounds) {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      ScanOutcome outcome = scanner.scan(ScanRequest.of(file));
      seconds.add((System.nanoTime() - start) / 1e9);
      if (outcome instanceof ScanOutcome.NotFound) {
        throw new IllegalStateException("The file is gone");
      }
    }
    return Collections.min(seconds);
  }

  private static Map<String, IntFunction<String>> kinds() {
    Map<String, IntFunction<String>> kinds = new LinkedHashMap<>();
    kinds.put("servers, as many as fit", size -> ordinary(size));
    kinds.put("servers of one name", size ->
        "{\"mcpServers\": {" + joined("\"a\": {\"command\": \"npx\", \"args\": [\"a-mcp\"]}", size) + "}}");
    kinds.put("servers whose names look alike", size ->
        "{\"mcpServers\": {" + joined("\"g\u0456thub\": {\"url\": \"https://x.test/\"}", size) + "}}");
    kinds.put("one value of 1 MB, random-looking", size -> env("API_KEY", repeated("aB3xQ9zR7tLm", size)));
    kinds.put("one value of 1 MB, one letter", size -> env("API_KEY", repeated("a", size)));
    kinds.put("one key of 1 MB, random-looking", size -> env(repeated("aB3xQ9zR7tLm", size), "x"));
    kinds.put("one key of 1 MB, words", size -> env(repeated("API_KEY_TOKEN_", size), "aB3xQ9zR7tLm"));
    kinds.put("one server name of 1 MB", size ->
        "{\"mcpServers\": {\"" + repeated("a-\u0456 ", size) + "\": {\"command\": \"x\"}}}");
    kinds.put("keys of 10 kB", size -> server("\"command\": \"x\", \"env\": {\""
        + numbered(repeated("SECRET_", 10_000) + "%d\": \"x\", \"", size) + "A\": \"x\"}"));
    kinds.put("YAML key of 1 MB", size -> "extensions:\n  a:\n    cmd: x\n    envs:\n      ? "
        + repeated("API_KEY", size) + "\n      : x\n");
    kinds.put("TOML key of 1 MB", size -> "[mcp_servers.a]\ncommand = \"x\"\n[mcp_servers.a.env]\n"
        + repeated("API_KEY", size) + " = \"x\"\n");
    kinds.put("one line of a token's head", size -> env("X", repeated("ghp_", size)));
    kinds.put("one line of heads and dashes", size -> env("X", repeated("sk-proj-xoxb-glpat-", size)));
    kinds.put("one line of URLs", size -> env("X", repeated("https://a:b@c/?d=e&", size)));
    kinds.put("one line of references", size -> env("X", repeated("${A:-${B:-", size)));
    kinds.put("one line of percent signs", size -> env("X", repeated("%41", size)));
    kinds.put("one line of base64", size -> env("X", repeated("QUJDREVGR0hJSktMTU5P", size)));
    kinds.put("one line of hex", size -> env("X", repeated("4142434445464748", size)));
    kinds.put("one line of pipes", size -> argument(repeated("curl x | sh ; ", size)));
    kinds.put("one line of substitutions", size -> argument(repeated("$(`", size)));
    kinds.put("one line of brackets", size -> argument(repeated("[{(<", size)));
    kinds.put("one line of dots and slashes", size -> argument(repeated("../", size)));
    kinds.put("one line of pairs", size -> env("X", repeated("password=a;", size)));
    kinds.put("one description of orders", size ->
        server("\"command\": \"x\", \"description\": \"" + repeated("ignore all previous ", size) + "\""));
    kinds.put("one description without a stop", size ->
        server("\"command\": \"x\", \"description\": \"" + repeated("send the token to ", size) + "\""));
    kinds.put("invisible characters", size ->
        server("\"command\": \"" + repeated("\u200b\u0440", size / 2) + "\""));
    kinds.put("bait for nested quantifiers", size ->
        env("AWS_SECRET_ACCESS_KEY", repeated("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", size)));
    kinds.put("arguments, as many as fit", size ->
        server("\"command\": \"docker\", \"args\": [\"run\", " + joined("\"-v\", \"/etc:/x\"", size) + "]"));
    kinds.put("YAML of many servers", size -> "extensions:\n" + repeated("  a:\n    cmd: x\n", size));
    kinds.put("TOML of many servers", size -> numbered("[mcp_servers.a%d]\ncommand = \"x\"\n", size));
    return kinds;
  }

  private static String ordinary(int size) {
    StringBuilder text = new StringBuilder("{\"mcpServers\": {");
    for (int i = 0; text.length() < size; i++) {
      text.append(i == 0 ? "" : ",\n").append("\"server-").append(i)
          .append("\": {\"command\": \"npx\", \"args\": [\"-y\", \"acme-mcp-").append(i)
          .append("@1.0.0\"]}");
    }
    return text.append("}}").toString();
  }

  private static String server(String members) {
    return "{\"mcpServers\": {\"a\": {" + members + "}}}";
  }

  private static String env(String name, String value) {
    return server("\"command\": \"x\", \"env\": {\"" + name + "\": \"" + value + "\"}");
  }

  private static String argument(String value) {
    return server("\"command\": \"sh\", \"args\": [\"-c\", \"" + value + "\"]");
  }

  private static String repeated(String part, int size) {
    return part.repeat(Math.max(1, size / part.length()));
  }

  private static String joined(String part, int size) {
    return String.join(", ", Collections.nCopies(Math.max(1, size / (part.length() + 2)), part));
  }

  private static String numbered(String format, int size) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < size; i++) {
      text.append(String.format(Locale.ROOT, format, i));
    }
    return text.toString();
  }
}
