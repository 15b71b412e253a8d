package io.svc.server.rollout;

import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.RecordedDecision;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.Api;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Policy;
import io.svc.server.policies.PolicyVersion;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.tenants.Tenants;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The feature of rollouts, replays and kill switches. */
public final class Rollout {
  private final Rollouts rollouts;
  private final Replays replays;
  private final ReplayRetention retention;
  private final RolloutRoutes rolloutRoutes;
  private final PolicyActionRoutes queueRoutes;
  private final ReplayRoutes replayRoutes;
  private final KillSwitchRoutes switchRoutes;

  /** Returns every label that {@code svc_replay_jobs_total} has for a verdict. */
  public static List<String> replayVerdicts() {
    return List.of(
        Replays.PASS,
        Replays.FAIL,
        ReplayJob.Status.FAILED.toString(),
        ReplayJob.Status.CANCELED.toString());
  }

  /** Returns every label that {@code svc_kill_switch_operations_total} has for an operation. */
  public static List<String> killSwitchOperations() {
    return Stream.of(KillSwitches.Operation.values()).map(Object::toString).toList();
  }

  public Rollout(
      Database database,
      Identifiers identifiers,
      Clock clock,
      Policies policies,
      PolicyDsl dsl,
      Tenants tenants,
      Events events,
      GovernanceCounters counters,
      AuditLog audit,
      SealedOriginals originals) {
    StoredPolicies documents = new StoredPolicies(dsl);
    this.replays =
        new Replays(
            database,
            identifiers,
            policies,
            documents,
            events,
            counters,
            audit,
            originals,
            clock,
            System::nanoTime);
    this.retention = new ReplayRetention(database, tenants);
    this.rollouts =
        new Rollouts(identifiers, policies, documents, replays, tenants, events, counters, audit);
    RolloutViews views = new RolloutViews(rollouts, replays);
    this.replayRoutes = new ReplayRoutes(database, replays, views, tenants);
    RolloutPromotions promotions = new RolloutPromotions(database, policies, documents, rollouts);
    this.queueRoutes = new PolicyActionRoutes(database, promotions, rollouts, replayRoutes);
    this.rolloutRoutes =
        new RolloutRoutes(
            database,
            policies,
            promotions,
            rollouts,
            views,
            (tx, org, policy) -> impact(tx, org, originals, policies, documents, policy),
            events);
    this.switchRoutes =
        new KillSwitchRoutes(new KillSwitches(database, rollouts, events, counters, audit));
  }

  private static Supplier<Optional<PolicyImpact>> impact(
      Tx tx,
      OrgId org,
      SealedOriginals originals,
      Policies policies,
      StoredPolicies documents,
      Policy policy) {
    Optional<PolicyVersion> latest =
        policies
            .version(tx, org, policy.id(), policy.latestVersion())
            .filter(version -> version.ruleCount() > 0);
    Set<String> agents = policies.agentsOf(tx, org, policy.id());
    List<RecordedDecision> recent =
        latest.isEmpty() ? List.of() : PolicyImpact.recent(tx, org, originals);
    return () ->
        latest
            .flatMap(documents::compiled)
            .map(
                decision ->
                    PolicyImpact.of(
                        recent, decision, agent -> agents.isEmpty() || agents.contains(agent)));
  }

  public void register(Api api) {
    rolloutRoutes.register(api);
    queueRoutes.register(api);
    replayRoutes.register(api);
    switchRoutes.register(api);
  }

  /** Runs waiting replays; called periodically. */
  public void runReplays() {
    replays.runWaiting();
  }

  /** Runs waiting replays of a tenant. */
  public void runReplays(OrgId org) {
    replays.runWaiting(org::equals);
  }

  /** Removes expired replays that nothing refers to. */
  public void pruneReplays(Instant now) {
    retention.prune(now);
  }

  /** Starts no further replay; a running one continues after the next start. */
  public void endReplays() {
    replays.end();
  }

  /** Returns the state of the kill switches. */
  public KillSwitchState killSwitch(Tx tx, OrgId org) {
    return rollouts.state(tx, org);
  }

  /** Removes all data of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "replay_verdict", "replay_job", "rollout_transition");
  }
}
