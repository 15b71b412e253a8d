package io.svc.server.alerts;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Vendor;
import io.svc.server.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Tells channels of alerts, from the time it is started to the time it is closed. */
public final class AlertDelivery implements AutoCloseable {
  private final Outbox outbox;
  private final AlertDispatcher courier;
  private final AlertRouting routing;
  private final PollingLoop router;
  private final boolean isAlone;

  /**
   * The delivery.
   *
   * @param doorbell rung by whoever has something to tell
   * @param rounds how often it looks although nobody rang
   */
  public AlertDelivery(
      Database database,
      Identifiers identifiers,
      Alerts alerts,
      AlertMessenger messenger,
      WakeupSignal doorbell,
      Metrics metrics,
      Duration rounds) {
    this.outbox =
        new Outbox(
            database,
            identifiers,
            messenger,
            new RetrySchedule(() -> ThreadLocalRandom.current().nextDouble()),
            metrics);
    this.isAlone = database.vendor() == Vendor.SQLITE;
    this.courier = new AlertDispatcher(outbox, doorbell, rounds);
    this.routing = alerts.routing();
    this.router = new PollingLoop("alert-router", routing.doorbell(), rounds, routing::round);
  }

  /** How much is still to be told. */
  public long countPending() {
    return outbox.countPending();
  }

  public void start() {
    if (isAlone) {
      outbox.giveBack();
    }
    router.start();
    courier.start();
  }

  /** Tells what is due of one tenant, and returns when that is done. */
  public void deliver(OrgId org) {
    while (routing.route(org)) {
      // A few alerts at a time.
    }
    outbox.take(outbox.dueOf(org)).forEach(outbox::run);
  }

  /** Begins nothing more, and waits for what is under way. */
  @Override
  public void close() {
    router.close();
    courier.close();
  }
}
