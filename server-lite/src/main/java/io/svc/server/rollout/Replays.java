package io.svc.server.rollout;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.RecordedDecision;
import io.svc.server.decisions.RecordedDecisions;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Policy;
import io.svc.server.policies.PolicyVersion;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.tenants.Revisions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replays recorded sessions with a policy version that is to be promoted. A replay and its verdicts
 * are rows in the store, so that any server can continue an interrupted replay. A replay makes no
 * network calls, sends no notifications, and uses the clock only for time limits.
 */
final class Replays {
  static final String PASS = "pass";
  static final String FAIL = "fail";
  private static final Logger LOG = LoggerFactory.getLogger(Replays.class);

  /** The lease beyond the time limit of one session. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final Duration LONGEST_JOB = Duration.ofMinutes(10);

  /** The maximum of concurrent replays of a tenant on all servers; others wait. */
  private static final int MAX_RUNNING = 2;

  private static final int MAX_IN_PROGRESS = 20;

  private final Database database;
  private final Identifiers identifiers;
  private final Policies policies;
  private final StoredPolicies documents;
  private final Events events;
  private final GovernanceCounters counters;
  private final AuditLog audit;
  private final SealedOriginals originals;
  private final Clock clock;
  private final LongSupplier nanos;
  private volatile boolean isEnding;

  Replays(
      Database database,
      Identifiers identifiers,
      Policies policies,
      StoredPolicies documents,
      Events events,
      GovernanceCounters counters,
      AuditLog audit,
      SealedOriginals originals,
      Clock clock,
      LongSupplier nanos) {
    this.database = database;
    this.identifiers = identifiers;
    this.policies = policies;
    this.documents = documents;
    this.events = events;
    this.counters = counters;
    this.audit = audit;
    this.originals = originals;
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Requests a replay of the latest saved version of a policy. */
  ReplayJob request(
      Tx tx,
      Caller caller,
      String policyId,
      ReplayJob.Selection selection,
      double threshold,
      long verdictTimeoutMs) {
    OrgId org = caller.tenant();
    Policy policy = policies.get(tx, org, policyId);
    PolicyVersion version =
        policies.version(tx, org, policyId, policy.latestVersion()).orElseThrow();
    if (version.contentHash().isEmpty()) {
      throw new ApiException(
          ErrorCode.INVALID_TRANSITION,
          "The policy \"" + policy.name() + "\" has no document to replay yet.");
    }
    ReplayStore store = tx.on(ReplayStore.class);
    if (store.countUnderWay(org) >= MAX_IN_PROGRESS) {
      throw ApiException.retryAfter(
          ErrorCode.RATE_LIMITED,
          MAX_IN_PROGRESS + " replays are already in progress. Try again when one is complete.",
          5);
    }
    String id = identifiers.next("rpl_");
    store.insert(
        org,
        id,
        policyId,
        version.version(),
        version.contentHash(),
        caller.id(),
        SelectionJson.write(selection),
        threshold,
        verdictTimeoutMs,
        tx.now());
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.GOVERNANCE, "replay.request", "policy", policyId, policy.name())
            .with("replayJobId", id)
            .with("policyVersion", version.version()));
    return store.find(org, id).orElseThrow();
  }

  Optional<ReplayJob> find(Tx tx, OrgId org, String jobId) {
    return tx.on(ReplayStore.class).find(org, jobId);
  }

  /** Returns the latest completed replay of a policy's current document. */
  Optional<ReplayJob> latestCompleted(Tx tx, OrgId org, String policyId, String contentHash) {
    return tx.on(ReplayStore.class).latestCompleted(org, policyId, contentHash);
  }

  List<ReplayJob> ofPolicy(Tx tx, OrgId org, String policyId, int limit) {
    return tx.on(ReplayStore.class).ofPolicy(org, policyId, limit);
  }

  List<ReplayStore.VerdictRow> verdicts(Tx tx, OrgId org, String jobId, int limit) {
    return tx.on(ReplayStore.class).verdicts(org, jobId, limit);
  }

  /** Runs the waiting replays. */
  void runWaiting() {
    runWaiting(org -> true);
  }

  /**
   * Runs the waiting replays of some tenants.
   *
   * @param tenants selects the tenants
   */
  void runWaiting(Predicate<OrgId> tenants) {
    for (ReplayStore.WaitingReplay waiting :
        database.read(tx -> tx.on(ReplayStore.class).waiting(tx.now()))) {
      if (isEnding) {
        return;
      }
      if (!tenants.test(waiting.orgId())) {
        continue;
      }
      Duration lease = lease(waiting.verdictTimeout());
      boolean isLeased = database.write(tx -> acquireLease(tx, waiting, lease));
      if (isLeased) {
        run(waiting.orgId(), waiting.jobId());
      }
    }
  }

  private static boolean acquireLease(Tx tx, ReplayStore.WaitingReplay waiting, Duration lease) {
    // Serializes the servers, so that the count of running replays is exact.
    Revisions.lock(tx, waiting.orgId());
    ReplayStore store = tx.on(ReplayStore.class);
    return store.countRunning(waiting.orgId(), tx.now()) < MAX_RUNNING
        && store.take(waiting.orgId(), waiting.jobId(), tx.now(), tx.now().plus(lease)) > 0;
  }

  /** Interrupts the running replay, which continues on another server or after the next start. */
  void end() {
    isEnding = true;
  }

  private static Duration lease(long verdictTimeoutMs) {
    return Duration.ofMillis(verdictTimeoutMs).plus(GRACE);
  }

  private void run(OrgId org, String jobId) {
    ReplayJob job = database.read(tx -> find(tx, org, jobId)).orElseThrow();
    try {
      Optional<ReplayComparison> comparison = comparison(org, job);
      if (comparison.isEmpty()) {
        end(org, job, ReplayJob.Status.FAILED);
        return;
      }
      List<String> sessions = chosen(org, job);
      Set<String> judged =
          new HashSet<>(database.read(tx -> tx.on(ReplayStore.class).judged(org, jobId)));
      // Starts again when the replay continues, so that an outage does not consume the time limit.
      Instant latest = clock.instant().plus(LONGEST_JOB);
      for (String sessionId : sessions) {
        if (isEnding) {
          database.change(tx -> tx.on(ReplayStore.class).release(org, jobId));
          return;
        }
        if (!judged.contains(sessionId) && !judge(org, job, comparison.get(), sessionId, latest)) {
          return;
        }
      }
      end(org, job, ReplayJob.Status.COMPLETED);
    } catch (RuntimeException e) {
      // The lease remains until it expires; then the replay continues.
      LOG.error("a replay was interrupted", e);
    }
  }

  /** Empty when the policy was deleted, or cannot be read by this version of the service. */
  private Optional<ReplayComparison> comparison(OrgId org, ReplayJob job) {
    return database
        .read(
            tx ->
                policies
                    .find(tx, org, job.policyId())
                    .map(policy -> versions(tx, org, job, policy)))
        .flatMap(
            found ->
                found
                    .replayed()
                    .flatMap(documents::compiled)
                    .map(
                        replayed ->
                            new ReplayComparison(
                                job.policyId(),
                                found.active(),
                                found.like(),
                                found.observed().flatMap(documents::compiled),
                                replayed)));
  }

  /** The versions to compare, which are compiled after the transaction. */
  private record ComparedVersions(
      long active,
      Set<Long> like,
      Optional<PolicyVersion> observed,
      Optional<PolicyVersion> replayed) {}

  private ComparedVersions versions(Tx tx, OrgId org, ReplayJob job, Policy policy) {
    long active = policy.activeVersion();
    return new ComparedVersions(
        active,
        policies.versionsLike(tx, org, policy.id(), active),
        policies.version(tx, org, policy.id(), active),
        policies.version(tx, org, policy.id(), job.policyVersion()));
  }

  /** Selects the sessions once, so that an interrupted replay continues with the same ones. */
  private List<String> chosen(OrgId org, ReplayJob job) {
    if (!job.sessionIds().isEmpty()) {
      return job.sessionIds();
    }
    return database.write(
        tx -> {
          List<String> sessions = selected(tx, org, job);
          tx.on(ReplayStore.class).choose(org, job.id(), Json.text(sessions), sessions.size());
          return sessions;
        });
  }

  private List<String> selected(Tx tx, OrgId org, ReplayJob job) {
    ReplayJob.Selection selection = job.selection();
    Instant from = selection.from().orElse(Instant.EPOCH);
    Instant to = selection.to().orElse(job.createdAt().plusMillis(1));
    if (selection.sessionIds().isEmpty()) {
      long active = policies.get(tx, org, job.policyId()).activeVersion();
      return RecordedDecisions.sessionsWith(
          tx,
          org,
          job.policyId(),
          policies.versionsLike(tx, org, job.policyId(), active),
          from,
          to,
          selection.maxSessions());
    }
    // Without a time range, sessions without decisions remain, and are reported as not replayable.
    boolean isTimed = selection.from().isPresent() || selection.to().isPresent();
    List<String> named =
        isTimed
            ? RecordedDecisions.within(tx, org, selection.sessionIds(), from, to)
            : selection.sessionIds();
    return named.subList(0, Math.min(named.size(), selection.maxSessions()));
  }

  /** Replays a session; returns false when the replay is no longer running. */
  private boolean judge(
      OrgId org, ReplayJob job, ReplayComparison comparison, String sessionId, Instant latest) {
    List<RecordedDecision> decisions =
        database.read(tx -> RecordedDecisions.ofSession(tx, org, originals, sessionId));
    long begun = nanos.getAsLong();
    long allowed = Duration.ofMillis(job.verdictTimeoutMs()).toNanos();
    BooleanSupplier isLate =
        () -> nanos.getAsLong() - begun > allowed || clock.instant().isAfter(latest);
    ReplayComparison.Result result =
        decisions.size() < RecordedDecisions.MAX_PER_SESSION
            ? comparison.of(decisions, isLate)
            : ReplayComparison.notReplayable("session_too_long");
    double duration = (nanos.getAsLong() - begun) / 1_000_000d;
    String agentId = decisions.isEmpty() ? "" : decisions.get(0).agentId();
    return database.write(tx -> store(tx, org, job, sessionId, agentId, result, duration));
  }

  private boolean store(
      Tx tx,
      OrgId org,
      ReplayJob job,
      String sessionId,
      String agentId,
      ReplayComparison.Result result,
      double duration) {
    ReplayStore store = tx.on(ReplayStore.class);
    if (store.hold(org, job.id(), tx.now().plus(lease(job.verdictTimeoutMs()))) == 0) {
      return false;
    }
    String recorded = result.recorded().map(Effect::label).orElse("");
    String replayed = result.replayed().map(Effect::label).orElse("");
    int rows =
        store.insertVerdict(
            org,
            job.id(),
            sessionId,
            identifiers.next("rpv_"),
            agentId,
            job.policyVersion(),
            result.verdict().toString(),
            result.reason(),
            recorded,
            replayed,
            Json.text(result.changedRules()),
            result.summary(),
            duration);
    if (rows > 0) {
      events.append(
          tx,
          org,
          new EventDraft(
              EventType.REPLAY_VERDICT,
              NonEmpty.of(agentId),
              Optional.of(sessionId),
              new RolloutEvents.SessionVerdict(
                  job.id(),
                  job.policyId(),
                  result.verdict().toString(),
                  NonEmpty.of(recorded),
                  NonEmpty.of(replayed),
                  result.changedRules().stream()
                      .map(
                          rule ->
                              new RolloutEvents.DifferingRule(
                                  rule.ruleId(),
                                  rule.change(),
                                  rule.recordedEffect(),
                                  rule.replayedEffect()))
                      .toList(),
                  NonEmpty.of(result.reason()))));
    }
    return true;
  }

  private void end(OrgId org, ReplayJob job, ReplayJob.Status status) {
    database.change(
        tx -> {
          ReplayStore store = tx.on(ReplayStore.class);
          Map<String, Long> kinds = new TreeMap<>();
          Map<String, Long> reasons = new TreeMap<>();
          for (ReplayStore.VerdictCount tally : store.tally(org, job.id())) {
            kinds.merge(tally.verdict(), tally.n(), Long::sum);
            if (tally.verdict().equals("error")) {
              reasons.merge(tally.reason().replace("not_replayable:", ""), tally.n(), Long::sum);
            }
          }
          ReplayJob.Counts counts =
              new ReplayJob.Counts(
                  kinds.getOrDefault("match", 0L),
                  kinds.getOrDefault("diverged", 0L),
                  kinds.getOrDefault("error", 0L),
                  kinds.getOrDefault("timeout", 0L));
          // A replay without any verdict does not pass.
          boolean pass =
              status == ReplayJob.Status.COMPLETED
                  && counts.all() > 0
                  && counts.ratio() >= job.threshold();
          int rows =
              store.complete(org, job.id(), status, tx.now(), counts, Json.text(reasons), pass);
          if (rows == 0) {
            return;
          }
          String verdict =
              status == ReplayJob.Status.COMPLETED ? pass ? PASS : FAIL : status.toString();
          events.append(
              tx,
              org,
              EventDraft.of(
                  EventType.REPLAY_JOB_COMPLETED,
                  new RolloutEvents.JobCompleted(
                      job.id(),
                      job.policyId(),
                      job.policyVersion(),
                      verdict,
                      counts.ratio(),
                      job.threshold(),
                      counts,
                      pass)));
          tx.afterCommit(() -> counters.replay(org, verdict));
        });
  }
}
