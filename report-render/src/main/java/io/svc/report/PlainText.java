package io.svc.report;

import java.util.Locale;

/**
 * Text from a scanned file made safe to print: whatever a terminal would obey, or a reader would
 * not see, is spelled out by its hexadecimal number. So a server's name cannot move the cursor,
 * write a line of its own, or read backwards.
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

  /** Appends a character, or its spelling when it is hidden. */
  static void append(StringBuilder safe, int codePoint) {
    if (isHidden(codePoint)) {
      appendSpelled(safe, codePoint);
    } else {
      safe.appendCodePoint(codePoint);
    }
  }

  /** Appends the hexadecimal spelling of a character. */
  static void appendSpelled(StringBuilder safe, int codePoint) {
    safe.append("\\u{").append(Integer.toHexString(codePoint).toLowerCase(Locale.ROOT)).append('}');
  }

  /** Whether a character acts or hides instead of showing a glyph of its own. */
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

  /** Letters, marks and symbols by their category, yet nothing to see. */
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
