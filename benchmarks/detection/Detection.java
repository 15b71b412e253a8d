package detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Measures the quality of the packaged command's findings. See README.md. */
final class Detection {
  private static final List<String> SETS =
      List.of("secrets", "harmless", "pairs", "clean", "corpus");

  private final Map<String, String> options;
  private final long seed;
  private final boolean isDetailed;
  private final List<String> sets;
  private final Command command;
  private final Workspace workspace;
  private final List<String> aims = new ArrayList<>();
  private boolean isReached = true;

  private Detection(String[] words) throws IOException {
    options = options(words);
    seed = Long.parseLong(options.get("--seed"));
    isDetailed = options.containsKey("--details");
    sets = List.of(options.get("--only").split(",", -1));
    if (!SETS.containsAll(sets)) {
      throw new IllegalArgumentException("the sets are " + SETS);
    }
    Path executable = Path.of(options.get("--command")).toAbsolutePath();
    if (!Files.isExecutable(executable)) {
      throw new IllegalArgumentException("no command at " + executable);
    }
    command = new Command(executable, new ArrayList<>());
    String keep = options.get("--keep");
    Path directory =
        keep == null
            ? Files.createTempDirectory("detection")
            : Files.createDirectories(Path.of(keep).toAbsolutePath());
    if (directory.toFile().list().length > 0) {
      throw new IllegalArgumentException(directory + " is not empty");
    }
    // In a private directory, the mode of a file has no effect.
    Workspace.mode(directory, "rwxr-xr-x");
    workspace = new Workspace(directory.toRealPath(), keep != null || isDetailed);
  }

  private static Map<String, String> options(String[] words) {
    Map<String, String> options = new HashMap<>();
    options.put("--command", "svc-preflight");
    options.put("--seed", "1");
    options.put("--only", String.join(",", SETS));
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("--details")) {
        options.put(words[i], "");
      } else if (!words[i].matches("--(command|seed|only|corpus|keep)")) {
        throw new IllegalArgumentException("unknown option " + words[i]);
      } else if (i + 1 == words.length) {
        throw new IllegalArgumentException(words[i] + " needs a value");
      } else {
        options.put(words[i], words[++i]);
      }
    }
    return options;
  }

  public static void main(String[] words) throws Exception {
    Detection detection;
    try {
      detection = new Detection(words);
    } catch (IllegalArgumentException e) {
      System.err.println("error: " + e.getMessage());
      System.exit(2);
      return;
    }
    try (Workspace workspace = detection.workspace) {
      detection.run(workspace);
    }
    System.exit(detection.isReached ? 0 : 1);
  }

  private void run(Workspace workspace) throws Exception {
    int found = 0;
    int wrong = 0;
    for (String name : SETS.subList(0, 2)) {
      if (sets.contains(name)) {
        boolean isSecret = name.equals("secrets");
        ValueSet set = new ValueSet(name, isSecret, seed, workspace.root(), Optional.empty());
        set.judge(command, workspace);
        set.print(isDetailed);
        wrong += set.wrong();
        if (isSecret) {
          found = set.found();
          aim("recall on generated secrets", set.recall(), 0.98, 1);
        } else if (sets.contains("secrets")) {
          double precision = (double) found / Math.max(1, found + wrong);
          aim("precision on generated secrets", precision, 0.99, 1);
        }
      }
    }
    if (sets.contains("pairs")) {
      PairSet pairs = new PairSet(seed, workspace, command);
      pairs.print(isDetailed);
      aim("pair discrimination", pairs.discrimination(), 0.98, 1);
    }
    if (sets.contains("clean")) {
      CleanSet clean = new CleanSet(seed, workspace, command);
      clean.print(isDetailed);
      aim("medium or worse per 100 clean servers", clean.seriousPerHundred(), 0, 2.99);
    }
    if (sets.contains("corpus") && options.containsKey("--corpus")) {
      CorpusSet corpus = new CorpusSet(Path.of(options.get("--corpus")), workspace, command);
      corpus.print(isDetailed);
      aim("flagged placeholders of the corpus", corpus.flaggedPlaceholders(), 0, 0);
    }
    command.messages().forEach(line -> System.out.println("message of the command: " + line));
    System.out.printf("%nAims, seed %d%n", seed);
    aims.forEach(System.out::println);
    if (workspace.isKept()) {
      System.out.println("files are in " + workspace.root());
    }
  }

  private void aim(String what, double value, double least, double most) {
    boolean isHit = value >= least && value <= most;
    isReached &= isHit;
    String aim = String.format(Locale.ROOT, most == 1 ? "least %.2f" : "most %2$.2f", least, most);
    String line = "  %-42s %8.4f  aim at %s  %s";
    aims.add(String.format(Locale.ROOT, line, what, value, aim, isHit ? "reached" : "MISSED"));
  }
}
