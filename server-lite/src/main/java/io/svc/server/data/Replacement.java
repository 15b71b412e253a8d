package io.svc.server.data;

import io.svc.server.RefusedException;
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
 * New content for a data directory, put in place as a whole. It is built in a directory of its own
 * within; {@link #commit} renames that, which decides, and then moves the old content aside and the
 * new one in, file by file. Where that breaks off, what is left to do shows in the names, and
 * {@link #resume} does it before anybody else uses the directory. So the directory itself is never
 * renamed: it may be a volume of its own, and the lock within stays held.
 */
public final class Replacement {
  /** Being built; worth nothing. */
  private static final String STAGE = "restore-staged";

  /** Decided; the old content is being moved aside. */
  private static final String READY = "restore-ready-";

  /** The old content is aside; the new one is being moved in. */
  private static final String MOVING = "restore-moving-in-";

  private static final String ASIDE = "before-restore-";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** How one file or directory gets another name. */
  @FunctionalInterface
  interface Move {
    void rename(Path from, Path to) throws IOException;
  }

  private final Path directory;
  private final Move move;

  public Replacement(DataDirectory data) {
    this(data.path(), Replacement::rename);
  }

  Replacement(Path directory, Move move) {
    this.directory = directory;
    this.move = move;
  }

  private static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** An empty directory to build the new content in; what an earlier attempt left is deleted. */
  public Path stage() {
    Path stage = directory.resolve(STAGE);
    try {
      delete(stage);
      PrivateFiles.createDirectory(stage);
      return stage;
    } catch (IOException e) {
      throw new RefusedException(
          SafeText.quoted(stage.toString()) + " cannot be made; is the disk full?", e);
    }
  }

  /** Deletes what was built, when it turned out to be no good. */
  public void drop() {
    try {
      delete(directory.resolve(STAGE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Puts the new content in place.
   *
   * @return where the old content is now; empty when there was none
   * @throws RefusedException when the old content cannot be moved; all is as it was then
   */
  public Optional<Path> commit(Instant now) {
    try {
      String stamp = STAMP.format(now);
      complete(directory.resolve(STAGE));
      move.rename(directory.resolve(STAGE), directory.resolve(READY + stamp));
      sync(directory);
      return finish(stamp);
    } catch (IOException e) {
      throw new RefusedException(
          "the content of "
              + SafeText.quoted(directory.toString())
              + " cannot be moved aside; are all of its files the server's own?",
          e);
    }
  }

  /** Content and nothing else, all of it on disk. */
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

  /** Whether a replacement broke off that {@link #resume} has to finish. */
  static boolean isPending(Path directory) {
    try {
      return find(directory, READY).isPresent() || find(directory, MOVING).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /** Finishes what broke off after it was decided. */
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
    Path aside = directory.resolve(ASIDE + stamp);
    if (Files.exists(ready)) {
      moveAside(aside, ready);
      move.rename(ready, moving);
      sync(directory);
    }
    for (Path file : list(moving)) {
      move.rename(file, directory.resolve(file.getFileName()));
    }
    sync(directory);
    Files.delete(moving);
    return Files.exists(aside) ? Optional.of(aside) : Optional.empty();
  }

  /** All of it, or, where one file cannot be moved, nothing. */
  private void moveAside(Path aside, Path ready) throws IOException {
    List<Path> moved = new ArrayList<>();
    try {
      for (Path file : DataDirectory.content(directory)) {
        if (!Files.exists(aside)) {
          PrivateFiles.createDirectory(aside);
        }
        move.rename(file, aside.resolve(file.getFileName()));
        moved.add(file);
      }
    } catch (IOException e) {
      for (Path file : moved) {
        move.rename(aside.resolve(file.getFileName()), file);
      }
      delete(ready);
      Files.deleteIfExists(aside);
      throw e;
    }
    if (Files.exists(aside)) {
      sync(aside);
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

  /** A rename is on disk when its directory is. Not every system can be asked to do so. */
  private static void sync(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // On such a system the directory is written with its file.
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
