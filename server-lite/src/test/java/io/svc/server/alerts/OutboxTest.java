package io.svc.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertMessenger.Outcome;
import io.svc.server.alerts.AlertMessenger.Result;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.metrics.Metrics;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of what is to be told, on both stores. */
class OutboxTest extends StoreContract {
  private AlertSite site;
  private String channel;
  private final Carrier carrier = new Carrier();
  private Outbox outbox;

  /** Takes every message, and says of each what a test wants. */
  private static final class Carrier implements AlertMessenger {
    private final List<AlertMessage> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<String> settled = Collections.synchronizedList(new ArrayList<>());
    private Outcome outcome = Outcome.delivered(200);
    private Runnable meanwhile = () -> {};

    @Override
    public List<String> types() {
      return List.of("webhook");
    }

    @Override
    public List<String> failureReasons() {
      return List.of("timeout");
    }

    @Override
    public Outcome send(String integrationId, AlertMessage message) {
      sent.add(message);
      meanwhile.run();
      return outcome;
    }

    @Override
    public void settled(Tx tx, OrgId org, String integrationId, Outcome outcome) {
      settled.add(integrationId + " " + outcome.result());
    }
  }

  @BeforeEach
  void open() {
    site = new AlertSite(store.migrated(), directory, clock);
    channel = site.channels.add("webhook");
    outbox =
        new Outbox(
            site.database,
            site.identifiers,
            carrier,
            new RetrySchedule(() -> 0.5),
            new Metrics("0"));
  }

  private int round() {
    List<Outbox.Task> tasks = outbox.beginAttempts(outbox.due(Set.of()));
    tasks.forEach(outbox::run);
    return tasks.size();
  }

  private Delivery delivery(Alert alert) {
    return site.deliveries(alert.alertId()).get(0);
  }

  private List<DeliveryStore.Attempt> attempts(Alert alert) {
    String id = delivery(alert).deliveryId();
    return site.database.read(tx -> tx.on(DeliveryStore.class).attempts(site.org, id, 100));
  }

  private void fails(Result result) {
    carrier.outcome =
        new Outcome(result, 503, Optional.empty(), "http_5xx", "webhook answered 503.");
  }

  @Test
  void due_deliveries_are_sent_and_recorded() {
    Alert alert = site.raise(Severity.HIGH);

    assertThat(round()).isEqualTo(1);
    assertThat(round()).isZero();

    assertThat(carrier.sent).hasSize(1);
    assertThat(carrier.sent.get(0).messageId()).isEqualTo(delivery(alert).messageId());
    assertThat(site.find(alert.alertId()).status()).isEqualTo(AlertStatus.DELIVERED);
    assertThat(delivery(alert).status()).isEqualTo(DeliveryStatus.DELIVERED);
    assertThat(attempts(alert)).extracting(DeliveryStore.Attempt::statusCode).containsExactly(200L);
    assertThat(site.entries(alert.alertId())).containsExactly("delivered", "notified", "raised");
    assertThat(carrier.settled).containsExactly(channel + " DELIVERED");
    assertThat(outbox.countPending()).isZero();
  }

  @Test
  void a_failure_is_tried_seven_times_with_one_identifier_and_then_given_up() {
    fails(Result.FAILED_FOR_NOW);
    Alert alert = site.raise(Severity.HIGH);
    assertThat(round()).isEqualTo(1);
    assertThat(site.find(alert.alertId()).status()).isEqualTo(AlertStatus.RETRYING);

    for (Duration wait :
        List.of(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(6))) {
      clock.advance(wait.minusMillis(1));
      assertThat(round()).as("before " + wait).isZero();
      clock.advance(Duration.ofMillis(1));
      assertThat(round()).as("after " + wait).isEqualTo(1);
    }
    clock.advance(Duration.ofDays(2));
    assertThat(round()).isZero();

    assertThat(carrier.sent).hasSize(7);
    assertThat(carrier.sent.stream().map(AlertMessage::messageId).distinct()).hasSize(1);
    assertThat(attempts(alert))
        .extracting(DeliveryStore.Attempt::attempt)
        .containsExactly(7L, 6L, 5L, 4L, 3L, 2L, 1L);
    assertThat(site.find(alert.alertId()).status()).isEqualTo(AlertStatus.FAILED);
    assertThat(site.entries(alert.alertId())).startsWith("delivery_failed");
  }

  @Test
  void what_would_fail_again_is_not_tried_again() {
    fails(Result.FAILED_FOR_GOOD);
    Alert alert = site.raise(Severity.HIGH);
    round();
    clock.advance(Duration.ofDays(1));

    assertThat(round()).isZero();
    assertThat(site.find(alert.alertId()).status()).isEqualTo(AlertStatus.FAILED);
    assertThat(attempts(alert).get(0).error()).isEqualTo("webhook answered 503.");
  }

  @Test
  void the_other_side_can_ask_for_time() {
    carrier.outcome =
        new Outcome(
            Result.FAILED_FOR_NOW, 429, Optional.of(Duration.ofMinutes(3)), "rate_limited", "429");
    site.raise(Severity.HIGH);
    round();

    clock.advance(Duration.ofMinutes(2));
    assertThat(round()).isZero();
    clock.advance(Duration.ofMinutes(1));
    assertThat(round()).isEqualTo(1);
  }

  @Test
  void a_failing_channel_does_not_affect_the_others() {
    site.channels.add("slack");
    Alert alert = site.raise(Severity.HIGH);
    List<Outbox.Task> tasks = outbox.beginAttempts(outbox.due(Set.of()));
    outbox.run(tasks.get(0));
    fails(Result.FAILED_FOR_GOOD);
    outbox.run(tasks.get(1));

    assertThat(site.find(alert.alertId()).status()).isEqualTo(AlertStatus.PARTIALLY_DELIVERED);
  }

  @Test
  void a_busy_channel_waits_and_others_do_not() {
    String other = site.channels.add("slack");
    site.raise(Severity.HIGH);

    assertThat(outbox.due(Set.of(channel)))
        .extracting(Outbox.DueDelivery::integrationId)
        .containsExactly(other);
    assertThat(outbox.due(Set.of(channel, other))).isEmpty();
  }

  @Test
  void an_abandoned_delivery_is_sent_with_the_same_identifier() {
    Alert alert = site.raise(Severity.HIGH);
    // Taken, and never settled: the server died.
    assertThat(outbox.beginAttempts(outbox.due(Set.of()))).hasSize(1);
    assertThat(round()).isZero();
    String messageId = delivery(alert).messageId();

    clock.advance(Outbox.LEASE);
    assertThat(round()).isEqualTo(1);

    assertThat(carrier.sent).extracting(AlertMessage::messageId).containsExactly(messageId);
    assertThat(attempts(alert))
        .extracting(DeliveryStore.Attempt::error)
        .containsExactly("", "The server stopped before the result was known.");
    assertThat(site.find(alert.alertId()).status()).isEqualTo(AlertStatus.DELIVERED);
  }

  @Test
  void who_was_slow_and_succeeded_is_believed_and_who_was_slow_and_failed_is_not() {
    Alert alert = site.raise(Severity.HIGH);
    List<Outbox.Task> slow = outbox.beginAttempts(outbox.due(Set.of()));
    clock.advance(Outbox.LEASE);
    List<Outbox.Task> quick = outbox.beginAttempts(outbox.due(Set.of()));

    fails(Result.FAILED_FOR_GOOD);
    slow.forEach(outbox::run);
    assertThat(delivery(alert).status()).isEqualTo(DeliveryStatus.DELIVERING);

    carrier.outcome = Outcome.delivered(200);
    quick.forEach(outbox::run);
    assertThat(delivery(alert).status()).isEqualTo(DeliveryStatus.DELIVERED);
  }

  @Test
  void changes_during_a_delivery_are_sent_too() {
    Alert alert = site.raise(Severity.HIGH);
    carrier.meanwhile =
        () -> {
          carrier.meanwhile = () -> {};
          site.raise(Severity.CRITICAL);
        };

    assertThat(round()).isEqualTo(1);
    assertThat(delivery(alert).status()).isEqualTo(DeliveryStatus.PENDING);
    assertThat(round()).isEqualTo(1);

    assertThat(carrier.sent.stream().map(AlertMessage::messageId).distinct()).hasSize(2);
    assertThat(delivery(alert).status()).isEqualTo(DeliveryStatus.DELIVERED);
  }

  @Test
  void resolved_alerts_are_sent_to_channels_that_can_close_them() {
    Alert alert = site.raise(Severity.HIGH);
    round();
    site.triage(alert.alertId(), TriageStatus.RESOLVED);

    assertThat(round()).isEqualTo(1);
    assertThat(carrier.sent)
        .extracting(AlertMessage::kind)
        .containsExactly(MessageKind.RAISED, MessageKind.RESOLVED);
  }

  @Test
  void of_several_who_take_at_once_one_gets_it() {
    for (int i = 0; i < 5; i++) {
      site.raise(AlertSite.leak(Severity.HIGH, "host" + i + ".example.com"));
    }
    List<Outbox.DueDelivery> seen = outbox.due(Set.of());

    List<List<Outbox.Task>> taken = AtOnce.run(4, i -> outbox.beginAttempts(seen));

    assertThat(taken.stream().mapToInt(List::size).sum()).isEqualTo(seen.size());
  }
}
