package io.svc.server.data;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * An operating-system lock on the SQLite file of the scheduler, which is unlikely to be deleted in
 * order to remove a lock. Only a server opens that file in SQLite, until it ends; SQLite then has a
 * shared lock on one byte of the file {@code -shm}. Commands that require exclusive access to the
 * directory lock a byte of the file itself that SQLite does not use.
 *
 * <p>Closing any channel to a file releases all POSIX locks of the process on it, including those
 * of SQLite. Therefore this lock is acquired before SQLite opens the file, and released after
 * SQLite has closed it.
 */
final class JobsLock implements AutoCloseable {
  /** UNIX_SHM_DMS and its equivalent on Windows ("WAL-mode File Format", section 2.3.1). */
  private static final long BYTE_OF_CONNECTIONS = 128;

  /** After all bytes that SQLite locks or writes. */
  private static final long LOCK_BYTE = Long.MAX_VALUE - 1;

  private final Path file;
  private @Nullable FileChannel lockChannel;

  JobsLock(Path file) {
    this.file = file;
  }

  /**
   * Acquires the lock; returns false when another process has it. Nothing is locked without a file.
   */
  boolean tryAcquire() throws IOException {
    Path shared = file.resolveSibling(file.getFileName() + "-shm");
    if (Files.exists(shared)) {
      try (FileChannel channel =
          FileChannel.open(shared, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        if (!tryLock(channel, BYTE_OF_CONNECTIONS)) {
          return false;
        }
      }
    }
    if (!Files.exists(file)) {
      return true;
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!tryLock(channel, LOCK_BYTE)) {
      channel.close();
      return false;
    }
    lockChannel = channel;
    return true;
  }

  private static boolean tryLock(FileChannel channel, long position) throws IOException {
    try {
      FileLock lock = channel.tryLock(position, 1, false);
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    DataDirectory.closeQuietly(lockChannel);
    lockChannel = null;
  }
}
