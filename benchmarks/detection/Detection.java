package detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How well the packaged command tells problems from what only looks like one. See README.md. */
final class Detection {
  private final Options options;
  private final Workspace workspace;
  private final Command command;
  private final List<String> aims = new ArrayList<>();
  private boolean isReached = true;

  private Detection(Options options, Workspace workspace) {
    this.options = options;
    this.workspace = workspace;
    command = new Command(options.command());
  }

  public static void main(String[] arguments) throws Exception {
    Options options;
    try {
      options = Options.of(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("error: " + e.getMessage());
      System.exit(2);
      return;
    }
    boolean isReached;
    try (Workspace workspace = new Workspace(options.directory(), options.isKept())) {
      isReached = new Detection(options, workspace).run();
    }
    System.exit(isReached ? 0 : 1);
  }

  private boolean run() throws Exception {
    secrets();
    if (options.sets().contains("pairs")) {
      PairSet pairs = new PairSet(options.seed(), workspace, command);
      pairs.judge();
      pairs.print(options.isDetailed());
      aim("pair discrimination", pairs.discrimination(), 0.98, 1);
    }
    if (options.sets().contains("clean")) {
      CleanSet clean = new CleanSet(options.seed(), workspace);
      clean.judge(command, workspace);
      clean.print(options.isDetailed());
      aim("medium or worse per 100 clean servers", clean.seriousPerHundred(), 0, 2.99);
    }
    if (options.corpus() != null && options.sets().contains("corpus")) {
      CorpusSet corpus = new CorpusSet(options.corpus(), workspace);
      corpus.judge(command, workspace);
      corpus.print(options.isDetailed());
      aim("flagged placeholders of the corpus", corpus.flaggedPlaceholders(), 0, 0);
    }
    command.messages().forEach(line -> System.out.println("the command said: " + line));
    System.out.printf("%nAims, seed %d%n", options.seed());
    aims.forEach(System.out::println);
    if (options.isKept()) {
      System.out.println("files are in " + workspace.root());
    }
    return isReached;
  }

  private void secrets() throws Exception {
    SecretSet secrets = null;
    if (options.sets().contains("secrets")) {
      secrets = new SecretSet(options.seed(), workspace);
      secrets.judge(command, workspace);
      secrets.print(options.isDetailed());
      aim("recall on generated secrets", secrets.recall(), 0.98, 1);
    }
    if (options.sets().contains("harmless")) {
      HarmlessSet harmless = new HarmlessSet(options.seed(), workspace);
      harmless.judge(command, workspace);
      harmless.print(options.isDetailed());
      if (secrets != null) {
        int wrong = harmless.alarms() + secrets.repeated();
        double precision = (double) secrets.found() / Math.max(1, secrets.found() + wrong);
        aim("precision on generated secrets", precision, 0.99, 1);
      }
    }
  }

  private void aim(String what, double value, double least, double most) {
    boolean isHit = value >= least && value <= most;
    isReached &= isHit;
    aims.add(
        String.format(
            Locale.ROOT,
            "  %-42s %8.4f  aim %s %.2f  %s",
            what,
            value,
            most == 1 ? "at least" : "at most",
            most == 1 ? least : most,
            isHit ? "reached" : "MISSED"));
  }
}
