package io.svc.cli.targets;

import io.svc.scanner.client.Wildcard;
import java.util.List;

/**
 * A pattern of files' names as people know it from ignore files: {@code *} stands for anything
 * within a name, {@code **} for any number of directories, and what matches a directory covers all
 * that is in it. A pattern without a slash, or with one at its end only, is about names at any
 * depth.
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

  /** Whether it covers a file, which is named with slashes. */
  public boolean matches(String name) {
    String[] names = name.split("/", -1);
    // Whether the first parts match the first names, part by part: no pattern can make it slow.
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
    // A directory on the way is enough; that of the project itself is none.
    for (int i = 1; i <= names.length; i++) {
      if (reached[i]) {
        return true;
      }
    }
    return false;
  }
}
