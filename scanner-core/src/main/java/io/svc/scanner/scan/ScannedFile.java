package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.rules.AdvisoryIndex;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.detect.LocalMachine;
import io.svc.scanner.detect.NeighborServer;
import io.svc.scanner.scan.DirectoryCache.Directory;
import io.svc.scanner.scan.DirectoryCache.Rights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Facts of this machine about a config file: permissions, the target of a link, and servers of
 * other files in the same scope.
 */
final class ScannedFile implements LocalMachine {
  private final ScanRequest request;
  private final ScanSettings settings;
  private final List<NeighborServer> neighbors;
  private final DirectoryCache directories;
  private @Nullable FileFacts facts;

  ScannedFile(
      ScanRequest request,
      ScanSettings settings,
      List<NeighborServer> neighbors,
      DirectoryCache directories) {
    this.request = request;
    this.settings = settings;
    this.neighbors = neighbors;
    this.directories = directories;
  }

  @Override
  public boolean isWritableByOthers(String program) {
    return settings.isWritableByOthers(program);
  }

  @Override
  public FileFacts configFile() {
    if (facts == null) {
      facts = settings.factsOf(request.path(), request.isSecretStore(), directories);
    }
    return facts;
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
          && Audience.ALL_USERS.mayWrite(Rights.of(file));
    } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
      return false;
    }
  }

  /**
   * Reads the facts about a config file from the file system.
   *
   * @param isOwn whether the user created the file, so that git did not set its permissions
   */
  static FileFacts factsOf(
      Path path, ProjectPaths projectPaths, boolean isOwn, DirectoryCache directories) {
    Path file = path.toAbsolutePath().normalize();
    try {
      Rights entry = Rights.ofEntry(file);
      boolean isLink = entry.isLink();
      Directory parent = directories.of(directoryOf(file));
      // The directories of a link's target are not those of the file.
      Path realParent = isLink ? directoryOf(file.toRealPath()) : parent.realPath();
      return factsOf(
          isLink ? Rights.of(file) : entry,
          directories,
          directories.of(realParent),
          isLink || parent.isLink() ? targetOf(file, projectPaths) : Link.NONE,
          projectPaths.home(),
          isOwn);
    } catch (IOException | UnsupportedOperationException e) {
      return FileFacts.UNKNOWN;
    }
  }

  /** Returns the facts with the access of all users or, if it is worse, of a group's members. */
  private static FileFacts factsOf(
      Rights file,
      DirectoryCache directories,
      Directory directory,
      Link link,
      Path home,
      boolean isOwn)
      throws IOException {
    Access others = access(file.mode(), directories, directory, home, Audience.ALL_USERS, isOwn);
    Access members = access(file.mode(), directories, directory, home, Audience.GROUP, isOwn);
    // Looking up the names of a file's owner and group takes longer than the rest, and seldom
    // matters.
    if (members.compareTo(others) > 0 && Audience.isPrivate(file)) {
      members = access(0, directories, directory, home, Audience.GROUP, isOwn);
    }
    if (members.compareTo(others) <= 0) {
      return new FileFacts(others, link);
    }
    Rights shared = members == Access.REPLACE ? directory.rights() : file;
    return new FileFacts(members, shared.group(), link);
  }

  private static Path directoryOf(Path file) {
    return requireNonNull(file.getParent());
  }

  /** The permissions of users other than the owner. */
  private enum Audience {
    ALL_USERS(0),
    GROUP(3);

    /** Groups whose members can read all files anyway. */
    private static final Set<String> ADMINISTRATORS = Set.of("root", "wheel", "admin", "sudo");

    private static final int ALL_EXECUTE = 1;

    private final int read;
    private final int write;
    private final int execute;

    /** Creates an audience whose bits in a mode are left of those of all users. */
    Audience(int shift) {
      this.read = 4 << shift;
      this.write = 2 << shift;
      this.execute = 1 << shift;
    }

    boolean mayWrite(Rights file) throws IOException {
      return has(file, write);
    }

    /** Returns true if files below a directory are reachable; other groups are not compared. */
    boolean mayEnter(Rights directory) throws IOException {
      return (directory.mode() & ALL_EXECUTE) != 0 || has(directory, execute);
    }

    private boolean has(Rights file, int right) throws IOException {
      return (file.mode() & right) != 0 && (this == ALL_USERS || !isPrivate(file));
    }

    /** A group that is named like the owner has no other member by convention. */
    private static boolean isPrivate(Rights file) throws IOException {
      String group = file.group();
      return group.equals(file.owner()) || ADMINISTRATORS.contains(group);
    }
  }

  /**
   * Returns the access of other users. A file's permissions have no effect if a parent directory
   * denies access. In a Git work tree, permissions depend on the umask at checkout. There, a file
   * counts only if others may write it but not the tree.
   *
   * @param mode the bits of the file that apply to the audience
   */
  private static Access access(
      int mode,
      DirectoryCache directories,
      Directory directory,
      Path home,
      Audience audience,
      boolean isOwn)
      throws IOException {
    boolean mayRead = (mode & audience.read) != 0;
    boolean mayWrite = (mode & audience.write) != 0;
    boolean mayReplace = audience.mayWrite(directory.rights()) && !directory.rights().isSticky();
    if (!mayRead && !mayWrite && !mayReplace) {
      return Access.NONE;
    }
    boolean isTree = false;
    boolean isBelowHome = true;
    for (Path path = directory.path(); path != null; path = path.getParent()) {
      Directory above = directories.of(path);
      if (!audience.mayEnter(above.rights())) {
        return Access.NONE;
      }
      // A home directory in Git is not a checkout of a project.
      isBelowHome &= !path.equals(home);
      if (!isOwn && !isTree && isBelowHome && above.hasGit()) {
        isTree = true;
        boolean isShared = audience.mayWrite(above.rights());
        mayWrite &= !isShared;
        mayReplace &= !isShared;
      }
    }
    return mayWrite
        ? Access.WRITE
        : mayReplace ? Access.REPLACE : isTree || !mayRead ? Access.NONE : Access.READ;
  }

  private static Link targetOf(Path file, ProjectPaths projectPaths) throws IOException {
    Path root = projectPaths.rootOf(file);
    boolean isWithin = file.toRealPath().startsWith(root.toRealPath());
    return isWithin ? Link.WITHIN : Link.OUTSIDE;
  }
}
