package io.svc.scanner.checks.texts;

import java.text.Normalizer;

/**
 * A normalized text, as a model interprets it: without invisible characters and accents, with plain
 * letters for fullwidth and mathematical ones, and with visible tag characters.
 */
final class FoldedText {
  /**
   * Maximum number of marks on a letter. No script has more; longer sequences are meant to slow
   * programs down.
   */
  private static final int MAX_MARKS = 4;

  private static final int FIRST_TAG = 0xE0020;
  private static final int LAST_TAG = 0xE007E;
  private static final int TAGS = 0xE0000;
  private static final int LAST_LATIN = 0x24F;
  private static final char FIRST_MARK = 0x300;
  private static final char LAST_MARK = 0x36F;
  private static final char DOTLESS_I = 0x131;

  private FoldedText() {}

  /** Returns the normalized text. Case is preserved, because it separates the words in names. */
  static String of(String text) {
    String visible = isAscii(text) ? text : withoutAccents(visible(text));
    return visible.contains("&lt;") ? visible.replace("&lt;", "<").replace("&gt;", ">") : visible;
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String visible(String text) {
    StringBuilder visible = new StringBuilder(text.length());
    int marks = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      int type = Character.getType(c);
      boolean isMark =
          type == Character.NON_SPACING_MARK
              || type == Character.ENCLOSING_MARK
              || type == Character.COMBINING_SPACING_MARK;
      marks = isMark ? marks + 1 : 0;
      if (c >= FIRST_TAG && c <= LAST_TAG) {
        visible.append((char) (c - TAGS));
      } else if (marks <= MAX_MARKS && type != Character.FORMAT && !isBlank(c)) {
        visible.appendCodePoint(c);
      }
    }
    return visible.toString();
  }

  /** Returns whether a character is a letter without a shape or a variation selector. */
  private static boolean isBlank(int c) {
    return c == 0x115F
        || c == 0x1160
        || c == 0x3164
        || c == 0xFFA0
        || c == 0x034F
        || (c >= 0xFE00 && c <= 0xFE0F)
        || (c >= TAGS && c <= 0xE01EF);
  }

  private static String withoutAccents(String text) {
    String parted = Normalizer.normalize(text, Normalizer.Form.NFKD);
    StringBuilder plain = new StringBuilder(parted.length());
    char base = 0;
    for (int i = 0; i < parted.length(); i++) {
      char c = parted.charAt(i);
      boolean isMark = c >= FIRST_MARK && c <= LAST_MARK;
      base = isMark ? base : c;
      if (!isMark || base > LAST_LATIN) {
        plain.append(c == DOTLESS_I ? 'i' : c);
      }
    }
    return Normalizer.normalize(plain, Normalizer.Form.NFC);
  }
}
