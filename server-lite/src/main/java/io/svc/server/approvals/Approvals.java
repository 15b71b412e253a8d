package io.svc.server.approvals;

import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.alerts.Alerts;
import io.svc.server.apikeys.CurrentRights;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.decisions.Decisions;
import io.svc.server.events.Events;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.jobs.Job;
import io.svc.server.rollout.KillSwitchState;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Actions that wait for approval. An approval applies to one exact action under the exact policies
 * that require it, and is used once. Safe for use by several threads, and by several servers on one
 * store.
 */
public final class Approvals implements FeatureModule {
  static final String TIME_EXPIRED = "The approval expired.";
  static final String POLICY_CHANGED =
      "The policies changed after the request. Request the approval again.";

  private static final int SEARCHED = 2_000;
  private static final Duration SWEPT_EVERY = Duration.ofMinutes(1);

  private final SharedComponents core;
  private final Database database;
  private final ApprovalDeadlines deadlines;
  private final ApprovalLongPoll waiting = new ApprovalLongPoll();
  private final HeldResponses answers;
  private final ApprovalIntake intake;
  private final Executions executions;
  private final ApproverPolicy voters;
  private final ApprovalVoting rulings;
  private final ApprovalSweeper rounds;

  /**
   * Creates the feature; decisions request approvals here from then on.
   *
   * @param killSwitch whether rollouts of a tenant are frozen
   * @param executor sends held calls after their approval
   */
  public Approvals(
      SharedComponents core,
      AgentSessions sessions,
      Events events,
      Alerts alerts,
      Decisions decisions,
      BiFunction<Tx, OrgId, KillSwitchState> killSwitch,
      CallExecutor executor) {
    this.core = core;
    this.database = core.database();
    Tenants tenants = core.tenants();
    this.deadlines = new ApprovalDeadlines(decisions, killSwitch);
    ApprovalTransitions transitions =
        new ApprovalTransitions(
            core.identifiers(), sessions, events, alerts, core.audit(), waiting);
    this.answers = new HeldResponses(core.keyring());
    this.intake = new ApprovalIntake(core.identifiers(), tenants, alerts, transitions, deadlines);
    this.executions =
        new Executions(
            database, transitions, deadlines, answers, executor, core.identifiers().next("srv_"));
    this.voters = new ApproverPolicy(tenants, new CurrentRights(core.accounts()));
    this.rulings =
        new ApprovalVoting(database, transitions, deadlines, voters, executions, core.audit());
    this.rounds = new ApprovalSweeper(database, tenants, transitions, deadlines, executions);
    decisions.setApprovalGateway(intake);
  }

  @Override
  public void register(Api api) {
    new ApprovalRoutes(this, database, rulings).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(
        new TenantDataOwner(
            "approvals",
            (tx, org) ->
                tx.removeAll(
                    org, "approval_payload", "approval_vote", "approval_event", "approval")));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(
        new Job("approvals", rounds, this::round),
        Job.removing("approval-sweep", SWEPT_EVERY, () -> prune(core.clock().instant())));
  }

  ApprovalVoting rulings() {
    return rulings;
  }

  ApprovalView view(Tx tx, OrgId org, boolean isForPrograms) {
    return new ApprovalView(tx, org, deadlines, voters, isForPrograms);
  }

  /**
   * Returns an approval.
   *
   * @throws ApiException if the approval does not exist
   */
  static Approval get(Tx tx, OrgId org, String id) {
    return tx.on(ApprovalStore.class)
        .find(org, id)
        .orElseThrow(() -> ApiException.notFound("approval", id));
  }

  /** Returns the stored response to a held call, for status requests. */
  Optional<HeldCallResponse> answer(Tx tx, OrgId org, String id) {
    return answers.peek(tx, org, id).flatMap(text -> answers.open(org, id, text));
  }

  /** Waits until an approval is settled for its caller, or the time is up. */
  void awaitSettled(OrgId org, String id, Duration timeout) {
    waiting.until(
        () ->
            database.read(
                tx -> {
                  Approval approval = get(tx, org, id);
                  return isSettled(approval, view(tx, org, true).status(approval));
                }),
        isSettled -> isSettled,
        timeout);
  }

  private static boolean isSettled(Approval approval, ApprovalStatus now) {
    return now.isFinal() || (now == ApprovalStatus.APPROVED && !approval.isHeld());
  }

  /**
   * Waits for the response to a held call and returns it once.
   *
   * @param timeout the maximum wait; when too many callers wait, the status is returned immediately
   * @throws ApiException if the approval does not exist
   */
  public HeldCallOutcome await(OrgId org, String approvalId, Duration timeout) {
    awaitSettled(org, approvalId, timeout);
    Approval seen = database.read(tx -> get(tx, org, approvalId));
    if (!seen.isHeld()
        || seen.status() != ApprovalStatus.EXECUTED
        || seen.replayedAt().isPresent()) {
      return database.read(tx -> outcome(tx, org, get(tx, org, approvalId)));
    }
    Optional<String> sealed =
        database.write(
            tx -> answers.consume(tx, org, ApprovalTransitions.lock(tx, org, approvalId)));
    return sealed
        .flatMap(text -> answers.open(org, approvalId, text))
        .<HeldCallOutcome>map(
            executed -> new HeldCallOutcome.Completed(executed, seen.decisionId()))
        .orElseGet(() -> database.read(tx -> outcome(tx, org, get(tx, org, approvalId))));
  }

  /** Returns the outcome without a response. */
  private HeldCallOutcome outcome(Tx tx, OrgId org, Approval approval) {
    ApprovalView view = view(tx, org, true);
    ApprovalStatus status = view.status(approval);
    String named = "The approval \"" + approval.approvalId() + "\" ";
    String reason = approval.note().isEmpty() ? "" : " " + approval.note();
    if (!approval.isHeld()
        && (status == ApprovalStatus.APPROVED || status == ApprovalStatus.EXECUTED)) {
      return new HeldCallOutcome.Rejected(
          ErrorCode.CONFLICT,
          named + "has no stored call; continue with POST /v1/eval and its \"approval_id\".");
    }
    return switch (status) {
      case PENDING, APPROVED, EXECUTING ->
          new HeldCallOutcome.Pending(view.pending(approval), ApprovalView.POLL_SECONDS);
      case EXECUTED ->
          new HeldCallOutcome.Rejected(
              ErrorCode.APPROVAL_CONSUMED,
              named
                  + (approval.replayedAt().isPresent()
                      ? "was answered, and the response was delivered. It is no longer stored."
                      : "was answered, and the response is no longer stored."));
      case DENIED ->
          new HeldCallOutcome.Rejected(ErrorCode.APPROVAL_DENIED, named + "was denied." + reason);
      case CANCELLED ->
          new HeldCallOutcome.Rejected(
              ErrorCode.APPROVAL_DENIED, named + "was cancelled." + reason);
      case EXPIRED ->
          new HeldCallOutcome.Rejected(
              ErrorCode.APPROVAL_EXPIRED, named + "expired before it was granted or used.");
      case STALE ->
          new HeldCallOutcome.Rejected(ErrorCode.APPROVAL_STALE, named + "is stale." + reason);
      case EXECUTION_FAILED ->
          new HeldCallOutcome.Rejected(ErrorCode.UPSTREAM_ERROR, named + "was granted." + reason);
    };
  }

  /** The number of pending approvals, and the age of the oldest in seconds. */
  public record PendingSummary(long pending, long oldestAgeSeconds) {}

  /** Returns the figures of a tenant. */
  public PendingSummary figures(Tx tx, OrgId org) {
    ApprovalStore.PendingCount found = tx.on(ApprovalStore.class).waiting(org, tx.now());
    return new PendingSummary(
        found.n(),
        found.oldest().map(since -> Duration.between(since, tx.now()).toSeconds()).orElse(0L));
  }

  /** A search result. */
  public record SearchHit(String id, String title, String subtitle) {}

  /** Returns the latest approvals that contain a text, latest first. */
  public List<SearchHit> search(Tx tx, OrgId org, String text, int limit) {
    return tx
        .on(ApprovalStore.class)
        .search(org, SearchText.normalized(text), SEARCHED, limit)
        .stream()
        .map(
            approval ->
                new SearchHit(
                    approval.approvalId(),
                    approval.title(),
                    approval.status() + " " + approval.agentName()))
        .toList();
  }

  /** Settles the calls that a stopped server did not complete. */
  @Override
  public void start() {
    executions.start();
  }

  /** Settles approvals that are due, and sends approved calls. */
  void round() {
    rounds.next();
  }

  @Override
  public void work(OrgId org) {
    rounds.round(org::equals);
  }

  /** Removes stored responses and approvals after their retention. */
  void prune(Instant now) {
    rounds.prune(now);
  }

  @Override
  public void release() {
    waiting.end();
  }

  @Override
  public void end() {
    executions.close();
  }
}
