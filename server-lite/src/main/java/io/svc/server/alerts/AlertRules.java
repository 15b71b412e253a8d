package io.svc.server.alerts;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** The alert rules of a tenant, which starts with one default rule. Thread-safe. */
final class AlertRules {
  private static final int MAX = 200;
  private static final Duration DAY = Duration.ofDays(1);

  private final Database database;
  private final Identifiers identifiers;
  private final AlertFilters filters;
  private final Channels channels;
  private final AuditLog audit;

  AlertRules(
      Database database,
      Identifiers identifiers,
      AlertFilters filters,
      Channels channels,
      AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.filters = filters;
    this.channels = channels;
    this.audit = audit;
  }

  /** The rules that were read in a transaction. */
  private static final class RuleCache {
    private final Map<OrgId, List<AlertRule>> rules = new HashMap<>();
  }

  /** Returns all rules in a read-write transaction; reads them once. */
  List<AlertRule> all(Tx tx, OrgId org) {
    return tx.note(RuleCache.class, RuleCache::new)
        .rules
        .computeIfAbsent(
            org,
            tenant -> {
              start(tx, tenant);
              return listed(tx, tenant);
            });
  }

  /** Returns all rules in a read-only transaction. */
  static List<AlertRule> listed(Tx tx, OrgId org) {
    return tx.on(RuleStore.class).all(org).stream().map(AlertRule::of).toList();
  }

  /** Returns all rules. */
  List<AlertRule> all(OrgId org) {
    startOnce(org);
    return database.read(tx -> listed(tx, org));
  }

  /**
   * Returns a rule.
   *
   * @throws ApiException if the rule does not exist
   */
  AlertRule get(OrgId org, String id) {
    startOnce(org);
    return database.read(tx -> get(tx, org, id));
  }

  private static AlertRule get(Tx tx, OrgId org, String id) {
    return tx.on(RuleStore.class)
        .find(org, id)
        .map(AlertRule::of)
        .orElseThrow(() -> ApiException.notFound("alert rule", id));
  }

  private void startOnce(OrgId org) {
    if (database.read(tx -> tx.on(RuleStore.class).started(org)) == 0) {
      database.change(tx -> start(tx, org));
    }
  }

  /** Creates the default rule when the rules are first requested. */
  private void start(Tx tx, OrgId org) {
    if (tx.on(RuleStore.class).start(org, tx.now()) > 0) {
      insert(tx, org, RuleDraft.FIRST, "system");
    }
  }

  private String insert(Tx tx, OrgId org, RuleDraft draft, String createdBy) {
    String id = identifiers.next("arl_");
    tx.on(RuleStore.class).insert(org, id, draft, createdBy, tx.now());
    return id;
  }

  /**
   * Creates a rule.
   *
   * @throws ApiException if the request is invalid
   */
  AlertRule create(Caller caller, Fields sent) {
    OrgId org = caller.tenant();
    Optional<String> problem = filterProblem(sent);
    return database.write(
        tx -> {
          start(tx, org);
          RuleDraft draft = checked(tx, org, RuleDraft.USUAL, sent, problem);
          if (tx.on(RuleStore.class).count(org) >= MAX) {
            throw new ApiException(
                ErrorCode.CONFLICT, "There are " + MAX + " alert rules already. Delete one first.");
          }
          AlertRule rule = get(tx, org, insert(tx, org, draft, caller.id()));
          audit.record(tx, caller, event("alert_rule.create", rule));
          return rule;
        });
  }

  /**
   * Updates the fields of a rule that the request contains.
   *
   * @throws ApiException if the rule does not exist or the request is invalid
   */
  AlertRule update(Caller caller, String id, Fields sent, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Optional<String> problem = filterProblem(sent);
    return database.write(
        tx -> {
          AlertRule before = get(tx, org, id);
          expectVersion.accept(before.version());
          RuleDraft draft = checked(tx, org, before.draft(), sent, problem);
          int rows = tx.on(RuleStore.class).update(org, id, draft, tx.now(), before.version());
          if (rows == 0) {
            throw new ApiException(
                ErrorCode.VERSION_CONFLICT,
                "The rule was changed in the meantime. Reload it and try again.");
          }
          AlertRule rule = get(tx, org, id);
          audit.record(
              tx,
              caller,
              event("alert_rule.update", rule).with("changed", String.join(" ", sent.sent())));
          return rule;
        });
  }

  /**
   * Removes a rule.
   *
   * @throws ApiException if the rule does not exist
   */
  void delete(Caller caller, String id, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    database.change(
        tx -> {
          start(tx, org);
          AlertRule rule = get(tx, org, id);
          expectVersion.accept(rule.version());
          RuleStore store = tx.on(RuleStore.class);
          store.delete(org, id);
          store.deleteHours(org, id);
          store.deleteWindows(org, id);
          audit.record(tx, caller, event("alert_rule.delete", rule));
        });
  }

  private static AuditEvent event(String action, AlertRule rule) {
    return AuditEvent.of(Category.ALERT, action, "alert_rule", rule.ruleId(), rule.draft().name());
  }

  /** Compiles the filter of the request before the transaction, because that may take long. */
  private Optional<String> filterProblem(Fields sent) {
    return NonEmpty.of(sent.value("conditions").path("filter").asText().strip())
        .flatMap(filters::problem);
  }

  private RuleDraft checked(
      Tx tx, OrgId org, RuleDraft before, Fields sent, Optional<String> filterProblem) {
    RuleDraft draft = before.with(sent);
    boolean hasConditions = sent.has("conditions") || before.conditions().isEmpty();
    if (hasConditions && draft.conditions().isEmpty()) {
      sent.problem(
          "required",
          "conditions",
          "\"conditions\" is empty; expected at least one of min_severity, threat_types,"
              + " agent_ids, agent_tags, environments, event_types and filter.");
    }
    draft
        .conditions()
        .filter()
        .flatMap(filter -> filterProblem)
        .ifPresent(
            problem ->
                sent.object("conditions")
                    .problem("invalid_filter", "filter", "\"filter\" cannot be used. " + problem));
    if (!sent.has("actions")) {
      sent.check();
      return draft;
    }
    RuleDraft checkedDraft =
        new RuleDraft(
            draft.name(),
            draft.enabled(),
            draft.description(),
            draft.conditions(),
            draft.actions().stream().map(action -> checkReferences(tx, org, action, sent)).toList(),
            draft.groupBy(),
            draft.dedupeSeconds(),
            draft.repeatSeconds(),
            draft.mute(),
            draft.createIncident());
    sent.check();
    return checkedDraft;
  }

  private RuleAction checkReferences(Tx tx, OrgId org, RuleAction action, Fields sent) {
    action
        .template()
        .flatMap(MessageTemplate::unknown)
        .ifPresent(
            name ->
                sent.problem(
                    "unknown_value",
                    "actions",
                    "A template contains the unknown placeholder \"{"
                        + name
                        + "}\"; expected one of "
                        + String.join(", ", MessageTemplate.NAMES)
                        + "."));
    if (action.integrationId().isEmpty()) {
      if (!action.type().isEmpty() && !action.type().equalsIgnoreCase(RuleAction.ALL)) {
        sent.problem(
            "required",
            "actions",
            "An action has the type \""
                + action.type()
                + "\" and no \"integration_id\"; only \"all\" needs none.");
      }
      return new RuleAction(Optional.empty(), RuleAction.ALL, action.template());
    }
    String id = action.integrationId().get();
    Optional<Channels.Channel> channel = channels.find(tx, org, id);
    if (channel.isEmpty()) {
      sent.problem(
          "unknown_value",
          "actions",
          "There is no channel \""
              + id
              + "\"; expected the identifier of an integration for notifications.");
    } else if (!action.type().isEmpty() && !action.type().equalsIgnoreCase(channel.get().type())) {
      sent.problem(
          "invalid",
          "actions",
          "The channel \""
              + id
              + "\" is of type \""
              + channel.get().type()
              + "\", but the action has the type \""
              + action.type()
              + "\".");
    }
    return new RuleAction(
        action.integrationId(),
        channel.map(Channels.Channel::type).orElse(action.type()),
        action.template());
  }

  /** Returns the activity of each rule in the last day. */
  Map<String, RuleStore.RuleActivity> figures(OrgId org) {
    return database.read(
        tx ->
            tx.on(RuleStore.class).figures(org, tx.now().minus(DAY)).stream()
                .collect(Collectors.toMap(RuleStore.RuleActivity::ruleId, figures -> figures)));
  }

  /** Removes records that no window and no statistic needs. */
  static void prune(Tx tx, OrgId org, Instant now) {
    RuleStore store = tx.on(RuleStore.class);
    store.pruneHours(org, now.minus(2, ChronoUnit.DAYS));
    store.pruneWindows(org, now.minus(31, ChronoUnit.DAYS));
  }

  static long removeAll(Tx tx, OrgId org) {
    RuleStore store = tx.on(RuleStore.class);
    return (long) store.removeAll(org)
        + store.removeStart(org)
        + store.removeHours(org)
        + store.removeWindows(org);
  }
}
