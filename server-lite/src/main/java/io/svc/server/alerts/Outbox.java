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
  static final Duration LEASE = Duration.ofMinutes(2);

  private static final int MAX_SCANNED = 200;
  private static final String INTERRUPTED = "The server stopped before the result was known.";

  private final Database database;
  private final Identifiers identifiers;
  private final AlertMessenger messenger;
  private final RetrySchedule schedule;
  private final Counter deliveries;

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
    this.deliveries =
        metrics.counter(
            "svc_alert_deliveries_total",
            "Attempts to deliver an alert to a channel, by type of channel, result and reason.",
            "type",
            "result",
            "reason");
    for (String type : messenger.types()) {
      deliveries.initLabelValues(type, DeliveryStatus.DELIVERED.toString(), "");
      for (String reason : messenger.failureReasons()) {
        deliveries.initLabelValues(type, DeliveryStatus.RETRYING.toString(), reason);
        deliveries.initLabelValues(type, DeliveryStatus.FAILED.toString(), reason);
      }
    }
  }

  /** The delivery and message of one attempt. */
  record Task(OrgId org, Delivery delivery, AlertMessage message) {}

  /** A due delivery, as read from the store. */
  record DueDelivery(
      OrgId orgId, String deliveryId, String integrationId, DeliveryStatus status, long attempts) {}

  /**
   * Releases unfinished deliveries of a previous run. Only for a server that is the only one on its
   * store.
   */
  void releaseUnfinished() {
    database.change(tx -> tx.on(DeliveryStore.class).giveBack(tx.now()));
  }

  /** Returns due deliveries to channels that are not busy, oldest first. */
  List<DueDelivery> due(Set<String> busy) {
    return database.read(
        tx ->
            tx.on(DeliveryStore.class)
                .due(tx.now(), busy.isEmpty() ? List.of("") : List.copyOf(busy), MAX_SCANNED));
  }

  /** Returns due deliveries of a tenant. */
  List<DueDelivery> dueOf(OrgId org) {
    return database.read(tx -> tx.on(DeliveryStore.class).dueOf(org, tx.now(), MAX_SCANNED));
  }

  /** Begins attempts of the deliveries that did not change since they were read. */
  List<Task> beginAttempts(List<DueDelivery> dueDeliveries) {
    return database.write(
        tx -> {
          List<Task> leased = new ArrayList<>();
          for (DueDelivery due : dueDeliveries) {
            tx.on(DeliveryStore.class)
                .take(due.orgId(), due.deliveryId(), due.attempts(), tx.now(), tx.now().plus(LEASE))
                .ifPresent(delivery -> begin(tx, due, delivery).ifPresent(leased::add));
          }
          return leased;
        });
  }

  private static Optional<Task> begin(Tx tx, DueDelivery due, Delivery delivery) {
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
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    storeResult(task, outcome, duration);
  }

  private void storeResult(Task task, AlertMessenger.Outcome outcome, Duration duration) {
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
              duration.toMillis(),
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
            recordOutcome(tx, task, status, outcome);
            updateAlertStatus(tx, task.org(), alert.get());
          }
        });
    deliveries.labelValues(delivery.type(), status.toString(), outcome.reason()).inc();
  }

  private static DeliveryStatus status(AlertMessenger.Outcome outcome, Optional<Duration> delay) {
    if (outcome.result() == AlertMessenger.Result.DELIVERED) {
      return DeliveryStatus.DELIVERED;
    }
    return delay.isPresent() ? DeliveryStatus.RETRYING : DeliveryStatus.FAILED;
  }

  private void recordOutcome(
      Tx tx, Task task, DeliveryStatus status, AlertMessenger.Outcome outcome) {
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
  static void updateAlertStatus(Tx tx, OrgId org, Alert alert) {
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
