package io.svc.scanner.detect;

import java.util.ArrayList;
import java.util.List;

/**
 * Directories in one text, as {@code PATH} has them: parted by colons, or by semicolons on Windows.
 */
final class PathList {
  private PathList() {}

  /** The directories of a list, blanks around them left out; an empty one is the current one. */
  static List<String> of(String text) {
    boolean isWindows = text.indexOf(';') >= 0 || hasDrive(text) || text.indexOf('\\') >= 0;
    List<String> directories = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      boolean isEnd = i == text.length() || text.charAt(i) == (isWindows ? ';' : ':');
      // The colon of ${env:HOME} parts nothing.
      if (isEnd && !isInBraces(text, start, i)) {
        directories.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    return directories;
  }

  private static boolean hasDrive(String text) {
    return text.length() > 2
        && Character.isLetter(text.charAt(0))
        && text.charAt(1) == ':'
        && (text.charAt(2) == '/' || text.charAt(2) == '\\');
  }

  /** Whether the end of a part lies inside a reference that begins in it. */
  static boolean isInBraces(String text, int start, int end) {
    return text.lastIndexOf('{', end - 1) >= start
        && text.lastIndexOf('{', end - 1) > text.lastIndexOf('}', end - 1);
  }
}
