package io.svc.server.alerts;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A signal that there is something to send, which ends the wait for the next round. */
public final class WakeupSignal {
  private final Semaphore rung = new Semaphore(0);

  public void ring() {
    if (rung.availablePermits() == 0) {
      rung.release();
    }
  }

  /** Waits for the signal, or for at most this long. */
  void await(Duration longest) throws InterruptedException {
    if (rung.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
      rung.drainPermits();
    }
  }
}
