package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.agents.Agents;
import io.svc.server.db.Batch;
import io.svc.server.db.Database;
import io.svc.server.db.GroupWriter;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Tx;
import io.svc.server.events.Event;
import io.svc.server.events.EventDraft;
import io.svc.server.events.Events;
import io.svc.server.http.Idempotency;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.SessionBatch;
import io.svc.server.tenants.Revisions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records decisions before they are returned to the caller. Decisions that arrive during a write
 * are recorded together, in one transaction with few statements, which reduces the cost of each
 * record. The transaction checks that the tenant's revision is still the one of the decision; a
 * stale decision is not recorded, and its thread decides again. Nothing is evaluated here, because
 * all tenants share this thread.
 */
final class DecisionRecorder implements AutoCloseable {
  private static final int LARGEST_GROUP = 256;
  private static final int LONGEST_QUEUE = 10_000;

  private final Database database;
  private final Agents agents;
  private final AgentSessions sessions;
  private final Events events;
  private final IdempotentResponses replies;
  private final ApprovalCheck approvals;
  private final DangerousDenialListener listener;
  private final Cache<String, Instant> seen = Caffeine.newBuilder().maximumSize(100_000).build();
  private final GroupWriter<PendingDecision, Optional<RecordingResult>> writer;

  /**
   * The result of recording a decision.
   *
   * @param made the decision as recorded, with the requested or consumed approval
   * @param earlier the earlier response to the same request; if present, this decision was not
   *     recorded
   */
  record RecordingResult(
      PendingDecision made, String sessionId, Optional<Idempotency.RepeatableResponse> earlier) {}

  DecisionRecorder(
      Database database,
      Agents agents,
      AgentSessions sessions,
      Events events,
      IdempotentResponses replies,
      ApprovalCheck approvals,
      DangerousDenialListener listener) {
    this.database = database;
    this.agents = agents;
    this.sessions = sessions;
    this.events = events;
    this.replies = replies;
    this.approvals = approvals;
    this.listener = listener;
    this.writer =
        new GroupWriter<>(
            "decision-recorder", LONGEST_QUEUE, LARGEST_GROUP, decision -> 1, this::write);
  }

  void start() {
    writer.start();
  }

  /**
   * Records a decision. A returned record is durable.
   *
   * @return empty when the decision is stale because policies or agents have changed
   * @throws StoreUnavailableException if the store accepts no writes now
   */
  Optional<RecordingResult> record(PendingDecision decision) {
    return writer.write(List.of(decision)).get(0);
  }

  private List<Optional<RecordingResult>> write(List<PendingDecision> all) {
    try {
      return database.write(tx -> write(tx, all));
    } catch (IdempotentResponses.ConcurrentRequestException e) {
      if (all.size() == 1) {
        return write(all);
      }
      throw e;
    }
  }

  private List<Optional<RecordingResult>> write(Tx tx, List<PendingDecision> all) {
    RecordingResult[] recorded = new RecordingResult[all.size()];
    Map<OrgId, Long> revisions = new HashMap<>();
    // All servers use the same order, because each tenant's rows are locked until the end of the
    // transaction.
    Map<OrgId, List<Integer>> indexesByOrg = new TreeMap<>(Comparator.comparing(OrgId::value));
    Set<Idempotency.Key> keys = new HashSet<>();
    List<Integer> repeated = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      PendingDecision decision = all.get(i);
      Optional<Idempotency.RepeatableResponse> earlier = earlier(tx, decision);
      if (earlier.isPresent()) {
        recorded[i] = new RecordingResult(decision, "", earlier);
        continue;
      }
      long revision = revisions.computeIfAbsent(decision.org(), org -> Revisions.current(tx, org));
      if (revision != decision.snapshot().revision()) {
        // Skipped before its key is recorded, because the batch may also contain the same request
        // with a current decision.
        continue;
      }
      if (decision.key().map(keys::add).orElse(true)) {
        indexesByOrg.computeIfAbsent(decision.org(), org -> new ArrayList<>()).add(i);
      } else {
        repeated.add(i);
      }
    }
    indexesByOrg.forEach(
        (org, indexes) -> {
          List<RecordingResult> written = write(tx, org, indexes.stream().map(all::get).toList());
          for (int i = 0; i < indexes.size(); i++) {
            recorded[indexes.get(i)] = written.get(i);
          }
        });
    repeated.forEach(
        i -> recorded[i] = new RecordingResult(all.get(i), "", earlier(tx, all.get(i))));
    return Arrays.stream(recorded).map(Optional::ofNullable).toList();
  }

  private Optional<Idempotency.RepeatableResponse> earlier(Tx tx, PendingDecision decision) {
    return decision.key().flatMap(key -> replies.earlier(tx, key));
  }

  private List<RecordingResult> write(Tx tx, OrgId org, List<PendingDecision> decided) {
    // Runs before sessions are determined, because expired approvals add entries to other sessions.
    List<PendingDecision> redeemed =
        decided.stream().map(decision -> approvals.redeemed(tx, decision)).toList();
    SessionBatch batch = sessions.batch(tx, org);
    Map<SessionBatch.SessionRequest, String> opened =
        batch.open(redeemed.stream().map(DecisionRecorder::session).toList(), tx.now());
    List<PendingDecision> all =
        redeemed.stream()
            .map(
                decision ->
                    approvals.requireApproval(
                        tx, decision, requireNonNull(opened.get(session(decision)))))
            .toList();
    List<String> sessionIds = new ArrayList<>(all.size());
    List<EventDraft> drafts = new ArrayList<>();
    int[] firsts = new int[all.size()];
    for (int i = 0; i < all.size(); i++) {
      PendingDecision pending = all.get(i);
      String sessionId = requireNonNull(opened.get(session(pending)));
      sessionIds.add(sessionId);
      batch.append(sessionId, DecisionEvidence.timeline(pending));
      firsts[i] = drafts.size();
      drafts.addAll(DecisionEvidence.events(pending, sessionId));
    }
    batch.write();
    List<Event> appended = events.appendEach(tx, org, drafts);
    insert(tx, org, all, sessionIds, i -> appended.get(firsts[i]).seq());
    PolicyTallies.count(tx, org, all);
    DecisionHours.count(tx, org, all);
    seen(tx, org, all);
    for (int i = 0; i < all.size(); i++) {
      PendingDecision pending = all.get(i);
      if (pending.key().isPresent()) {
        EvalResponse answer = pending.answer(sessionIds.get(i));
        replies.store(tx, pending.key().get(), Idempotency.RepeatableResponse.of(200, answer));
      }
    }
    List<DangerousDenial> refusals = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      DangerousDenial.of(all.get(i), sessionIds.get(i)).ifPresent(refusals::add);
    }
    if (!refusals.isEmpty()) {
      listener.denied(tx, org, refusals);
    }
    List<BudgetExcess> excesses =
        all.stream().flatMap(pending -> BudgetExcess.of(pending).stream()).toList();
    if (!excesses.isEmpty()) {
      listener.overBudget(tx, org, excesses);
    }
    listener.recorded(tx, org);
    List<RecordingResult> recorded = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      recorded.add(new RecordingResult(all.get(i), sessionIds.get(i), Optional.empty()));
    }
    return recorded;
  }

  /** Stores the time of an agent's last call to the minute, so that most calls do not update it. */
  private void seen(Tx tx, OrgId org, List<PendingDecision> all) {
    for (String agentId : all.stream().map(decision -> decision.agent().id()).distinct().toList()) {
      Instant before = seen.getIfPresent(agentId);
      if (before == null || !tx.now().isBefore(before.plus(Agents.SEEN_EVERY))) {
        agents.seen(tx, org, agentId, tx.now());
        tx.afterCommit(() -> seen.put(agentId, tx.now()));
      }
    }
  }

  private static SessionBatch.SessionRequest session(PendingDecision decision) {
    return new SessionBatch.SessionRequest(
        decision.agent().id(),
        decision.request().sessionId(),
        decision.request().runId(),
        new AgentSession.Origin(
            decision.masked().trigger(), decision.masked().traceId(), Optional.of(decision.at())));
  }

  private void insert(
      Tx tx,
      OrgId org,
      List<PendingDecision> all,
      List<String> sessionIds,
      java.util.function.IntToLongFunction eventSeq) {
    try (Batch batch =
        tx.batch(
            """
            INSERT INTO decision (org_id, decision_id, event_seq, agent_id, session_id, set_id,
              decided_at, effect, would_effect, outcome, routing_mode, requested_mode,
              available_modes, profile_name, fail_closed, reason, reason_code, severity,
              policy_id, rule_id, action, server, tool, trace_id, latency_micros, unreplayable,
              facts, sealed, outcomes, search)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
              ?, ?, ?, ?, ?)
            """)) {
      for (int i = 0; i < all.size(); i++) {
        PendingDecision decision = all.get(i);
        Verdict verdict = decision.verdict();
        Routing routing = verdict.routing();
        MaskedRequest masked = decision.masked();
        batch.row(
            org.value(),
            decision.decisionId(),
            eventSeq.applyAsLong(i),
            decision.agent().id(),
            sessionIds.get(i),
            decision.snapshot().groupOf(decision.agent().id()).id(),
            decision.at().toEpochMilli(),
            verdict.effect().label(),
            verdict.would().label(),
            routing.outcome().toString(),
            routing.mode().toString(),
            routing.requested().toString(),
            modes(decision),
            routing.profile().orElse(""),
            routing.failClosed(),
            verdict.reason(),
            verdict.code().toString(),
            verdict.severity().label(),
            verdict.policyId(),
            verdict.ruleId(),
            masked.action(),
            masked.server(),
            masked.tool(),
            masked.traceId(),
            decision.took().toNanos() / 1_000,
            decision.facts().unreplayable(),
            decision.facts().json(),
            decision.facts().sealed(),
            outcomes(verdict),
            searched(decision));
      }
      batch.run();
    }
  }

  private static String searched(PendingDecision decision) {
    MaskedRequest masked = decision.masked();
    return String.join(
            "\n",
            masked.action(),
            masked.server(),
            masked.tool(),
            decision.agent().facts().name(),
            decision.verdict().reason(),
            decision.verdict().ruleId(),
            decision.decisionId())
        .toLowerCase(Locale.ROOT);
  }

  private static String modes(PendingDecision decision) {
    return String.join(
        ",", decision.request().available().stream().sorted().map(RoutingMode::toString).toList());
  }

  private static String outcomes(Verdict verdict) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Verdict.PolicyResult match : verdict.said()) {
      ObjectNode outcome = list.addObject();
      outcome.put("policy_id", match.member().policyId());
      outcome.put("version", match.member().version());
      outcome.put("candidate", match.member().isCandidate());
      outcome.set("outcome", match.outcome().toJson());
    }
    return Json.text(list);
  }

  @Override
  public void close() {
    writer.close();
  }
}
