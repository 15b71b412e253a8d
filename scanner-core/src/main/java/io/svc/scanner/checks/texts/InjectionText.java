package io.svc.scanner.checks.texts;

import io.svc.rules.WordListParser;
import io.svc.scanner.checks.texts.InjectionScore.Indicator;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Scores a text for prompt injection. */
final class InjectionText {
  private static final int SHORTEST = 8;
  private static final int SHORTEST_ENCODED = 32;
  private static final int LONGEST_LABEL = 40;

  /** Parts of words. A short text without any of them is not an instruction. */
  private static final List<String> STEMS =
      WordListParser.list(
          """
          ignor disreg forg instru prompt follow guid rule user human usuario nutzer utilisateur
          utente vergiss oubli olvid dimentic negeer""");

  /** The minimum score of a decoded text that is not accidental. */
  private static final int TELLING = 5;

  private InjectionText() {}

  /**
   * Returns whether to read a text word by word. Short labels of a few ordinary words, which are
   * frequent, are not instructions.
   */
  static boolean mayBeOrder(String text) {
    if (text.length() < SHORTEST) {
      return false;
    }
    int blanks = 0;
    boolean isPlain = text.length() <= LONGEST_LABEL;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      blanks += c <= ' ' || c >= 0x80 ? 1 : 0;
      isPlain &= c < 0x80 && "<>[]~@:/\\".indexOf(c) < 0;
      if (blanks > 1 && !isPlain) {
        return true;
      }
    }
    return isPlain ? hasStem(text) : text.length() >= SHORTEST_ENCODED;
  }

  private static boolean hasStem(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (String stem : STEMS) {
      if (lower.contains(stem)) {
        return true;
      }
    }
    return false;
  }

  static InjectionScore judge(String text) {
    InjectionScore score = judgeWords(text);
    judgeEncoded(text, score);
    return score;
  }

  private static InjectionScore judgeWords(String text) {
    InjectionScore score = new InjectionScore();
    String folded = FoldedText.of(text);
    SentenceReader reader = new SentenceReader(folded);
    TaggedSentence sentence = new TaggedSentence();
    boolean hasPath = false;
    boolean hasAddress = false;
    while (reader.next(sentence)) {
      OverrideRules.judge(sentence, score);
      ConcealRules.judge(sentence, score);
      ExfiltrationRules.judge(sentence, score);
      DelimiterRules.judge(sentence, score);
      hasPath |= sentence.has(InjectionWords.PATH, 0, sentence.size());
      hasAddress |= sentence.has(InjectionWords.ADDRESS, 0, sentence.size());
      score.endSentence();
    }
    if (EastAsianRules.mayApply(folded)) {
      EastAsianRules.judge(folded, hasPath, hasAddress || folded.contains("://"), score);
      score.endSentence();
    }
    return score;
  }

  /** Scores Base64 content, one level deep. */
  private static void judgeEncoded(String text, InjectionScore score) {
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !isOfBase64(text.charAt(i))) {
        if (i - start >= SHORTEST_ENCODED) {
          int value = judgeWords(decoded(text.substring(start, i))).value();
          if (value >= TELLING) {
            score.add(Indicator.ENCODED, value + TELLING);
            score.endSentence();
          }
        }
        start = i + 1;
      }
    }
  }

  private static boolean isOfBase64(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '+'
        || c == '/'
        || c == '-'
        || c == '_';
  }

  /** Returns the decoded Base64 text. Empty if it is not Base64. */
  private static String decoded(String encoded) {
    String standard = encoded.replace('-', '+').replace('_', '/');
    int length = standard.length() % 4 == 1 ? standard.length() - 1 : standard.length();
    String decoded;
    try {
      byte[] bytes = Base64.getDecoder().decode(standard.substring(0, length));
      decoded = new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
    int strange = 0;
    for (int i = 0; i < decoded.length(); i++) {
      char c = decoded.charAt(i);
      strange += (c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == '\uFFFD' ? 1 : 0;
    }
    return strange * 20 > decoded.length() ? "" : decoded;
  }
}
