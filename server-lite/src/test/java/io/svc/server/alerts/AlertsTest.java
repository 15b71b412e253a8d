package io.svc.server.alerts;

import static io.svc.server.alerts.AlertSite.leak;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.Severity;
import io.svc.server.http.ApiException;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of an alert when it is raised, on both stores. */
class AlertsTest extends StoreContract {
  private AlertSite site;

  @BeforeEach
  void open() {
    site = new AlertSite(store.migrated(), directory, clock);
    site.channels.add("slack");
  }

  private void wait(Duration time) {
    clock.advance(time);
  }

  @Test
  void the_first_goes_to_all_channels_by_the_rule_that_is_there_from_the_beginning() {
    String second = site.channels.add("email");

    Alert alert = site.raise(Severity.HIGH);

    assertThat(alert.status()).isEqualTo(AlertStatus.PENDING);
    assertThat(alert.ruleIds()).contains(site.alerts.rules().all(site.org).get(0).ruleId());
    assertThat(site.deliveries(alert.alertId()))
        .extracting(Delivery::type)
        .containsExactly("slack", "email");
    assertThat(site.deliveries(alert.alertId()).get(1).integrationId()).isEqualTo(second);
    assertThat(site.entries(alert.alertId())).containsExactly("notified", "raised");
  }

  @Test
  void alerts_without_a_rule_are_stored_and_sent_to_no_channel() {
    Alert alert = site.raise(Severity.MEDIUM);

    assertThat(alert.status()).isEqualTo(AlertStatus.NO_ROUTE);
    assertThat(site.deliveries(alert.alertId())).isEmpty();
  }

  @Test
  void similar_alerts_are_grouped_counted_and_sent_once() {
    Alert first = site.raise(Severity.HIGH);
    wait(Duration.ofMinutes(5));
    Alert second = site.raise(Severity.HIGH);

    assertThat(second.alertId()).isEqualTo(first.alertId());
    assertThat(second.occurrences()).isEqualTo(2);
    assertThat(second.lastSeenAt()).isEqualTo(first.lastSeenAt().plus(Duration.ofMinutes(5)));
    assertThat(second.firstSeenAt()).isEqualTo(first.firstSeenAt());
    assertThat(site.deliveries(first.alertId())).hasSize(1);
    assertThat(site.entries(first.alertId())).containsOnlyOnce("notified");
  }

  @Test
  void several_of_one_transaction_that_are_alike_are_one() {
    List<Alerts.RaisedAlert> raised =
        site.database.write(
            tx ->
                site.alerts.raise(
                    tx,
                    site.org,
                    List.of(
                        leak(Severity.HIGH, "one.example"),
                        leak(Severity.CRITICAL, "one.example"),
                        leak(Severity.HIGH, "two.example"))));

    assertThat(raised).hasSize(2).allMatch(Alerts.RaisedAlert::isNew);
    assertThat(raised)
        .extracting(one -> one.alert().severity() + " " + one.alert().occurrences())
        .containsExactlyInAnyOrder("critical 2", "high 1");
  }

  @Test
  void many_that_are_raised_at_once_are_one() {
    List<String> ids = AtOnce.run(8, number -> site.raise(Severity.HIGH).alertId());

    assertThat(ids).containsOnly(ids.get(0));
    assertThat(site.find(ids.get(0)).occurrences()).isEqualTo(8);
    assertThat(site.deliveries(ids.get(0))).hasSize(1);
    assertThat(site.entries(ids.get(0))).containsOnlyOnce("raised", "notified");
    assertThat(site.eventCount()).isEqualTo(8);
  }

  @Test
  void what_is_open_is_counted_no_further_than_is_asked_for() {
    site.raise(Severity.MEDIUM);
    site.database.change(
        tx ->
            site.alerts.raise(
                tx,
                site.org,
                List.of(
                    leak(Severity.HIGH, "one.example"),
                    leak(Severity.CRITICAL, "two.example"),
                    leak(Severity.CRITICAL, "three.example"))));

    Alerts.OpenAlertCounts figures = site.database.read(tx -> site.alerts.figures(tx, site.org));
    assertThat(figures).isEqualTo(new Alerts.OpenAlertCounts(4, 2, 1, 0));
    Instant now = clock.instant();
    assertThat(
            site.database.<List<Long>>read(
                tx -> {
                  AlertStore store = tx.on(AlertStore.class);
                  return List.of(
                      store.open(site.org, 3),
                      store.openOfSeverity(site.org, Severity.CRITICAL, 1),
                      store.countCreated(site.org, now.minusSeconds(1), now.plusSeconds(1), 3));
                }))
        .containsExactly(3L, 1L, 3L);
  }

  @Test
  void of_concurrent_alerts_of_a_group_only_one_is_sent() {
    List<AlertStatus> told =
        AtOnce.run(6, number -> site.raise(leak(Severity.HIGH, number + ".example.com")).status());

    assertThat(told).containsOnlyOnce(AlertStatus.PENDING);
    assertThat(told).filteredOn(AlertStatus.SUPPRESSED::equals).hasSize(5);
  }

  @Test
  void nothing_is_left_of_an_alert_whose_cause_is_not_stored() {
    assertThatThrownBy(
            () ->
                site.database.change(
                    tx -> {
                      site.alerts.raise(tx, site.org, leak(Severity.CRITICAL, "example.com"));
                      throw new IllegalStateException("the cause fails");
                    }))
        .hasMessage("the cause fails");

    assertThat(site.database.read(tx -> site.alerts.figures(tx, site.org)).open()).isZero();
    assertThat(site.eventCount()).isZero();
  }

  @Test
  void other_alerts_of_the_group_are_sent_only_after_the_window() {
    site.raise(leak(Severity.HIGH, "one.example"));
    Alert second = site.raise(leak(Severity.HIGH, "two.example"));
    assertThat(second.status()).isEqualTo(AlertStatus.SUPPRESSED);

    wait(Duration.ofMinutes(16));
    Alert again = site.raise(leak(Severity.HIGH, "two.example"));

    assertThat(again.status()).isEqualTo(AlertStatus.PENDING);
  }

  @Test
  void a_worse_alert_is_sent_within_the_window() {
    site.raise(leak(Severity.HIGH, "one.example"));

    Alert worse = site.raise(leak(Severity.CRITICAL, "two.example"));
    Alert asBad = site.raise(leak(Severity.CRITICAL, "three.example"));

    assertThat(worse.status()).isEqualTo(AlertStatus.PENDING);
    assertThat(asBad.status()).isEqualTo(AlertStatus.SUPPRESSED);
  }

  @Test
  void an_alert_with_higher_severity_is_sent_again() {
    Alert first = site.raise(Severity.HIGH);
    String message = site.deliveries(first.alertId()).get(0).messageId();

    Alert worse = site.raise(Severity.CRITICAL);
    Alert milder = site.raise(Severity.LOW);

    assertThat(worse.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(milder.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(site.deliveries(first.alertId()))
        .singleElement()
        .satisfies(delivery -> assertThat(delivery.messageId()).isNotEqualTo(message));
    assertThat(site.entries(first.alertId())).containsOnlyOnce("severity_raised");
  }

  @Test
  void a_continuing_alert_is_repeated_if_the_rule_requires_it() {
    site.onlyRule(
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"repeat_after_seconds\": 3600}");
    Alert alert = site.raise(Severity.HIGH);
    site.database.change(
        tx -> tx.handle().execute("UPDATE alert_delivery SET status = 'delivered'"));

    wait(Duration.ofMinutes(59));
    site.raise(Severity.HIGH);
    assertThat(site.deliveries(alert.alertId()).get(0).status())
        .isEqualTo(DeliveryStatus.DELIVERED);

    wait(Duration.ofMinutes(1));
    site.raise(Severity.HIGH);
    assertThat(site.deliveries(alert.alertId()).get(0).status()).isEqualTo(DeliveryStatus.PENDING);
  }

  @Test
  void an_acknowledged_alert_is_not_repeated() {
    Alert alert = site.raise(Severity.HIGH);
    site.database.change(
        tx -> tx.handle().execute("UPDATE alert_delivery SET status = 'delivered'"));
    site.triage(alert.alertId(), TriageStatus.ACKNOWLEDGED);

    wait(Duration.ofHours(5));
    site.raise(Severity.HIGH);

    assertThat(site.deliveries(alert.alertId()).get(0).status())
        .isEqualTo(DeliveryStatus.DELIVERED);
  }

  @Test
  void a_resolved_one_opens_again_behind_the_quiet_period_only() {
    Alert alert = site.raise(Severity.HIGH);
    site.triage(alert.alertId(), TriageStatus.RESOLVED);

    wait(Alerts.QUIET.minusSeconds(1));
    Alert quiet = site.raise(Severity.HIGH);
    assertThat(quiet.triageStatus()).isEqualTo(TriageStatus.RESOLVED);
    assertThat(quiet.occurrences()).isEqualTo(2);

    wait(Duration.ofSeconds(1));
    Alert back = site.raise(Severity.HIGH);
    assertThat(back.triageStatus()).isEqualTo(TriageStatus.OPEN);
    assertThat(back.closedAt()).isEmpty();
    assertThat(back.status()).isEqualTo(AlertStatus.PENDING);
    assertThat(site.entries(alert.alertId())).containsOnlyOnce("reopened");
  }

  @Test
  void a_false_one_stays_closed_for_a_day_unless_it_gets_worse() {
    Alert alert = site.raise(Severity.HIGH);
    site.triage(alert.alertId(), TriageStatus.FALSE_POSITIVE);

    wait(Duration.ofHours(23));
    assertThat(site.raise(Severity.HIGH).triageStatus()).isEqualTo(TriageStatus.FALSE_POSITIVE);
    assertThat(site.raise(Severity.CRITICAL).triageStatus()).isEqualTo(TriageStatus.OPEN);
  }

  @Test
  void a_closed_one_is_opened_before_somebody_is_at_it() {
    Alert alert = site.raise(Severity.HIGH);
    site.triage(alert.alertId(), TriageStatus.RESOLVED);

    assertThatThrownBy(() -> site.triage(alert.alertId(), TriageStatus.ACKNOWLEDGED))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("\"resolved\"")
        .hasMessageContaining("open it first");

    site.triage(alert.alertId(), TriageStatus.OPEN);
    assertThat(site.find(alert.alertId()).closedAt()).isEmpty();
  }

  @Test
  void closing_notifies_the_channels_that_received_the_alert() {
    site.channels.add("pagerduty");
    Alert alert = site.raise(Severity.HIGH);
    site.database.change(
        tx -> tx.handle().execute("UPDATE alert_delivery SET status = 'delivered'"));

    site.triage(alert.alertId(), TriageStatus.RESOLVED);

    assertThat(site.deliveries(alert.alertId()))
        .extracting(one -> one.type() + " " + one.kind() + " " + one.status())
        .containsExactly("slack raised delivered", "pagerduty resolved pending");
  }

  @Test
  void a_muted_rule_sends_nothing() {
    site.onlyRule(
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"mute\": [{\"days\": [\"sun\"], \"from\": \"12:00\", \"to\": \"14:00\","
            + " \"timezone\": \"Europe/Stockholm\"}]}");

    // Sunday, 13:00 in Stockholm.
    Alert alert = site.raise(Severity.HIGH);
    assertThat(alert.status()).isEqualTo(AlertStatus.SUPPRESSED);

    wait(Duration.ofHours(1));
    assertThat(site.raise(Severity.HIGH).status()).isEqualTo(AlertStatus.PENDING);
  }

  @Test
  void a_filter_decides_and_lets_through_what_it_cannot_decide() {
    site.onlyRule(
        "{\"name\": \"r\", \"dedupe_window_seconds\": 0, \"conditions\":"
            + " {\"filter\": \"destination.endsWith('.example') || 1 / (occurrences - 1) > 0\"}}");

    assertThat(site.raiseAndRoute(leak(Severity.LOW, "a.example")).status())
        .isEqualTo(AlertStatus.PENDING);
    assertThat(site.raiseAndRoute(leak(Severity.LOW, "b.test")).status())
        .as("divides by zero")
        .isEqualTo(AlertStatus.PENDING);

    site.onlyRule("{\"name\": \"r\", \"conditions\": {\"filter\": \"severity == 'critical'\"}}");
    assertThat(site.raiseAndRoute(leak(Severity.HIGH, "c.test")).status())
        .isEqualTo(AlertStatus.NO_ROUTE);
  }

  @Test
  void rules_count_what_they_did() {
    AlertRule rule =
        site.onlyRule("{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"}}");
    site.raise(leak(Severity.LOW, "a.example"));
    site.raise(leak(Severity.LOW, "b.example"));

    RuleStore.RuleActivity figures = site.alerts.rules().figures(site.org).get(rule.ruleId());

    assertThat(figures.matched()).isEqualTo(2);
    assertThat(figures.suppressed()).isEqualTo(1);
    assertThat(site.alerts.rules().get(site.org, rule.ruleId()).lastMatchedAt())
        .contains(clock.instant());
  }

  @Test
  void who_deletes_the_first_rule_does_not_get_it_again() {
    AlertRule first = site.alerts.rules().all(site.org).get(0);
    site.alerts.rules().delete(site.caller(), first.ruleId(), version -> {});

    assertThat(site.alerts.rules().all(site.org)).isEmpty();
    assertThat(site.raise(Severity.CRITICAL).status()).isEqualTo(AlertStatus.NO_ROUTE);
  }

  @Test
  void secrets_do_not_get_into_an_alert() {
    String token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6";
    Alert alert =
        site.raise(
            AlertDraft.of("secret_exposure", Severity.HIGH, "Found " + token)
                .description("In " + token)
                .build());

    assertThat(alert.toString()).doesNotContain(token);
  }

  @Test
  void another_tenant_has_alerts_of_its_own() {
    Alert alert = site.raise(Severity.HIGH);
    AlertSite other = new AlertSite(site.database, directory, clock);

    assertThat(other.raise(Severity.HIGH).alertId()).isNotEqualTo(alert.alertId());
    Optional<Alert> found =
        other.database.read(tx -> other.alerts.find(tx, other.org, alert.alertId()));
    assertThat(found).isEmpty();
  }

  @Test
  void old_ones_go_when_they_are_closed() {
    Alert closed = site.raise(leak(Severity.HIGH, "closed.example"));
    Alert open = site.raise(leak(Severity.HIGH, "open.example"));
    site.triage(closed.alertId(), TriageStatus.RESOLVED);
    wait(Duration.ofDays(181));

    int removed =
        site.alerts.prune(clock.instant(), List.of(site.org), (tx, org) -> Duration.ofDays(180));

    assertThat(removed).isEqualTo(1);
    assertThat(site.find(open.alertId()).triageStatus()).isEqualTo(TriageStatus.OPEN);
    assertThat(site.deliveries(closed.alertId())).isEmpty();
  }

  @Test
  void a_tenant_that_goes_leaves_nothing() {
    site.raise(Severity.HIGH);

    long removed = site.database.write(tx -> site.alerts.removeAll(tx, site.org));

    assertThat(removed).isGreaterThan(5);
    for (String table :
        List.of(
            "alert",
            "alert_entry",
            "alert_rule",
            "alert_rule_start",
            "alert_rule_hour",
            "alert_routing",
            "alert_window",
            "alert_delivery",
            "alert_attempt")) {
      long remaining =
          site.database.read(
              tx ->
                  tx.handle().createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one());
      assertThat(remaining).as(table).isZero();
    }
  }
}
