package io.svc.server.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;

/**
 * Makes the log in front of an SQLite file start over when it has become large. SQLite does so by
 * itself only in a moment in which nobody reads from the log, and where somebody always reads that
 * moment never comes: the log grows without end, and reading becomes slower the longer it is
 * (sqlite.org/wal.html, "Avoiding Excessively Large WAL Files"). Here the writer waits a little for
 * those who read; whoever begins meanwhile reads from the file itself. Of the writer's thread.
 */
final class WalCheckpointer {
  /** Twice of what SQLite makes of it when it can start over. */
  static final long LARGEST = 32L << 20;

  /** So long all writes wait for those who read. A copy of the whole store takes longer. */
  private static final int WAIT_MILLIS = 250;

  private static final long NANOS_BETWEEN = TimeUnit.SECONDS.toNanos(2);

  private final Path log;
  private long tried = System.nanoTime() - NANOS_BETWEEN;

  WalCheckpointer(Path file) {
    this.log = file.resolveSibling(file.getFileName() + "-wal");
  }

  /** Whether it is time to try, after a write. */
  boolean isDue() {
    try {
      return Files.size(log) > LARGEST && System.nanoTime() - tried >= NANOS_BETWEEN;
    } catch (IOException e) {
      // There is none.
      return false;
    }
  }

  /**
   * Tries it, outside of a transaction. One that fails, or that readers outwait, is tried again.
   */
  void take(Handle handle) {
    try {
      handle.execute("PRAGMA busy_timeout = " + WAIT_MILLIS);
      handle.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      tried = System.nanoTime();
      handle.execute("PRAGMA busy_timeout = " + Pools.BUSY_MILLIS);
    }
  }
}
