package io.svc.server.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A text in which «» stand round what is to be found: {@code Mail «owner@example.com» today.}
 *
 * @param text without the marks
 * @param places what stood between them
 */
record Marked(String text, List<String> places) {
  private static final Recognizers RECOGNIZERS = new Recognizers();
  private static final double MIN_SCORE = 0.5;

  static Marked of(String marked) {
    StringBuilder text = new StringBuilder();
    List<String> locations = new ArrayList<>();
    int copied = 0;
    int open = marked.indexOf('«');
    while (open >= 0) {
      int close = marked.indexOf('»', open);
      text.append(marked, copied, open);
      int start = text.length();
      text.append(marked, open + 1, close);
      locations.add(start + "-" + text.length() + " " + marked.substring(open + 1, close));
      copied = close + 1;
      open = marked.indexOf('«', copied);
    }
    return new Marked(text.append(marked.substring(copied)).toString(), locations);
  }

  /** Asserts that the marked places are found as a type, and no others. */
  static void assertFound(EntityType type, String marked) {
    Marked expected = of(marked);
    List<String> found = new ArrayList<>();
    for (RecognizedEntity first : RECOGNIZERS.find(expected.text(), Set.of(type), MIN_SCORE)) {
      found.add(
          first.start()
              + "-"
              + first.end()
              + " "
              + expected.text().substring(first.start(), first.end()));
    }
    assertThat(found).as("%s in \"%s\"", type, expected.text()).isEqualTo(expected.places());
  }
}
