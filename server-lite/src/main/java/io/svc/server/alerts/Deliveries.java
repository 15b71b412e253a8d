package io.svc.server.alerts;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The deliveries of alerts: one for each alert and channel. */
final class Deliveries {
  /** The channel types that can close what an alert opened. */
  private static final Set<String> CLOSING = Set.of("pagerduty", "webhook", "siem_webhook");

  private final Identifiers identifiers;
  private final WakeupSignal wakeupSignal;

  /**
   * Creates the deliveries.
   *
   * @param wakeupSignal signaled when there is something to send
   */
  Deliveries(Identifiers identifiers, WakeupSignal wakeupSignal) {
    this.identifiers = identifiers;
    this.wakeupSignal = wakeupSignal;
  }

  /**
   * Queues messages about an alert.
   *
   * @param targets the channels, each with a message template or an empty text
   * @param isNews whether to renew deliveries that are already pending
   */
  void queue(
      Tx tx, OrgId org, String alertId, Map<Channels.Channel, String> targets, boolean isNews) {
    tx.afterCommit(wakeupSignal::ring);
    DeliveryStore store = tx.on(DeliveryStore.class);
    Map<String, Delivery> existing =
        store.of(org, alertId).stream()
            .collect(Collectors.toMap(Delivery::integrationId, Function.identity()));
    targets.forEach(
        (channel, template) -> {
          Delivery before = existing.get(channel.id());
          String message = identifiers.next("msg_");
          if (before == null) {
            store.insert(
                org, identifiers.next("dlv_"), alertId, channel, message, template, tx.now());
          } else if (isNews || !before.status().isInProgress()) {
            store.renew(org, before.deliveryId(), message, MessageKind.RAISED, template, tx.now());
          }
        });
  }

  /** Notifies the channels that received an alert of its resolution, if they support it. */
  void notifyResolution(Tx tx, OrgId org, String alertId) {
    tx.afterCommit(wakeupSignal::ring);
    DeliveryStore store = tx.on(DeliveryStore.class);
    for (Delivery delivery : store.of(org, alertId)) {
      boolean wasSent = delivery.status() == DeliveryStatus.DELIVERED || delivery.tries() > 0;
      if (CLOSING.contains(delivery.type()) && delivery.kind() == MessageKind.RAISED && wasSent) {
        store.renew(
            org,
            delivery.deliveryId(),
            identifiers.next("msg_"),
            MessageKind.RESOLVED,
            delivery.template(),
            tx.now());
      }
    }
  }

  /** Sends the same message again, now. */
  void resend(Tx tx, OrgId org, Delivery delivery) {
    tx.afterCommit(wakeupSignal::ring);
    tx.on(DeliveryStore.class)
        .renew(
            org,
            delivery.deliveryId(),
            identifiers.next("msg_"),
            delivery.kind(),
            delivery.template(),
            tx.now());
  }

  /** Returns the delivery status of an alert; empty without deliveries. */
  static Optional<AlertStatus> status(List<Delivery> deliveries) {
    if (deliveries.isEmpty()) {
      return Optional.empty();
    }
    Set<DeliveryStatus> all = EnumSet.noneOf(DeliveryStatus.class);
    boolean isRetried = false;
    for (Delivery delivery : deliveries) {
      all.add(delivery.status());
      isRetried |= delivery.status() == DeliveryStatus.DELIVERING && delivery.tries() > 1;
    }
    if (isRetried || all.contains(DeliveryStatus.RETRYING)) {
      return Optional.of(AlertStatus.RETRYING);
    }
    if (all.contains(DeliveryStatus.PENDING) || all.contains(DeliveryStatus.DELIVERING)) {
      return Optional.of(AlertStatus.PENDING);
    }
    if (all.size() > 1) {
      return Optional.of(AlertStatus.PARTIALLY_DELIVERED);
    }
    return Optional.of(
        all.contains(DeliveryStatus.DELIVERED) ? AlertStatus.DELIVERED : AlertStatus.FAILED);
  }
}
