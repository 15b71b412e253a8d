package io.svc.cli.targets;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A line of a {@code .gitignore} file, as specified by gitignore(5).
 *
 * @param names the path segments to match; {@code **} matches any number of segments
 * @param isNegated whether it reverts a previous match
 * @param isForDirectories whether it matches directories only
 */
public record IgnorePattern(List<String> names, boolean isNegated, boolean isForDirectories) {
  private static final String ANY_DEPTH = "**";

  /**
   * Parses a line in the form of {@link #bytewise}; empty for a comment and for a line without a
   * pattern.
   */
  public static Optional<IgnorePattern> parse(String line) {
    String text = withoutTrailingBlanks(line);
    boolean isNegated = text.startsWith("!");
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.empty();
    }
    String pattern = isNegated ? text.substring(1) : text;
    boolean isForDirectories = pattern.endsWith("/");
    if (isForDirectories) {
      pattern = pattern.substring(0, pattern.length() - 1);
    }
    boolean isAnchored = pattern.indexOf('/') >= 0;
    if (pattern.startsWith("/")) {
      pattern = pattern.substring(1);
    }
    if (pattern.isEmpty()) {
      return Optional.empty();
    }
    String completePattern = isAnchored ? pattern : ANY_DEPTH + "/" + pattern;
    return Optional.of(
        new IgnorePattern(List.of(completePattern.split("/", -1)), isNegated, isForDirectories));
  }

  /** Trailing spaces are ignored unless they are escaped by a backslash. */
  private static String withoutTrailingBlanks(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == ' ' && !isQuoted(line, end - 1)) {
      end--;
    }
    return line.substring(0, end);
  }

  private static boolean isQuoted(String line, int at) {
    int backslashes = 0;
    while (at - backslashes > 0 && line.charAt(at - backslashes - 1) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  /**
   * Converts a name or the text of a file to the form that patterns compare: one character per
   * byte.
   */
  public static String bytewise(String name) {
    return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns whether the pattern matches a path.
   *
   * @param path the names relative to the directory of the file, in the form of {@link #bytewise}
   */
  public boolean matches(List<String> path, boolean isDirectory) {
    if (isForDirectories && !isDirectory) {
      return false;
    }
    // As with an asterisk within a name, only the last "**" needs backtracking: no pattern is slow.
    int at = 0;
    int name = 0;
    int lastAny = -1;
    int lastStarEnd = 0;
    while (name < path.size()) {
      if (at < names.size() && names.get(at).equals(ANY_DEPTH)) {
        lastAny = at++;
        lastStarEnd = name;
        if (at == names.size()) {
          // At the end it matches the contents of the directory, at least one name.
          return true;
        }
      } else if (at < names.size() && NameGlob.matches(names.get(at), path.get(name))) {
        at++;
        name++;
      } else if (lastAny >= 0) {
        at = lastAny + 1;
        name = ++lastStarEnd;
      } else {
        return false;
      }
    }
    return at == names.size();
  }
}
