package detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the command with other scanners that need no network, on files of Claude Code, which all
 * of them read: credentials found, false alarms and the time for all files, and pairs of other
 * problems and harmless twins that they separate.
 */
final class Peers {
  private static final Shape SHAPE = Shape.of("CLAUDE_CODE");

  /**
   * A tool: a row of {@code peers.tsv}.
   *
   * @param command a command line, which scans a directory
   * @param items the key of the findings in an object of the output
   * @param filter the key of what a finding is, and its value for credentials
   * @param kind the key of the rule of a finding
   * @param file the key of the file in that object or in the finding
   * @param line the path of keys of the line in the finding
   */
  private record Tool(
      String name,
      String command,
      String items,
      String filter,
      String kind,
      String file,
      String line) {
    Hits hits(Object json, Path root) {
      Hits hits = new Hits(root, new HashMap<>());
      for (Object object : Json.elements(json)) {
        for (Object item : Json.elements(Json.at(object, items))) {
          Object path = Json.object(object).getOrDefault(file, Json.at(item, file));
          String[] pair = filter.split("=");
          if (filter.isEmpty() || pair[1].equals(Json.at(item, pair[0]))) {
            hits.add(path, Json.at(item, line.split(" ")));
          }
        }
      }
      return hits;
    }

    /** The findings of each file, whatever they are about. */
    Map<Path, Set<PeerPairs.Reported>> findings(Object json, Path root) {
      Map<Path, Set<PeerPairs.Reported>> findings = new HashMap<>();
      for (Object object : Json.elements(json)) {
        for (Object item : Json.elements(Json.at(object, items))) {
          Object path = Json.object(object).getOrDefault(file, Json.at(item, file));
          if (path != null) {
            findings
                .computeIfAbsent(root.resolve((String) path), key -> new HashSet<>())
                .add(
                    new PeerPairs.Reported(
                        String.valueOf(Json.at(item, kind)),
                        String.valueOf(Json.at(item, "severity"))));
          }
        }
      }
      return findings;
    }
  }

  /** The lines of each file in which one tool reports a credential. */
  record Hits(Path root, Map<Path, TreeSet<Integer>> lines) {
    private void add(Object file, Object line) {
      if (line != null) {
        Path path = root.resolve((String) file);
        lines.computeIfAbsent(path, key -> new TreeSet<>()).add(((Number) line).intValue());
      }
    }

    /** Returns whether a tool reports a line of the server: from its key to the next key. */
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
    Path root = Files.createTempDirectory("peers").toRealPath();
    Path command = Path.of(arguments[0]).toAbsolutePath();
    Path peers = Path.of(arguments[1]).toAbsolutePath();
    Workspace workspace = new Workspace(root, false);
    try (workspace) {
      run(tools(command, peers, root), seed, root);
    }
  }

  private static void run(List<Tool> tools, long seed, Path root) throws Exception {
    ValueSet secrets = new ValueSet("secrets", true, seed, root, Optional.of(SHAPE));
    ValueSet others = new ValueSet("harmless", false, seed, root, Optional.of(SHAPE));
    PeerPairs pairs = new PeerPairs(seed, root);
    System.out.printf(
        "%,d credentials and %,d values that are none, in %,d files%n%n",
        secrets.size(), others.size(), secrets.files() + others.files());
    System.out.printf("%-16s %8s %12s %10s%n", "", "recall", "false alarms", "seconds");
    Map<String, Tally> found = new LinkedHashMap<>();
    Map<String, Map<Path, Set<PeerPairs.Reported>>> all = new LinkedHashMap<>();
    for (Tool tool : tools) {
      long begin = System.nanoTime();
      List<String> words = List.of(tool.command().split(" "));
      // A linter finds its rules in the directory of its program.
      Path directory = Path.of(words.get(0)).getParent();
      String printed = Command.output(directory, words, line -> {});
      double seconds = (System.nanoTime() - begin) / 1e9;
      if (printed.isBlank()) {
        throw new IOException(tool.command() + " printed nothing");
      }
      Object json = Json.parse(printed);
      Hits hits = tool.hits(json, root);
      all.put(tool.name(), tool.findings(json, root));
      Tally recall = secrets.tally(hits);
      double alarms = others.tally(hits).share();
      String line = "%-16s %8.3f %12.3f %10.1f%n";
      System.out.printf(Locale.ROOT, line, tool.name(), recall.share(), alarms, seconds);
      found.put(tool.name(), recall);
    }
    System.out.printf("%nPairs separated, of all (twins with a severe finding)%n");
    all.forEach(pairs::print);
    found.forEach((name, recall) -> recall.print("Credentials found by " + name, "found"));
  }

  private static List<Tool> tools(Path command, Path peers, Path root) throws IOException {
    Path rules = root.resolve("secretlint.json");
    Files.writeString(
        rules, "{\"rules\":[{\"id\":\"@secretlint/secretlint-rule-preset-recommend\"}]}");
    List<Tool> tools = new ArrayList<>();
    for (List<String> row : Rows.of("peers.tsv")) {
      String line =
          row.get(1)
              .replace("COMMAND", command.toString())
              .replace("PEERS", peers.toString())
              .replace("RULES", rules.toString())
              .replace("ROOT", root.toString());
      tools.add(new Tool(row.get(0), line, row.get(2), row.get(3), row.get(4), row.get(5), row.get(6)));
    }
    return tools;
  }
}
