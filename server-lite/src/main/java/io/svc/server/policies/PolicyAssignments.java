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
import io.svc.server.http.Texts;
import io.svc.server.tenants.Revisions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/** Which policies hold for which agents. Safe for many threads. */
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
   * Lets a policy hold for agents. Those for whom it holds already are left alone.
   *
   * @param expected refuses a version of the record that the caller did not see
   * @throws ApiException when the policy or one of the agents is not there
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

  /** The same for a policy that is being made, where an agent that is not there is a mistake. */
  void insertForNew(Tx tx, Caller caller, String policyId, List<String> agentIds) {
    Optional<String> unknown = unknown(tx, caller.tenant(), agentIds);
    if (unknown.isPresent()) {
      String message = "There is no agent \"" + Texts.shown(unknown.get()) + "\".";
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
    // What cannot be an identifier is not even asked for: it may hold what no store takes.
    Set<String> known =
        agents
            .names(tx, org, agentIds.stream().filter(Identifiers::isWellFormed).toList())
            .keySet();
    return agentIds.stream().filter(id -> !known.contains(id)).findFirst();
  }

  /**
   * Takes a policy from agents. One that is left without any holds for all of them.
   *
   * @param expected refuses a version of the record that the caller did not see
   * @throws ApiException when the policy or one of the assignments is not there
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

  /** How many agents each policy is assigned to; those of none may be left out. */
  static Map<String, Long> counts(Tx tx, OrgId org, List<String> policyIds) {
    Map<String, Long> counts = new HashMap<>();
    tx.on(AssignmentStore.class)
        .counts(org, policyIds)
        .forEach(row -> counts.put(row.policyId(), row.n()));
    return counts;
  }
}
