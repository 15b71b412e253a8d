package io.svc.server.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;

/**
 * Restarts a large WAL of an SQLite file. SQLite restarts it only at a moment without readers, and
 * under constant reads that moment never occurs: the WAL grows without limit, and reads become
 * slower with its size (sqlite.org/wal.html, "Avoiding Excessively Large WAL Files"). Here the
 * writer waits briefly for current readers; new readers use the file itself. Used on the writer's
 * thread.
 */
final class WalCheckpointer {
  /** Twice the size at which SQLite restarts it if it can. */
  static final long LARGEST = 32L << 20;

  /** The time that all writes wait for readers. A copy of the store takes longer. */
  private static final int WAIT_MILLIS = 250;

  private static final long NANOS_BETWEEN = TimeUnit.SECONDS.toNanos(2);

  private final Path log;
  private long tried = System.nanoTime() - NANOS_BETWEEN;

  WalCheckpointer(Path file) {
    this.log = file.resolveSibling(file.getFileName() + "-wal");
  }

  /** Returns whether to try, after a write. */
  boolean isDue() {
    try {
      return Files.size(log) > LARGEST && System.nanoTime() - tried >= NANOS_BETWEEN;
    } catch (IOException e) {
      // There is no WAL.
      return false;
    }
  }

  /**
   * Tries a restart, outside of a transaction. A failure, or a timeout because of readers, leads to
   * a later retry.
   */
  void tryTruncate(Handle handle) {
    try {
      handle.execute("PRAGMA busy_timeout = " + WAIT_MILLIS);
      handle.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      tried = System.nanoTime();
      handle.execute("PRAGMA busy_timeout = " + Pools.BUSY_MILLIS);
    }
  }
}
