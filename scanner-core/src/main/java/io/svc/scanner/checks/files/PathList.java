package io.svc.scanner.checks.files;

import java.util.ArrayList;
import java.util.List;

/**
 * A text with several directories like {@code PATH}, separated by colons, or by semicolons on
 * Windows.
 */
public final class PathList {
  private PathList() {}

  /**
   * Returns the directories of a list without surrounding blanks. An empty element is the current
   * directory.
   */
  public static List<String> of(String text) {
    boolean isWindows = text.indexOf(';') >= 0 || hasDrive(text) || text.indexOf('\\') >= 0;
    List<String> directories = new ArrayList<>();
    int start = 0;
    boolean isInBraces = false;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? 0 : text.charAt(i);
      isInBraces = (isInBraces || c == '{') && c != '}';
      boolean isEnd = i == text.length() || c == (isWindows ? ';' : ':');
      // The colon in ${env:HOME} is not a separator.
      if (isEnd && (!isInBraces || i == text.length())) {
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
}
