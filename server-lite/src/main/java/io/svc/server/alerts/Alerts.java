package io.svc.server.alerts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.rules.Severity;
import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.expressions.Expression.Outcome;
import io.svc.server.http.ApiException;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The alerts of a tenant. An alert is raised in the transaction of its cause, so that neither is
 * stored without the other. Similar alerts are one alert with a count of occurrences. Safe for use
 * by several threads, and by several servers on one store.
 */
public final class Alerts implements AgentExtras {
  /** The limit of counts in overviews. */
  public static final int MAX_COUNTED = 1_000;

  /** The limit of counts that are taken once for each past day. */
  private static final int MAX_COUNTED_PER_DAY = 10_000;

  /** The time after which earlier transactions have ended. */
  private static final Duration SETTLED = Duration.ofMinutes(10);

  /** The threat type of approval requests, which are not threats. */
  public static final String APPROVAL_REQUESTED = "approval_requested";

  private static final int SEARCHED = 2_000;
  private static final int REMOVED_AT_ONCE = 200;

  /** An occurrence this soon after the alert was closed counts as part of the closed alert. */
  static final Duration QUIET = Duration.ofMinutes(15);

  /**
   * The same after the alert was closed as a false positive, so that users do not have to close it
   * every 15 minutes.
   */
  static final Duration QUIET_AFTER_FALSE = Duration.ofDays(1);

  private final Database database;
  private final Identifiers identifiers;
  private final Agents agents;
  private final AgentSessions sessions;
  private final Events events;
  private final AlertRouter router;
  private final Channels channels;
  private final AlertRules rules;
  private final AlertRoutingQueue routing;
  private final Deliveries deliveries;
  private final Masking masking = new Masking();
  private final Cache<TimeRange, Long> raisedCounts =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterAccess(Duration.ofHours(1)).build();

  private volatile IncidentEscalation escalation = IncidentEscalation.NONE;

  /**
   * Creates the alerts.
   *
   * @param channels the channels of tenants
   * @param wakeupSignal signaled when there is something to send
   */
  public Alerts(
      Database database,
      Identifiers identifiers,
      Agents agents,
      AgentSessions sessions,
      Events events,
      Channels channels,
      WakeupSignal wakeupSignal,
      AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.agents = agents;
    this.sessions = sessions;
    this.events = events;
    this.channels = channels;
    AlertFilters filters = new AlertFilters();
    this.rules = new AlertRules(database, identifiers, filters, channels, audit);
    this.router = new AlertRouter(rules, channels);
    this.routing = new AlertRoutingQueue(database, identifiers, agents, this, rules, filters);
    this.deliveries = new Deliveries(identifiers, wakeupSignal);
  }

  /**
   * An alert that was raised.
   *
   * @param isNew whether the alert is new or was closed before
   */
  public record RaisedAlert(Alert alert, boolean isNew) {}

  AlertRules rules() {
    return rules;
  }

  Deliveries deliveries() {
    return deliveries;
  }

  AlertRoutingQueue routing() {
    return routing;
  }

  /** Sets the component that opens incidents for alerts; there is none before. */
  public void escalateTo(IncidentEscalation other) {
    this.escalation = other;
  }

  /** Raises an alert in the transaction of its cause. */
  public RaisedAlert raise(Tx tx, OrgId org, AlertDraft draft) {
    return raise(tx, org, List.of(draft)).get(0);
  }

  /** Raises several alerts; similar ones are raised as one. */
  public List<RaisedAlert> raise(Tx tx, OrgId org, List<AlertDraft> drafts) {
    // A fixed order prevents deadlocks between two transactions.
    Map<String, AlertDraft> byFingerprint = new TreeMap<>();
    for (AlertDraft draft : drafts) {
      byFingerprint.merge(draft.fingerprint(), draft, AlertDraft::and);
    }
    List<RaisedAlert> raised = new ArrayList<>();
    byFingerprint.forEach((fingerprint, draft) -> raised.add(raise(tx, org, fingerprint, draft)));
    return raised;
  }

  private RaisedAlert raise(Tx tx, OrgId org, String fingerprint, AlertDraft draft) {
    AlertStore store = tx.on(AlertStore.class);
    Optional<Agent> agent =
        draft.agentId().isEmpty() ? Optional.empty() : agents.find(tx, org, draft.agentId());
    AlertTexts words = AlertTexts.of(draft, agent, masking);
    Optional<Alert> before = store.occurred(org, fingerprint, draft.times(), tx.now());
    if (before.isEmpty() && insert(tx, org, fingerprint, draft, words)) {
      return begun(tx, org, fingerprint, draft, agent);
    }
    if (before.isEmpty()) {
      // Another transaction raised it in the meantime.
      before = store.occurred(org, fingerprint, draft.times(), tx.now());
    }
    return repeat(tx, org, before.orElseThrow(), draft, words, agent);
  }

  private boolean insert(Tx tx, OrgId org, String fingerprint, AlertDraft draft, AlertTexts words) {
    return tx.on(AlertStore.class)
            .insert(org, identifiers.next("alr_"), fingerprint, words, draft, tx.now())
        > 0;
  }

  private RaisedAlert begun(
      Tx tx, OrgId org, String fingerprint, AlertDraft draft, Optional<Agent> agent) {
    // Adds no occurrence; it only returns the stored alert.
    Alert alert = tx.on(AlertStore.class).occurred(org, fingerprint, 0, tx.now()).orElseThrow();
    note(tx, org, alert.alertId(), AlertEntryType.RAISED, "", alert.severity().label());
    Alert routed = routeOrQueue(tx, org, alert, agent, true);
    publish(tx, org, routed, draft, true);
    return new RaisedAlert(routed, true);
  }

  private RaisedAlert repeat(
      Tx tx, OrgId org, Alert before, AlertDraft draft, AlertTexts words, Optional<Agent> agent) {
    AlertStore store = tx.on(AlertStore.class);
    String id = before.alertId();
    boolean isWorse = draft.severity().compareTo(before.severity()) > 0;
    boolean isBack =
        before.triageStatus().isClosed() && (isWorse || isQuietPeriodOver(before, tx.now()));
    if (draft.severity().isAtLeast(before.severity())) {
      store.tell(
          org,
          id,
          words,
          draft,
          draft.sessionId().isEmpty() ? before.sessionId() : draft.sessionId());
    }
    if (isWorse) {
      note(
          tx,
          org,
          id,
          AlertEntryType.SEVERITY_RAISED,
          "",
          before.severity().label() + " to " + draft.severity().label());
    }
    if (isBack) {
      store.triage(org, id, TriageStatus.OPEN, Optional.empty());
      note(tx, org, id, AlertEntryType.REOPENED, "", "Occurred again.");
    }
    Alert alert = get(tx, org, id);
    if (!alert.triageStatus().isClosed()) {
      boolean isNews = isWorse || isBack || isUnrouted(alert);
      alert = routeOrQueue(tx, org, alert, agent, isNews);
    }
    boolean isOtherSession =
        !draft.sessionId().isEmpty() && !draft.sessionId().equals(before.sessionId());
    publish(tx, org, alert, draft, isBack || isOtherSession);
    return new RaisedAlert(alert, isBack);
  }

  private static boolean isQuietPeriodOver(Alert closed, Instant now) {
    Duration quiet =
        closed.triageStatus() == TriageStatus.FALSE_POSITIVE ? QUIET_AFTER_FALSE : QUIET;
    return closed.closedAt().map(at -> !now.isBefore(at.plus(quiet))).orElse(true);
  }

  /** An approval request and the channel types that it was sent to. */
  public record SentApprovalRequest(String alertId, List<String> types) {
    public SentApprovalRequest {
      types = List.copyOf(types);
    }
  }

  /**
   * Sends an approval request, in the transaction of its cause. It is not a threat: rules,
   * incidents and the feed ignore it. Its destination makes it unique.
   *
   * @param types channel types to use, such as {@code slack}; empty for all
   */
  public SentApprovalRequest requestApproval(
      Tx tx, OrgId org, AlertDraft draft, List<String> types) {
    Optional<Agent> agent = agents.find(tx, org, draft.agentId());
    String fingerprint = draft.fingerprint();
    insert(tx, org, fingerprint, draft, AlertTexts.of(draft, agent, masking));
    // Adds no occurrence; it only returns the stored alert.
    Alert alert = tx.on(AlertStore.class).occurred(org, fingerprint, 0, tx.now()).orElseThrow();
    note(tx, org, alert.alertId(), AlertEntryType.RAISED, "", alert.severity().label());
    Map<Channels.Channel, String> targets = new LinkedHashMap<>();
    for (Channels.Channel channel : channels.enabled(tx, org)) {
      if (types.isEmpty() || types.stream().anyMatch(channel.type()::equalsIgnoreCase)) {
        targets.put(channel, "");
      }
    }
    if (!targets.isEmpty()) {
      notifyChannels(tx, org, alert, targets, true);
      tx.on(AlertStore.class).routed(org, alert.alertId(), AlertStatus.PENDING, alert.ruleIds());
    }
    return new SentApprovalRequest(
        alert.alertId(),
        targets.keySet().stream().map(Channels.Channel::type).distinct().sorted().toList());
  }

  /** Closes an approval request that needs no further action. */
  public void settle(Tx tx, OrgId org, String alertId, String detail) {
    Optional<Alert> alert = tx.on(AlertStore.class).lock(org, alertId);
    if (alert.isEmpty() || alert.get().triageStatus().isClosed()) {
      return;
    }
    tx.on(AlertStore.class).triage(org, alertId, TriageStatus.RESOLVED, Optional.of(tx.now()));
    note(tx, org, alertId, AlertEntryType.TRIAGED, "", detail);
    deliveries.notifyResolution(tx, org, alertId);
  }

  /** Routes an alert, or queues it when that depends on filters, which are evaluated later. */
  private Alert routeOrQueue(Tx tx, OrgId org, Alert alert, Optional<Agent> agent, boolean isNews) {
    AlertFacts facts = new AlertFacts(alert, agent, tx.now());
    if (AlertRouter.filters(rules.all(tx, org), facts).isEmpty()) {
      return route(tx, org, facts, AlertRouter.RoutingReason.of(isNews), Map.of());
    }
    routing.queue(tx, org, alert.alertId(), isNews);
    if (isUnrouted(alert)) {
      tx.on(AlertStore.class).routed(org, alert.alertId(), AlertStatus.PENDING, alert.ruleIds());
    }
    escalate(tx, org, alert, escalation.reason(tx, org, alert));
    return get(tx, org, alert.alertId());
  }

  private static boolean isUnrouted(Alert alert) {
    return alert.status() == AlertStatus.NO_ROUTE || alert.status() == AlertStatus.SUPPRESSED;
  }

  /** Returns true when an alert still waits for its first routing. */
  private static boolean isQueued(Tx tx, OrgId org, Alert alert) {
    return alert.status() == AlertStatus.PENDING
        && tx.on(DeliveryStore.class).of(org, alert.alertId()).isEmpty();
  }

  private void escalate(Tx tx, OrgId org, Alert alert, Optional<String> explanation) {
    explanation.ifPresent(
        reason -> escalation.openFor(tx, org, get(tx, org, alert.alertId()), reason));
  }

  /**
   * Creates the deliveries that the rules require, and stores the routing status.
   *
   * @param outcomes of the filters of the rules
   */
  Alert route(
      Tx tx,
      OrgId org,
      AlertFacts facts,
      AlertRouter.RoutingReason occasion,
      Map<String, Outcome> outcomes) {
    Alert alert = facts.alert();
    AlertRouter.Route route = router.route(tx, org, facts, occasion, outcomes);
    Set<String> matched =
        new LinkedHashSet<>(List.of(Json.readStored(alert.ruleIds(), String[].class)));
    matched.addAll(route.ruleIds());
    AlertStatus status = alert.status();
    if (!route.targets().isEmpty()) {
      notifyChannels(tx, org, alert, route.targets(), occasion != AlertRouter.RoutingReason.REPEAT);
      status = AlertStatus.PENDING;
    } else if (isUnrouted(alert) || isQueued(tx, org, alert)) {
      status = route.isSuppressed() ? AlertStatus.SUPPRESSED : AlertStatus.NO_ROUTE;
    }
    tx.on(AlertStore.class).routed(org, alert.alertId(), status, Json.text(matched));
    Optional<String> reason =
        route.opening().isEmpty()
            ? escalation.reason(tx, org, alert)
            : Optional.of("The alert rule \"" + route.opening().get(0) + "\" requires it.");
    escalate(tx, org, alert, reason);
    return get(tx, org, alert.alertId());
  }

  private void notifyChannels(
      Tx tx, OrgId org, Alert alert, Map<Channels.Channel, String> targets, boolean isNews) {
    deliveries.queue(tx, org, alert.alertId(), targets, isNews);
    note(
        tx,
        org,
        alert.alertId(),
        AlertEntryType.NOTIFIED,
        "",
        String.join(", ", targets.keySet().stream().map(Channels.Channel::name).toList()));
  }

  /** Emits the event and adds an entry to the timeline of the session. */
  private void publish(Tx tx, OrgId org, Alert alert, AlertDraft draft, boolean isNewInSession) {
    events.append(
        tx,
        org,
        new EventDraft(
            EventType.THREAT_DETECTION,
            NonEmpty.of(alert.agentId()),
            NonEmpty.of(draft.sessionId()),
            payload(alert, draft)));
    if (isNewInSession
        && !draft.sessionId().isEmpty()
        && sessions.find(tx, org, draft.sessionId()).isPresent()) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("alertId", alert.alertId());
      data.put("threatType", alert.threatType());
      sessions.append(
          tx,
          org,
          draft.sessionId(),
          List.of(
              new Evidence.Draft(
                  Evidence.Type.ALERT,
                  tx.now(),
                  draft.severity(),
                  alert.title(),
                  Json.tree(data),
                  Optional.empty())));
    }
  }

  private static Map<String, Object> payload(Alert alert, AlertDraft draft) {
    Map<String, Object> payload = new LinkedHashMap<>(draft.details());
    payload.put("threat_type", alert.threatType());
    payload.put("severity", draft.severity().label());
    payload.put("title", alert.title());
    payload.put("detail", alert.description());
    payload.put("alert_id", alert.alertId());
    payload.put("occurrences", alert.occurrences());
    payload.put("confidence", draft.verdict().confidence());
    payload.put("layer", draft.verdict().layer());
    payload.put("evidence", draft.verdict().evidence());
    return payload;
  }

  /** Records an entry in an alert's history. */
  void note(Tx tx, OrgId org, String id, AlertEntryType type, String actor, String detail) {
    tx.on(AlertStore.class).note(org, id, identifiers.next("ent_"), tx.now(), type, actor, detail);
  }

  /**
   * Resolves an alert whose cause has ended, unless a user closed it, and notifies the channels
   * that received it.
   *
   * @return whether it was open
   */
  public boolean settle(Tx tx, OrgId org, String alertId, String actor, String reason) {
    AlertStore store = tx.on(AlertStore.class);
    if (store.lock(org, alertId).filter(locked -> !locked.triageStatus().isClosed()).isEmpty()) {
      return false;
    }
    store.triage(org, alertId, TriageStatus.RESOLVED, Optional.of(tx.now()));
    note(tx, org, alertId, AlertEntryType.TRIAGED, actor, reason);
    deliveries.notifyResolution(tx, org, alertId);
    return true;
  }

  /** Sets the incident of an alert; empty for none. Returns whether the alert exists. */
  public boolean link(Tx tx, OrgId org, String alertId, String incidentId, String actor) {
    if (tx.on(AlertStore.class).link(org, alertId, incidentId) == 0) {
      return false;
    }
    note(tx, org, alertId, AlertEntryType.LINKED, actor, incidentId);
    return true;
  }

  /** Returns an alert; empty if it does not exist. */
  public Optional<Alert> find(Tx tx, OrgId org, String alertId) {
    return tx.on(AlertStore.class).find(org, alertId);
  }

  /**
   * Returns an alert.
   *
   * @throws ApiException if the alert does not exist
   */
  public Alert get(Tx tx, OrgId org, String alertId) {
    return find(tx, org, alertId).orElseThrow(() -> ApiException.notFound("alert", alertId));
  }

  /** Returns the latest alerts that contain a text, latest first. */
  public List<Alert> search(Tx tx, OrgId org, String text, int limit) {
    return tx.on(AlertStore.class).search(org, SearchText.normalized(text), SEARCHED, limit);
  }

  /**
   * Counts of alerts that are not closed.
   *
   * @param deliveryFailed the number of alerts with a failed delivery to a channel
   */
  public record OpenAlertCounts(long open, long critical, long high, long deliveryFailed) {}

  /** Returns the counts of alerts that are not closed, each up to {@link #MAX_COUNTED}. */
  public OpenAlertCounts figures(Tx tx, OrgId org) {
    AlertStore store = tx.on(AlertStore.class);
    return new OpenAlertCounts(
        store.open(org, MAX_COUNTED),
        store.openOfSeverity(org, Severity.CRITICAL, MAX_COUNTED),
        store.openOfSeverity(org, Severity.HIGH, MAX_COUNTED),
        store.openUndelivered(org, MAX_COUNTED));
  }

  /** A time range of a tenant. */
  private record TimeRange(OrgId org, Instant from, Instant to) {}

  /** The number of closed alerts, and the number of false positives among them. */
  public record TriageCounts(long closed, long falsePositives) {}

  /** Returns the triage results of a source's alerts that were closed since a time. */
  public TriageCounts triaged(Tx tx, OrgId org, String source, Instant from) {
    long closed = 0;
    long none = 0;
    for (AlertStore.ClosedCount row : tx.on(AlertStore.class).closed(org, source, from)) {
      closed += row.n();
      none += row.triageStatus() == TriageStatus.FALSE_POSITIVE ? row.n() : 0;
    }
    return new TriageCounts(closed, none);
  }

  /**
   * Returns the number of alerts first raised in a time range, up to 10,000. A past range no longer
   * changes and is counted once.
   */
  public long countRaised(Tx tx, OrgId org, Instant from, Instant to) {
    TimeRange raised = new TimeRange(org, from, to);
    if (to.isAfter(tx.now().minus(SETTLED))) {
      return countRaised(tx, raised);
    }
    Long cachedCount = raisedCounts.getIfPresent(raised);
    if (cachedCount == null) {
      cachedCount = countRaised(tx, raised);
      raisedCounts.put(raised, cachedCount);
    }
    return cachedCount;
  }

  private static long countRaised(Tx tx, TimeRange raised) {
    return tx.on(AlertStore.class)
        .countCreated(raised.org(), raised.from(), raised.to(), MAX_COUNTED_PER_DAY);
  }

  @Override
  public Map<String, Long> openAlerts(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, Long> counts = new HashMap<>();
    if (!agentIds.isEmpty()) {
      for (AlertStore.AgentAlertCount row : tx.on(AlertStore.class).openOf(org, agentIds)) {
        counts.put(row.agentId(), row.n());
      }
    }
    return counts;
  }

  /** Returns the number of open critical alerts of each agent. */
  public Map<String, Long> openCritical(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, Long> counts = new HashMap<>();
    if (!agentIds.isEmpty()) {
      for (AlertStore.AgentAlertCount row : tx.on(AlertStore.class).openCriticalOf(org, agentIds)) {
        counts.put(row.agentId(), row.n());
      }
    }
    return counts;
  }

  /**
   * Removes alerts of some tenants that were closed, and last seen, before the tenant's retention
   * of events.
   *
   * @return the number of removed alerts
   */
  public int prune(Instant now, List<OrgId> tenants, BiFunction<Tx, OrgId, Duration> keeping) {
    int removed = 0;
    for (OrgId org : tenants) {
      int step;
      do {
        step = database.write(tx -> pruneSome(tx, org, now.minus(keeping.apply(tx, org))));
        removed += step;
      } while (step == REMOVED_AT_ONCE);
      database.change(tx -> AlertRules.prune(tx, org, now));
    }
    return removed;
  }

  private static int pruneSome(Tx tx, OrgId org, Instant before) {
    AlertStore store = tx.on(AlertStore.class);
    List<String> old = store.old(org, before, REMOVED_AT_ONCE);
    if (!old.isEmpty()) {
      tx.on(DeliveryStore.class).removeAttempts(org, old);
      tx.on(DeliveryStore.class).remove(org, old);
      store.removeEntries(org, old);
      store.remove(org, old);
    }
    return old.size();
  }

  /** Removes all data of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    DeliveryStore delivery = tx.on(DeliveryStore.class);
    AlertStore store = tx.on(AlertStore.class);
    return (long) delivery.removeAllAttempts(org)
        + delivery.removeAll(org)
        + store.removeAllEntries(org)
        + store.removeAll(org)
        + tx.on(RoutingStore.class).removeAll(org)
        + AlertRules.removeAll(tx, org);
  }
}
