package io.svc.server.egress;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Cancels an exchange after an idle timeout, until the response starts. A request body counts as
 * active when a part of it is read, because writing to a socket has no timeout.
 */
final class IdleTimeout implements AutoCloseable {
  private final ScheduledExecutorService alarms;
  private final long nanos;
  private final Runnable onTimeout;
  private volatile long moved = System.nanoTime();
  private volatile boolean closed;
  private volatile ScheduledFuture<?> alarm;

  IdleTimeout(ScheduledExecutorService alarms, Duration timeout, Runnable onTimeout) {
    this.alarms = alarms;
    this.nanos = timeout.toNanos();
    this.onTimeout = onTimeout;
    this.alarm = alarms.schedule(this::checkIdle, nanos, TimeUnit.NANOSECONDS);
  }

  private void checkIdle() {
    long remaining = nanos - (System.nanoTime() - moved);
    if (closed) {
      return;
    }
    if (remaining <= 0) {
      onTimeout.run();
    } else {
      alarm = alarms.schedule(this::checkIdle, remaining, TimeUnit.NANOSECONDS);
    }
  }

  /** Returns the same bytes; each read resets the timeout. */
  InputStream monitored(InputStream bytes) {
    return new FilterInputStream(bytes) {
      @Override
      public int read() throws IOException {
        int read = super.read();
        moved = System.nanoTime();
        return read;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        moved = System.nanoTime();
        return read;
      }
    };
  }

  @Override
  public void close() {
    closed = true;
    alarm.cancel(false);
  }
}
