package io.svc.server.certification;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetAccess;
import io.svc.server.discovery.DiscoveredAsset;
import io.svc.server.discovery.Presence;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Detects inactive certified workflows. The expected interval is derived from a workflow's own
 * runs; with too few runs, nothing is reported. An inactivity is reported once, and resolved when
 * the workflow runs again. Each workflow is checked at the earliest time at which it could be
 * inactive, so active workflows cost nothing in between. Safe for many threads, and for several
 * servers on one store.
 */
final class InactivityMonitor {
  /** The next check of a workflow that has no interval yet, or is paused for a known reason. */
  static final Duration LATER = Duration.ofHours(1);

  /** The next check of an inactive workflow. */
  static final Duration RECHECK_DELAY = Duration.ofMinutes(5);

  private static final Duration AT_LEAST = Duration.ofMinutes(1);
  private static final int AT_ONCE = 200;

  private final Database database;
  private final AgentSessions sessions;
  private final Agents agents;
  private final CertificationAlerts alerts;

  InactivityMonitor(
      Database database, AgentSessions sessions, Agents agents, CertificationAlerts alerts) {
    this.database = database;
    this.sessions = sessions;
    this.agents = agents;
    this.alerts = alerts;
  }

  /** Checks the workflows that are due. */
  void checkDue() {
    List<WorkflowStore.DueWorkflow> due;
    do {
      due = database.read(tx -> tx.on(WorkflowStore.class).due(tx.now(), AT_ONCE));
      for (WorkflowStore.DueWorkflow dueItem : due) {
        database.change(tx -> checkDue(tx, dueItem));
      }
    } while (due.size() == AT_ONCE);
  }

  private void checkDue(Tx tx, WorkflowStore.DueWorkflow due) {
    OrgId org = due.orgId();
    WorkflowStore store = tx.on(WorkflowStore.class);
    if (store.take(org, due.assetId(), due.dueAt(), tx.now().plus(LATER)) == 0) {
      return;
    }
    Optional<CertifiedWorkflow> workflow =
        store.find(org, due.assetId()).filter(CertifiedWorkflow::isCertified);
    if (workflow.isEmpty() || workflow.get().agentId().isEmpty()) {
      return;
    }
    List<AgentSession> runs =
        sessions.latest(tx, org, workflow.get().agentId(), RunInterval.MAX_RUNS);
    Optional<Instant> last = runs.stream().map(AgentSession::lastAt).max(Comparator.naturalOrder());
    if (last.isPresent()) {
      recordActivity(tx, org, workflow.get(), runs, last.get());
    }
  }

  private void recordActivity(
      Tx tx, OrgId org, CertifiedWorkflow workflow, List<AgentSession> runs, Instant last) {
    WorkflowStore store = tx.on(WorkflowStore.class);
    boolean isBack = workflow.gapFrom().filter(last::isAfter).isPresent();
    boolean hasAlert = !workflow.gapAlert().isEmpty();
    if (hasAlert && !isBack) {
      store.watched(
          org,
          workflow.assetId(),
          tx.now().plus(RECHECK_DELAY),
          workflow.gapFrom(),
          workflow.gapAlert());
      return;
    }
    if (hasAlert) {
      alerts.resolve(tx, org, workflow.gapAlert(), "Runs are reported again.");
    }
    Optional<RunInterval> rhythm =
        RunInterval.of(runs.stream().map(AgentSession::startedAt).toList(), workflow.gapFrom());
    if (rhythm.isEmpty() || isInactivityExplained(tx, org, workflow)) {
      store.watched(org, workflow.assetId(), tx.now().plus(LATER), workflow.gapFrom(), "");
      return;
    }
    Instant expected = last.plus(rhythm.get().allowed());
    if (tx.now().isBefore(expected)) {
      Instant earliest = tx.now().plus(AT_LEAST);
      Instant next = expected.isBefore(earliest) ? earliest : expected;
      store.watched(org, workflow.assetId(), next, workflow.gapFrom(), "");
      return;
    }
    String alert = alerts.silent(tx, org, workflow, rhythm.get(), last);
    store.watched(org, workflow.assetId(), tx.now().plus(RECHECK_DELAY), Optional.of(last), alert);
  }

  /** Returns whether there is a known reason for the inactivity. */
  private boolean isInactivityExplained(Tx tx, OrgId org, CertifiedWorkflow workflow) {
    Optional<DiscoveredAsset> asset = AssetAccess.find(tx, org, workflow.assetId());
    Optional<Agent> agent = agents.find(tx, org, workflow.agentId());
    boolean isOff =
        asset
            .filter(
                observedAsset ->
                    observedAsset.posture().active()
                        && observedAsset.presence() != Presence.REMOVED)
            .isEmpty();
    return isOff
        || agent
            .filter(observedAsset -> !observedAsset.containment().contained())
            .filter(
                observedAsset ->
                    observedAsset.lifecycle() != Lifecycle.SUSPENDED
                        && observedAsset.lifecycle() != Lifecycle.RETIRED)
            .isEmpty();
  }
}
