package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.expressions.Expression.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes alerts that rules with filters may match. Such an alert is stored with an entry in a
 * queue. After that, its filters are evaluated outside of transactions, and one transaction removes
 * the entry and stores the deliveries, so that each occurrence is routed exactly once. Safe for use
 * by several threads, and by several servers on one store.
 */
final class AlertRoutingQueue {
  /** The threat type of an alert about an expression that exceeds its budget. */
  static final String OVER_BUDGET = "condition_over_budget";

  /** The source of an alert about a rule itself. */
  private static final String SOURCE = "alert_rule";

  /** Alerts of a tenant in a round, so that the alerts of other tenants do not wait long. */
  private static final int ALERTS = 5;

  private static final int ENTRIES = 200;

  /**
   * Evaluations of an alert in a round while its rules change; after that it waits for the next.
   */
  private static final int ATTEMPTS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(AlertRoutingQueue.class);

  private final Database database;
  private final Identifiers identifiers;
  private final Agents agents;
  private final Alerts alerts;
  private final AlertRules rules;
  private final AlertFilters filters;
  private final WakeupSignal wakeupSignal = new WakeupSignal();

  AlertRoutingQueue(
      Database database,
      Identifiers identifiers,
      Agents agents,
      Alerts alerts,
      AlertRules rules,
      AlertFilters filters) {
    this.database = database;
    this.identifiers = identifiers;
    this.agents = agents;
    this.alerts = alerts;
    this.rules = rules;
    this.filters = filters;
  }

  /** Signaled when an alert is queued. */
  WakeupSignal wakeupSignal() {
    return wakeupSignal;
  }

  /** Queues an alert in the transaction that raises it. */
  void queue(Tx tx, OrgId org, String alertId, boolean isNews) {
    tx.on(RoutingStore.class).insert(org, identifiers.next("rtg_"), alertId, isNews);
    tx.afterCommit(wakeupSignal::ring);
  }

  /** Routes a few alerts of each tenant; returns whether there may be more. */
  boolean round() {
    boolean isAny = false;
    for (OrgId org : database.read(tx -> tx.on(RoutingStore.class).tenants())) {
      isAny |= route(org);
    }
    return isAny;
  }

  /** Routes a few alerts of a tenant, the oldest first; returns whether there may be more. */
  boolean route(OrgId org) {
    Map<String, List<RoutingStore.QueuedOccurrence>> waiting =
        database.read(tx -> tx.on(RoutingStore.class).oldest(org, ENTRIES)).stream()
            .collect(
                Collectors.groupingBy(
                    RoutingStore.QueuedOccurrence::alertId,
                    LinkedHashMap::new,
                    Collectors.toList()));
    boolean isAny = false;
    for (String alertId : waiting.keySet().stream().limit(ALERTS).toList()) {
      try {
        isAny |= route(org, alertId, waiting.getOrDefault(alertId, List.of()));
      } catch (RuntimeException e) {
        LOG.error("the alert {} is routed in a later round", alertId, e);
      }
    }
    return isAny;
  }

  private boolean route(OrgId org, String alertId, List<RoutingStore.QueuedOccurrence> entries) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Map<String, Outcome> outcomes = outcomes(org, alertId);
      if (database.write(tx -> route(tx, org, alertId, entries, outcomes))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Evaluates the filters on which the routing of an alert depends, in the order of their rules.
   * Not for use in a transaction.
   */
  Map<String, Outcome> outcomes(OrgId org, String alertId) {
    record Question(List<String> filters, AlertFacts facts) {}
    Optional<Question> question =
        database.read(
            tx ->
                tx.on(AlertStore.class)
                    .find(org, alertId)
                    .map(alert -> AlertFacts.of(tx, org, alert, agents))
                    .map(
                        facts ->
                            new Question(
                                AlertRouter.filters(AlertRules.listed(tx, org), facts), facts)));
    return question
        .map(filterQuestion -> filters.evaluate(filterQuestion.filters(), filterQuestion.facts()))
        .orElse(Map.of());
  }

  /** Returns false when a filter was added or changed after the outcomes were found. */
  boolean route(
      Tx tx,
      OrgId org,
      String alertId,
      List<RoutingStore.QueuedOccurrence> entries,
      Map<String, Outcome> outcomes) {
    Optional<AlertFacts> facts =
        tx.on(AlertStore.class)
            .lock(org, alertId)
            .filter(alert -> !alert.triageStatus().isClosed())
            .map(alert -> AlertFacts.of(tx, org, alert, agents));
    List<AlertRule> all = rules.all(tx, org);
    if (facts.isPresent()
        && !outcomes.keySet().containsAll(AlertRouter.filters(all, facts.get()))) {
      return false;
    }
    List<String> ids = entries.stream().map(RoutingStore.QueuedOccurrence::routingId).toList();
    // None is left when another server has routed them.
    if (tx.on(RoutingStore.class).remove(org, ids) > 0 && facts.isPresent()) {
      boolean isNews = entries.stream().anyMatch(RoutingStore.QueuedOccurrence::isNews);
      alerts.route(tx, org, facts.get(), AlertRouter.RoutingReason.of(isNews), outcomes);
      overBudget(all, facts.get().alert(), outcomes)
          .ifPresent(draft -> alerts.raise(tx, org, draft));
    }
    return true;
  }

  /**
   * An alert about the first rule whose filter exceeded the budget. There is none about the routing
   * of such an alert, which would never end.
   */
  private static Optional<AlertDraft> overBudget(
      List<AlertRule> rules, Alert routed, Map<String, Outcome> outcomes) {
    if (routed.source().equals(SOURCE)) {
      return Optional.empty();
    }
    return rules.stream()
        .filter(
            rule ->
                rule.draft()
                    .conditions()
                    .filter()
                    .filter(filter -> outcomes.get(filter) == Outcome.OVER_BUDGET)
                    .isPresent())
        .findFirst()
        .map(rule -> draft(rule, routed));
  }

  private static AlertDraft draft(AlertRule rule, Alert routed) {
    return AlertDraft.of(
            OVER_BUDGET,
            Severity.MEDIUM,
            "Alert rule \"" + rule.draft().name() + "\": the filter exceeds the evaluation budget")
        .description(
            "The filters of all rules share an evaluation budget for each alert. The filter of"
                + " this rule and the filters after it exceeded the budget and counted as"
                + " matches, so that no notification is lost. Simplify the filters.")
        .source(SOURCE)
        .rule(rule.ruleId())
        .details(Map.of("alert_rule_id", rule.ruleId(), "routed_alert_id", routed.alertId()))
        .build();
  }
}
