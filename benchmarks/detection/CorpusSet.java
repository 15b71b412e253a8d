package detection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Real files that people labeled: {@code labels.tsv} and the directory {@code files}. */
final class CorpusSet {
  private static final String PLACEHOLDER = "placeholder_secret";
  private static final String NONE = "none";

  private record Label(Path file, String server, String issue, String detail, boolean isSure) {}

  /** The finding types of each issue of the labels. */
  private final Map<String, List<String>> issues = new HashMap<>();

  private final List<Label> labels = new ArrayList<>();
  private final Set<Path> files = new LinkedHashSet<>();
  private final Tally recall = new Tally();
  private final Tally uncertain = new Tally();
  private final List<String> details = new ArrayList<>();
  private final Map<String, Integer> serious = new TreeMap<>();
  private final Set<String> secrets = new HashSet<>();
  private int flagged;
  private int refused;
  private int wrong;

  CorpusSet(Path corpus, Workspace workspace, Command command) throws Exception {
    Rows.of("issues.tsv").forEach(row -> issues.put(row.get(0), row));
    for (String line : Files.readAllLines(corpus.resolve("labels.tsv"))) {
      String[] columns = line.split("\t", -1);
      if (!columns[0].equals("file")) {
        Path copy = workspace.root().resolve("corpus").resolve(columns[0]);
        if (files.add(copy)) {
          // The modes of the originals are not those of real files.
          Files.createDirectories(copy.getParent());
          Files.copy(corpus.resolve(columns[0]), copy);
          Workspace.mode(copy, Workspace.PRIVATE);
        }
        if (columns[2].equals(ValueSet.TYPE)) {
          secrets.add(copy + " " + columns[1]);
        }
        labels.add(new Label(copy, columns[1], columns[2], columns[3], columns[4].equals("sure")));
      }
    }
    Map<Path, List<Finding>> reports = command.scan(workspace.root(), List.copyOf(files));
    for (Path file : files) {
      refused += reports.containsKey(file) ? 0 : 1;
      reports.getOrDefault(file, List.of()).stream()
          .filter(Finding::isSerious)
          .forEach(finding -> serious.merge(finding.type(), 1, Integer::sum));
    }
    for (Label label : labels) {
      judge(
          label,
          reports.getOrDefault(label.file(), List.of()).stream()
              .filter(finding -> finding.server().equals(label.server()))
              .toList());
    }
  }

  private void judge(Label label, List<Finding> findings) {
    if (label.issue().equals(NONE)) {
      for (Finding finding : findings) {
        if (finding.isSerious()) {
          wrong++;
          add(finding.type(), label, finding.toString());
        }
      }
    } else if (label.issue().equals(PLACEHOLDER)) {
      List<Finding> found = Finding.ofType(ValueSet.TYPE, findings);
      if (!found.isEmpty() && !secrets.contains(label.file() + " " + label.server())) {
        flagged++;
        add("FLAGGED", label, found.get(0).toString());
      }
    } else {
      List<String> types = issues.get(label.issue());
      boolean isFound = findings.stream().anyMatch(finding -> types.contains(finding.type()));
      (label.isSure() ? recall : uncertain).add(label.issue(), isFound);
      if (!isFound) {
        add(label.isSure() ? "MISS" : "MISS, uncertain", label, label.detail());
      }
    }
  }

  private void add(String what, Label label, String detail) {
    details.add(
        String.format(
            "%s %s %s %s: %s", what, label.issue(), label.file(), label.server(), detail));
  }

  int flaggedPlaceholders() {
    return flagged;
  }

  private long count(String issue) {
    return labels.stream().filter(label -> label.issue().equals(issue)).count();
  }

  void print(boolean isDetailed) {
    recall.print("Corpus, labels that are sure", "found");
    uncertain.print("Corpus, labels that are uncertain", "found");
    int all = serious.values().stream().mapToInt(count -> count).sum();
    System.out.printf("%nplaceholders flagged: %d of %d%n", flagged, count(PLACEHOLDER));
    printShare("servers labeled none", wrong, count(NONE));
    printShare("files", all, files.size());
    System.out.printf("files that cannot be scanned: %d; findings: %s%n", refused, serious);
    if (isDetailed) {
      details.forEach(System.out::println);
    }
  }

  private static void printShare(String what, int serious, long of) {
    double share = 100.0 * serious / Math.max(1, of);
    String line = "medium or worse, per 100 %s: %.2f (%d in %d)%n";
    System.out.printf(Locale.ROOT, line, what, share, serious, of);
  }
}
