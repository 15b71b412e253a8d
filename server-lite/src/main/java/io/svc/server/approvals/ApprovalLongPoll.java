package io.svc.server.approvals;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Long polling for approvals. At most a quarter of the request threads wait; further callers get
 * the current status immediately. Thread-safe.
 */
final class ApprovalLongPoll {
  /** The longest wait; below the usual client timeout. */
  static final Duration LONGEST = Duration.ofSeconds(55);

  private static final int PLACES = 16;

  /** The polling interval for changes by other servers. */
  private static final long LOOK_MILLIS = 1_000;

  private final Semaphore places = new Semaphore(PLACES);
  private final Object bell = new Object();
  private long rung;
  private boolean isOver;

  /** Reads until the result is final or the wait ends; returns the last result. */
  <T> T until(Supplier<T> look, Predicate<T> isFinal, Duration patience) {
    long end = System.nanoTime() + min(patience, LONGEST).toNanos();
    long seen = rung();
    T now = look.get();
    if (patience.isZero() || patience.isNegative() || isFinal.test(now) || !places.tryAcquire()) {
      return now;
    }
    try {
      while (!isFinal.test(now) && await(seen, end)) {
        seen = rung();
        now = look.get();
      }
      return now;
    } finally {
      places.release();
    }
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Wakes waiting callers after a change to an approval. */
  void changed() {
    synchronized (bell) {
      rung++;
      bell.notifyAll();
    }
  }

  /** Ends all waits. */
  void end() {
    synchronized (bell) {
      isOver = true;
      bell.notifyAll();
    }
  }

  private long rung() {
    synchronized (bell) {
      return rung;
    }
  }

  /** Waits for a signal or the next poll; returns false when the time is up. */
  private boolean await(long seen, long end) {
    synchronized (bell) {
      long look = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
      while (!isOver && rung == seen) {
        long left = Math.min(end, look) - System.nanoTime();
        if (left <= 0) {
          break;
        }
        try {
          bell.wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return !isOver && System.nanoTime() < end;
    }
  }
}
