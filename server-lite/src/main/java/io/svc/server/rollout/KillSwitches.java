package io.svc.server.rollout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.http.Caller;
import io.svc.server.tenants.Revisions;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The switches that stop enforcement or promotions for a whole tenant. Idempotent: repeated use
 * changes nothing, but is reported and recorded like any other use. Earlier actions of agents are
 * not undone.
 */
final class KillSwitches {
  private final Database database;
  private final Rollouts rollouts;
  private final Events events;
  private final GovernanceCounters counters;
  private final AuditLog audit;

  /** An operation of the switches. */
  enum Operation {
    /** Moves every enforcing policy back to observe. */
    DISABLE_ENFORCEMENT,
    /** Stops promotions. */
    FREEZE_ROLLOUTS,
    UNFREEZE_ROLLOUTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A policy that was moved. */
  record AffectedPolicy(String policyId, String fromStage, String currentStage) {}

  /** The response to an operation. */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  record OperationResponse(
      String operation,
      boolean changed,
      String performedBy,
      Instant performedAt,
      String reason,
      boolean frozen,
      List<AffectedPolicy> affectedPolicies,
      String eventId) {}

  KillSwitches(
      Database database,
      Rollouts rollouts,
      Events events,
      GovernanceCounters counters,
      AuditLog audit) {
    this.database = database;
    this.rollouts = rollouts;
    this.events = events;
    this.counters = counters;
    this.audit = audit;
  }

  KillSwitchState state(OrgId org) {
    return database.read(tx -> rollouts.state(tx, org));
  }

  /** Performs an operation. */
  OperationResponse use(Caller caller, Operation operation, String reason) {
    return database.write(
        tx ->
            switch (operation) {
              case DISABLE_ENFORCEMENT -> disable(tx, caller, reason);
              case FREEZE_ROLLOUTS -> freeze(tx, caller, reason, true);
              case UNFREEZE_ROLLOUTS -> freeze(tx, caller, reason, false);
            });
  }

  private OperationResponse disable(Tx tx, Caller caller, String reason) {
    OrgId org = caller.tenant();
    // Invalidates concurrent decisions, even when no policy was moved.
    Revisions.changed(tx, org);
    List<AffectedPolicy> affected =
        rollouts.disableAll(tx, caller, reason).stream()
            .map(
                moved ->
                    new AffectedPolicy(
                        moved.policy().id(),
                        moved.transition().fromStage(),
                        moved.policy().stage().toString()))
            .toList();
    if (!affected.isEmpty()) {
      tx.on(RolloutStore.class).disabled(org, tx.now(), caller.id(), reason);
    }
    EventDraft event =
        EventDraft.of(
            EventType.ENFORCEMENT_DISABLED,
            new RolloutEvents.EnforcementDisabled(
                caller.id(),
                reason,
                affected.stream()
                    .map(
                        policy ->
                            new RolloutEvents.DisabledPolicy(
                                policy.policyId(), policy.fromStage(), policy.currentStage()))
                    .toList(),
                affected.size()));
    return done(
        tx, caller, Operation.DISABLE_ENFORCEMENT, !affected.isEmpty(), reason, affected, event);
  }

  private OperationResponse freeze(Tx tx, Caller caller, String reason, boolean on) {
    OrgId org = caller.tenant();
    // Creates the row if needed; a concurrent promotion waits for this transaction or fails.
    Revisions.changed(tx, org);
    RolloutStore store = tx.on(RolloutStore.class);
    boolean changed =
        (on ? store.freeze(org, tx.now(), caller.id(), reason) : store.unfreeze(org)) > 0;
    return done(
        tx,
        caller,
        on ? Operation.FREEZE_ROLLOUTS : Operation.UNFREEZE_ROLLOUTS,
        changed,
        reason,
        List.of(),
        EventDraft.of(
            on ? EventType.ROLLOUT_FROZEN : EventType.ROLLOUT_UNFROZEN,
            new RolloutEvents.FreezeChange(caller.id(), reason, changed)));
  }

  private OperationResponse done(
      Tx tx,
      Caller caller,
      Operation operation,
      boolean changed,
      String reason,
      List<AffectedPolicy> affected,
      EventDraft event) {
    OrgId org = caller.tenant();
    String eventId = events.append(tx, org, event).eventId();
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.GOVERNANCE,
                "kill_switch." + operation.toString().replace('-', '_'),
                "organization",
                org.value(),
                "")
            .with("changed", changed)
            .with("reason", reason)
            .with("policies", affected.size()));
    tx.afterCommit(() -> counters.switched(org, operation.toString()));
    return new OperationResponse(
        operation.toString(),
        changed,
        caller.id(),
        tx.now(),
        reason,
        rollouts.state(tx, org).frozen(),
        affected,
        eventId);
  }
}
