package io.svc.server.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints the WAL of an SQLite file under load. A thread copies most pages into the file while
 * the writer continues, because all decisions would wait for a checkpoint at a commit. SQLite
 * restarts the WAL at a commit when few pages are left, but only at a moment without readers. Under
 * constant reads that moment never occurs: the WAL grows without limit, and reads become slower
 * with its size (sqlite.org/wal.html, "Avoiding Excessively Large WAL Files"). The writer therefore
 * waits briefly for current readers when the WAL is large; new readers use the file itself.
 */
final class WalCheckpointer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WalCheckpointer.class);

  /** Twice the size at which SQLite restarts it if it can. */
  static final long LARGEST = 64L << 20;

  /** The number of commits between checkpoints in the background, about 10 MB of WAL. */
  private static final int COMMITS_BETWEEN = 64;

  /** The time that all writes wait for readers. A copy of the store takes longer. */
  private static final int WAIT_MILLIS = 250;

  private static final long NANOS_BETWEEN = TimeUnit.SECONDS.toNanos(2);

  private final Path log;
  private final Jdbi readers;
  private final Semaphore due = new Semaphore(0);

  /** SQLite does not wait for another checkpoint: the writer's would fail during the thread's. */
  private final ReentrantLock checkpoint = new ReentrantLock();

  private final Thread thread = new Thread(this::run, "store-checkpointer");
  private int commits;
  private volatile long tried = System.nanoTime() - NANOS_BETWEEN;
  private volatile boolean closing;

  WalCheckpointer(Path file, Jdbi readers) {
    this.log = file.resolveSibling(file.getFileName() + "-wal");
    this.readers = readers;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Counts a commit; on the writer's thread. */
  void committed() {
    commits++;
    if (commits % COMMITS_BETWEEN == 0) {
      due.release();
    }
  }

  private void run() {
    while (!closing) {
      due.acquireUninterruptibly();
      due.drainPermits();
      if (closing) {
        return;
      }
      checkpoint.lock();
      // The writer restarts a large WAL at its next commit.
      try (Handle handle = isTooLarge() ? null : readers.open()) {
        if (handle != null) {
          handle.execute("PRAGMA wal_checkpoint(PASSIVE)");
        }
      } catch (RuntimeException e) {
        // SQLite will checkpoint at a commit.
        LOG.debug("no checkpoint now", e);
      } finally {
        checkpoint.unlock();
      }
    }
  }

  /** Returns whether the WAL is so large that the writer must restart it. */
  boolean isTooLarge() {
    try {
      return Files.size(log) > LARGEST && System.nanoTime() - tried >= NANOS_BETWEEN;
    } catch (IOException e) {
      // There is no WAL.
      return false;
    }
  }

  /**
   * Tries a restart, outside of a transaction on the writer's thread. A failure, or a timeout
   * because of readers, leads to a later retry.
   */
  void tryTruncate(Handle handle) {
    if (!tryLock()) {
      return;
    }
    try {
      handle.execute("PRAGMA busy_timeout = " + WAIT_MILLIS);
      handle.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      checkpoint.unlock();
      tried = System.nanoTime();
      handle.execute("PRAGMA busy_timeout = " + Pools.BUSY_MILLIS);
    }
  }

  private boolean tryLock() {
    try {
      return checkpoint.tryLock(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    closing = true;
    due.release();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
