package io.svc.server.db;

import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a store can be written to, and whether it is damaged. Once damage was met nothing is
 * written any more, since each further change might bury what can still be saved; what can be read
 * is read. A restart over a sound file ends that.
 */
public final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);

  /** Asking is free, whoever asks how often. */
  private static final long NANOS_REMEMBERED = 2_000_000_000L;

  private final Database database;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile boolean damaged;
  private volatile boolean works = true;
  private volatile long asked;

  StoreHealth(Database database) {
    this.database = database;
    this.asked = System.nanoTime() - NANOS_REMEMBERED;
  }

  /** From now on nothing is written. */
  void damaged(String how) {
    if (!damaged) {
      damaged = true;
      LOG.error(
          "the store is damaged ({}); nothing more is written: stop the server and restore a backup"
              + " with svc-server restore",
          how);
    }
  }

  /** Looks at a failure for signs of damage. */
  void met(Throwable failure) {
    if (!damaged && StoreErrors.isDamage(failure)) {
      damaged("met by a request");
    }
  }

  void refuseWhenDamaged() {
    if (damaged) {
      throw new StoreUnavailableException("the store is damaged");
    }
  }

  /**
   * Whether a change comes to the disk now, found out by making one that leaves nothing behind; an
   * answer is good for two seconds. Never throws, and nobody waits for somebody else's question.
   */
  public boolean isWritable() {
    if (System.nanoTime() - asked >= NANOS_REMEMBERED && asking.tryLock()) {
      try {
        works = tryWriting();
      } finally {
        asked = System.nanoTime();
        asking.unlock();
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
