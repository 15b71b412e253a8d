package io.svc.server.alerts;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Rung when there is something to tell, so that nobody waits for the next round. */
public final class WakeupSignal {
  private final Semaphore rung = new Semaphore(0);

  public void ring() {
    if (rung.availablePermits() == 0) {
      rung.release();
    }
  }

  /** Waits until it is rung, or for so long. */
  void await(Duration longest) throws InterruptedException {
    if (rung.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
      rung.drainPermits();
    }
  }
}
