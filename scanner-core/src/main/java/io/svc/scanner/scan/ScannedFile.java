package io.svc.scanner.scan;

import static java.nio.file.attribute.PosixFilePermission.GROUP_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;
import static java.util.Objects.requireNonNull;

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
  private static final int STICKY = 01000;

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
          && attributes(file).permissions().contains(OTHERS_WRITE);
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
      return factsOf(file, linkOf(file, projectPaths), projectPaths.home(), isOwn);
    } catch (IOException | UnsupportedOperationException e) {
      return FileFacts.UNKNOWN;
    }
  }

  /** Returns the facts with the access of all users or, if it is worse, of a group's members. */
  private static FileFacts factsOf(Path file, Link link, Path home, boolean isOwn)
      throws IOException {
    Access others = access(file, home, Audience.ALL_USERS, isOwn);
    Access members = access(file, home, Audience.GROUP, isOwn);
    if (members.compareTo(others) <= 0) {
      return new FileFacts(others, link);
    }
    Path shared = members == Access.REPLACE ? directoryOf(file) : file;
    return new FileFacts(members, attributes(shared).group().getName(), link);
  }

  private static Path directoryOf(Path file) throws IOException {
    return requireNonNull(file.toRealPath().getParent());
  }

  /** The permissions of users other than the owner. */
  private enum Audience {
    ALL_USERS(OTHERS_READ, OTHERS_WRITE, OTHERS_EXECUTE),
    GROUP(GROUP_READ, GROUP_WRITE, GROUP_EXECUTE);

    /** Groups whose members can read all files anyway. */
    private static final Set<String> ADMINISTRATORS = Set.of("root", "wheel", "admin", "sudo");

    private final PosixFilePermission read;
    private final PosixFilePermission write;
    private final PosixFilePermission execute;

    Audience(PosixFilePermission read, PosixFilePermission write, PosixFilePermission execute) {
      this.read = read;
      this.write = write;
      this.execute = execute;
    }

    boolean mayRead(PosixFileAttributes file) {
      return has(file, read);
    }

    boolean mayWrite(PosixFileAttributes file) {
      return has(file, write);
    }

    /** Returns true if files below a directory are reachable; other groups are not compared. */
    boolean mayEnter(PosixFileAttributes directory) {
      return directory.permissions().contains(OTHERS_EXECUTE) || has(directory, execute);
    }

    /** A group that is named like the owner has no other member by convention. */
    private boolean has(PosixFileAttributes file, PosixFilePermission right) {
      String group = file.group().getName();
      boolean isPrivate = group.equals(file.owner().getName()) || ADMINISTRATORS.contains(group);
      return file.permissions().contains(right) && (this == ALL_USERS || !isPrivate);
    }
  }

  /**
   * Returns the access of other users. A file's permissions have no effect if a parent directory
   * denies access. In a Git work tree, permissions depend on the umask at checkout. There, a file
   * counts only if others may write it but not the tree.
   */
  private static Access access(Path file, Path home, Audience audience, boolean isOwn)
      throws IOException {
    PosixFileAttributes rights = attributes(file);
    boolean mayRead = audience.mayRead(rights);
    boolean mayWrite = audience.mayWrite(rights);
    Path directory = directoryOf(file);
    boolean mayReplace = audience.mayWrite(attributes(directory)) && !isSticky(directory);
    if (!mayRead && !mayWrite && !mayReplace) {
      return Access.NONE;
    }
    boolean isTree = false;
    boolean isBelowHome = true;
    for (Path above = directory; above != null; above = above.getParent()) {
      PosixFileAttributes rightsAbove = attributes(above);
      if (!audience.mayEnter(rightsAbove)) {
        return Access.NONE;
      }
      // A home directory in Git is not a checkout of a project.
      isBelowHome &= !above.equals(home);
      if (!isOwn && !isTree && isBelowHome && Files.exists(above.resolve(".git"))) {
        isTree = true;
        boolean isShared = audience.mayWrite(rightsAbove);
        mayWrite &= !isShared;
        mayReplace &= !isShared;
      }
    }
    return mayWrite
        ? Access.WRITE
        : mayReplace ? Access.REPLACE : isTree || !mayRead ? Access.NONE : Access.READ;
  }

  /** Returns true if only the owners of a directory's files may replace them, as in /tmp. */
  private static boolean isSticky(Path directory) throws IOException {
    return Files.getFileStore(directory).supportsFileAttributeView("unix")
        && ((int) Files.getAttribute(directory, "unix:mode") & STICKY) != 0;
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

  private static PosixFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, PosixFileAttributes.class);
  }
}
