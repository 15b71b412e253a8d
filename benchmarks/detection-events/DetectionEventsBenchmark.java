package events;

import io.svc.server.detection.DetectionPipeline;
import io.svc.server.detection.DetectionConfig;
import io.svc.server.detection.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Recall, precision and false alarms of each threat over labelled examples, and the speed. */
final class DetectionEventsBenchmark {
  private static final double LEAST_RECALL = 0.85;
  private static final double LEAST_PRECISION = 0.9;
  private static final double MOST_FALSE = 0.03;

  private static final class Tally {
    private int labelled;
    private int told;
    private int found;
    private int falsely;
  }

  private final Map<String, Tally> threats = new TreeMap<>();
  private final Map<String, int[]> harmless = new TreeMap<>();
  private final boolean showsDetails;
  private int examples;
  private int harmlessExamples;
  private int falseAlarms;

  private DetectionEventsBenchmark(boolean showsDetails) {
    this.showsDetails = showsDetails;
  }

  public static void main(String[] arguments) {
    long seed = 1;
    int rounds = 300;
    boolean details = false;
    for (String argument : arguments) {
      if (argument.startsWith("--seed=")) {
        seed = Long.parseLong(argument.substring("--seed=".length()));
      } else if (argument.startsWith("--rounds=")) {
        rounds = Integer.parseInt(argument.substring("--rounds=".length()));
      } else if (argument.equals("--details")) {
        details = true;
      } else {
        System.err.println("unknown option \"" + argument + "\": --seed=N, --rounds=N, --details");
        System.exit(2);
      }
    }
    System.exit(new DetectionEventsBenchmark(details).run(new Draw(seed), rounds) ? 0 : 1);
  }

  private boolean run(Draw draw, int rounds) {
    List<Example> all = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      Attacks.SINGLE.forEach(
          (threat, maker) ->
              all.add(new Example(threat, threat, Habits.NEW, List.of(), maker.apply(draw))));
      all.add(Attacks.leak(draw));
      Harmless.KINDS.forEach(
          (kind, maker) ->
              all.add(new Example("", kind, Habits.NEW, List.of(), maker.apply(draw))));
      if (round % 10 == 0) {
        Habits habits = new Habits(draw);
        for (int i = 0; i < 10; i++) {
          all.add(habits.unusualDestination());
          all.add(habits.offHours());
          all.add(habits.burst());
          all.add(habits.usual(i % 3));
        }
      }
    }
    all.forEach(this::judge);
    boolean isGood = report();
    speed(all);
    return isGood;
  }

  private void judge(Example example) {
    examples++;
    List<String> flagged = new ArrayList<>();
    example.flagged().forEach(verdict -> flagged.add(verdict.threat().toString()));
    if (example.threat().equals("burst")) {
      // A burst is told where it begins, which is before its last action.
      flagged.clear();
      flagged.addAll(beginning(example));
    }
    if (example.threat().isEmpty()) {
      harmlessExamples++;
      int[] count = harmless.computeIfAbsent(example.kind(), any -> new int[2]);
      count[0]++;
      count[1] += flagged.isEmpty() ? 0 : 1;
      falseAlarms += flagged.isEmpty() ? 0 : 1;
    } else {
      Tally own = threats.computeIfAbsent(example.threat(), any -> new Tally());
      own.labelled++;
      own.told += flagged.isEmpty() ? 0 : 1;
    }
    for (String threat : flagged) {
      Tally tally = threats.computeIfAbsent(threat, any -> new Tally());
      if (threat.equals(example.threat())) {
        tally.found++;
      } else if (example.threat().isEmpty()) {
        tally.falsely++;
      }
    }
    boolean isWrong =
        example.threat().isEmpty() ? !flagged.isEmpty() : !flagged.contains(example.threat());
    if (showsDetails && isWrong) {
      System.out.println(
          (example.threat().isEmpty() ? "false alarm " + flagged : "missed " + example.threat())
              + ": "
              + example.last().tool()
              + " "
              + example.last().host()
              + " "
              + example.last().content());
    }
  }

  private static List<String> beginning(Example example) {
    List<String> flagged = new ArrayList<>();
    DetectionPipeline cascade = new DetectionPipeline();
    var known = example.known();
    for (Observation seen : example.before()) {
      DetectionPipeline.PipelineResult judged = cascade.judge(seen, DetectionConfig.DEFAULT, known);
      known = judged.next();
      judged.judgement().verdicts().stream()
          .filter(verdict -> verdict.isFlagged())
          .map(verdict -> verdict.threat().toString())
          .filter(threat -> !flagged.contains(threat))
          .forEach(flagged::add);
    }
    return flagged;
  }

  private boolean report() {
    boolean isGood = true;
    System.out.printf(
        Locale.ROOT,
        "%-20s %8s %8s %10s %14s%n",
        "threat",
        "examples",
        "recall",
        "precision",
        "false alarms");
    for (Map.Entry<String, Tally> one : threats.entrySet()) {
      Tally tally = one.getValue();
      double recall = tally.labelled == 0 ? 1 : (double) tally.found / tally.labelled;
      int said = tally.found + tally.falsely;
      double precision = said == 0 ? 1 : (double) tally.found / said;
      double rate = (double) tally.falsely / Math.max(1, harmlessExamples);
      boolean isOwnGood =
          recall >= LEAST_RECALL && precision >= LEAST_PRECISION && rate <= MOST_FALSE;
      isGood &= isOwnGood;
      System.out.printf(
          Locale.ROOT,
          "%-20s %8d %8.3f %10.3f %14.4f%s%n",
          one.getKey(),
          tally.labelled,
          recall,
          precision,
          rate,
          isOwnGood ? "" : "  below the floor");
    }
    System.out.println();
    harmless.forEach(
        (kind, count) ->
            System.out.printf(
                Locale.ROOT, "harmless, %-26s %6d, %d false alarms%n", kind, count[0], count[1]));
    double all = (double) falseAlarms / Math.max(1, harmlessExamples);
    System.out.printf(
        Locale.ROOT,
        "all: %d examples, %d harmless, false-alarm rate %.4f%n",
        examples,
        harmlessExamples,
        all);
    return isGood && all <= MOST_FALSE;
  }

  /** One thread, after the run above has warmed it up. */
  private static void speed(List<Example> all) {
    DetectionPipeline cascade = new DetectionPipeline();
    long begun = System.nanoTime();
    int judged = 0;
    while (System.nanoTime() - begun < 2_000_000_000L) {
      Example example = all.get(judged % all.size());
      cascade.judge(example.last(), DetectionConfig.DEFAULT, example.known());
      judged++;
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        Locale.ROOT, "speed: %.0f observations a second on one thread%n", judged / seconds);
  }
}
