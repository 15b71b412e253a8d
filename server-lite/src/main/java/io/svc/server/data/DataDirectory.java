package io.svc.server.data;

import io.svc.server.OperatorErrorException;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data directory of the server: database, jobs, master key, backups. Only the server's user can
 * access it. {@link #lock} excludes a second server until {@link #close}; the lock of a process
 * that dies is released. It locks a file of its own and the file of the scheduler, so that deleting
 * the first does not admit a second server.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "svc-server.lock";
  private static final String JOBS = "jobs.db";
  private static final String KEY = "master.key";
  private static final String NEXT_KEY = KEY + ".next";
  private static final int LONGEST_PID = 20;

  private final Path path;
  private final List<String> notices;
  private final JobsLock jobsLock;
  private @Nullable FileChannel lock;

  private DataDirectory(Path path, List<String> notices) {
    this.path = path;
    this.notices = List.copyOf(notices);
    this.jobsLock = new JobsLock(path.resolve(JOBS));
  }

  /**
   * Opens a directory; creates it if it is missing, and removes other users' permissions.
   *
   * @throws OperatorErrorException when it cannot be used, or is writable for everyone
   */
  public static DataDirectory open(Path directory) {
    String quoted = SafeText.quoted(directory.toString());
    try {
      if (!Files.exists(directory)) {
        PrivateFiles.createDirectory(directory);
      }
      if (!Files.isDirectory(directory)) {
        throw new OperatorErrorException(
            "the data directory " + quoted + " is a file; expected a directory");
      }
      Path real = directory.toRealPath();
      List<String> notices = new ArrayList<>();
      PrivateFiles.restrictPermissions(real).ifPresent(notices::add);
      if (!Files.isWritable(real)) {
        throw new OperatorErrorException(
            "the data directory "
                + quoted
                + " cannot be written to; expected a directory that"
                + " belongs to the server's user");
      }
      return new DataDirectory(real, notices);
    } catch (IOException e) {
      throw new OperatorErrorException(
          "the data directory "
              + quoted
              + " cannot be created or opened; expected a directory that the server can write to",
          e);
    }
  }

  /** Returns changes and recommendations about the directory, one sentence each. */
  public List<String> notices() {
    return notices;
  }

  /** The directory, without symbolic links. */
  public Path path() {
    return path;
  }

  /** The SQLite file of the store. */
  public Path database() {
    return path.resolve("app.db");
  }

  /** The SQLite file of the scheduler. */
  public Path jobs() {
    return path.resolve(JOBS);
  }

  /** The directory of automatic backups; it need not exist. */
  public Path backups() {
    return path.resolve("backups");
  }

  /**
   * Returns the essential files, without the lock and the backups: the database with its journals,
   * the jobs, the master key. Empty for a new directory.
   */
  public List<Path> content() {
    try {
      return content(path);
    } catch (IOException e) {
      throw new OperatorErrorException(
          "the data directory " + SafeText.quoted(path.toString()) + " cannot be read", e);
    }
  }

  static List<Path> content(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            directory, "{app.db,app.db-*,jobs.db,jobs.db-*," + KEY + "," + NEXT_KEY + "}")) {
      entries.forEach(found::add);
    }
    found.sort(null);
    return found;
  }

  /** Returns whether a restore was interrupted, which the next {@link #lock} completes. */
  public boolean isBeingReplaced() {
    return DataReplacement.isPending(path);
  }

  /** The default file of the master key. */
  public Path masterKeyFile() {
    return path.resolve(KEY);
  }

  /**
   * Creates a file that only the server's user can read; an existing file's permissions are
   * restricted. SQLite gives its other files the permissions of the first, so this must be called
   * before.
   */
  public void restrictToOwner(Path file) {
    try {
      if (Files.exists(file)) {
        PrivateFiles.restrictPermissions(file);
      } else {
        PrivateFiles.createFile(file);
      }
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(file.toString())
              + " cannot be created; check whether the disk is"
              + " full",
          e);
    }
  }

  /**
   * Locks the directory against other servers until close.
   *
   * @throws OperatorErrorException when another process has locked it, with its process ID
   */
  public void lock() {
    if (lock != null) {
      throw new IllegalStateException("The directory is locked already");
    }
    Path file = path.resolve(LOCK);
    restrictToOwner(file);
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!tryLock(channel)) {
        throw inUse(lockOwner(channel));
      }
      // The lock file may have been deleted while its owner runs.
      if (!jobsLock.tryAcquire()) {
        throw inUse("");
      }
      channel.truncate(0);
      String pid = Long.toString(ProcessHandle.current().pid());
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      // Before the content is read, because an interrupted restore may have replaced only a part of
      // it.
      new DataReplacement(this).resume();
      lock = channel;
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(file.toString())
              + " cannot be locked; check whether it is on a"
              + " network file system",
          e);
    } finally {
      if (lock == null) {
        jobsLock.close();
        closeQuietly(channel);
      }
    }
  }

  private OperatorErrorException inUse(String owner) {
    return new OperatorErrorException(
        "another svc-server"
            + owner
            + " uses "
            + SafeText.quoted(path.toString())
            + "; stop it, or specify another data directory");
  }

  /**
   * Returns the process that has locked a directory as {@link #lock} does; empty when there is
   * none. Changes nothing.
   */
  public static Optional<String> lockOwner(Path directory) {
    Path file = directory.resolve(LOCK);
    if (Files.exists(file)) {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        if (!tryLock(channel)) {
          return Optional.of("svc-server" + lockOwner(channel));
        }
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    try (JobsLock jobs = new JobsLock(directory.resolve(JOBS))) {
      return jobs.tryAcquire() ? Optional.empty() : Optional.of("svc-server");
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock fileLock = channel.tryLock();
      return fileLock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String lockOwner(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LONGEST_PID);
    channel.read(bytes, 0);
    String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    return pid.matches("\\d+") ? " (process " + pid + ")" : "";
  }

  /** Returns whether this instance has the lock. */
  public boolean isLocked() {
    return lock != null;
  }

  /**
   * Returns the master key. It is created if there is none yet and this instance has the lock, but
   * not next to an existing database, because only the old key could decrypt its secrets.
   */
  public MasterKey masterKey() {
    Path file = masterKeyFile();
    if (!Files.exists(file)) {
      if (!isLocked()) {
        throw new OperatorErrorException(
            "there is no "
                + SafeText.quoted(file.toString())
                + "; start the server once to create it");
      }
      rejectMissingKeyOfDatabase(file);
      create(file);
    }
    restrictToOwner(file);
    return MasterKey.read(file);
  }

  private void rejectMissingKeyOfDatabase(Path file) {
    try {
      // The schedule is created after the store, so a store existed even if it is missing now.
      if (jobs().toFile().length() > 0
          || (Files.exists(database()) && Files.size(database()) > 0)) {
        throw new OperatorErrorException(
            SafeText.quoted(file.toString())
                + " is missing, but the database exists; restore the key, or set master_key_file"
                + " to its file");
      }
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(database().toString()) + " cannot be read; expected the database", e);
    }
  }

  /** Atomic, because an incomplete key would make all data unreadable. */
  private static void create(Path file) {
    byte[] bytes = new byte[MasterKey.LENGTH];
    new SecureRandom().nextBytes(bytes);
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(draft);
      PrivateFiles.createFile(draft);
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(bytes));
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(file.toString())
              + " cannot be written; check whether the disk is"
              + " full",
          e);
    }
  }

  /**
   * Creates a new key in a file that only the server's user can read.
   *
   * @throws OperatorErrorException when the file exists
   */
  public static MasterKey newMasterKey(Path file) {
    if (Files.exists(file)) {
      throw new OperatorErrorException(
          SafeText.quoted(file.toString()) + " exists; specify the name of a new file");
    }
    create(file);
    return MasterKey.read(file);
  }

  /** The new master key, while the master key is being changed. */
  public Optional<MasterKey> masterKeyDraft() {
    Path draft = path.resolve(NEXT_KEY);
    return Files.exists(draft) ? Optional.of(MasterKey.read(draft)) : Optional.empty();
  }

  /** Creates the new master key. */
  public MasterKey draftMasterKey() {
    create(path.resolve(NEXT_KEY));
    return MasterKey.read(path.resolve(NEXT_KEY));
  }

  /** Replaces the master key with the draft. */
  public void adoptMasterKeyDraft() {
    try {
      Files.move(path.resolve(NEXT_KEY), masterKeyFile(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(masterKeyFile().toString())
              + " cannot be written; fix the problem and start the server to complete the change",
          e);
    }
  }

  /** Discards the draft. */
  public void dropMasterKeyDraft() {
    try {
      Files.deleteIfExists(path.resolve(NEXT_KEY));
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(path.resolve(NEXT_KEY).toString()) + " cannot be removed", e);
    }
  }

  /** Releases the lock. */
  @Override
  public void close() {
    jobsLock.close();
    closeQuietly(lock);
    lock = null;
  }

  static void closeQuietly(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // The lock ends with the process at the latest.
      }
    }
  }
}
