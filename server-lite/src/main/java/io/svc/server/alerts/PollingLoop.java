package io.svc.server.alerts;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that runs rounds: again immediately while there is more to do, when signaled, and at
 * regular intervals for retries and for unfinished work of other servers.
 */
final class PollingLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PollingLoop.class);

  /**
   * The maximum wait for the current round at shutdown. A longer round is repeated after the next
   * start.
   */
  static final Duration TIMEOUT = Duration.ofSeconds(12);

  private final WakeupSignal wakeupSignal;
  private final Duration interval;
  private final BooleanSupplier round;
  private final Thread thread;
  private volatile boolean isClosing;

  /**
   * Creates a loop.
   *
   * @param round does some work, and returns whether there may be more
   */
  PollingLoop(String name, WakeupSignal wakeupSignal, Duration interval, BooleanSupplier round) {
    this.wakeupSignal = wakeupSignal;
    this.interval = interval;
    this.round = round;
    this.thread = new Thread(this::loop, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void loop() {
    while (!isClosing) {
      try {
        if (!round.getAsBoolean()) {
          wakeupSignal.await(interval);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.error("a round of {} failed and is repeated", thread.getName(), e);
        pause();
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(interval.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts no further round and waits for the current one. */
  @Override
  public void close() {
    isClosing = true;
    wakeupSignal.ring();
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
