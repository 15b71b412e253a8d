package io.svc.scanner.checks.texts;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Adds the weights of prompt injection indicators in a text. An indicator counts once, and only
 * together with others near it, because long legitimate texts contain a few.
 */
final class InjectionScore {
  /** The minimum score of a text that is reported. */
  static final int THRESHOLD = 10;

  private static final int HEAVIEST = 40;

  /** Maximum distance of indicators, in sentences. */
  private static final int NEAR = 8;

  /** An indicator, with its description. */
  enum Indicator {
    OVERRIDE("to disregard its instructions"),
    CONCEAL("to hide something from you"),
    READ_SECRET("to read secrets"),
    SEND("to pass on data"),
    DESTINATION("to send it to a specific destination"),
    REDIRECT("to send things elsewhere"),
    PROMPT_LEAK("to reveal its instructions"),
    SAFETY("to bypass safeguards"),
    CONSENT("to act without approval"),
    RUN("to run a command"),
    AUDIENCE("with content intended only for the model"),
    ROLE("to play another role"),
    TAG("in the form of a system message"),
    INSERT("to add content from an address"),
    APPROVAL("to turn off approvals"),
    BEFORE(""),
    OTHERWISE(""),
    URGENT(""),
    ENCODED("in encoded form");

    private final String words;

    Indicator(String words) {
      this.words = words;
    }
  }

  private final Map<Indicator, Integer> weights = new EnumMap<>(Indicator.class);
  private final Map<Indicator, Integer> seen = new EnumMap<>(Indicator.class);
  private Map<Indicator, Integer> bestWeights = Map.of();
  private int sentence;
  private int best;

  /** Adds an indicator in the current sentence. */
  void add(Indicator sign, int weight) {
    if (weight > 0) {
      weights.put(sign, isNear(sign) ? Math.max(weights.getOrDefault(sign, 0), weight) : weight);
      seen.put(sign, sentence);
    }
  }

  private boolean isNear(Indicator sign) {
    Integer last = seen.get(sign);
    return last != null && sentence - last <= NEAR;
  }

  /** Ends the current sentence. */
  void endSentence() {
    int sum = 0;
    for (Map.Entry<Indicator, Integer> weight : weights.entrySet()) {
      sum += isNear(weight.getKey()) ? weight.getValue() : 0;
    }
    if (sum > best) {
      best = sum;
      bestWeights = new EnumMap<>(weights);
      for (Indicator sign : weights.keySet()) {
        if (!isNear(sign)) {
          bestWeights.remove(sign);
        }
      }
    }
    sentence++;
  }

  /** Returns the weight of an indicator in or near the last sentence; 0 without one. */
  int weightOf(Indicator sign) {
    return isNear(sign) ? weights.getOrDefault(sign, 0) : 0;
  }

  boolean isOrder() {
    return best >= THRESHOLD;
  }

  int value() {
    return best;
  }

  /** Returns the descriptions of at most three instructions in the text, clearest first. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    for (int weight = HEAVIEST; weight > 0 && words.size() < 3; weight--) {
      for (Map.Entry<Indicator, Integer> entry : bestWeights.entrySet()) {
        String explanation = entry.getKey().words;
        if (entry.getValue() == weight && !explanation.isEmpty() && words.size() < 3) {
          words.add(explanation);
        }
      }
    }
    return words;
  }

  /** Returns descriptions of instructions as the end of a sentence. */
  static String joined(List<String> words) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      joined.append(i == 0 ? "" : i + 1 == words.size() ? " and " : ", ").append(words.get(i));
    }
    return joined.isEmpty() ? "what to do" : joined.toString();
  }
}
