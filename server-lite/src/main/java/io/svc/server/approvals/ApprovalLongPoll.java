package io.svc.server.approvals;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Callers that wait for people. No more than a quarter of the threads that answer calls ever do:
 * whoever comes beyond that is told at once how things stand. Safe for many threads.
 */
final class ApprovalLongPoll {
  /** The longest that anybody waits; below the time after which callers give up. */
  static final Duration LONGEST = Duration.ofSeconds(55);

  private static final int PLACES = 16;

  /** What another server did is seen no later than this. */
  private static final long LOOK_MILLIS = 1_000;

  private final Semaphore places = new Semaphore(PLACES);
  private final Object bell = new Object();
  private long rung;
  private boolean isOver;

  /** Looks until what is seen is final, or the patience is over; gives what was seen last. */
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

  /** Something became of an approval. */
  void changed() {
    synchronized (bell) {
      rung++;
      bell.notifyAll();
    }
  }

  /** Nobody waits any more. */
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

  /** Waits for a ring, or a while; false when there is no time left. */
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
