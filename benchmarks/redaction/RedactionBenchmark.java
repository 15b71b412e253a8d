package redaction;

import io.svc.server.redaction.EntityType;
import io.svc.server.redaction.RecognizedEntity;
import io.svc.server.redaction.Recognizers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Precision and recall of each type over generated text. */
final class RedactionBenchmark {
  private static final double MIN_SCORE = 0.5;
  private static final double AIM = 0.97;

  private static final class Tally {
    private int labels;
    private int exact;
    private int found;
    private int right;
  }

  private final Recognizers recognizers = new Recognizers();
  private final Map<String, Tally> tallies = new TreeMap<>();
  private final Map<String, Integer> falseAlarms = new TreeMap<>();
  private final boolean showsDetails;
  private long characters;
  private long texts;

  private RedactionBenchmark(boolean showsDetails) {
    this.showsDetails = showsDetails;
  }

  public static void main(String[] arguments) {
    List<String> given = List.of(arguments);
    long seed = 1;
    int rounds = 400;
    for (String argument : given) {
      if (argument.startsWith("--seed=")) {
        seed = Long.parseLong(argument.substring("--seed=".length()));
      } else if (argument.startsWith("--rounds=")) {
        rounds = Integer.parseInt(argument.substring("--rounds=".length()));
      } else if (!argument.equals("--details")) {
        System.err.println("unknown option \"" + argument + "\": --seed=N, --rounds=N, --details");
        System.exit(2);
      }
    }
    RedactionBenchmark benchmark = new RedactionBenchmark(given.contains("--details"));
    System.exit(benchmark.run(new Draw(seed), rounds) ? 0 : 1);
  }

  private boolean run(Draw draw, int rounds) {
    long start = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      Values.OF_TYPE.forEach(
          (type, value) -> {
            List<String> told = Sentences.TOLD.getOrDefault(type, Sentences.ANY);
            judge(type, draw.one(told), value.apply(draw), type);
          });
      Values.LOOKALIKES.forEach(
          (name, value) -> judge("", draw.one(Sentences.ANY), value.apply(draw), name));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return report(seconds);
  }

  /** One text, with one labelled value or none. */
  private void judge(String label, String sentence, String value, String kind) {
    int at = sentence.indexOf("%s");
    String text = sentence.substring(0, at) + value + sentence.substring(at + 2);
    characters += text.length();
    texts++;
    Tally own = tallies.computeIfAbsent(label, any -> new Tally());
    own.labels++;
    boolean isFound = false;
    for (RecognizedEntity one : recognizers.find(text, EntityType.all(), MIN_SCORE)) {
      Tally tally = tallies.computeIfAbsent(one.type().label(), any -> new Tally());
      tally.found++;
      boolean isRight =
          one.type().label().equals(label) && one.start() == at && one.end() == at + value.length();
      tally.right += isRight ? 1 : 0;
      isFound |= isRight;
      if (!isRight) {
        falseAlarms.merge(kind + " as " + one.type(), 1, Integer::sum);
        detail("false alarm", one.type().label(), text);
      }
    }
    own.exact += isFound ? 1 : 0;
    if (!isFound && !label.isEmpty()) {
      detail("missed", label, text);
    }
  }

  private void detail(String what, String type, String text) {
    if (showsDetails) {
      System.out.println(what + " " + type + ": " + text);
    }
  }

  private boolean report(double seconds) {
    List<String> missed = new ArrayList<>();
    System.out.printf("%-18s %8s %10s %10s%n", "type", "labels", "precision", "recall");
    tallies.forEach(
        (type, tally) -> {
          if (type.isEmpty()) {
            return;
          }
          double precision = tally.found == 0 ? 1 : (double) tally.right / tally.found;
          double recall = tally.labels == 0 ? 1 : (double) tally.exact / tally.labels;
          System.out.printf("%-18s %8d %10.3f %10.3f%n", type, tally.labels, precision, recall);
          if (tally.labels > 0 && (precision < AIM || recall < AIM)) {
            missed.add(type);
          }
        });
    System.out.println();
    falseAlarms.forEach((kind, count) -> System.out.printf("%6d  %s%n", count, kind));
    System.out.printf(
        "%n%d texts, %.0f characters and %.0f us each%n",
        texts, (double) characters / texts, seconds * 1e6 / texts);
    if (!missed.isEmpty()) {
      System.out.println("below " + AIM + ": " + missed);
    }
    return missed.isEmpty();
  }
}
