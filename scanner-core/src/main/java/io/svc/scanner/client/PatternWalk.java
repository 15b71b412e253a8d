package io.svc.scanner.client;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the files that match a pattern's names. Folders that cannot be listed are skipped. */
final class PatternWalk {

  /** Maximum depth of folders that "**" matches. */
  static final int DEEPEST = 6;

  /**
   * Maximum number of entries that one "**" checks; a plugin cache can contain complete source
   * trees.
   */
  static final int MAX_ENTRIES = 2_000;

  /** The entries of folders in which a name with a wildcard was searched. */
  private final Map<Path, List<Path>> listings = new HashMap<>();

  /** Returns regular files, and links to such files, sorted by path. */
  static List<Path> filesBelow(Path root, List<String> names) {
    return new PatternWalk().find(root, names);
  }

  /**
   * Returns files like {@link #filesBelow}. Several searches of one walk list each folder once, as
   * many patterns have their wildcard in the folder of a project.
   */
  List<Path> find(Path root, List<String> names) {
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

  private List<Path> entriesNamed(String name, List<Path> folders) {
    List<Path> matching = new ArrayList<>();
    for (Path folder : folders) {
      List<Path> entries = listings.get(folder);
      if (entries == null) {
        entries = entriesOf(folder, Integer.MAX_VALUE);
        listings.put(folder, entries);
      }
      for (Path entry : entries) {
        if (Wildcard.matches(name, entry.getFileName().toString())) {
          matching.add(entry);
        }
      }
    }
    return matching;
  }

  // Breadth-first, so that outer folders are complete when the entry limit is reached. Links are
  // not followed, because they can form cycles.
  private static List<Path> withFoldersBelow(List<Path> folders) {
    List<Path> reached = new ArrayList<>(folders);
    List<Path> level = folders;
    int entriesLeft = MAX_ENTRIES;
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

  private static List<Path> entriesOf(Path folder, int limit) {
    List<Path> entries = new ArrayList<>();
    // A check is cheaper than the exception that most machines would throw for most locations.
    if (limit == 0 || !Files.isDirectory(folder)) {
      return entries;
    }
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path entry : stream) {
        if (entries.size() == limit) {
          break;
        }
        entries.add(entry);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Entries that were read before the failure count.
      return entries;
    }
    return entries;
  }
}
