package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the directories of scanned files. Files of one scan share most of their parent
 * directories, so each directory is read once. Thread-safe.
 */
final class DirectoryCache {
  private final Map<Path, Directory> directories = new ConcurrentHashMap<>();

  /** Returns the facts about a directory, which are read on first use. */
  Directory of(Path path) {
    Directory known = directories.get(path);
    if (known == null) {
      known = new Directory(path);
      directories.put(path, known);
    }
    return known;
  }

  /**
   * The rights to a file or a directory: the bits of its mode. The JDK's sets of permissions delay
   * a cold start, and the names of the owner and the group are seldom needed.
   */
  static final class Rights {
    private static final int TYPE = 0170000;
    private static final int LINK = 0120000;
    private static final int STICKY = 01000;

    private final Path path;
    private final int mode;
    private volatile @Nullable PosixFileAttributes attributes;

    private Rights(Path path, Object mode) {
      this.path = path;
      this.mode = (int) mode;
    }

    static Rights of(Path path) throws IOException {
      return new Rights(path, Files.getAttribute(path, "unix:mode"));
    }

    /** Returns the rights to a path itself, even if it is a link. */
    static Rights ofEntry(Path path) throws IOException {
      return new Rights(path, Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS));
    }

    int mode() {
      return mode;
    }

    boolean isLink() {
      return (mode & TYPE) == LINK;
    }

    /** Returns true if only the owners of the directory's files may replace them, as in /tmp. */
    boolean isSticky() {
      return (mode & STICKY) != 0;
    }

    String owner() throws IOException {
      return attributes().owner().getName();
    }

    String group() throws IOException {
      return attributes().group().getName();
    }

    private PosixFileAttributes attributes() throws IOException {
      if (attributes == null) {
        attributes = Files.readAttributes(path, PosixFileAttributes.class);
      }
      return requireNonNull(attributes);
    }
  }

  /** Facts about a directory. Reading one twice in two threads is harmless. */
  static final class Directory {
    private final Path path;
    private volatile @Nullable Path realPath;
    private volatile @Nullable Rights rights;
    private volatile @Nullable Boolean isLink;
    private volatile @Nullable Boolean hasGit;

    private Directory(Path path) {
      this.path = path;
    }

    Path path() {
      return path;
    }

    Path realPath() throws IOException {
      if (realPath == null) {
        realPath = path.toRealPath();
      }
      return requireNonNull(realPath);
    }

    Rights rights() throws IOException {
      if (rights == null) {
        rights = Rights.of(path);
      }
      return requireNonNull(rights);
    }

    boolean isLink() {
      if (isLink == null) {
        isLink = Files.isSymbolicLink(path);
      }
      return requireNonNull(isLink);
    }

    /** Returns true for the root of a Git work tree. */
    boolean hasGit() {
      if (hasGit == null) {
        hasGit = Files.exists(path.resolve(".git"));
      }
      return requireNonNull(hasGit);
    }
  }
}
