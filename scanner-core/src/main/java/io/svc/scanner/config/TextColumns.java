package io.svc.scanner.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Converts columns in code points, as counted by the YAML and TOML parsers, to columns in UTF-16
 * code units, as counted by editors and the JSON parser. They differ only after characters such as
 * emoji.
 */
final class TextColumns {
  private final String text;
  private final boolean hasSurrogates;
  private final List<Integer> lineStarts = new ArrayList<>();

  TextColumns(String text) {
    this.text = text;
    boolean found = false;
    for (int i = 0; i < text.length() && !found; i++) {
      found = Character.isSurrogate(text.charAt(i));
    }
    this.hasSurrogates = found;
    if (found) {
      lineStarts.add(0);
      for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
        lineStarts.add(i + 1);
      }
    }
  }

  /** Returns the column in UTF-16 code units; both columns are counted from 1. */
  int inUtf16(int line, int column) {
    if (!hasSurrogates || line > lineStarts.size()) {
      return column;
    }
    int start = lineStarts.get(line - 1);
    int end = line < lineStarts.size() ? lineStarts.get(line) : text.length();
    int points = Math.min(column - 1, text.codePointCount(start, end));
    return text.offsetByCodePoints(start, points) - start + 1;
  }
}
