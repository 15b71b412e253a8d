package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the directories of scanned files. Files of one scan share most of their parent
 * directories, so each directory is read once. Thread-safe.
 */
final class DirectoryCache {
  private static final int STICKY = 01000;

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
   * The rights to a file or a directory.
   *
   * @param permissions the permissions, computed once
   */
  record Rights(PosixFileAttributes attributes, Set<PosixFilePermission> permissions) {
    static Rights of(Path path) throws IOException {
      return of(Files.readAttributes(path, PosixFileAttributes.class));
    }

    /** Returns the rights to a path itself, even if it is a link. */
    static Rights ofEntry(Path path) throws IOException {
      return of(Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    }

    private static Rights of(PosixFileAttributes attributes) {
      Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
      permissions.addAll(attributes.permissions());
      return new Rights(attributes, permissions);
    }
  }

  /** Facts about a directory. Reading one twice in two threads is harmless. */
  static final class Directory {
    private final Path path;
    private volatile @Nullable Path realPath;
    private volatile @Nullable Rights rights;
    private volatile @Nullable Boolean isLink;
    private volatile @Nullable Boolean isSticky;
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

    /** Returns true if only the owners of the directory's files may replace them, as in /tmp. */
    boolean isSticky() throws IOException {
      if (isSticky == null) {
        isSticky =
            Files.getFileStore(path).supportsFileAttributeView("unix")
                && ((int) Files.getAttribute(path, "unix:mode") & STICKY) != 0;
      }
      return requireNonNull(isSticky);
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
