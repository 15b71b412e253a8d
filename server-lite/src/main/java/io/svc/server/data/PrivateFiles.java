package io.svc.server.data;

import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import io.svc.server.OperatorErrorException;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Files and directories that only their owner can access, if the system supports permissions. */
final class PrivateFiles {
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private PrivateFiles() {}

  /** Creates a directory, and its parents with default permissions. */
  static void createDirectory(Path directory) throws IOException {
    Path parent = directory.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try {
      Files.createDirectory(directory, attributes(directory, DIRECTORY));
    } catch (FileAlreadyExistsException e) {
      // Created by another process in the meantime; the caller checks it next.
      return;
    }
  }

  /** Creates an empty file. */
  static void createFile(Path file) throws IOException {
    Files.createFile(file, attributes(file, FILE));
  }

  /**
   * Removes other users' permissions, and returns a notice. A directory that is writable for
   * everyone is rejected, because its content is not trustworthy.
   */
  static Optional<String> restrictPermissions(Path path) throws IOException {
    if (!isPosix(path)) {
      return Optional.empty();
    }
    boolean isDirectory = Files.isDirectory(path);
    Set<PosixFilePermission> permissions = isDirectory ? DIRECTORY : FILE;
    Set<PosixFilePermission> found = Files.getPosixFilePermissions(path);
    String quoted = SafeText.quoted(path.toString());
    String shown = PosixFilePermissions.toString(found);
    if (found.contains(OTHERS_WRITE)) {
      throw new OperatorErrorException(
          quoted
              + " can be changed by every user ("
              + shown
              + "); expected a directory that only the server's user can change");
    }
    boolean isOpen = found.stream().anyMatch(p -> !p.name().startsWith("OWNER_"));
    if (!isOpen) {
      return Optional.empty();
    }
    try {
      Files.setPosixFilePermissions(path, permissions);
    } catch (IOException e) {
      if (found.contains(GROUP_WRITE)) {
        throw new OperatorErrorException(
            quoted
                + " can be changed by its group ("
                + shown
                + ") and does not belong to the server's user; specify a directory below it,"
                + " which the server creates",
            e);
      }
      return Optional.of(
          quoted
              + " can be read by others ("
              + shown
              + ") and does not belong to"
              + " the server's user");
    }
    return Optional.of(
        quoted
            + " was open to others ("
            + shown
            + "); it is now "
            + PosixFilePermissions.toString(permissions));
  }

  private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
