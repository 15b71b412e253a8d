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
 * Facts of this machine about a config file: permissions, the target of a link, and servers of
 * other files in the same scope.
 */
final class ScannedFile implements LocalMachine {
  private final ScanRequest request;
  private final ScanSettings settings;
  private final List<NeighborServer> neighbors;

  ScannedFile(ScanRequest request, ScanSettings settings, List<NeighborServer> neighbors) {
    this.request = request;
    this.settings = settings;
    this.neighbors = neighbors;
  }

  @Override
  public boolean isWritableByOthers(String program) {
    return settings.isWritableByOthers(program);
  }

  @Override
  public FileFacts configFile() {
    return settings.factsOf(request.path(), request.isSecretStore());
  }

  @Override
  public boolean isSecretStore() {
    return request.isSecretStore();
  }

  @Override
  public List<NeighborServer> neighbors() {
    return neighbors;
  }

  @Override
  public List<AdvisoryIndex> advisories() {
    return settings.advisories();
  }

  /**
   * Returns true if other users may write a program; false if it does not exist or the file system
   * has no such permissions.
   */
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

  /**
   * Reads the facts about a config file from the file system.
   *
   * @param isOwn whether the user created the file, so that git did not set its permissions
   */
  static FileFacts factsOf(Path path, ProjectPaths projectPaths, boolean isOwn) {
    Path file = path.toAbsolutePath().normalize();
    try {
      return new FileFacts(
          accessOfOthers(file, projectPaths.home(), isOwn), linkOf(file, projectPaths));
    } catch (IOException | UnsupportedOperationException e) {
      return FileFacts.UNKNOWN;
    }
  }

  /**
   * Returns the access of other users. A file's permissions have no effect if a parent directory
   * denies access. In a Git work tree, permissions depend on the umask at checkout. There, a file
   * counts only if others may write it but not the tree.
   */
  private static Access accessOfOthers(Path file, Path home, boolean isOwn) throws IOException {
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
      // A home directory in Git is not a checkout of a project.
      isBelowHome &= !above.equals(home);
      if (!isOwn && !isTree && isBelowHome && Files.exists(above.resolve(".git"))) {
        isTree = true;
        mayWrite &= !rightsAbove.contains(PosixFilePermission.OTHERS_WRITE);
      }
    }
    return mayWrite ? Access.WRITE : isTree ? Access.NONE : Access.READ;
  }

  private static Link linkOf(Path file, ProjectPaths projectPaths) throws IOException {
    boolean isLink =
        Files.isSymbolicLink(file)
            || (file.getParent() != null && Files.isSymbolicLink(file.getParent()));
    if (!isLink) {
      return Link.NONE;
    }
    Path root = projectPaths.rootOf(file);
    boolean isWithin = file.toRealPath().startsWith(root.toRealPath());
    return isWithin ? Link.WITHIN : Link.OUTSIDE;
  }

  private static Set<PosixFilePermission> permissions(Path file) throws IOException {
    return Files.readAttributes(file, PosixFileAttributes.class).permissions();
  }
}
