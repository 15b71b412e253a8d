package io.svc.scanner.scan;

import io.svc.rules.AdvisoryIndex;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.detect.LocalMachine;
import io.svc.scanner.detect.NeighborServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/**
 * What this machine knows of one config file: who may use it, where it leads, what is beside it.
 */
final class ScannedFile implements LocalMachine {
  private final Path path;
  private final ScanSettings settings;
  private final List<NeighborServer> neighbours;

  ScannedFile(Path path, ScanSettings settings, List<NeighborServer> neighbours) {
    this.path = path;
    this.settings = settings;
    this.neighbours = neighbours;
  }

  @Override
  public boolean isWritableByOthers(String program) {
    return settings.isWritableByOthers(program);
  }

  @Override
  public FileFacts configFile() {
    return settings.factsOf(path);
  }

  @Override
  public List<NeighborServer> neighbours() {
    return neighbours;
  }

  @Override
  public List<AdvisoryIndex> advisories() {
    return settings.advisories();
  }

  /** Asks the file system about a program; false where there is none, or no such permissions. */
  static boolean isProgramWritableByOthers(String program) {
    try {
      Path file = Path.of(program);
      return file.isAbsolute()
          && Files.isRegularFile(file)
          && permissions(file).contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Asks the file system about a config file. */
  static FileFacts factsOf(Path path, ProjectPaths places) {
    Path file = path.toAbsolutePath().normalize();
    try {
      return new FileFacts(accessOfOthers(file, places.home()), linkOf(file, places));
    } catch (IOException | UnsupportedOperationException e) {
      return FileFacts.UNKNOWN;
    }
  }

  /**
   * Permissions of a file do not matter if a parent directory denies access. In a work tree of git
   * they are those of the checkout, whatever its umask was: there only a file counts that others
   * may write while they may not write the tree.
   */
  private static Access accessOfOthers(Path file, Path home) throws IOException {
    Set<PosixFilePermission> rights = permissions(file);
    boolean mayWrite = rights.contains(PosixFilePermission.OTHERS_WRITE);
    if (!mayWrite && !rights.contains(PosixFilePermission.OTHERS_READ)) {
      return Access.NONE;
    }
    boolean isTree = false;
    boolean isBelowHome = true;
    for (Path above = file.toRealPath().getParent(); above != null; above = above.getParent()) {
      Set<PosixFilePermission> rightsAbove = permissions(above);
      if (!rightsAbove.contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return Access.NONE;
      }
      // A home directory in git is not a checkout of a project.
      isBelowHome &= !above.equals(home);
      if (!isTree && isBelowHome && Files.exists(above.resolve(".git"))) {
        isTree = true;
        mayWrite &= !rightsAbove.contains(PosixFilePermission.OTHERS_WRITE);
      }
    }
    return mayWrite ? Access.WRITE : isTree ? Access.NONE : Access.READ;
  }

  private static Link linkOf(Path file, ProjectPaths places) throws IOException {
    boolean isLink =
        Files.isSymbolicLink(file)
            || (file.getParent() != null && Files.isSymbolicLink(file.getParent()));
    if (!isLink) {
      return Link.NONE;
    }
    Path root = places.rootOf(file);
    boolean isWithin = file.toRealPath().startsWith(root.toRealPath());
    return isWithin ? Link.WITHIN : Link.OUTSIDE;
  }

  private static Set<PosixFilePermission> permissions(Path file) throws IOException {
    return Files.readAttributes(file, PosixFileAttributes.class).permissions();
  }
}
