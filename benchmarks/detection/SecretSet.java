package detection;

import detection.Specimens.Judged;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many credentials are found, and whether each gives one finding. */
final class SecretSet {
  private static final int WORST = 20;

  private final Tally families = new Tally();
  private final Tally kinds = new Tally();
  private final Tally places = new Tally();
  private final Tally shapes = new Tally();
  private final List<String> misses = new ArrayList<>();
  private final List<String> repeats = new ArrayList<>();
  private final Specimens specimens;

  SecretSet(long seed, Workspace workspace) throws Exception {
    List<Kind> all = new ArrayList<>(TokenFormats.all());
    all.addAll(StructuredTokens.all());
    all.addAll(OtherSecrets.all());
    specimens = new Specimens("secrets", all, seed, workspace);
  }

  void judge(Command command, Workspace workspace) throws Exception {
    for (Judged judged : specimens.judge(command, workspace)) {
      boolean isFound = !judged.findings().isEmpty();
      families.add(judged.kind().family(), isFound);
      kinds.add(judged.kind().family() + ": " + judged.kind().id(), isFound);
      places.add(judged.sample().label().place().id(), isFound);
      shapes.add(judged.sample().shape().toString().toLowerCase(Locale.ROOT), isFound);
      if (!isFound) {
        misses.add(judged.describe());
      }
      for (Report.Finding more :
          judged.findings().subList(isFound ? 1 : 0, judged.findings().size())) {
        repeats.add(judged.describe() + " " + more.describe());
      }
    }
  }

  int found() {
    return families.hits();
  }

  /** Findings beyond the first of a credential: one problem should give one finding. */
  int repeated() {
    return repeats.size() + specimens.strays();
  }

  double recall() {
    return families.share();
  }

  void print(boolean isDetailed) {
    int most = isDetailed ? Integer.MAX_VALUE : WORST;
    families.print("Secrets, by kind", "found");
    places.print("Secrets, by place", "found");
    shapes.printWorst("Secrets, worst clients", "found", isDetailed ? most : 5);
    kinds.printWorst("Secrets, worst kinds", "found", most);
    System.out.printf("%nfindings beyond the first of a secret: %d%n", repeated());
    if (isDetailed) {
      misses.forEach(miss -> System.out.println("MISS " + miss));
      repeats.forEach(repeat -> System.out.println("REPEAT " + repeat));
    }
  }
}
