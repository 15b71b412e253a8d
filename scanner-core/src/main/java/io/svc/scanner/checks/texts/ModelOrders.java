package io.svc.scanner.checks.texts;

import java.util.List;

/**
 * How much a text reads like orders to a model, by the signs that are looked for in descriptions of
 * tools. Time grows with the length of the text, whatever it says.
 *
 * @param weight of the signs that stand near each other
 * @param words what the text tells the model, the plainest first and no more than three
 */
public record ModelOrders(int weight, List<String> words) {
  /** From this weight on a text is an order, as scanners report it. */
  public static final int TELLING = InjectionScore.THRESHOLD;

  private static final ModelOrders NONE = new ModelOrders(0, List.of());

  public ModelOrders {
    words = List.copyOf(words);
  }

  /** What is found in a text. */
  public static ModelOrders in(String text) {
    if (!InjectionText.mayBeOrder(text)) {
      return NONE;
    }
    InjectionScore score = InjectionText.judge(text);
    return new ModelOrders(score.value(), score.words());
  }
}
