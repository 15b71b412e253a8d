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

/** What is to be told of alerts: one delivery for each alert and channel. */
final class Deliveries {
  /** Those that can take it back that something is wrong. */
  private static final Set<String> CLOSING = Set.of("pagerduty", "webhook", "siem_webhook");

  private final Identifiers identifiers;
  private final WakeupSignal doorbell;

  /**
   * The deliveries.
   *
   * @param doorbell rung when there is something to tell
   */
  Deliveries(Identifiers identifiers, WakeupSignal doorbell) {
    this.identifiers = identifiers;
    this.doorbell = doorbell;
  }

  /**
   * Has channels told of an alert.
   *
   * @param targets the channels, each with a template of the message or an empty text
   * @param isNews whether those are told again that are about to be told
   */
  void tell(
      Tx tx, OrgId org, String alertId, Map<Channels.Channel, String> targets, boolean isNews) {
    tx.afterCommit(doorbell::ring);
    DeliveryStore store = tx.on(DeliveryStore.class);
    Map<String, Delivery> known =
        store.of(org, alertId).stream()
            .collect(Collectors.toMap(Delivery::integrationId, Function.identity()));
    targets.forEach(
        (channel, template) -> {
          Delivery before = known.get(channel.id());
          String message = identifiers.next("msg_");
          if (before == null) {
            store.insert(
                org, identifiers.next("dlv_"), alertId, channel, message, template, tx.now());
          } else if (isNews || !before.status().isUnderWay()) {
            store.renew(org, before.deliveryId(), message, MessageKind.RAISED, template, tx.now());
          }
        });
  }

  /**
   * Has those told that an alert is dealt with who were told of it and can close what is theirs.
   */
  void tellClosed(Tx tx, OrgId org, String alertId) {
    tx.afterCommit(doorbell::ring);
    DeliveryStore store = tx.on(DeliveryStore.class);
    for (Delivery delivery : store.of(org, alertId)) {
      boolean isTold = delivery.status() == DeliveryStatus.DELIVERED || delivery.tries() > 0;
      if (CLOSING.contains(delivery.type()) && delivery.kind() == MessageKind.RAISED && isTold) {
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

  /** The same message again, now. */
  void again(Tx tx, OrgId org, Delivery delivery) {
    tx.afterCommit(doorbell::ring);
    tx.on(DeliveryStore.class)
        .renew(
            org,
            delivery.deliveryId(),
            identifiers.next("msg_"),
            delivery.kind(),
            delivery.template(),
            tx.now());
  }

  /** What became of all that was to be told of an alert; empty when there was nothing. */
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
