package io.svc.cli.targets;

import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Finds files below a directory without git. It does not follow links and skips git's own
 * directory.
 */
final class DirectoryWalk extends SimpleFileVisitor<Path> {
  private static final String GIT = ".git";

  /** The ignore patterns of one directory, and the base of their paths. */
  private record IgnoreFile(Path directory, List<IgnorePattern> patterns) {}

  private final boolean isIgnoring;
  private final FileSearchResult found;
  private final Deque<IgnoreFile> ignored = new ArrayDeque<>();

  private DirectoryWalk(boolean isIgnoring, FileSearchResult found) {
    this.isIgnoring = isIgnoring;
    this.found = found;
  }

  /**
   * Searches a directory.
   *
   * @param isIgnoring whether to skip files and directories that .gitignore files exclude
   */
  static void find(Path directory, boolean isIgnoring, FileSearchResult found) {
    DirectoryWalk walk = new DirectoryWalk(isIgnoring, found);
    if (isIgnoring) {
      walk.readAbove(directory.toAbsolutePath().normalize());
    }
    try {
      Files.walkFileTree(directory, walk);
    } catch (IOException e) {
      // The visitor itself never throws; this handles exceptions of the file system.
      found.addUnlistable(directory);
    }
  }

  /** In a repository, the ignore files of the parent directories apply too. */
  private void readAbove(Path start) {
    List<Path> above = new ArrayList<>();
    Path root = start;
    while (root != null && !Files.exists(root.resolve(GIT))) {
      root = root.getParent();
      if (root != null) {
        above.add(0, root);
      }
    }
    if (root != null) {
      push(root, root.resolve(GIT).resolve("info").resolve("exclude"));
      for (Path directory : above) {
        push(directory, directory.resolve(".gitignore"));
      }
    }
  }

  private void push(Path directory, Path file) {
    ignored.push(new IgnoreFile(directory.toAbsolutePath().normalize(), read(file)));
  }

  private static List<IgnorePattern> read(Path file) {
    List<IgnorePattern> patterns = new ArrayList<>();
    if (Files.isRegularFile(file)) {
      try {
        String text = new String(RegularFile.bytes(file), StandardCharsets.ISO_8859_1);
        for (String line : text.replace("\r\n", "\n").split("\n", -1)) {
          IgnorePattern.parse(line).ifPresent(patterns::add);
        }
      } catch (IOException e) {
        // An unreadable file ignores nothing: an extra file is better than a missed one.
        return List.of();
      }
    }
    return patterns;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
    Path name = directory.getFileName();
    if (name != null && name.toString().equals(GIT)) {
      return FileVisitResult.SKIP_SUBTREE;
    }
    if (isIgnoring) {
      if (isIgnored(directory, true)) {
        found.ignore(directory);
        return FileVisitResult.SKIP_SUBTREE;
      }
      push(directory, directory.resolve(".gitignore"));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    boolean isOfInterest =
        !attributes.isOther() && FileSearchResult.needsCheck(file.toString().replace('\\', '/'));
    if (isOfInterest && isIgnoring && isIgnored(file, false)) {
      found.ignore(file);
    } else if (isOfInterest) {
      found.visit(file);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException problem) {
    found.addUnlistable(file);
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, IOException problem) {
    if (problem != null) {
      found.addUnlistable(directory);
    }
    if (isIgnoring) {
      ignored.pop();
    }
    return FileVisitResult.CONTINUE;
  }

  /** The innermost file with a matching pattern decides, by its last matching line. */
  private boolean isIgnored(Path path, boolean isDirectory) {
    Path absolute = path.toAbsolutePath().normalize();
    for (IgnoreFile file : ignored) {
      if (file.patterns().isEmpty() || absolute.equals(file.directory())) {
        continue;
      }
      List<String> names = new ArrayList<>();
      for (Path name : file.directory().relativize(absolute)) {
        names.add(IgnorePattern.bytewise(name.toString()));
      }
      for (int i = file.patterns().size() - 1; i >= 0; i--) {
        IgnorePattern pattern = file.patterns().get(i);
        if (pattern.matches(names, isDirectory)) {
          return !pattern.isNegated();
        }
      }
    }
    return false;
  }
}
