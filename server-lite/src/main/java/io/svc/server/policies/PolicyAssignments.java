package io.svc.server.policies;

import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.MessageTexts;
import io.svc.server.tenants.Revisions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/** Assignments of policies to agents. Thread-safe. */
final class PolicyAssignments {
  private final Database database;
  private final AuditLog audit;
  private final Policies policies;
  private final Agents agents;

  PolicyAssignments(Database database, AuditLog audit, Policies policies, Agents agents) {
    this.database = database;
    this.audit = audit;
    this.policies = policies;
    this.agents = agents;
  }

  /**
   * Assigns a policy to agents. Existing assignments do not change.
   *
   * @param expected throws if the version of the record is not the expected one
   * @throws ApiException if the policy or an agent does not exist
   */
  void assign(Caller caller, String policyId, List<String> agentIds, LongConsumer expected) {
    OrgId org = caller.tenant();
    database.change(
        tx -> {
          Policy policy = policies.lockToChange(tx, org, policyId);
          expected.accept(policy.recordVersion());
          unknown(tx, org, agentIds)
              .ifPresent(
                  id -> {
                    throw ApiException.notFound("agent", id);
                  });
          if (insert(tx, caller, policyId, agentIds) > 0) {
            changed(tx, caller, policy, "policy.assign", agentIds);
          }
        });
  }

  /** Assigns a new policy; an unknown agent is a validation error. */
  void insertForNew(Tx tx, Caller caller, String policyId, List<String> agentIds) {
    Optional<String> unknown = unknown(tx, caller.tenant(), agentIds);
    if (unknown.isPresent()) {
      String message = "There is no agent \"" + MessageTexts.shown(unknown.get()) + "\".";
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          message,
          List.of(new ApiException.FieldError("unknown_value", "agentIds", message)));
    }
    insert(tx, caller, policyId, agentIds);
  }

  private static int insert(Tx tx, Caller caller, String policyId, List<String> agentIds) {
    int rows = 0;
    for (String agentId : agentIds) {
      rows +=
          tx.on(AssignmentStore.class)
              .insert(caller.tenant(), policyId, agentId, tx.now(), caller.id());
    }
    return rows;
  }

  private Optional<String> unknown(Tx tx, OrgId org, List<String> agentIds) {
    // Malformed identifiers are not queried, because they may contain characters that the store
    // rejects.
    Set<String> knownIds =
        agents
            .names(tx, org, agentIds.stream().filter(Identifiers::isWellFormed).toList())
            .keySet();
    return agentIds.stream().filter(id -> !knownIds.contains(id)).findFirst();
  }

  /**
   * Removes assignments. A policy without assignments applies to all agents.
   *
   * @param expected throws if the version of the record is not the expected one
   * @throws ApiException if the policy or an assignment does not exist
   */
  void unassign(Caller caller, String policyId, List<String> agentIds, LongConsumer expected) {
    OrgId org = caller.tenant();
    database.change(
        tx -> {
          Policy policy = policies.lockToChange(tx, org, policyId);
          expected.accept(policy.recordVersion());
          for (String agentId : agentIds) {
            if (!Identifiers.isWellFormed(agentId)
                || tx.on(AssignmentStore.class).delete(org, policyId, agentId) == 0) {
              throw ApiException.notFound("assignment of this policy to the agent", agentId);
            }
          }
          changed(tx, caller, policy, "policy.unassign", agentIds);
        });
  }

  private void changed(Tx tx, Caller caller, Policy policy, String action, List<String> agentIds) {
    OrgId org = caller.tenant();
    tx.on(PolicyStore.class).touch(org, policy.id(), tx.now(), caller.id());
    Revisions.changed(tx, org);
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.POLICY, action, "policy", policy.id(), policy.name())
            .with("agents", String.join(" ", agentIds))
            .with("assigned", counts(tx, org, List.of(policy.id())).getOrDefault(policy.id(), 0L)));
  }

  /**
   * Returns the number of agents that each policy is assigned to; policies without assignments may
   * be omitted.
   */
  static Map<String, Long> counts(Tx tx, OrgId org, List<String> policyIds) {
    Map<String, Long> counts = new HashMap<>();
    tx.on(AssignmentStore.class)
        .counts(org, policyIds)
        .forEach(row -> counts.put(row.policyId(), row.n()));
    return counts;
  }
}
