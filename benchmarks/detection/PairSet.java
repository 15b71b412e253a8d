package detection;

import detection.Pairs.Pair;
import detection.Pairs.Scan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Whether each problem is told from its absence. */
final class PairSet {
  private static final class Count {
    int pairs;
    int seen;
    int quiet;
    int told;
  }

  private record Sides(Pair pair, String name, List<Path> vulnerable, List<Path> fixed) {}

  private final Workspace workspace;
  private final Command command;
  private final Map<String, Count> counts = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<Sides> all = new ArrayList<>();

  PairSet(long seed, Workspace workspace, Command command) throws Exception {
    this.workspace = workspace;
    this.command = command;
    List<Pairs> sources =
        List.of(
            new SecretPairs(new Draw(seed, "secret pairs")),
            new LaunchPairs(),
            new PackagePairs(new Draw(seed, "package pairs")),
            new ContainerPairs(new Draw(seed, "container pairs")),
            new EnvironmentPairs(),
            new NetworkPairs(),
            new ConsentPairs(),
            new NamePairs(),
            new FilePairs(new Draw(seed, "file pairs")),
            new DriftPairs());
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (Pairs source : sources) {
      for (Pair pair : source.pairs()) {
        int number = numbers.merge(pair.type(), 1, Integer::sum);
        String name = "pairs/" + pair.type() + "/" + number;
        all.add(
            new Sides(
                pair,
                name,
                pair.vulnerable().write(workspace, name + "/a", command),
                pair.fixed().write(workspace, name + "/b", command)));
      }
    }
  }

  void judge() throws Exception {
    List<Path> batchedVulnerable = new ArrayList<>();
    List<Path> batchedFixed = new ArrayList<>();
    for (Sides sides : all) {
      if (sides.pair().scan() == Scan.TOGETHER) {
        batchedVulnerable.addAll(sides.vulnerable());
        batchedFixed.addAll(sides.fixed());
      }
    }
    Map<Path, Report> reports = new LinkedHashMap<>();
    reports.putAll(command.scan(workspace.root(), batchedVulnerable));
    reports.putAll(command.scan(workspace.root(), batchedFixed));
    for (Sides sides : all) {
      if (sides.pair().scan() != Scan.TOGETHER) {
        reports.putAll(scan(sides, "/a", sides.vulnerable()));
        reports.putAll(scan(sides, "/b", sides.fixed()));
      }
    }
    for (Sides sides : all) {
      count(sides, reports);
    }
  }

  private Map<Path, Report> scan(Sides sides, String side, List<Path> files) throws Exception {
    Path directory = workspace.root().resolve(sides.name() + side);
    if (sides.pair().scan() == Scan.ALONE) {
      return command.scanAtOnce(directory, files);
    }
    List<Report.Finding> findings = new ArrayList<>();
    for (Report report : command.discover(directory).values()) {
      findings.addAll(report.findings());
    }
    return Map.of(files.get(0), new Report("", "complete", files.size(), findings));
  }

  private void count(Sides sides, Map<Path, Report> reports) {
    String type = sides.pair().type();
    boolean isSeen = false;
    for (Path file : sides.vulnerable()) {
      isSeen |= reports.containsKey(file) && !reports.get(file).of(type).isEmpty();
    }
    boolean isQuiet = true;
    for (Path file : sides.fixed()) {
      Report report = reports.get(file);
      isQuiet &= report != null && report.of(type).isEmpty();
      if (report != null) {
        for (Report.Finding finding : report.of(type)) {
          failures.add("TWIN " + file + " " + finding.describe());
        }
      }
    }
    if (!isSeen) {
      failures.add("UNSEEN " + type + " " + sides.vulnerable());
    }
    Count count = counts.computeIfAbsent(type, key -> new Count());
    count.pairs++;
    count.seen += isSeen ? 1 : 0;
    count.quiet += isQuiet ? 1 : 0;
    count.told += isSeen && isQuiet ? 1 : 0;
  }

  double discrimination() {
    int pairs = counts.values().stream().mapToInt(count -> count.pairs).sum();
    int told = counts.values().stream().mapToInt(count -> count.told).sum();
    return (double) told / pairs;
  }

  void print(boolean isDetailed) {
    System.out.printf(
        Locale.ROOT,
        "%n%-32s %6s %6s %12s %12s%n",
        "Pairs, by finding type",
        "pairs",
        "seen",
        "twin quiet",
        "told apart");
    Count sum = new Count();
    counts.forEach(
        (type, count) -> {
          line(type, count);
          sum.pairs += count.pairs;
          sum.seen += count.seen;
          sum.quiet += count.quiet;
          sum.told += count.told;
        });
    line("all", sum);
    if (isDetailed) {
      counts.forEach(
          (type, count) -> {
            if (count.seen == 0) {
              System.out.println("UNSEEN " + type + ", all of them");
            }
          });
      failures.forEach(
          failure -> {
            if (failure.startsWith("TWIN") || counts.get(failure.split(" ", 3)[1]).seen > 0) {
              System.out.println(failure);
            }
          });
    }
  }

  private static void line(String type, Count count) {
    System.out.printf(
        Locale.ROOT,
        "  %-30s %6d %6d %12d %12d%n",
        type,
        count.pairs,
        count.seen,
        count.quiet,
        count.told);
  }
}
