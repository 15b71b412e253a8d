package io.svc.server.data;

import io.svc.server.OperatorErrorException;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Replaces the content of a data directory atomically. The new content is built in a subdirectory;
 * {@link #commit} renames that, which is the point of decision, and then moves the old content
 * aside and the new content in, file by file. After an interruption, the names show the remaining
 * steps, and {@link #resume} completes them before the directory is used. The directory itself is
 * never renamed: it may be a volume, and its lock stays acquired.
 */
public final class DataReplacement {
  /** In preparation; can be discarded. */
  private static final String STAGE = "restore-staged";

  /** Committed; the old content is being moved aside. */
  private static final String READY = "restore-ready-";

  /** The old content was moved aside; the new content is being moved in. */
  private static final String MOVING = "restore-moving-in-";

  private static final String REPLACED_PREFIX = "before-restore-";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Renames a file or directory. */
  @FunctionalInterface
  interface RenameOperation {
    void rename(Path from, Path to) throws IOException;
  }

  private final Path directory;
  private final RenameOperation move;

  public DataReplacement(DataDirectory data) {
    this(data.path(), DataReplacement::rename);
  }

  DataReplacement(Path directory, RenameOperation move) {
    this.directory = directory;
    this.move = move;
  }

  private static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns an empty directory for the new content; remains of an earlier attempt are deleted. */
  public Path stage() {
    Path stage = directory.resolve(STAGE);
    try {
      delete(stage);
      PrivateFiles.createDirectory(stage);
      return stage;
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(stage.toString())
              + " cannot be created; check whether the disk is"
              + " full",
          e);
    }
  }

  /** Deletes the new content, when it is not usable. */
  public void discard() {
    try {
      delete(directory.resolve(STAGE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Replaces the content.
   *
   * @return the directory with the old content; empty when there was none
   * @throws OperatorErrorException when the old content cannot be moved; everything is unchanged
   *     then
   */
  public Optional<Path> commit(Instant now) {
    try {
      String stamp = STAMP.format(now);
      complete(directory.resolve(STAGE));
      move.rename(directory.resolve(STAGE), directory.resolve(READY + stamp));
      sync(directory);
      return finish(stamp);
    } catch (IOException e) {
      throw new OperatorErrorException(
          "the content of "
              + SafeText.quoted(directory.toString())
              + " cannot be moved; check that all of its files belong to the server's user",
          e);
    }
  }

  /** Reduces the directory to the content, and flushes it to disk. */
  private static void complete(Path stage) throws IOException {
    List<Path> content = DataDirectory.content(stage);
    for (Path entry : list(stage)) {
      if (content.contains(entry)) {
        syncFile(entry);
      } else {
        delete(entry);
      }
    }
    sync(stage);
  }

  private static void syncFile(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Returns whether a replacement was interrupted that {@link #resume} must complete. */
  static boolean isPending(Path directory) {
    try {
      return find(directory, READY).isPresent() || find(directory, MOVING).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /** Completes a committed replacement. */
  void resume() throws IOException {
    Optional<String> stamp = find(directory, READY);
    if (stamp.isEmpty()) {
      stamp = find(directory, MOVING);
    }
    if (stamp.isPresent()) {
      finish(stamp.get());
    }
    delete(directory.resolve(STAGE));
  }

  private Optional<Path> finish(String stamp) throws IOException {
    Path ready = directory.resolve(READY + stamp);
    Path moving = directory.resolve(MOVING + stamp);
    Path backup = directory.resolve(REPLACED_PREFIX + stamp);
    if (Files.exists(ready)) {
      moveAside(backup, ready);
      move.rename(ready, moving);
      sync(directory);
    }
    for (Path file : list(moving)) {
      move.rename(file, directory.resolve(file.getFileName()));
    }
    sync(directory);
    Files.delete(moving);
    return Files.exists(backup) ? Optional.of(backup) : Optional.empty();
  }

  /** Moves all files, or none if one cannot be moved. */
  private void moveAside(Path backup, Path ready) throws IOException {
    List<Path> moved = new ArrayList<>();
    try {
      for (Path file : DataDirectory.content(directory)) {
        if (!Files.exists(backup)) {
          PrivateFiles.createDirectory(backup);
        }
        move.rename(file, backup.resolve(file.getFileName()));
        moved.add(file);
      }
    } catch (IOException e) {
      for (Path file : moved) {
        move.rename(backup.resolve(file.getFileName()), file);
      }
      delete(ready);
      Files.deleteIfExists(backup);
      throw e;
    }
    if (Files.exists(backup)) {
      sync(backup);
    }
  }

  private static Optional<String> find(Path directory, String prefix) throws IOException {
    for (Path entry : list(directory)) {
      String name = entry.getFileName().toString();
      if (name.startsWith(prefix)) {
        return Optional.of(name.substring(prefix.length()));
      }
    }
    return Optional.empty();
  }

  private static List<Path> list(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    }
    entries.sort(null);
    return entries;
  }

  /** A rename is on disk when its directory is. Not every system supports this request. */
  private static void sync(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // On such a system the directory is written together with its file.
      return;
    }
  }

  private static void delete(Path path) throws IOException {
    if (!Files.exists(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.isDirectory(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      for (Path entry : list(path)) {
        delete(entry);
      }
    }
    Files.delete(path);
  }
}
