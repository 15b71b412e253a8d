package io.svc.cli.git;

import java.util.Optional;

/**
 * An entry of git's index or tree.
 *
 * @param path from the root of the repository, with slashes
 * @param mode in octal digits, as git writes it
 * @param id the id of the content
 * @param isConflict whether a merge left several versions
 */
public record GitEntry(String path, String mode, String id, boolean isConflict) {

  /** Parses an entry of {@code ls-files -s -z}: mode, id and stage, a tab, the path. */
  public static Optional<GitEntry> ofIndex(String line) {
    int tab = line.indexOf('\t');
    String[] words = line.substring(0, Math.max(0, tab)).split(" ", -1);
    return words.length == 3
        ? Optional.of(
            new GitEntry(line.substring(tab + 1), words[0], words[1], !words[2].equals("0")))
        : Optional.empty();
  }

  /** Parses an entry of {@code ls-tree -r -z}: mode, type and id, a tab, the path. */
  static Optional<GitEntry> ofTree(String line) {
    int tab = line.indexOf('\t');
    String[] words = line.substring(0, Math.max(0, tab)).split(" ", -1);
    return words.length == 3
        ? Optional.of(new GitEntry(line.substring(tab + 1), words[0], words[2], false))
        : Optional.empty();
  }

  public boolean isLink() {
    return mode.equals("120000");
  }

  /** Returns whether the entry is a submodule. */
  public boolean isSubmodule() {
    return mode.equals("160000");
  }

  public boolean isFile() {
    return mode.startsWith("100");
  }
}
