package detection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Servers that are well configured: the row {@code clean} of {@code words.tsv}. */
final class CleanSet {
  private static final int SERVERS = 1000;
  private static final int SERVERS_PER_FILE = 6;
  private static final int EXAMPLES = 3;

  private final Map<String, List<String>> complaints = new TreeMap<>();
  private final Map<String, Integer> severities = new TreeMap<>();
  private final Batch<Boolean> batch;
  private int unscanned;

  CleanSet(long seed, Workspace workspace, Command command) throws Exception {
    Draw draw = new Draw(seed, "clean");
    Optional<Draw> layout = Optional.of(new Draw(seed, "clean layout"));
    batch = new Batch<>(workspace.root().resolve("clean"), layout, SERVERS_PER_FILE);
    List<Shape> shapes = new ArrayList<>();
    Shape.all(false).forEach(it -> shapes.addAll(Collections.nCopies(it.weight(), it)));
    for (int i = 0; i < SERVERS; i++) {
      Server server = Server.parse(draw.word("clean"));
      Shape shape = draw.pick(shapes);
      boolean isSupported = Shape.all(server.isRemote()).contains(shape);
      batch.add(server, isSupported ? shape : Shape.of("CLAUDE_CODE"), true);
    }
    batch.close();
    Map<Path, List<Finding>> reports = command.scan(workspace.root(), batch.files);
    for (Path file : batch.files) {
      unscanned += reports.containsKey(file) ? 0 : 1;
      reports.getOrDefault(file, List.of()).stream()
          .filter(finding -> !finding.isBetweenFiles())
          .forEach(finding -> count(file, finding));
    }
  }

  private void count(Path file, Finding finding) {
    severities.merge(finding.severity(), 1, Integer::sum);
    if (finding.isSerious()) {
      String complaint = finding.severity() + " " + file + " " + finding;
      complaints.computeIfAbsent(finding.type(), type -> new ArrayList<>()).add(complaint);
    }
  }

  double seriousPerHundred() {
    return 100.0 * complaints.values().stream().mapToInt(List::size).sum() / SERVERS;
  }

  void print(boolean isDetailed) {
    System.out.printf(
        Locale.ROOT,
        "%nClean servers: %d in %d files, not scanned %d files; findings by severity %s%n"
            + "medium or worse, per 100 clean servers: %.2f%n",
        SERVERS,
        batch.files.size(),
        unscanned,
        severities,
        seriousPerHundred());
    complaints.forEach(
        (type, all) -> {
          System.out.printf("  %-42s %8d%n", type, all.size());
          all.stream()
              .limit(isDetailed ? all.size() : EXAMPLES)
              .forEach(line -> System.out.println("    " + line));
        });
  }
}
