package detection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pairs of a vulnerable side and its fixed twin: the rows of {@code pairs.tsv}. {@code ++}
 * separates servers, {@code +++} files. A third side is approved as a baseline first. A process
 * scans each side of types with {@code alone}, as other files influence them, and discovers the
 * files of those with {@code discovered}.
 */
final class PairSet {
  private record Pair(String type, List<Path> vulnerable, List<Path> fixed) {}

  private final Command command;
  private final Map<Path, List<Finding>> reports = new HashMap<>();
  private final List<Path> together = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final Tally seen = new Tally();
  private final Tally quiet = new Tally();
  private final Tally separated = new Tally();

  PairSet(long seed, Workspace workspace, Command command) throws Exception {
    this.command = command;
    List<Pair> pairs = new ArrayList<>();
    for (List<String> row : Rows.of("pairs.tsv")) {
      String[] scan = row.get(0).split(":");
      String type = scan[scan.length - 1];
      String name = type + "/" + (pairs.size() + 1);
      List<Shape> shapes = Shape.all((row.get(1) + row.get(2)).contains("://"));
      Shape usual = shapes.get(pairs.size() % shapes.size());
      List<List<Path>> sides = new ArrayList<>();
      for (String text : row.subList(1, 3)) {
        Path directory =
            workspace.root().resolve("pairs/" + name + "/" + "ab".charAt(sides.size()));
        if (row.size() > 3) {
          Path approved = write(directory, row.get(3), usual, new Draw(seed, name)).get(0);
          command.createBaseline(directory, approved);
        }
        sides.add(write(directory, text, usual, new Draw(seed, name)));
        scan(scan[0], directory, sides.get(sides.size() - 1));
      }
      pairs.add(new Pair(type, sides.get(0), sides.get(1)));
    }
    reports.putAll(command.scan(workspace.root(), together));
    pairs.forEach(this::count);
  }

  private static List<Path> write(Path directory, String text, Shape usual, Draw draw)
      throws Exception {
    List<Path> files = new ArrayList<>();
    for (String file : draw.fill(text).split(" \\+\\+\\+ ")) {
      files.add(writeFile(directory, file, usual));
    }
    return files;
  }

  /** The shape and the options of the first server apply to the file. */
  private static Path writeFile(Path directory, String file, Shape usual) throws Exception {
    List<Server> servers = Arrays.stream(file.split(" \\+\\+ ")).map(Server::parse).toList();
    Server first = servers.get(0);
    Shape shape = first.shape().isEmpty() ? usual : Shape.of(first.shape());
    boolean isText = !first.all("text").isEmpty();
    String text = isText ? textOf(first) : shape.text(servers);
    for (String replacement : first.all("replace").keySet()) {
      String[] parts = replacement.split("→", 2);
      text = text.replaceAll(parts[0], parts[1]);
    }
    for (String suppression : first.all("suppress").keySet()) {
      String list =
          "suppressions:\n  - type: %s\n    server: %s\n    expires: %s\n    reason: reviewed\n";
      String yaml = String.format(list, (Object[]) suppression.split(","));
      Workspace.write(directory.resolve(".svc/preflight.yaml"), yaml, Workspace.PRIVATE);
    }
    Path path = directory.resolve(first.option("path", shape.path()));
    String[] links = first.option("link", path.toString()).split(",");
    Path target = directory.resolve(links[0]).normalize();
    Workspace.write(target, text, first.option("mode", Workspace.PRIVATE));
    Files.createDirectories(path.getParent());
    for (int i = 1; i < links.length; i++) {
      target = Files.createSymbolicLink(directory.resolve(links[i]), target);
    }
    if (!first.all("hard").isEmpty()) {
      Files.createLink(path, target);
    } else if (!target.equals(path)) {
      Files.createSymbolicLink(path, target);
    }
    return path;
  }

  /** The content of a file that is no configuration, written as NAME=VALUE. */
  private static String textOf(Server server) {
    Map.Entry<String, String> text = server.all("text").entrySet().iterator().next();
    String rest = text.getValue().isEmpty() ? "" : "=" + text.getValue();
    return (text.getKey() + rest).replace('⏎', '\n');
  }

  private void scan(String scan, Path directory, List<Path> files) throws Exception {
    if (scan.equals("discovered")) {
      List<Finding> findings = new ArrayList<>();
      command.scanAtOnce(directory, List.of()).values().forEach(findings::addAll);
      reports.put(files.get(0), findings);
    } else if (scan.equals("alone")) {
      reports.putAll(command.scanAtOnce(directory, files));
    } else {
      together.addAll(files);
    }
  }

  private List<Finding> findings(Pair pair, List<Path> files) {
    List<Finding> findings = new ArrayList<>();
    files.forEach(file -> findings.addAll(reports.getOrDefault(file, List.of())));
    return Finding.ofType(pair.type(), findings);
  }

  private void count(Pair pair) {
    List<Finding> alarms = findings(pair, pair.fixed());
    boolean isSeen = !findings(pair, pair.vulnerable()).isEmpty();
    boolean isQuiet = reports.keySet().containsAll(pair.fixed()) && alarms.isEmpty();
    alarms.forEach(alarm -> failures.add("TWIN " + pair.fixed() + " " + alarm));
    if (!isSeen) {
      failures.add("UNSEEN " + pair.vulnerable());
    }
    seen.add(pair.type(), isSeen);
    quiet.add(pair.type(), isQuiet);
    separated.add(pair.type(), isSeen && isQuiet);
  }

  double discrimination() {
    return separated.share();
  }

  void print(boolean isDetailed) {
    separated.print("Pairs, by finding type", "separated");
    seen.printWorst("Pairs, vulnerable files without a finding", "seen", Integer.MAX_VALUE);
    quiet.printWorst("Pairs, fixed twins with a finding", "quiet", Integer.MAX_VALUE);
    if (isDetailed) {
      failures.forEach(System.out::println);
    }
  }
}
