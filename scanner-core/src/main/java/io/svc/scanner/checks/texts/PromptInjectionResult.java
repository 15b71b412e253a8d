package io.svc.scanner.checks.texts;

import java.util.List;

/**
 * The prompt injection score of a text, with the indicators for tool descriptions. The time is
 * proportional to the length of any text.
 *
 * @param weight weight of indicators near each other
 * @param words instructions in the text, clearest first, at most three
 */
public record PromptInjectionResult(int weight, List<String> words) {
  /** The minimum weight of a text that scanners report. */
  public static final int TELLING = InjectionScore.THRESHOLD;

  private static final PromptInjectionResult NONE = new PromptInjectionResult(0, List.of());

  public PromptInjectionResult {
    words = List.copyOf(words);
  }

  /** Returns the instructions in a text. */
  public static PromptInjectionResult in(String text) {
    if (!InjectionText.mayBeOrder(text)) {
      return NONE;
    }
    InjectionScore score = InjectionText.judge(text);
    return new PromptInjectionResult(score.value(), score.words());
  }
}
