package io.svc.server.decisions;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.PlatformName;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Tx;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Idempotency;
import io.svc.server.policies.Policies;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.FactsBuilder;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.redaction.Masking;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides on actions of agents, and records each decision before it is returned. Safe for use by
 * several threads, and by several servers on one store.
 */
public final class Decisions implements AutoCloseable {
  /** The platform of an agent that does not specify one. */
  private static final String UNSPECIFIED_PLATFORM = "code";

  /**
   * The time limit of an evaluation on a stalled machine; the budget is normally exceeded much
   * earlier.
   */
  private static final Duration EVALUATION = Duration.ofSeconds(5);

  /** Attempts to decide while policies or agents change. */
  private static final int ATTEMPTS = 64;

  /** The number of attempts without a delay. */
  private static final int AT_ONCE = 4;

  private static final long LONGEST_PAUSE_MILLIS = 30;

  private static final RedactedArguments NOTHING = new RedactedArguments(Map.of(), List.of());
  private static final String UNREADABLE_BODY =
      "A policy requires redaction of content that cannot be read.";
  private static final String UNHELD =
      "A policy requires approval, but the request is too large to store.";

  private final Database database;
  private final Identifiers identifiers;
  private final Clock clock;
  private final Agents agents;
  private final AgentSessions sessions;
  private final Tenants tenants;
  private final AuditLog audit;
  private final RejectedAgents rejections;
  private final GovernanceCounters counters;
  private final PolicySnapshots snapshots;
  private final SealedOriginals originals;
  private final ArgumentRedactor redactor;
  private final Masking masking = new Masking();
  private final UnknownAgents strangers = new UnknownAgents();
  private final IdempotentResponses replies;
  private final Keyring keyring;
  private final ExpensiveEvaluations expensive = new ExpensiveEvaluations();
  private final ApprovalCheck approvals = new ApprovalCheck();
  private final DecisionRecorder recorder;

  public Decisions(
      Database database,
      Identifiers identifiers,
      Clock clock,
      Agents agents,
      AgentSessions sessions,
      Policies policies,
      PolicyDsl dsl,
      Tenants tenants,
      Events events,
      GovernanceCounters counters,
      AuditLog audit,
      Keyring keyring,
      SealedOriginals originals,
      RejectedAgents rejections,
      DangerousDenialListener listener) {
    this.database = database;
    this.identifiers = identifiers;
    this.clock = clock;
    this.agents = agents;
    this.sessions = sessions;
    this.tenants = tenants;
    this.audit = audit;
    this.counters = counters;
    this.rejections = rejections;
    this.keyring = keyring;
    this.originals = originals;
    this.redactor = new ArgumentRedactor(keyring, originals);
    this.snapshots = new PolicySnapshots(database, policies, dsl);
    this.replies = new IdempotentResponses(keyring);
    this.recorder =
        new DecisionRecorder(database, agents, sessions, events, replies, approvals, listener);
  }

  /** Sets the approval gateway; there is none before. */
  public void setApprovalGateway(ApprovalGateway desk) {
    approvals.setApprovalGateway(desk);
  }

  /** Returns the current basis of an approval for an action of an agent. */
  public ApprovalBasis approvalBasis(Tx tx, OrgId org, String agentId, boolean isOutwards) {
    String policies = snapshots.enforced(tx, org, agentId);
    return agents
        .find(tx, org, agentId)
        .map(agent -> ApprovalBasis.of(policies, acting(tx, org, agent), isOutwards))
        .orElseGet(() -> ApprovalBasis.ofRemovedAgent(policies));
  }

  /** Starts recording. */
  public void start() {
    recorder.start();
  }

  /**
   * Returns the stored response to an earlier request with the same key; empty for the first
   * request.
   *
   * @throws io.svc.server.http.ApiException if the key was used with a different body
   */
  Optional<Idempotency.RepeatableResponse> earlier(Idempotency.Key key) {
    return database.read(tx -> replies.earlier(tx, key));
  }

  /**
   * Parts of a request that the decision does not depend on.
   *
   * @param called display name of the agent, used when this call registers it
   * @param approvalId identifier of the approval that the caller wants to use
   */
  record RequestMetadata(Optional<String> called, Optional<String> approvalId) {}

  /**
   * Decides and returns the response.
   *
   * @param key the idempotency key of the request, if any; a repeated request gets the first
   *     response
   */
  Idempotency.RepeatableResponse evaluate(
      Caller caller,
      EvalRequest request,
      RequestMetadata references,
      Optional<Idempotency.Key> key) {
    OrgId org = caller.tenant();
    EvaluationInput context =
        new EvaluationInput(
            org, request, key, Optional.empty(), caller.id(), references.approvalId());
    if (request.isDryRun()) {
      PolicySnapshot snapshot = snapshots.fresh(org);
      return agent(caller, snapshot, request, references.called())
          .map(agent -> reply(createDecision(context, agent, snapshot).trial()))
          .orElseGet(() -> reply(caller, request));
    }
    Optional<DecisionRecorder.RecordingResult> recorded =
        recorded(caller, context, references.called());
    if (recorded.isEmpty()) {
      return reply(caller, request);
    }
    if (recorded.get().earlier().isPresent()) {
      return recorded.get().earlier().get();
    }
    count(recorded.get().made());
    return reply(recorded.get().made().answer(recorded.get().sessionId()));
  }

  /** The response for an unknown agent. */
  private Idempotency.RepeatableResponse reply(Caller caller, EvalRequest request) {
    Instant now = now();
    return reply(
        EvalResponse.of(
            request,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            unknown(caller, request, now),
            NOTHING,
            Optional.empty(),
            now,
            Duration.ZERO));
  }

  /**
   * Decides and records the decision. When policies or agents change in between, decides again: the
   * recorded decision always has the revision that it is recorded with.
   *
   * @return empty when the agent is unknown
   * @throws ApiException if they changed during every attempt; nothing was decided, and the caller
   *     may retry
   */
  private Optional<DecisionRecorder.RecordingResult> recorded(
      Caller caller, EvaluationInput context, Optional<String> called) {
    long begun = System.nanoTime();
    for (int attempt = 0; attempt < ATTEMPTS && hasTime(begun); attempt++) {
      PolicySnapshot snapshot =
          attempt == 0 ? snapshots.latest(context.org()) : snapshots.fresh(context.org());
      Optional<ActingAgent> agent = agent(caller, snapshot, context.request(), called);
      if (agent.isEmpty()) {
        return Optional.empty();
      }
      Optional<DecisionRecorder.RecordingResult> recorded =
          recorder.record(createDecision(context, agent.get(), snapshot));
      if (recorded.isPresent()) {
        return recorded;
      }
      pause(attempt);
    }
    throw ApiException.retryAfter(
        ErrorCode.STORE_UNAVAILABLE,
        "Policies or agents changed during the decision. No decision was recorded. Try again.",
        1);
  }

  private static boolean hasTime(long begun) {
    return System.nanoTime() - begun < EVALUATION.toNanos();
  }

  /**
   * Waits before another attempt: the first ones without a delay, then randomly up to 2, 4, 6 ms
   * and so on, up to 30 ms.
   */
  private static void pause(int attempt) {
    if (attempt < AT_ONCE) {
      return;
    }
    try {
      long longest = Math.min(2L * (attempt - AT_ONCE) + 2, LONGEST_PAUSE_MILLIS);
      Thread.sleep(ThreadLocalRandom.current().nextLong(1, longest));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("the server is stopping");
    }
  }

  /** Decides for another feature, like {@code POST /v1/eval}. The returned decision is durable. */
  public DecisionResult rule(OrgId org, EvalRequest request) {
    return rule(Caller.system("decisions", org), request, Optional.empty());
  }

  /**
   * Decides on a call that the server itself sends.
   *
   * @param caller the caller of the call
   * @param sealer seals the call when it requires approval; a call that it cannot seal is denied
   *     without an approval request
   */
  public DecisionResult rule(Caller caller, EvalRequest request, CallSealer sealer) {
    return rule(caller, request, Optional.of(sealer));
  }

  private DecisionResult rule(Caller caller, EvalRequest request, Optional<CallSealer> sealer) {
    OrgId org = caller.tenant();
    Optional<DecisionRecorder.RecordingResult> recorded =
        recorded(
            caller,
            new EvaluationInput(
                org, request, Optional.empty(), sealer, caller.id(), Optional.empty()),
            Optional.empty());
    if (recorded.isEmpty()) {
      Verdict verdict = unknown(caller, request, now());
      return DecisionResult.of(
          verdict, NOTHING, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
    count(recorded.get().made());
    return recorded.get().made().ruling(recorded.get().sessionId());
  }

  private void count(PendingDecision decision) {
    Routing routing = decision.verdict().routing();
    counters.routed(decision.org(), routing.mode().toString(), routing.outcome().toString());
  }

  /** A request and its metadata. */
  private record EvaluationInput(
      OrgId org,
      EvalRequest request,
      Optional<Idempotency.Key> key,
      Optional<CallSealer> sealer,
      String callerId,
      Optional<String> approvalId) {}

  private PendingDecision createDecision(
      EvaluationInput context, ActingAgent agent, PolicySnapshot snapshot) {
    OrgId org = context.org();
    originals.prepare(org);
    EvalRequest request = context.request();
    Optional<CallSealer> sealer = context.sealer();
    long begun = System.nanoTime();
    Instant now = now();
    String decisionId = identifiers.next("dec_");
    Facts facts = facts(org, snapshot, agent, request, now);
    Verdict policyVerdict = decide(org, snapshot, facts, agent, request);
    RedactedArguments redacted =
        redactor.redact(
            org, request.action().arguments(), policyVerdict.redactions(), snapshot.redaction());
    Optional<HeldCall> heldCall =
        policyVerdict.effect() == Effect.REQUIRE_APPROVAL
            ? sealer.flatMap(
                heldCallToSeal ->
                    heldCallToSeal.seal(
                        decisionId, agent.id(), redacted.fields(), redacted.changed()))
            : Optional.empty();
    boolean isBlind = request.action().isOpaque() && !policyVerdict.redactions().isEmpty();
    boolean isUnheld =
        policyVerdict.effect() == Effect.REQUIRE_APPROVAL
            && sealer.isPresent()
            && heldCall.isEmpty();
    Verdict verdict =
        isBlind
            ? policyVerdict.denied(UNREADABLE_BODY)
            : isUnheld ? policyVerdict.denied(UNHELD) : policyVerdict;
    EvalRequest completeRequest = heldCall.map(request::withHeldCall).orElse(request);
    return new PendingDecision(
        org,
        decisionId,
        completeRequest,
        agent,
        snapshot,
        MaskedRequest.of(
            request,
            facts,
            masking,
            verdict.effect() == Effect.REQUIRE_APPROVAL
                ? Optional.of(snapshot.redaction().mask())
                : Optional.empty()),
        redactor.stored(org, decisionId, facts, policyVerdict.redactions(), snapshot.redaction()),
        verdict,
        redacted,
        now,
        Duration.ofNanos(System.nanoTime() - begun),
        context.key(),
        sealer,
        context.callerId(),
        verdict.effect() == Effect.REQUIRE_APPROVAL
            ? ActionDigest.of(keyring, org, agent.id(), completeRequest)
            : "",
        context.approvalId(),
        Optional.empty());
  }

  /**
   * Evaluates policies with a limited budget.
   *
   * @throws ApiException if the evaluation is expensive and the tenant has reached its limit of
   *     concurrent expensive evaluations
   */
  private Verdict decide(
      OrgId org, PolicySnapshot snapshot, Facts facts, ActingAgent agent, EvalRequest request) {
    try (ExpensiveEvaluations.Permit permit = expensive.of(org)) {
      DecisionBudget budget = DecisionBudget.within(EVALUATION, permit::tryAcquire);
      Verdict verdict = Engine.decide(snapshot, facts, agent, request.available(), budget);
      if (budget.isExpensiveDenied()) {
        throw ApiException.retryAfter(
            ErrorCode.RATE_LIMITED,
            "Too many calls with expensive policies are being evaluated. No decision was"
                + " recorded. Try again.",
            1);
      }
      return verdict;
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static Idempotency.RepeatableResponse reply(EvalResponse answer) {
    return Idempotency.RepeatableResponse.of(200, answer);
  }

  /**
   * Returns the acting agent; empty when it is unknown and the tenant does not register agents by
   * their first call.
   *
   * @throws ApiException if the caller's key is bound to another agent
   */
  private Optional<ActingAgent> agent(
      Caller caller, PolicySnapshot snapshot, EvalRequest request, Optional<String> called) {
    String name = request.agentId().or(request::workflowId).orElseThrow();
    String key = request.platform().orElse("") + "\u0000" + name;
    ActingAgent cached = snapshot.agents().get(key);
    if (cached != null) {
      caller.requireAgent(Optional.of(cached.id()));
      return Optional.of(cached);
    }
    Optional<ActingAgent> found = find(caller, request, name, called);
    found.filter(ActingAgent::isRegistered).ifPresent(agent -> snapshot.agents().put(key, agent));
    return found;
  }

  private Optional<ActingAgent> find(
      Caller caller, EvalRequest request, String name, Optional<String> called) {
    OrgId org = caller.tenant();
    boolean isAgentId = request.agentId().isPresent() && name.startsWith("agt_");
    Optional<ActingAgent> found =
        database.read(
            tx ->
                (isAgentId
                        ? Optional.of(agents.get(tx, org, name))
                        : request.platform().isPresent()
                            ? agents.byExternalId(tx, org, request.platform().get(), name)
                            : agents.byExternalId(tx, org, name))
                    .map(agent -> acting(tx, org, agent)));
    caller.requireAgent(found.map(ActingAgent::id));
    if (found.isPresent()) {
      return found;
    }
    if (!database.read(tx -> tenants.get(tx, org).settings().autoRegister())) {
      return Optional.empty();
    }
    String platform = request.platform().map(masking::text).orElse(UNSPECIFIED_PLATFORM);
    String id = masking.text(name);
    String shown = called.map(masking::text).orElse(id);
    return Optional.of(
        request.isDryRun()
            ? ActingAgent.unregistered(PlatformName.of(platform), shown)
            : database.write(
                tx -> acting(tx, org, agents.discovered(tx, org, platform, id, shown, tx.now()))));
  }

  /** Returns the relevant properties of an agent in the inventory. */
  private ActingAgent acting(Tx tx, OrgId org, Agent agent) {
    ActingAgent acting = ActingAgent.of(agent);
    return tenants.get(tx, org).settings().denyRejected()
            && rejections.isRejected(tx, org, agent.id())
        ? acting.rejected()
        : acting;
  }

  private Verdict unknown(Caller caller, EvalRequest request, Instant now) {
    String name = masking.text(request.agentId().or(request::workflowId).orElse(""));
    String reason = "The agent is not registered, and the organization requires registration.";
    if (!request.isDryRun()) {
      strangers.note(
          caller.tenant(),
          name,
          now,
          () ->
              database.change(
                  tx ->
                      audit.record(
                          tx,
                          caller,
                          AuditEvent.of(Category.AGENT, "agent.evaluate", "agent", "", name)
                              .with(AuditEvent.Outcome.DENIED)
                              .with("reason", reason))));
    }
    return new Verdict(
        Effect.DENY,
        Effect.DENY,
        true,
        reason,
        ReasonCode.AGENT_UNKNOWN,
        io.svc.rules.Severity.MEDIUM,
        "",
        "",
        List.of(),
        List.of(),
        Optional.empty(),
        Routing.unrouted(Outcome.DENIED, request.available()),
        List.of());
  }

  private Facts facts(
      OrgId org, PolicySnapshot snapshot, ActingAgent agent, EvalRequest request, Instant now) {
    EvalRequest.Action action = request.action();
    Map<String, Object> content = new LinkedHashMap<>();
    request.data().text().ifPresent(text -> content.put("text", text));
    FactsBuilder facts =
        Facts.of(folded(action.type()), now)
            .platform(
                request
                    .platform()
                    .map(masking::text)
                    .map(PlatformName::of)
                    .orElse(agent.platform()))
            .server(action.server())
            .tool(action.tool())
            .operation(action.operation())
            .method(folded(action.method()).toUpperCase(Locale.ROOT))
            .destination(action.destination())
            .args(action.arguments())
            .opaque(action.isOpaque())
            .classification(request.data().classification())
            .data(content)
            .agent(agent.facts())
            .environment(
                request.context().environment().isEmpty()
                    ? agent.facts().environment()
                    : request.context().environment())
            .user(request.context().user())
            .peer(action.peer());
    if (snapshot.usesSessionHistory()) {
      facts.session(session(org, agent, request, now));
    }
    return facts.build();
  }

  /**
   * Normalizes a text, so that a different spelling cannot bypass a condition. Secrets are removed
   * first, because they are only recognized in their original spelling.
   */
  private String folded(String text) {
    return masking.text(text).toLowerCase(Locale.ROOT);
  }

  private Facts.Session session(OrgId org, ActingAgent agent, EvalRequest request, Instant now) {
    return database
        .read(tx -> sessions.find(tx, org, agent.id(), request.sessionId(), request.runId(), now))
        .map(
            s ->
                new Facts.Session(
                    s.id(),
                    s.counts().toolCalls(),
                    s.counts().decisions(),
                    s.counts().denied(),
                    s.counts().approvals(),
                    s.dataClasses()))
        .orElse(Facts.Session.NONE);
  }

  /** Removes all data of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    tx.afterCommit(() -> snapshots.forget(org));
    DecisionStore store = tx.on(DecisionStore.class);
    return (long) store.deleteAll(org)
        + store.deleteSets(org)
        + tx.on(PolicyHourStore.class).deleteAll(org)
        + tx.on(PolicyHourStore.class).deleteSets(org)
        + tx.on(DecisionHours.HourStore.class).deleteAll(org)
        + originals.removeAll(tx, org);
  }

  @Override
  public void close() {
    recorder.close();
  }

  /**
   * Finds the agents that were rejected in the review of discovered assets. A change of such a
   * review increments the revision of the tenant.
   */
  @FunctionalInterface
  public interface RejectedAgents {
    boolean isRejected(Tx tx, OrgId org, String agentId);
  }
}
