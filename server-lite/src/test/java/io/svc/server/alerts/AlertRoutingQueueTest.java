package io.svc.server.alerts;

import static io.svc.server.alerts.AlertSite.leak;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.expressions.Expression.Outcome;
import io.svc.server.http.ApiException;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The routing of alerts that rules with filters may match, on both stores. */
class AlertRoutingQueueTest extends StoreContract {
  /** Exceeds the budget for the filters of an alert; true for no alert. */
  private static final String EXPENSIVE =
      "[0,1,2,3,4,5].exists(i, '" + "a".repeat(1_500) + "'.matches('(a?){200}b') && i > 9)";

  private AlertSite site;
  private AlertRoutingQueue routing;

  @BeforeEach
  void open() {
    site = new AlertSite(store.migrated(), directory, clock);
    site.channels.add("slack");
    routing = site.alerts.routing();
  }

  private AlertRule rule(String filter, String more) {
    return site.onlyRule(
        "{\"name\": \"r\", \"conditions\": {\"filter\": \"" + filter + "\"}" + more + "}");
  }

  private List<Alert> overBudget() {
    return site.database.read(
        tx ->
            tx
                .handle()
                .createQuery("SELECT alert_id FROM alert WHERE threat_type = :type")
                .bind("type", AlertRoutingQueue.OVER_BUDGET)
                .mapTo(String.class)
                .list()
                .stream()
                .map(id -> site.alerts.get(tx, site.org, id))
                .toList());
  }

  @Test
  void an_alert_is_stored_at_once_and_routed_when_its_filters_were_evaluated() {
    AlertRule rule = rule("severity == 'high'", "");

    Alert raised = site.raise(Severity.HIGH);

    assertThat(raised.status()).isEqualTo(AlertStatus.PENDING);
    assertThat(site.deliveries(raised.alertId())).isEmpty();
    assertThat(routing.round()).isTrue();
    assertThat(site.deliveries(raised.alertId())).hasSize(1);
    assertThat(site.find(raised.alertId()).ruleIds()).contains(rule.ruleId());
    assertThat(routing.round()).isFalse();
  }

  @Test
  void an_alert_that_no_filter_can_concern_is_routed_in_the_transaction_that_raises_it() {
    rule("severity == 'low'", ", \"enabled\": false");
    site.alerts
        .rules()
        .create(
            site.caller(),
            AlertSite.fields("{\"name\": \"s\", \"conditions\": {\"min_severity\": \"high\"}}"));

    assertThat(site.deliveries(site.raise(Severity.HIGH).alertId())).hasSize(1);
    assertThat(routing.round()).isFalse();
  }

  @Test
  void an_alert_that_a_filter_rejects_has_no_route() {
    rule("severity == 'critical'", "");

    Alert alert = site.raiseAndRoute(leak(Severity.HIGH, "a.example"));

    assertThat(alert.status()).isEqualTo(AlertStatus.NO_ROUTE);
    assertThat(site.deliveries(alert.alertId())).isEmpty();
    assertThatThrownBy(
            () -> site.desk.resend(site.caller(), alert.alertId(), java.util.Optional.empty()))
        .isInstanceOf(ApiException.class);
  }

  @Test
  void occurrences_that_wait_together_are_sent_once() {
    rule("severity == 'high'", ", \"dedupe_window_seconds\": 0");
    site.raise(Severity.HIGH);
    site.raise(Severity.HIGH);

    Alert alert = site.raiseAndRoute(leak(Severity.HIGH, "example.com"));

    assertThat(alert.occurrences()).isEqualTo(3);
    assertThat(site.entries(alert.alertId())).containsOnlyOnce("notified");
  }

  @Test
  void each_occurrence_is_routed_once_however_many_servers_do_it() {
    AlertRule rule = rule("severity == 'high'", "");
    List<String> alerts =
        IntStream.range(0, 5)
            .mapToObj(i -> site.raise(leak(Severity.HIGH, i + ".example")).alertId())
            .toList();
    Alerts other =
        new Alerts(
            site.database,
            site.identifiers,
            new Agents(site.identifiers),
            new AgentSessions(site.identifiers),
            site.events,
            site.channels,
            new WakeupSignal(),
            site.audit);

    AtOnce.run(2, number -> (number == 0 ? routing : other.routing()).route(site.org));

    assertThat(site.alerts.rules().figures(site.org).get(rule.ruleId()).matched()).isEqualTo(5);
    assertThat(alerts)
        .allSatisfy(id -> assertThat(site.entries(id)).contains("raised").hasSizeLessThan(3));
    assertThat(routing.round()).isFalse();
  }

  @Test
  void a_filter_that_is_changed_during_the_evaluation_is_evaluated_again() {
    AlertRule rule = rule("severity == 'high'", "");
    Alert alert = site.raise(Severity.HIGH);
    Map<String, Outcome> old = routing.outcomes(site.org, alert.alertId());
    assertThat(old).containsOnly(Map.entry("severity == 'high'", Outcome.TRUE));

    site.alerts
        .rules()
        .update(
            site.caller(),
            rule.ruleId(),
            AlertSite.fields("{\"conditions\": {\"filter\": \"severity == 'low'\"}}"),
            version -> {});

    boolean isRouted =
        site.database.write(
            tx ->
                routing.route(
                    tx,
                    site.org,
                    alert.alertId(),
                    tx.on(RoutingStore.class).oldest(site.org, 1),
                    old));

    assertThat(isRouted).isFalse();
    assertThat(site.deliveries(alert.alertId())).isEmpty();
    assertThat(routing.round()).isTrue();
    assertThat(site.find(alert.alertId()).status()).isEqualTo(AlertStatus.NO_ROUTE);
  }

  @Test
  void an_alert_that_was_closed_in_the_meantime_is_not_sent() {
    rule("severity == 'high'", "");
    Alert alert = site.raise(Severity.HIGH);
    site.triage(alert.alertId(), TriageStatus.RESOLVED);

    assertThat(routing.round()).isTrue();

    assertThat(site.deliveries(alert.alertId())).isEmpty();
    assertThat(routing.round()).isFalse();
  }

  @Test
  void a_filter_over_its_budget_lets_alerts_through_and_raises_one_alert_for_its_rule() {
    AlertRule rule = rule(EXPENSIVE, "");

    Alert first = site.raiseAndRoute(leak(Severity.HIGH, "a.example"));
    Alert second = site.raiseAndRoute(leak(Severity.HIGH, "b.example"));

    assertThat(first.ruleIds()).contains(rule.ruleId());
    assertThat(second.ruleIds()).contains(rule.ruleId());
    assertThat(site.deliveries(first.alertId())).hasSize(1);
    assertThat(overBudget())
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.rule()).isEqualTo(rule.ruleId());
              assertThat(alert.severity()).isEqualTo(Severity.MEDIUM);
              assertThat(alert.title())
                  .isEqualTo("Alert rule \"r\": the filter exceeds the evaluation budget");
              // Its own routing exceeds the budget, too, and is not counted.
              assertThat(alert.occurrences()).isEqualTo(2);
              assertThat(alert.ruleIds()).contains(rule.ruleId());
            });
    assertThat(routing.round()).isFalse();
  }

  @Test
  void filters_after_one_that_exceeds_the_budget_let_the_alert_through() {
    rule(EXPENSIVE, "");
    AlertRule after =
        site.alerts
            .rules()
            .create(
                site.caller(),
                AlertSite.fields(
                    "{\"name\": \"s\", \"conditions\": {\"filter\": \"severity == 'low'\"}}"));

    Alert alert = site.raiseAndRoute(leak(Severity.HIGH, "a.example"));

    assertThat(alert.ruleIds()).contains(after.ruleId());
    assertThat(overBudget()).extracting(Alert::title).allMatch(title -> title.contains("\"r\""));
  }
}
