package io.svc.cli.fix;

import static java.util.Objects.requireNonNull;

import io.svc.cli.console.UserErrorException;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Writes files with secrets or user settings atomically, with restricted permissions. */
final class PrivateFileWriter {
  static final Set<PosixFilePermission> OWNER_ONLY =
      Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int MAX_BACKUPS = 100;

  private PrivateFileWriter() {}

  /** Returns the path of an existing file, with links resolved. */
  static Path real(Path file) throws IOException {
    return file.toRealPath();
  }

  /**
   * Replaces the content of a file if it still has the expected bytes. Preserves its permissions,
   * and its owner where allowed.
   */
  static void replace(Path file, byte[] before, byte[] after) {
    try {
      Path target = real(file);
      if (!Files.isWritable(target)) {
        throw new UserErrorException("cannot write to " + file + ": it is read-only");
      }
      if (!Arrays.equals(RegularFile.bytes(target), before)) {
        throw new UserErrorException(
            "nothing was written to " + file + ": the file changed in the meantime");
      }
      Optional<PosixFileAttributes> attributes = attributesOf(target);
      write(target, after, attributes);
    } catch (IOException e) {
      throw new UserErrorException("cannot write to " + file + ": " + FileErrorText.reasonOf(e));
    }
  }

  /** Creates or replaces a file that only its owner may read. */
  static void writeForOwner(Path file, byte[] bytes) {
    try {
      Path target = Files.exists(file) ? real(file) : file.toAbsolutePath();
      write(target, bytes, Optional.empty());
    } catch (IOException e) {
      throw new UserErrorException("cannot write to " + file + ": " + FileErrorText.reasonOf(e));
    }
  }

  /** Writes a backup in the same directory, under an unused name. */
  static Path backUp(Path file, byte[] bytes, boolean isForOwner, Instant now) {
    try {
      Path target = real(file);
      Optional<PosixFileAttributes> attributes =
          isForOwner ? Optional.empty() : attributesOf(target);
      String stem = target.getFileName() + "." + STAMP.format(now);
      for (int number = 1; number <= MAX_BACKUPS; number++) {
        Path backup = target.resolveSibling(stem + (number == 1 ? "" : "-" + number) + ".bak");
        if (!Files.exists(backup, LinkOption.NOFOLLOW_LINKS)) {
          create(backup, bytes, attributes);
          return backup;
        }
      }
      throw new UserErrorException("cannot create backup " + file + ": too many backups exist");
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot create a backup of "
              + file
              + ": "
              + FileErrorText.reasonOf(e)
              + "; nothing was changed");
    }
  }

  private static void write(Path target, byte[] bytes, Optional<PosixFileAttributes> attributes)
      throws IOException {
    Path temporary =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    Files.deleteIfExists(temporary);
    try {
      create(temporary, bytes, attributes);
      try {
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
      }
      force(requireNonNull(target.getParent()));
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Other users must not be able to read the file even while it is written. */
  private static void create(Path file, byte[] bytes, Optional<PosixFileAttributes> attributes)
      throws IOException {
    boolean isPosix = Files.getFileStore(file.getParent()).supportsFileAttributeView("posix");
    FileAttribute<?>[] creation =
        isPosix
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
            : new FileAttribute<?>[0];
    try (FileChannel channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), creation)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    if (attributes.isPresent()) {
      PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      preserveOwner(view, attributes.get());
      view.setPermissions(attributes.get().permissions());
    }
  }

  /**
   * Only an administrator may change the owner; otherwise the current user already owns the file.
   */
  private static void preserveOwner(PosixFileAttributeView view, PosixFileAttributes attributes) {
    try {
      PosixFileAttributes currentAttributes = view.readAttributes();
      if (!currentAttributes.owner().equals(attributes.owner())) {
        view.setOwner(attributes.owner());
      }
      if (!currentAttributes.group().equals(attributes.group())) {
        view.setGroup(attributes.group());
      }
    } catch (IOException e) {
      // Only the permissions are required.
    }
  }

  private static Optional<PosixFileAttributes> attributesOf(Path file) throws IOException {
    boolean isPosix = Files.getFileStore(file).supportsFileAttributeView("posix");
    return isPosix
        ? Optional.of(Files.readAttributes(file, PosixFileAttributes.class))
        : Optional.empty();
  }

  /** The new name of a file is durable only after its directory is synced. */
  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (FileSystemException e) {
      // Windows cannot open directories.
    }
  }
}
