package io.svc.server.alerts;

import io.prometheus.metrics.core.metrics.Counter;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The pending deliveries. A delivery in progress has a lease. When the lease expires, because a
 * server died, the delivery is attempted again with the same message identifier. Each message is
 * sent at least once. Safe for use by several threads, and by several servers on one store.
 */
final class Outbox {
  /**
   * The lease; longer than any channel takes. Mail servers have several timeouts, one for each
   * step.
   */
  static final Duration HELD_FOR = Duration.ofMinutes(2);

  private static final int LOOKED_AT = 200;
  private static final String INTERRUPTED = "The server stopped before the result was known.";

  private final Database database;
  private final Identifiers identifiers;
  private final AlertMessenger messenger;
  private final RetrySchedule schedule;
  private final Counter told;

  Outbox(
      Database database,
      Identifiers identifiers,
      AlertMessenger messenger,
      RetrySchedule schedule,
      Metrics metrics) {
    this.database = database;
    this.identifiers = identifiers;
    this.messenger = messenger;
    this.schedule = schedule;
    this.told =
        metrics.counter(
            "svc_alert_deliveries_total",
            "Attempts to deliver an alert to a channel, by type of channel, result and reason.",
            "type",
            "result",
            "reason");
    for (String type : messenger.types()) {
      told.initLabelValues(type, DeliveryStatus.DELIVERED.toString(), "");
      for (String reason : messenger.failureReasons()) {
        told.initLabelValues(type, DeliveryStatus.RETRYING.toString(), reason);
        told.initLabelValues(type, DeliveryStatus.FAILED.toString(), reason);
      }
    }
  }

  /** The delivery and message of one attempt. */
  record Task(OrgId org, Delivery delivery, AlertMessage message) {}

  /** A due delivery, as read from the store. */
  record Due(
      OrgId orgId, String deliveryId, String integrationId, DeliveryStatus status, long attempts) {}

  /**
   * Releases unfinished deliveries of a previous run. Only for a server that is the only one on its
   * store.
   */
  void giveBack() {
    database.change(tx -> tx.on(DeliveryStore.class).giveBack(tx.now()));
  }

  /** Returns due deliveries to channels that are not busy, oldest first. */
  List<Due> due(Set<String> busy) {
    return database.read(
        tx ->
            tx.on(DeliveryStore.class)
                .due(tx.now(), busy.isEmpty() ? List.of("") : List.copyOf(busy), LOOKED_AT));
  }

  /** Returns due deliveries of a tenant. */
  List<Due> dueOf(OrgId org) {
    return database.read(tx -> tx.on(DeliveryStore.class).dueOf(org, tx.now(), LOOKED_AT));
  }

  /** Begins attempts of the deliveries that did not change since they were read. */
  List<Task> take(List<Due> wanted) {
    return database.write(
        tx -> {
          List<Task> taken = new ArrayList<>();
          for (Due due : wanted) {
            tx.on(DeliveryStore.class)
                .take(
                    due.orgId(),
                    due.deliveryId(),
                    due.attempts(),
                    tx.now(),
                    tx.now().plus(HELD_FOR))
                .ifPresent(delivery -> begin(tx, due, delivery).ifPresent(taken::add));
          }
          return taken;
        });
  }

  private static Optional<Task> begin(Tx tx, Due due, Delivery delivery) {
    OrgId org = due.orgId();
    if (due.status() == DeliveryStatus.DELIVERING) {
      tx.on(DeliveryStore.class)
          .tried(org, delivery.deliveryId(), due.attempts(), tx.now(), 0, 0, INTERRUPTED);
    }
    return tx.on(AlertStore.class)
        .find(org, delivery.alertId())
        .map(
            alert ->
                new Task(
                    org,
                    delivery,
                    new AlertMessage(
                        org, delivery.messageId(), delivery.kind(), alert, delivery.template())));
  }

  /** Attempts a delivery. */
  void run(Task task) {
    long start = System.nanoTime();
    AlertMessenger.Outcome outcome =
        messenger.send(task.delivery().integrationId(), task.message());
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    settle(task, outcome, took);
  }

  private void settle(Task task, AlertMessenger.Outcome outcome, Duration took) {
    Delivery delivery = task.delivery();
    Optional<Duration> delay =
        outcome.result() == AlertMessenger.Result.FAILED_FOR_NOW
            ? schedule.delay(delivery.tries(), outcome.retryAfter())
            : Optional.empty();
    DeliveryStatus status = status(outcome, delay);
    database.change(
        tx -> {
          Optional<Alert> alert = tx.on(AlertStore.class).lock(task.org(), delivery.alertId());
          if (alert.isEmpty()) {
            return;
          }
          DeliveryStore store = tx.on(DeliveryStore.class);
          store.tried(
              task.org(),
              delivery.deliveryId(),
              delivery.attempts(),
              tx.now(),
              outcome.statusCode(),
              took.toMillis(),
              outcome.error());
          messenger.settled(tx, task.org(), delivery.integrationId(), outcome);
          Instant next = tx.now().plus(delay.orElse(Duration.ZERO));
          if (store.settle(
                  task.org(),
                  delivery.deliveryId(),
                  delivery.messageId(),
                  // A delivered message counts, even if another server took the delivery over.
                  status == DeliveryStatus.DELIVERED ? Long.MAX_VALUE : delivery.attempts(),
                  status,
                  next,
                  tx.now())
              > 0) {
            tell(tx, task, status, outcome);
            restate(tx, task.org(), alert.get());
          }
        });
    told.labelValues(delivery.type(), status.toString(), outcome.reason()).inc();
  }

  private static DeliveryStatus status(AlertMessenger.Outcome outcome, Optional<Duration> delay) {
    if (outcome.result() == AlertMessenger.Result.DELIVERED) {
      return DeliveryStatus.DELIVERED;
    }
    return delay.isPresent() ? DeliveryStatus.RETRYING : DeliveryStatus.FAILED;
  }

  private void tell(Tx tx, Task task, DeliveryStatus status, AlertMessenger.Outcome outcome) {
    if (status != DeliveryStatus.RETRYING) {
      String name = task.delivery().name();
      tx.on(AlertStore.class)
          .note(
              task.org(),
              task.delivery().alertId(),
              identifiers.next("ent_"),
              tx.now(),
              status == DeliveryStatus.DELIVERED
                  ? AlertEntryType.DELIVERED
                  : AlertEntryType.DELIVERY_FAILED,
              "",
              outcome.error().isEmpty() ? name : name + ": " + outcome.error());
    }
  }

  /** Updates the delivery status of an alert. */
  static void restate(Tx tx, OrgId org, Alert alert) {
    AlertStatus status =
        Deliveries.status(tx.on(DeliveryStore.class).of(org, alert.alertId()))
            .orElse(alert.status());
    tx.on(AlertStore.class).routed(org, alert.alertId(), status, alert.ruleIds());
  }

  /** Returns the number of pending deliveries. */
  long countPending() {
    return database.read(tx -> tx.on(DeliveryStore.class).countPending());
  }
}
