package io.svc.server.decisions;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.events.Event;
import io.svc.server.events.EventPage;
import io.svc.server.events.EventQuery;
import io.svc.server.events.EventRoutes;
import io.svc.server.events.Events;
import io.svc.server.events.Feed;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import java.util.List;
import java.util.Optional;

/** {@code /v1/eval}, and the decisions under both prefixes of the governance API. */
public final class DecisionRoutes {
  private static final int USUAL = 100;
  private static final int MAX = 500;
  private static final int SHORTEST_REASON = 10;
  private static final int LONGEST_REASON = 500;

  private final Database database;
  private final Decisions decisions;
  private final Events events;
  private final GovernanceCounters counters;
  private final DecisionReveal reveal;

  public DecisionRoutes(
      Database database,
      Decisions decisions,
      Events events,
      GovernanceCounters counters,
      AuditLog audit,
      SealedOriginals originals) {
    this.database = database;
    this.decisions = decisions;
    this.events = events;
    this.counters = counters;
    this.reveal = new DecisionReveal(database, originals, audit);
  }

  public void register(Api api) {
    api.post(
        "/v1/eval",
        RouteAccess.key(Scope.EVAL_WRITE, RateLimitBucket.EVAL).forAgents(),
        this::evaluate);
    api.list(
        "/api/governance/execution",
        RouteAccess.session(Permission.RESOURCES_READ),
        DecisionRows.LISTED,
        this::list);
    api.post(
        "/api/governance/execution/{decisionId}/reveal",
        RouteAccess.session(Permission.EVIDENCE_REVEAL)
            .withoutKeys()
            .within(RateLimitBucket.REVEAL),
        this::reveal);
    api.get("/api/v1/governance/execution", EventRoutes.pull(), this::pull);
  }

  private void evaluate(Call call) {
    long begun = System.nanoTime();
    decide(call);
    counters.evaluated((System.nanoTime() - begun) / 1e9);
  }

  private void decide(Call call) {
    byte[] body = call.bytes();
    Optional<Idempotency.Key> key = Idempotency.key(call, body);
    // A key that is bound to an agent can repeat only its own agent's decisions.
    if (key.isPresent() && call.caller().agentId().isEmpty()) {
      Optional<Idempotency.RepeatableResponse> earlierReply = decisions.earlier(key.get());
      if (earlierReply.isPresent()) {
        earlierReply.get().send(call);
        return;
      }
    }
    Fields sent = call.body(body);
    Decisions.RequestMetadata references = EvalReader.references(sent);
    EvalRequest request = EvalReader.read(sent, call.header("traceparent"), call.caller());
    decisions.evaluate(call.caller(), request, references, key).send(call);
  }

  private ListResponse list(Call call, ListRequest list) {
    Query query = call.query();
    int limit = list.size("limit", USUAL, MAX);
    Optional<String> cursor = list.cursor("cursor");
    cursor
        .filter(text -> !list.isSorted() && !Identifiers.isWellFormed(text))
        .ifPresent(
            text -> {
              throw Query.invalid("cursor", text, "expected a cursor from an earlier response");
            });
    return database.read(
        tx -> {
          DecisionRows rows =
              new DecisionRows(tx, call.org())
                  .ofAgent(query.text("agentId"))
                  .ofSession(query.text("sessionId"))
                  .with(query.option("outcome", Outcome.class))
                  .routedTo(query.option("routingMode", RoutingMode.class))
                  .containing(query.text("q"));
          DecisionRows.Page page =
              list.isSorted() ? rows.page(list.page(USUAL, MAX)) : rows.page(cursor, limit);
          return new ListResponse(
              page.decisions(),
              page.total(),
              page.totalIsMinimum(),
              page.next(),
              EventQuery.latest(tx, call.org(), Feed.EXECUTION),
              page.next().isPresent(),
              List.of());
        });
  }

  private void reveal(Call call) {
    String decisionId = call.id("decisionId", "decision");
    Fields body = call.body();
    String reason = body.text("reason", SHORTEST_REASON, LONGEST_REASON);
    body.check();
    call.ok(new RevealResponse(reveal.reveal(call.caller(), decisionId, reason)));
  }

  /** The response to a reveal. */
  record RevealResponse(DecisionReveal.Original original) {}

  private void pull(Call call) {
    EventQuery query = EventQuery.of(call.query(), Feed.EXECUTION);
    OrgId org = call.org();
    record Pulled(EventPage page, List<ExecutionDecision> decisions) {}
    Pulled pulled =
        database.read(
            tx -> {
              EventPage page = events.page(tx, org, query);
              DecisionRows rows = new DecisionRows(tx, org).ofAgent(query.agentId());
              // The events of one agent are far apart, between the events of all other agents.
              return new Pulled(
                  page,
                  (query.agentId().isPresent()
                          ? rows.referencedBy(page.events())
                          : rows.between(page.from(), page.to()))
                      .inOrder());
            });
    EventPage page = pulled.page();
    if (!EventRoutes.asCloudEvents(call, page)) {
      call.ok(
          new PullResponse(
              pulled.decisions(),
              page.envelopes(),
              page.cursor(),
              page.resumeCursor(),
              page.hasMore(),
              page.total(),
              page.totalIsMinimum()));
    }
  }

  /**
   * The response of the list endpoint, latest first; {@code resume_cursor} is the position for
   * reading events.
   */
  record ListResponse(
      List<ExecutionDecision> decisions,
      long total,
      boolean totalIsMinimum,
      Optional<String> cursor,
      @JsonProperty("resume_cursor") String resumeCursor,
      @JsonProperty("has_more") boolean hasMore,
      List<Event.Envelope> events) {}

  /** The response of the pull endpoint, oldest first. */
  record PullResponse(
      List<ExecutionDecision> decisions,
      List<Event.Envelope> events,
      Optional<String> cursor,
      @JsonProperty("resume_cursor") String resumeCursor,
      @JsonProperty("has_more") boolean hasMore,
      long total,
      boolean totalIsMinimum) {}
}
