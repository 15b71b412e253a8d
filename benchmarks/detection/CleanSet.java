package detection;

import detection.Batch.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How much the command complains of servers that are well set up. */
final class CleanSet {
  /** Files of other people are no neighbours of one's own, though all are scanned together. */
  static final String BETWEEN_FILES = "server_name_collision";

  private static final int SERVERS = 1000;
  private static final int SERVERS_PER_FILE = 6;
  private static final int EXAMPLES = 3;

  private final List<Sample<String>> samples = new ArrayList<>();
  private final Map<String, List<String>> complaints = new TreeMap<>();
  private final Map<String, Integer> severities = new TreeMap<>();
  private final Batch batch;
  private int unscanned;

  CleanSet(long seed, Workspace workspace) throws Exception {
    Draw draw = new Draw(seed, "clean");
    CleanServers servers = new CleanServers(draw);
    batch = new Batch(workspace, "clean", new Draw(seed, "clean layout"), SERVERS_PER_FILE);
    List<Shape> shapes = weighted();
    while (samples.size() < SERVERS) {
      Server server = servers.next();
      Shape shape = draw.pick(shapes);
      if (server.isRemote() && !Shape.forUrls().contains(shape)) {
        shape = Shape.CLAUDE_CODE;
      }
      samples.add(batch.add(server, shape, ""));
    }
    batch.close();
  }

  /** As often as they are met in the wild. */
  private static List<Shape> weighted() {
    List<Shape> shapes = new ArrayList<>();
    shapes.addAll(Collections.nCopies(25, Shape.VS_CODE));
    shapes.addAll(Collections.nCopies(23, Shape.CLAUDE_CODE));
    shapes.addAll(Collections.nCopies(19, Shape.CLAUDE_DESKTOP));
    shapes.addAll(Collections.nCopies(18, Shape.CURSOR));
    shapes.addAll(Collections.nCopies(13, Shape.ROO));
    shapes.addAll(Collections.nCopies(12, Shape.WINDSURF));
    shapes.addAll(Collections.nCopies(12, Shape.CLINE));
    shapes.addAll(Collections.nCopies(12, Shape.KIRO));
    shapes.addAll(Collections.nCopies(9, Shape.OPENCODE));
    shapes.addAll(Collections.nCopies(8, Shape.GEMINI));
    shapes.addAll(Collections.nCopies(6, Shape.CODEX));
    shapes.addAll(Collections.nCopies(4, Shape.TRAE));
    shapes.addAll(Collections.nCopies(3, Shape.AMAZON_Q));
    shapes.addAll(Collections.nCopies(3, Shape.CLAUDE_PROJECTS));
    shapes.addAll(Collections.nCopies(3, Shape.GOOSE));
    shapes.addAll(Collections.nCopies(2, Shape.VS_CODE_SETTINGS));
    shapes.addAll(Collections.nCopies(2, Shape.ZED));
    shapes.addAll(List.of(Shape.CONTINUE, Shape.JUNIE, Shape.COPILOT_CLI, Shape.LIST));
    return shapes;
  }

  void judge(Command command, Workspace workspace) throws Exception {
    Map<Path, Report> reports = command.scan(workspace.root(), batch.files());
    for (Path file : batch.files()) {
      Report report = reports.get(file);
      if (report == null) {
        unscanned++;
        continue;
      }
      for (Report.Finding finding : report.findings()) {
        if (finding.type().equals(BETWEEN_FILES)) {
          continue;
        }
        severities.merge(finding.severity(), 1, Integer::sum);
        if (finding.isSerious()) {
          complaints
              .computeIfAbsent(finding.type(), type -> new ArrayList<>())
              .add(finding.severity() + " " + file + " " + finding.describe());
        }
      }
    }
  }

  double seriousPerHundred() {
    int serious = complaints.values().stream().mapToInt(List::size).sum();
    return 100.0 * serious / samples.size();
  }

  void print(boolean isDetailed) {
    System.out.printf(
        Locale.ROOT,
        "%nClean servers: %d in %d files, not scanned %d files; findings by severity %s%n"
            + "medium or worse, per 100 clean servers: %.2f%n",
        samples.size(),
        batch.files().size(),
        unscanned,
        severities,
        seriousPerHundred());
    complaints.forEach(
        (type, all) -> {
          System.out.printf(Locale.ROOT, "  %-42s %8d%n", type, all.size());
          int most = isDetailed ? all.size() : Math.min(EXAMPLES, all.size());
          all.subList(0, most).forEach(line -> System.out.println("    " + line));
        });
  }
}
