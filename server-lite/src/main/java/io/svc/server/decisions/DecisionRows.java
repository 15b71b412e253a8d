package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.events.Event;
import io.svc.server.http.ListRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

/** A query for decisions of a tenant. */
final class DecisionRows {
  /** The limit of totals; larger totals are reported as a minimum. */
  static final int MAX_COUNTED = 1_000;

  private static final String COLUMNS =
      "decision_id, agent_id, session_id, decided_at, effect, would_effect, outcome, routing_mode,"
          + " requested_mode, available_modes, profile_name, fail_closed, reason, reason_code,"
          + " severity, policy_id, rule_id, action, server, tool, trace_id, latency_micros";

  static final ListColumns LISTED =
      ListColumns.of("decision_id", "dec_", "id")
          .texts("agentId", "sessionId", "outcome")
          .text("decision", "effect")
          .texts("routingMode", "reason", "reasonCode")
          .labels("severity", Severity.class)
          .texts("policyId", "ruleId", "action.tool", "action.server")
          .numbers("decidedAt")
          .number("latencyMs", "latency_micros");

  /** The number of decisions that a text search scans for one page. */
  static final int MAX_SCANNED = SearchText.MAX_SCANNED;

  private static final Duration TIME_TOLERANCE = Duration.ofMinutes(5);
  private static final Instant EARLIEST = Instant.EPOCH.plus(TIME_TOLERANCE);

  private final Tx tx;
  private final OrgId org;
  private final StringBuilder conditions = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();
  private String searchText = "";
  private String idOfPage = "decision_id";
  private List<Long> numbers = List.of();

  /**
   * A page of a list.
   *
   * @param next identifier after which the next page starts; empty at the end
   * @param total the total, or its minimum
   */
  record Page(
      List<ExecutionDecision> decisions,
      Optional<String> next,
      long total,
      boolean totalIsMinimum) {}

  /** The range that a text search scanned: the count, and the last identifier. */
  private record ScannedRange(long count, String last) {}

  /** A row of a list. */
  record Row(
      String decisionId,
      String agentId,
      String sessionId,
      Instant decidedAt,
      String effect,
      String wouldEffect,
      String outcome,
      String routingMode,
      String requestedMode,
      String availableModes,
      String profileName,
      boolean failClosed,
      String reason,
      String reasonCode,
      String severity,
      String policyId,
      String ruleId,
      String action,
      String server,
      String tool,
      String traceId,
      long latencyMicros) {

    ExecutionDecision view() {
      return new ExecutionDecision(
          decisionId,
          agentId,
          sessionId,
          effect,
          wouldEffect,
          routingMode,
          outcome,
          reason,
          reasonCode,
          severity,
          NonEmpty.of(profileName),
          requestedMode,
          List.of(availableModes.split(",")),
          failClosed,
          new ExecutionDecision.Action(action, NonEmpty.of(tool), NonEmpty.of(server)),
          NonEmpty.of(policyId),
          NonEmpty.of(ruleId),
          decidedAt,
          latencyMicros / 1_000d,
          NonEmpty.of(traceId));
    }
  }

  DecisionRows(Tx tx, OrgId org) {
    this.tx = tx;
    this.org = org;
  }

  DecisionRows ofAgent(Optional<String> agentId) {
    agentId.ifPresent(value -> is("agent_id", value));
    return this;
  }

  DecisionRows ofSession(Optional<String> sessionId) {
    sessionId.ifPresent(
        value -> {
          conditions.append(' ').append(DecisionStore.OF_SESSION);
          values.put("sessionId", value);
          // The identifiers of the timeline are looked up, not those of a page.
          idOfPage = "decision_id || ''";
        });
    return this;
  }

  /** Repeats the condition of the partial index, which omits the usual outcome. */
  DecisionRows with(Optional<Outcome> outcome) {
    outcome.ifPresent(value -> is("outcome", value.toString()));
    outcome
        .filter(value -> value != Outcome.ALLOWED)
        .ifPresent(value -> conditions.append(" AND outcome <> 'allowed'"));
    return this;
  }

  DecisionRows routedTo(Optional<RoutingMode> mode) {
    mode.ifPresent(value -> is("routing_mode", value.toString()));
    mode.filter(value -> value != RoutingMode.INLINE)
        .ifPresent(value -> conditions.append(" AND routing_mode <> 'inline'"));
    return this;
  }

  DecisionRows containing(Optional<String> text) {
    text.ifPresent(value -> searchText = SearchText.normalized(value));
    return this;
  }

  /** Restricts to decisions in a range of the feed. */
  DecisionRows between(long from, long to) {
    conditions.append(" AND event_seq >= :from AND event_seq <= :to");
    values.put("from", from);
    values.put("to", to);
    return this;
  }

  /** Restricts to decisions that events of the feed refer to. */
  DecisionRows referencedBy(List<Event> events) {
    if (events.isEmpty()) {
      conditions.append(" AND FALSE");
      return this;
    }
    conditions.append(" AND event_seq IN (<numbers>)");
    numbers = events.stream().map(Event::seq).toList();
    return this;
  }

  /** Restricts to decisions of a policy. */
  DecisionRows byPolicy(Optional<String> policyId) {
    policyId.ifPresent(value -> is("policy_id", value));
    return this;
  }

  /**
   * Restricts to decisions in a time range. Identifiers contain a time close to the decision's
   * time, so that they limit the range to scan.
   */
  DecisionRows createdWithin(Instant from, Instant to) {
    conditions.append(
        " AND decision_id >= :first AND decision_id < :last"
            + " AND decided_at >= :made_from AND decided_at <= :made_to");
    values.put("first", firstId(from));
    values.put("last", lastId(to));
    values.put("made_from", from);
    values.put("made_to", to);
    return this;
  }

  /** Returns a lower bound of the identifiers of decisions at a time or later. */
  static String firstId(Instant from) {
    Instant first = from.isBefore(EARLIEST) ? Instant.EPOCH : from.minus(TIME_TOLERANCE);
    return Identifiers.earliest("dec_", first);
  }

  /** Returns an upper bound of the identifiers of decisions until a time. */
  static String lastId(Instant to) {
    return Identifiers.earliest("dec_", to.plus(TIME_TOLERANCE));
  }

  private void is(String column, String value) {
    conditions.append(" AND ").append(column).append(" = :").append(column);
    values.put(column, value);
  }

  /** Returns a page, latest first, after a decision if one is given. */
  Page page(Optional<String> afterId, int limit) {
    Query query =
        bound(
            "SELECT "
                + COLUMNS
                + " FROM "
                + rangeCondition(afterId)
                + " ORDER BY decision_id DESC LIMIT :limit",
            afterId);
    List<ExecutionDecision> found = views(query.bind("limit", limit + 1));
    boolean isCut = found.size() > limit;
    List<ExecutionDecision> page = isCut ? found.subList(0, limit) : found;
    Optional<String> next = searchText.isEmpty() ? Optional.empty() : lastScanned(afterId);
    if (isCut) {
      next = Optional.of(page.get(limit - 1).id());
    }
    long count = count();
    boolean isMinimum =
        count > MAX_COUNTED || (!searchText.isEmpty() && lastScanned(Optional.empty()).isPresent());
    return new Page(page, next, Math.min(count, MAX_COUNTED), isMinimum);
  }

  /** Returns a page in the requested order. */
  Page page(PageRequest listPage) {
    LatestRows.Page<Row> page =
        new LatestRows<>(
                tx,
                org,
                "(SELECT org_id, search, " + COLUMNS + " FROM decision) listed",
                LISTED,
                Row.class)
            .where(conditions.toString(), values)
            .containing(searchText)
            .page(listPage, MAX_COUNTED);
    return new Page(
        page.rows().stream().map(Row::view).toList(),
        ListRequest.next(page),
        page.total(),
        page.totalIsMinimum());
  }

  /** Returns the condition for the range to scan; no condition without a text. */
  private String rangeCondition(Optional<String> afterId) {
    return searchText.isEmpty()
        ? "(SELECT " + COLUMNS + all(afterId) + ") d"
        : "(SELECT * FROM (SELECT "
            + COLUMNS
            + ", search"
            + all(afterId)
            + searchRange()
            + ") latest WHERE <contains>) d";
  }

  private String all(Optional<String> afterId) {
    return " FROM decision WHERE "
        + conditions
        + (afterId.isPresent() ? " AND " + idOfPage + " < :before" : "");
  }

  private static String searchRange() {
    return " ORDER BY decision_id DESC LIMIT " + MAX_SCANNED;
  }

  /** Returns the last identifier that a text search scans; empty at the end. */
  private Optional<String> lastScanned(Optional<String> afterId) {
    ScannedRange scanned =
        bound(
                "SELECT count(*) AS count, COALESCE(min(decision_id), '') AS last FROM (SELECT"
                    + " decision_id"
                    + all(afterId)
                    + searchRange()
                    + ") looked",
                afterId)
            .mapTo(ScannedRange.class)
            .one();
    return scanned.count() == MAX_SCANNED ? Optional.of(scanned.last()) : Optional.empty();
  }

  /** Returns decisions in the order of their identifiers, after one. */
  List<ExecutionDecision> after(String decisionId, int limit) {
    return views(
        query(COLUMNS, " AND decision_id > :after ORDER BY decision_id LIMIT :limit")
            .bind("after", decisionId)
            .bind("limit", limit));
  }

  /** Returns decisions in the order of the feed. */
  List<ExecutionDecision> inOrder() {
    return views(query(COLUMNS, " ORDER BY event_seq"));
  }

  private long count() {
    String counted = "SELECT count(*) FROM (SELECT 1 FROM ";
    return bound(
            counted
                + rangeCondition(Optional.empty())
                + " LIMIT "
                + (MAX_COUNTED + 1)
                + ") counted",
            Optional.empty())
        .mapTo(Long.class)
        .one();
  }

  private Query bound(String sql, Optional<String> afterId) {
    Query query = bound(tx.handle().createQuery(sql));
    afterId.ifPresent(id -> query.bind("before", id));
    if (sql.contains("<contains>")) {
      query.bind("wanted", searchText);
    }
    return query;
  }

  private Query query(String columns, String rest) {
    return bound(
        tx.handle().createQuery("SELECT " + columns + " FROM decision WHERE " + conditions + rest));
  }

  private Query bound(Query query) {
    query.bind("org", org);
    values.forEach(query::bind);
    return numbers.isEmpty() ? query : query.bindList("numbers", numbers);
  }

  private static List<ExecutionDecision> views(Query query) {
    List<ExecutionDecision> views = new ArrayList<>();
    query.mapTo(Row.class).forEach(row -> views.add(row.view()));
    return views;
  }
}
