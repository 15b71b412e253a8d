package detection;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Compares the command with other scanners that need no network, on files of Claude Code, which all
 * of them read: credentials found, false alarms and the time for all files.
 */
final class Peers {
  private static final Shape SHAPE = Shape.of("CLAUDE_CODE");

  /** A tool and its command line, which scans a directory. */
  private record Tool(String name, String command, Reader reader) {}

  /** Reads the hits from a tool's output. */
  private interface Reader {
    void read(Object json, Hits hits);
  }

  /** The lines of each file in which one tool reports a credential. */
  record Hits(Path root, Map<Path, TreeSet<Integer>> lines) {
    private void add(Object file, Object line) {
      if (line != null) {
        Path path = root.resolve((String) file);
        lines.computeIfAbsent(path, key -> new TreeSet<>()).add(((Number) line).intValue());
      }
    }

    /** Whether there is a hit from the line of the server's key to that of the next server. */
    boolean isHit(Path file, String server) throws IOException {
      List<String> text = Files.readAllLines(file);
      int first = text.indexOf("    \"" + server + "\": {") + 1;
      int last = first;
      while (last < text.size() && !text.get(last).startsWith("    \"")) {
        last++;
      }
      Integer hit = lines.getOrDefault(file, new TreeSet<>()).ceiling(first);
      return hit != null && hit <= last;
    }
  }

  private Peers() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 2 || arguments.length > 3) {
      System.err.println("error: expected COMMAND PEERS [SEED]");
      System.exit(2);
    }
    long seed = arguments.length == 3 ? Long.parseLong(arguments[2]) : 1;
    Path directory = Files.createTempDirectory("peers").toRealPath();
    try (Workspace workspace = new Workspace(directory, false)) {
      Path root = workspace.root();
      Path command = Path.of(arguments[0]).toAbsolutePath();
      Path peers = Path.of(arguments[1]).toAbsolutePath();
      run(tools(command, peers, root), seed, root);
    }
  }

  private static void run(List<Tool> tools, long seed, Path root) throws Exception {
    ValueSet secrets = new ValueSet("secrets", true, seed, root, Optional.of(SHAPE));
    ValueSet others = new ValueSet("harmless", false, seed, root, Optional.of(SHAPE));
    System.out.printf(
        "%,d credentials and %,d values that are none, in %,d files%n%n",
        secrets.size(), others.size(), secrets.files() + others.files());
    System.out.printf("%-16s %8s %12s %10s%n", "", "recall", "false alarms", "seconds");
    Map<String, Tally> found = new LinkedHashMap<>();
    for (Tool tool : tools) {
      long begin = System.nanoTime();
      List<String> words = List.of(tool.command().split(" "));
      // A linter finds its rules in the directory of its program.
      Path directory = Path.of(words.get(0)).getParent();
      String printed = Command.output(words, directory, Redirect.DISCARD.file());
      double seconds = (System.nanoTime() - begin) / 1e9;
      if (printed.isBlank()) {
        throw new IOException(tool.command() + " printed nothing");
      }
      Hits hits = new Hits(root, new HashMap<>());
      tool.reader().read(Json.parse(printed), hits);
      Tally recall = secrets.tally(hits);
      double alarms = others.tally(hits).share();
      String line = "%-16s %8.3f %12.3f %10.1f%n";
      System.out.printf(Locale.ROOT, line, tool.name(), recall.share(), alarms, seconds);
      found.put(tool.name(), recall);
    }
    found.forEach((name, recall) -> recall.print("Credentials found by " + name, "found"));
  }

  private static List<Tool> tools(Path command, Path peers, Path root) throws IOException {
    Path rules = root.resolve("secretlint.json");
    Files.writeString(
        rules, "{\"rules\":[{\"id\":\"@secretlint/secretlint-rule-preset-recommend\"}]}");
    String secretlint = " --format json --secretlintrc " + rules + " " + root + "/**/";
    String shipSafe = " scan --json --no-cache --include-tests " + root;
    return List.of(
        new Tool("svc-preflight", command + " scan --quiet --format json " + root, Peers::ours),
        new Tool(
            "secretlint",
            peers.resolve("secretlint") + secretlint + SHAPE.path(),
            Peers::secretlint),
        new Tool(
            "agentshield",
            peers.resolve("agentshield") + " scan --format json --path " + root,
            (json, hits) -> findings(json, "secrets", hits)),
        new Tool(
            "ship-safe",
            peers.resolve("ship-safe") + shipSafe,
            (json, hits) -> findings(json, "secret", hits)));
  }

  private static void ours(Object json, Hits hits) {
    for (Object report : Json.elements(json)) {
      for (Object finding : Json.elements(Json.at(report, "findings"))) {
        if (Json.at(finding, "finding_type").equals(ValueSet.TYPE)) {
          Object line = Json.at(finding, "extensions", "location", "line");
          hits.add(Json.at(report, "config_path"), line);
        }
      }
    }
  }

  private static void secretlint(Object json, Hits hits) {
    for (Object result : Json.elements(json)) {
      for (Object message : Json.elements(Json.at(result, "messages"))) {
        hits.add(Json.at(result, "filePath"), Json.at(message, "loc", "start", "line"));
      }
    }
  }

  private static void findings(Object json, String category, Hits hits) {
    for (Object finding : Json.elements(Json.at(json, "findings"))) {
      if (Json.at(finding, "category").equals(category)) {
        hits.add(Json.at(finding, "file"), Json.at(finding, "line"));
      }
    }
  }
}
