package io.svc.cli.console;

import io.svc.rules.files.FileErrorText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Writes files atomically, also if the machine stops during the write. Creates missing parent
 * directories.
 */
public final class AtomicFile {
  private AtomicFile() {}

  /**
   * Writes text and replaces an existing file.
   *
   * @throws UserErrorException if the file cannot be written
   */
  public static void write(Path file, String text) {
    Path target = file.toAbsolutePath();
    Path parent = target.getParent();
    if (parent == null || Files.isDirectory(target)) {
      throw new UserErrorException("cannot write to " + file + ": it is a directory");
    }
    try {
      createParents(target);
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        // A device or pipe, such as /dev/stdout, has no temporary sibling.
        Files.writeString(target, text, StandardCharsets.UTF_8, StandardOpenOption.WRITE);
        return;
      }
      Path real = Files.isSymbolicLink(target) ? target.toRealPath() : target;
      replace(real, text.getBytes(StandardCharsets.UTF_8), Set.of());
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /**
   * Writes bytes with permissions and replaces an existing file or link.
   *
   * @param mode the permissions; empty for the system's default
   * @throws UserErrorException if the file cannot be written
   */
  public static void write(Path file, byte[] bytes, Set<PosixFilePermission> mode) {
    try {
      createParents(file);
      replace(file.toAbsolutePath(), bytes, mode);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** Creates the missing parent directories of a file. */
  public static void createParents(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    try {
      if (parent != null) {
        Files.createDirectories(parent);
      }
    } catch (FileAlreadyExistsException e) {
      // It exists and is not a directory.
      throw new NotDirectoryException(parent.toString());
    }
  }

  private static UserErrorException failed(Path file, IOException problem) {
    return new UserErrorException(
        "cannot write to " + file + ": " + FileErrorText.reasonOf(problem));
  }

  private static void replace(Path target, byte[] content, Set<PosixFilePermission> mode)
      throws IOException {
    Path temporary =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      if (!mode.isEmpty()) {
        Files.setPosixFilePermissions(temporary, mode);
      }
      try {
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
