package io.svc.cli.targets;

import io.svc.scanner.client.Wildcard;
import java.util.List;

/**
 * A pattern of file names with the syntax of ignore files: {@code *} matches any text within a
 * name, {@code **} any number of directories, and a pattern that matches a directory covers all its
 * contents. A pattern without a slash, or with a slash at its end only, matches names at any depth.
 */
public final class PathPattern {
  private static final String ANY_DIRECTORIES = "**";

  private final List<String> parts;

  public PathPattern(String pattern) {
    String slashed = pattern.replace('\\', '/').replaceFirst("^\\./", "");
    String trimmed = slashed.replaceFirst("/+$", "");
    boolean isAnywhere = trimmed.indexOf('/') < 0;
    this.parts = List.of((isAnywhere ? ANY_DIRECTORIES + "/" + trimmed : trimmed).split("/+", -1));
  }

  /** Returns whether the pattern covers a file, whose name has slashes as separators. */
  public boolean matches(String name) {
    String[] names = name.split("/", -1);
    // Matches prefixes of the pattern with prefixes of the name, part by part: no pattern is slow.
    boolean[] reached = new boolean[names.length + 1];
    reached[0] = true;
    for (String part : parts) {
      boolean[] next = new boolean[names.length + 1];
      for (int i = 0; i <= names.length; i++) {
        if (part.equals(ANY_DIRECTORIES)) {
          next[i] = reached[i] || (i > 0 && next[i - 1]);
        } else {
          next[i] = i > 0 && reached[i - 1] && Wildcard.matches(part, names[i - 1]);
        }
      }
      reached = next;
    }
    // A match of a parent directory is sufficient, except for the project directory itself.
    for (int i = 1; i <= names.length; i++) {
      if (reached[i]) {
        return true;
      }
    }
    return false;
  }
}
