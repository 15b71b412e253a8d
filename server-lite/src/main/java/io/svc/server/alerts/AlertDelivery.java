package io.svc.server.alerts;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Vendor;
import io.svc.server.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Delivers alerts to channels from its start until it is closed. */
public final class AlertDelivery implements AutoCloseable {
  private final Outbox outbox;
  private final AlertDispatcher courier;
  private final AlertRoutingQueue routing;
  private final PollingLoop router;
  private final boolean isSingleServer;

  /**
   * Creates the delivery.
   *
   * @param wakeupSignal signaled when there is something to send
   * @param rounds the polling interval without a signal
   */
  public AlertDelivery(
      Database database,
      Identifiers identifiers,
      Alerts alerts,
      AlertMessenger messenger,
      WakeupSignal wakeupSignal,
      Metrics metrics,
      Duration rounds) {
    this.outbox =
        new Outbox(
            database,
            identifiers,
            messenger,
            new RetrySchedule(() -> ThreadLocalRandom.current().nextDouble()),
            metrics);
    this.isSingleServer = database.vendor() == Vendor.SQLITE;
    this.courier = new AlertDispatcher(outbox, wakeupSignal, rounds);
    this.routing = alerts.routing();
    this.router = new PollingLoop("alert-router", routing.wakeupSignal(), rounds, routing::round);
  }

  /** Returns the number of pending deliveries. */
  public long countPending() {
    return outbox.countPending();
  }

  public void start() {
    if (isSingleServer) {
      outbox.releaseUnfinished();
    }
    router.start();
    courier.start();
  }

  /** Sends the due deliveries of a tenant and waits until they are complete. */
  public void deliver(OrgId org) {
    while (routing.route(org)) {
      // A few alerts at a time.
    }
    outbox.beginAttempts(outbox.dueOf(org)).forEach(outbox::run);
  }

  /** Starts no further deliveries and waits for those in progress. */
  @Override
  public void close() {
    router.close();
    courier.close();
  }
}
