package detection;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Pairs of a problem and its harmless twin in the files of Claude Code other than {@code
 * .mcp.json}, from {@code peer-pairs.tsv}: settings, instructions and {@code .env}.
 */
final class PeerPairs {
  private static final Set<String> SEVERE = Set.of("critical", "high", "error");
  private static final String CONFIGURATION =
      "{\"mcpServers\": {\"orders\": {\"command\": \"npx\", \"args\": [\"-y\", \"orders-mcp@1.4.2\"]}}}";

  /** A finding of any tool: its kind in the tool's words, and its severity. */
  record Reported(String kind, String severity) {}

  private record Pair(String kind, Path problem, Path twin) {}

  private final List<Pair> pairs = new ArrayList<>();

  /** Writes each file into its own project. */
  PeerPairs(long seed, Path root) throws IOException, InterruptedException {
    int number = 0;
    for (List<String> row : Rows.of("peer-pairs.tsv")) {
      Draw draw = new Draw(seed, "peer-pairs " + number);
      Path project = root.resolve("pairs").resolve(row.get(0) + number++);
      pairs.add(
          new Pair(
              row.get(0),
              write(project.resolve("problem"), row.get(1), draw.fill(row.get(2))),
              write(project.resolve("twin"), row.get(1), draw.fill(row.get(3)))));
    }
  }

  /**
   * Writes a file that git tracks, next to a configuration. Secrets in other environment files are
   * no findings.
   */
  private static Path write(Path project, String name, String text)
      throws IOException, InterruptedException {
    Workspace.write(project.resolve(".mcp.json"), CONFIGURATION, "rw-------");
    Path file = Workspace.write(project.resolve(name), text, "rw-------");
    for (List<String> git : List.of(List.of("git", "init", "-q"), List.of("git", "add", "-f", name))) {
      Process process =
          new ProcessBuilder(git).directory(project.toFile()).inheritIO().start();
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", git) + " failed in " + project);
      }
    }
    return file;
  }

  /**
   * Prints by kind how many pairs a tool separates: it reports a kind of finding for the problem
   * that it does not report for the twin. Severe findings for twins are false alarms.
   */
  void print(String tool, Map<Path, Set<Reported>> findings) {
    Map<String, int[]> counts = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      Set<String> kinds = kinds(findings.getOrDefault(pair.problem, Set.of()));
      kinds.removeAll(kinds(findings.getOrDefault(pair.twin, Set.of())));
      boolean isAlarm =
          findings.getOrDefault(pair.twin, Set.of()).stream()
              .anyMatch(found -> SEVERE.contains(found.severity.toLowerCase(Locale.ROOT)));
      int[] count = counts.computeIfAbsent(pair.kind, kind -> new int[3]);
      count[0]++;
      count[1] += kinds.isEmpty() ? 0 : 1;
      count[2] += isAlarm ? 1 : 0;
    }
    StringBuilder line = new StringBuilder(String.format("%-16s", tool));
    counts.forEach(
        (kind, count) ->
            line.append(
                String.format("  %s %d/%d (%d)", kind, count[1], count[0], count[2])));
    System.out.println(line);
  }

  private static Set<String> kinds(Set<Reported> findings) {
    Set<String> kinds = new HashSet<>();
    findings.forEach(found -> kinds.add(found.kind));
    return kinds;
  }
}
