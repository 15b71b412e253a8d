package detection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** The finding types of each issue of the labels. */
  private static final Map<String, Set<String>> TYPES =
      Map.of(
          "hardcoded_secret", Set.of(ValueSet.TYPE),
          "unpinned_package", Set.of("unpinned_package", "mutable_git_ref"),
          "insecure_transport", Set.of("insecure_transport"),
          "broad_filesystem", Set.of("broad_filesystem_access", "container_host_mount"),
          "shell_wrapper", Set.of("shell_wrapper", "remote_code_pipe"),
          "docker_risk",
              Set.of("container_privileged", "container_host_mount", "container_host_namespace"),
          "suspicious_path",
              Set.of("suspicious_path", "sensitive_path_access", "container_host_mount"));

  private record Label(Path file, String server, String issue, String detail, boolean isSure) {}

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
    Map<Path, Report> reports = command.scan(workspace.root(), List.copyOf(files));
    for (Path file : files) {
      refused += reports.containsKey(file) ? 0 : 1;
      serious(reports.getOrDefault(file, Report.NONE).findings())
          .forEach(finding -> serious.merge(finding.type(), 1, Integer::sum));
    }
    for (Label label : labels) {
      judge(
          label,
          reports.getOrDefault(label.file(), Report.NONE).findings().stream()
              .filter(finding -> finding.server().equals(label.server()))
              .toList());
    }
  }

  private static List<Report.Finding> serious(List<Report.Finding> findings) {
    return findings.stream().filter(it -> it.isSerious() && !it.isBetweenFiles()).toList();
  }

  private void judge(Label label, List<Report.Finding> findings) {
    if (label.issue().equals(NONE)) {
      for (Report.Finding finding : serious(findings)) {
        wrong++;
        add(finding.type(), label, finding.describe());
      }
    } else if (label.issue().equals(PLACEHOLDER)) {
      boolean hasSecret = secrets.contains(label.file() + " " + label.server());
      List<Report.Finding> found = new Report(findings).of(ValueSet.TYPE);
      if (!found.isEmpty() && !hasSecret) {
        flagged++;
        add("FLAGGED", label, found.get(0).describe());
      }
    } else {
      Set<String> types = TYPES.get(label.issue());
      boolean isFound = findings.stream().anyMatch(finding -> types.contains(finding.type()));
      (label.isSure() ? recall : uncertain).add(label.issue(), isFound);
      if (!isFound) {
        add(label.isSure() ? "MISS" : "MISS, uncertain", label, label.detail());
      }
    }
  }

  private void add(String what, Label label, String detail) {
    String server = label.file() + " " + label.server();
    details.add(what + " " + label.issue() + " " + server + ": " + detail);
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
    double perHundred = 100.0 * wrong / Math.max(1, count(NONE));
    System.out.printf(
        Locale.ROOT,
        "%nplaceholders flagged: %d of %d%nmedium or worse, per 100 servers labeled none: %.2f (%d"
            + " of %d)%nmedium or worse, per 100 files: %.2f (%d in %d files, %d refused) %s%n",
        flagged,
        count(PLACEHOLDER),
        perHundred,
        wrong,
        count(NONE),
        100.0 * all / files.size(),
        all,
        files.size(),
        refused,
        serious);
    if (isDetailed) {
      details.forEach(System.out::println);
    }
  }
}
