package io.svc.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Breaks text into lines between words. Every character counts as one column, including wide ones.
 */
final class WrappedText {
  private WrappedText() {}

  /** Returns the lines of a text, none longer than the width; longer words are split. */
  static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    int start = skipBlanks(text, 0);
    while (start < text.length()) {
      int end = end(text, start, width);
      lines.add(text.substring(start, end).stripTrailing());
      start = skipBlanks(text, end);
    }
    return lines;
  }

  private static int skipBlanks(String text, int start) {
    int i = start;
    while (i < text.length() && text.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  private static int end(String text, int start, int width) {
    if (text.codePointCount(start, text.length()) <= width) {
      return text.length();
    }
    int limit = text.offsetByCodePoints(start, width);
    // A space right after the limit lets the full line fit.
    int blank = text.lastIndexOf(' ', limit);
    return blank > start ? blank : limit;
  }
}
