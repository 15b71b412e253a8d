package io.svc.scanner.checks.texts;

import io.svc.rules.WordBlock;
import io.svc.scanner.checks.texts.InjectionScore.Sign;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Scores a text for prompt injection. */
final class InjectionText {
  private static final int SHORTEST = 8;
  private static final int SHORTEST_ENCODED = 32;
  private static final int LONGEST_LABEL = 40;

  /** Parts of words without which so short a text is no order. */
  private static final List<String> STEMS =
      WordBlock.list(
          """
          ignor disreg forg instru prompt follow guid rule user human usuario nutzer utilisateur
          utente vergiss oubli olvid dimentic negeer""");

  /** A decoded text that adds up to this is no accident. */
  private static final int TELLING = 5;

  private InjectionText() {}

  /**
   * Whether it is worth the while to read a text word by word: labels of a few plain words, of
   * which files are full, give no orders.
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
    Sentence sentence = new Sentence();
    boolean hasPath = false;
    boolean hasAddress = false;
    while (reader.next(sentence)) {
      OverrideRules.judge(sentence, score);
      ConcealRules.judge(sentence, score);
      ExfiltrationRules.judge(sentence, score);
      TagRules.judge(sentence, score);
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

  /** Looks into what is written in Base64, once. */
  private static void judgeEncoded(String text, InjectionScore score) {
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !isOfBase64(text.charAt(i))) {
        if (i - start >= SHORTEST_ENCODED) {
          int value = judgeWords(decoded(text.substring(start, i))).value();
          if (value >= TELLING) {
            score.add(Sign.ENCODED, value + TELLING);
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

  /** The text that is written in Base64; empty when none is. */
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
