package io.svc.server.outgoing;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Gives an exchange up when nothing has moved for too long, until the answer begins. A body on its
 * way moves as often as a piece of it is asked for: writing to a socket knows no time limit.
 */
final class IdleTimeout implements AutoCloseable {
  private final ScheduledExecutorService alarms;
  private final long nanos;
  private final Runnable giveUp;
  private volatile long moved = System.nanoTime();
  private volatile boolean closed;
  private volatile ScheduledFuture<?> alarm;

  IdleTimeout(ScheduledExecutorService alarms, Duration patience, Runnable giveUp) {
    this.alarms = alarms;
    this.nanos = patience.toNanos();
    this.giveUp = giveUp;
    this.alarm = alarms.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
  }

  private void look() {
    long left = nanos - (System.nanoTime() - moved);
    if (closed) {
      return;
    }
    if (left <= 0) {
      giveUp.run();
    } else {
      alarm = alarms.schedule(this::look, left, TimeUnit.NANOSECONDS);
    }
  }

  /** The same bytes; whoever asks for some shows that the exchange moves. */
  InputStream watched(InputStream bytes) {
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
