package io.svc.report;

import java.util.Locale;

/**
 * Makes text from a scanned file safe to print. Control characters and invisible characters are
 * replaced by their hexadecimal number. A server's name therefore cannot move the cursor, add a
 * line, or reverse the reading direction.
 */
final class PlainText {
  private PlainText() {}

  static String of(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      append(safe, codePoint);
      i += Character.charCount(codePoint);
    }
    return safe.toString();
  }

  /** Appends a character, or its number if it is hidden. */
  static void append(StringBuilder safe, int codePoint) {
    if (isHidden(codePoint)) {
      appendSpelled(safe, codePoint);
    } else {
      safe.appendCodePoint(codePoint);
    }
  }

  /** Appends the hexadecimal number of a character. */
  static void appendSpelled(StringBuilder safe, int codePoint) {
    safe.append("\\u{").append(Integer.toHexString(codePoint).toLowerCase(Locale.ROOT)).append('}');
  }

  /** Returns whether a character has an effect or is invisible instead of showing a glyph. */
  static boolean isHidden(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.SPACE_SEPARATOR -> codePoint != ' ';
      default -> isBlank(codePoint);
    };
  }

  /**
   * Returns whether a character is invisible although it has the category of a letter, mark or
   * symbol.
   */
  private static boolean isBlank(int codePoint) {
    return codePoint == 0x034F // combining grapheme joiner
        || codePoint == 0x115F // Hangul fillers
        || codePoint == 0x1160
        || codePoint == 0x3164
        || codePoint == 0xFFA0
        || codePoint == 0x17B4 // Khmer inherent vowels
        || codePoint == 0x17B5
        || codePoint == 0x2800 // empty Braille pattern
        || (codePoint >= 0x180B && codePoint <= 0x180F) // variation selectors
        || (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
        || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
  }
}
