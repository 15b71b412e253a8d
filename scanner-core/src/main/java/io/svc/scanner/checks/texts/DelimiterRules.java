package io.svc.scanner.checks.texts;

import static io.svc.scanner.checks.texts.InjectionWords.INSTRUCTION;
import static io.svc.scanner.checks.texts.InjectionWords.MODEL;
import static io.svc.scanner.checks.texts.InjectionWords.SYSTEM;

import io.svc.scanner.checks.texts.InjectionScore.Indicator;

/** Indicators of texts that imitate system messages or break out of their delimiters. */
final class DelimiterRules {
  /**
   * Markers that separate the speakers of a conversation in models' formats and do not occur in
   * prose.
   */
  private static final String CONTROL =
      "im_start im_end inst sys endoftext start_header_id end_header_id eot_id begin_of_text";

  private static final String SPEAKERS = "system user assistant";
  private static final String OFFICIAL =
      "system system_prompt system-prompt systemprompt system-reminder system_message secret hidden"
          + " admin override developer assistant";
  private static final String LOUD =
      "important critical mandatory urgent priority required warning must-read";
  private static final String FRAMES =
      "tool tools description tool_description function functions context document user";

  private DelimiterRules() {}

  static void judge(TaggedSentence sentence, InjectionScore score) {
    for (String tag : sentence.tags()) {
      score.add(Indicator.TAG, weightOf(tag, sentence));
    }
    for (int i = 0; i < sentence.size(); i++) {
      String word = sentence.word(i);
      String next = sentence.word(i + 1);
      if (word.equals("system") && next.equals("override")) {
        score.add(Indicator.TAG, 6);
      } else if (next.equals("mode") && TaggedSentence.isOneOf(word, "developer god admin dan")) {
        score.add(Indicator.ROLE, 4);
      } else if (word.equals("you") && next.equals("are") && sentence.word(i + 2).equals("now")) {
        score.add(Indicator.ROLE, 4);
      } else if (word.equals("new") && sentence.is(i + 1, INSTRUCTION | SYSTEM)) {
        boolean hasPossessive =
            sentence.word(i - 1).equals("your") || sentence.is(i + 2, INSTRUCTION);
        score.add(Indicator.ROLE, hasPossessive ? 5 : 0);
      } else if (TaggedSentence.isOneOf(word, "hidden secret covert invisible")
          && sentence.is(i + 1, INSTRUCTION)
          && !OverrideRules.isCited(sentence, i)
          && !sentence.isDenied(i)) {
        score.add(Indicator.AUDIENCE, 6);
      } else if (sentence.is(i, MODEL)
          && sentence.hasWord("note message instruction instructions memo", i - 4, i)
          && sentence.hasWord("to for", i - 3, i)) {
        score.add(Indicator.AUDIENCE, 4);
      } else if (word.equals("already")
          && TaggedSentence.isOneOf(next, "approved consented authorized")) {
        score.add(Indicator.CONSENT, 4);
      } else if (word.equals("from") && next.equals("now") && sentence.word(i + 2).equals("on")) {
        score.add(Indicator.ROLE, sentence.hasWord("you act pretend", i + 3, i + 5) ? 5 : 3);
      }
    }
  }

  private static int weightOf(String tag, TaggedSentence sentence) {
    int start = 0;
    while (start < tag.length() && !Character.isLetter(tag.charAt(start))) {
      start++;
    }
    String name = tag.substring(start);
    return switch (tag.charAt(0)) {
      case '<' -> weightOfMarkup(tag, name);
      case '[' ->
          name.equals("inst")
              ? 10
              : TaggedSentence.isOneOf(name, OFFICIAL)
                  ? 6
                  : TaggedSentence.isOneOf(name, LOUD) ? 4 : 0;
      default -> weightOfHeading(name, sentence);
    };
  }

  private static int weightOfMarkup(String tag, String name) {
    boolean isControl =
        TaggedSentence.isOneOf(name, CONTROL)
            || (tag.startsWith("<|") && TaggedSentence.isOneOf(name, SPEAKERS));
    if (isControl) {
      return 10;
    }
    if (tag.startsWith("<!")) {
      return name.isEmpty() ? 4 : 0;
    }
    if (tag.startsWith("</")) {
      return TaggedSentence.isOneOf(name, FRAMES) ? 4 : 0;
    }
    if (TaggedSentence.isOneOf(name, OFFICIAL) || name.contains("instruction")) {
      return 6;
    }
    return TaggedSentence.isOneOf(name, LOUD) ? 5 : 0;
  }

  private static int weightOfHeading(String name, TaggedSentence sentence) {
    if (name.equals("system") || name.equals("override")) {
      return 5;
    }
    boolean isNews =
        TaggedSentence.isOneOf(name, "instruction instructions prompt message directive notice")
            && sentence.hasWord("new hidden secret system internal", 0, sentence.size());
    return isNews ? 5 : 0;
  }
}
