package detection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Real files with labels made by hand: {@code labels.tsv} beside the directory {@code files}. */
final class CorpusSet {
  private record Label(Path file, String server, String issue, String detail, boolean isSure) {}

  private static final String PLACEHOLDER = "placeholder_secret";
  private static final String NONE = "none";

  /** Which finding types an issue of the labels can come as. */
  private static final Map<String, Set<String>> TYPES =
      Map.of(
          "hardcoded_secret", Set.of("hardcoded_secret"),
          "unpinned_package", Set.of("unpinned_package", "mutable_git_ref"),
          "insecure_transport", Set.of("insecure_transport"),
          "broad_filesystem", Set.of("broad_filesystem_access", "container_host_mount"),
          "shell_wrapper", Set.of("shell_wrapper", "remote_code_pipe"),
          "docker_risk",
              Set.of("container_privileged", "container_host_mount", "container_host_namespace"),
          "suspicious_path",
              Set.of("suspicious_path", "sensitive_path_access", "container_host_mount"));

  private final List<Label> labels = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();
  private final Tally recall = new Tally();
  private final Tally uncertain = new Tally();
  private final List<String> misses = new ArrayList<>();
  private final List<String> flagged = new ArrayList<>();
  private final Map<String, List<String>> onClean = new TreeMap<>();
  private final Map<String, Integer> serious = new TreeMap<>();
  private int refused;
  private int clean;

  /**
   * Copied, because the modes of the originals are no property of the files as people have them.
   */
  CorpusSet(Path corpus, Workspace workspace) throws Exception {
    Map<String, Path> copies = new LinkedHashMap<>();
    for (String line : Files.readAllLines(corpus.resolve("labels.tsv"))) {
      String[] columns = line.split("\t", -1);
      if (columns[0].equals("file")) {
        continue;
      }
      Path copy = copies.get(columns[0]);
      if (copy == null) {
        copy = workspace.root().resolve("corpus").resolve(columns[0]);
        Files.createDirectories(copy.getParent());
        Files.write(copy, Files.readAllBytes(corpus.resolve(columns[0])));
        Workspace.mode(copy, "rw-------");
        copies.put(columns[0], copy);
      }
      labels.add(new Label(copy, columns[1], columns[2], columns[3], columns[4].equals("sure")));
    }
    files.addAll(copies.values());
  }

  void judge(Command command, Workspace workspace) throws Exception {
    Map<Path, Report> reports = command.scan(workspace.root(), files);
    for (Path file : files) {
      if (!reports.containsKey(file)) {
        refused++;
      } else {
        for (Report.Finding finding : reports.get(file).findings()) {
          if (isSerious(finding)) {
            serious.merge(finding.type(), 1, Integer::sum);
          }
        }
      }
    }
    for (Label label : labels) {
      Report report = reports.get(label.file());
      judge(label, report == null ? new Report("", "refused", 0, List.of()) : report);
    }
  }

  private void judge(Label label, Report report) {
    switch (label.issue()) {
      case NONE -> {
        clean++;
        for (Report.Finding finding : report.findings()) {
          if (finding.server().equals(label.server()) && isSerious(finding)) {
            onClean
                .computeIfAbsent(finding.type(), type -> new ArrayList<>())
                .add(describe(label, finding));
          }
        }
      }
      case PLACEHOLDER -> {
        List<Report.Finding> found = report.of("hardcoded_secret", label.server());
        boolean hasSecret =
            labels.stream()
                .anyMatch(
                    other ->
                        other.issue().equals("hardcoded_secret")
                            && other.file().equals(label.file())
                            && other.server().equals(label.server()));
        if (!found.isEmpty() && !hasSecret) {
          flagged.add(describe(label, found.get(0)));
        }
      }
      default -> {
        boolean isFound =
            report.findings().stream()
                .anyMatch(
                    finding ->
                        finding.server().equals(label.server())
                            && TYPES.get(label.issue()).contains(finding.type()));
        (label.isSure() ? recall : uncertain).add(label.issue(), isFound);
        if (!isFound) {
          misses.add(
              (label.isSure() ? "MISS " : "MISS, uncertain ")
                  + label.issue()
                  + " "
                  + label.file()
                  + " "
                  + label.server()
                  + ": "
                  + label.detail());
        }
      }
    }
  }

  private static boolean isSerious(Report.Finding finding) {
    return finding.isSerious() && !finding.type().equals(CleanSet.BETWEEN_FILES);
  }

  private static String describe(Label label, Report.Finding finding) {
    return label.file() + " " + finding.describe();
  }

  int flaggedPlaceholders() {
    return flagged.size();
  }

  void print(boolean isDetailed) {
    recall.print("Corpus, labels that are sure", "found");
    uncertain.print("Corpus, labels that are uncertain", "found");
    int all = serious.values().stream().mapToInt(count -> count).sum();
    int wrong = onClean.values().stream().mapToInt(List::size).sum();
    long placeholders = labels.stream().filter(it -> it.issue().equals(PLACEHOLDER)).count();
    System.out.printf(
        Locale.ROOT,
        "%nplaceholders flagged: %d of %d%nmedium or worse, per 100 servers labelled none: %.2f (%d"
            + " of %d)%nmedium or worse, per 100 files: %.2f (%d in %d files, %d refused) %s%n",
        flagged.size(),
        placeholders,
        100.0 * wrong / Math.max(1, clean),
        wrong,
        clean,
        100.0 * all / files.size(),
        all,
        files.size(),
        refused,
        serious);
    if (isDetailed) {
      misses.forEach(System.out::println);
      flagged.forEach(line -> System.out.println("FLAGGED " + line));
      onClean.forEach(
          (type, lines) -> lines.forEach(line -> System.out.println(type + " " + line)));
    }
  }
}
