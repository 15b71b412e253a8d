package io.svc.server.db;

import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health of a store: whether it is writable and undamaged. After damage was detected, nothing
 * is written, because each further change might destroy recoverable data; reads continue if
 * possible. A restart with a sound file resets this.
 */
public final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);

  /** Results are cached, so that frequent checks cost nothing. */
  private static final long NANOS_REMEMBERED = 2_000_000_000L;

  private final Database database;
  private final ReentrantLock checkLock = new ReentrantLock();
  private volatile boolean damaged;
  private volatile boolean works = true;
  private volatile long checkedAt;

  StoreHealth(Database database) {
    this.database = database;
    this.checkedAt = System.nanoTime() - NANOS_REMEMBERED;
  }

  /** Stops all writes. */
  void damaged(String description) {
    if (!damaged) {
      damaged = true;
      LOG.error(
          "the store is damaged ({}); nothing more is written: stop the server and restore a backup"
              + " with svc-server restore",
          description);
    }
  }

  /** Checks a failure for signs of damage. */
  void checkFailure(Throwable failure) {
    if (!damaged && StoreErrors.isDamage(failure)) {
      damaged("met by a request");
    }
  }

  void rejectIfDamaged() {
    if (damaged) {
      throw new StoreUnavailableException("the store is damaged");
    }
  }

  /**
   * Returns whether a change can be written to the disk, by a test write without lasting effect;
   * the result is cached for two seconds. Never throws, and never waits for a concurrent check.
   */
  public boolean isWritable() {
    if (System.nanoTime() - checkedAt >= NANOS_REMEMBERED && checkLock.tryLock()) {
      try {
        works = tryWriting();
      } finally {
        checkedAt = System.nanoTime();
        checkLock.unlock();
      }
    }
    return works && !damaged;
  }

  private boolean tryWriting() {
    try {
      String key = "readyz-" + System.nanoTime();
      database.change(
          tx -> {
            tx.handle()
                .execute(
                    "INSERT INTO login_failure (account_key, failures, blocked_until, last_at)"
                        + " VALUES (?, 0, 0, 0)",
                    key);
            tx.handle().execute("DELETE FROM login_failure WHERE account_key = ?", key);
          });
      return true;
    } catch (RuntimeException e) {
      LOG.warn("the store cannot be written to", e);
      return false;
    }
  }
}
