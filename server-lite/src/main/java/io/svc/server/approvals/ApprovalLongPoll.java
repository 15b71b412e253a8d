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

  private static final int MAX_WAITING = 16;

  /** The polling interval for changes by other servers. */
  private static final long POLL_MILLIS = 1_000;

  private final Semaphore permits = new Semaphore(MAX_WAITING);
  private final Object bell = new Object();
  private long rung;
  private boolean isShutDown;

  /** Reads until the result is final or the wait ends; returns the last result. */
  <T> T until(Supplier<T> poll, Predicate<T> isFinal, Duration timeout) {
    long end = System.nanoTime() + min(timeout, LONGEST).toNanos();
    long seen = rung();
    T now = poll.get();
    if (timeout.isZero() || timeout.isNegative() || isFinal.test(now) || !permits.tryAcquire()) {
      return now;
    }
    try {
      while (!isFinal.test(now) && await(seen, end)) {
        seen = rung();
        now = poll.get();
      }
      return now;
    } finally {
      permits.release();
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
      isShutDown = true;
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
      long nextPoll = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS);
      while (!isShutDown && rung == seen) {
        long remaining = Math.min(end, nextPoll) - System.nanoTime();
        if (remaining <= 0) {
          break;
        }
        try {
          bell.wait(TimeUnit.NANOSECONDS.toMillis(remaining) + 1);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return !isShutDown && System.nanoTime() < end;
    }
  }
}
