package io.svc.scanner.client;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the files that a pattern's names lead to. What cannot be listed leads nowhere. */
final class PatternWalk {

  /** How many folders down "**" reaches. */
  static final int DEEPEST = 6;

  /** How many entries one "**" looks at; a plugin cache can hold whole source trees. */
  static final int MOST_ENTRIES = 2_000;

  private PatternWalk() {}

  /** Regular files, or links to such, sorted by path. */
  static List<Path> filesBelow(Path root, List<String> names) {
    List<Path> reached = List.of(root);
    for (String name : names) {
      if (name.equals(Wildcard.ANY_DEPTH)) {
        reached = withFoldersBelow(reached);
      } else if (Wildcard.isIn(name)) {
        reached = entriesNamed(name, reached);
      } else {
        reached = resolved(name, reached);
      }
    }
    List<Path> files = new ArrayList<>();
    for (Path path : reached) {
      if (Files.isRegularFile(path)) {
        files.add(path);
      }
    }
    files.sort(Comparator.naturalOrder());
    return files;
  }

  private static List<Path> resolved(String name, List<Path> folders) {
    List<Path> resolved = new ArrayList<>(folders.size());
    for (Path folder : folders) {
      resolved.add(folder.resolve(name));
    }
    return resolved;
  }

  private static List<Path> entriesNamed(String name, List<Path> folders) {
    List<Path> matching = new ArrayList<>();
    for (Path folder : folders) {
      for (Path entry : entriesOf(folder, Integer.MAX_VALUE)) {
        if (Wildcard.matches(name, entry.getFileName().toString())) {
          matching.add(entry);
        }
      }
    }
    return matching;
  }

  // Level by level, so that when the entries run out the outer folders have been seen. Links are
  // not followed: they can lead in a circle.
  private static List<Path> withFoldersBelow(List<Path> folders) {
    List<Path> reached = new ArrayList<>(folders);
    List<Path> level = folders;
    int entriesLeft = MOST_ENTRIES;
    for (int depth = 0; depth < DEEPEST && !level.isEmpty(); depth++) {
      List<Path> below = new ArrayList<>();
      for (Path folder : level) {
        List<Path> entries = entriesOf(folder, entriesLeft);
        entriesLeft -= entries.size();
        for (Path entry : entries) {
          if (Files.isDirectory(entry, NOFOLLOW_LINKS)) {
            below.add(entry);
          }
        }
      }
      reached.addAll(below);
      level = below;
    }
    return reached;
  }

  private static List<Path> entriesOf(Path folder, int most) {
    List<Path> entries = new ArrayList<>();
    // Asking first is cheaper than the exception that most machines would throw for most places.
    if (most == 0 || !Files.isDirectory(folder)) {
      return entries;
    }
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path entry : stream) {
        if (entries.size() == most) {
          break;
        }
        entries.add(entry);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The entries read before the failure still count.
      return entries;
    }
    return entries;
  }
}
