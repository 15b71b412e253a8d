package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.server.agents.AgentExtras;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.tenants.Revisions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The policies of each tenant and their rollout, within the transaction of the caller. {@link
 * PolicyAuthoring} implements edits by members. Thread-safe.
 */
public final class Policies implements AgentExtras {
  /** The columns of policies. */
  static final ListColumns COLUMNS =
      ListColumns.of("policy_id", "pol_", "id")
          .texts("name")
          .labels("mode", "effective_mode", Stage.class)
          .labels("currentStage", "stage", Stage.class)
          .flag("enabled", "enabled")
          .number("version", "latest_version")
          .numbers("activeVersion")
          .number(
              "ruleCount",
              """
              (SELECT v.rule_count FROM policy_version v WHERE v.org_id = matching.org_id
                 AND v.policy_id = matching.policy_id AND v.version = matching.latest_version)""")
          .number(
              "assignedAgentCount",
              """
              (SELECT count(*) FROM policy_assignment a
               WHERE a.org_id = matching.org_id AND a.policy_id = matching.policy_id)""")
          .labels("severity", Severity.class)
          .numbers("createdAt", "updatedAt")
          .texts("updatedBy");

  /** The columns of rollouts, which are policies. */
  public static final ListColumns ROLLOUT_COLUMNS =
      ListColumns.of("policy_id", "pol_", "policyId")
          .text("policyName", "name")
          .number("policyVersion", "latest_version")
          .numbers("activeVersion")
          .flag("enabled", "enabled")
          .labels("currentStage", "stage", Stage.class)
          .labels("effectiveMode", Stage.class)
          .numbers("updatedAt")
          .texts("updatedBy");

  private static final int MAX_COUNTED = 10_000;

  /** A policy of any tenant. */
  public record Reference(OrgId orgId, String policyId) {
    public Reference {
      requireNonNull(orgId, "orgId is null");
      requireNonNull(policyId, "policyId is null");
    }
  }

  /** Returns the newest policies of all tenants, latest first. */
  public List<Reference> newest(Tx tx, int limit) {
    return tx.on(PolicyStore.class).newest(limit);
  }

  /** A page of the versions of a policy, latest first. */
  public record VersionPage(Policy policy, List<PolicyVersion> versions) {
    public VersionPage {
      versions = List.copyOf(versions);
    }
  }

  /**
   * Returns policies, latest first.
   *
   * @param text a part of name, description or tags, ignoring case; empty for all
   * @param mode the effective mode or the stage
   */
  public LatestRows.Page<Policy> list(
      Tx tx, OrgId org, String text, Optional<Stage> mode, PageRequest page) {
    LatestRows<Policy> rows = rows(tx, org).containing(text);
    mode.ifPresent(
        stage -> rows.where("(effective_mode = :mode OR stage = :mode)", Map.of("mode", stage)));
    return rows.page(page, Integer.MAX_VALUE - 1);
  }

  /**
   * Returns policies by rollout stage, latest first.
   *
   * @param since the earliest time of the last change
   */
  public LatestRows.Page<Policy> listByStage(
      Tx tx, OrgId org, Optional<Stage> stage, Instant since, PageRequest page) {
    return rows(tx, org)
        .is("stage", stage)
        .where("updated_at >= :since", Map.of("since", since))
        .page(page, MAX_COUNTED);
  }

  /** Returns policies with a text in their name, description or tags. */
  public List<Policy> search(Tx tx, OrgId org, String text, int limit) {
    return rows(tx, org).containing(text).list(limit);
  }

  private static LatestRows<Policy> rows(Tx tx, OrgId org) {
    return new LatestRows<>(tx, org, "policy", COLUMNS, Policy.class);
  }

  /** Returns a policy; empty if it does not exist. */
  public Optional<Policy> find(Tx tx, OrgId org, String policyId) {
    return tx.on(PolicyStore.class).find(org, policyId);
  }

  /**
   * Returns a policy.
   *
   * @throws ApiException if the policy does not exist
   */
  public Policy get(Tx tx, OrgId org, String policyId) {
    return find(tx, org, policyId).orElseThrow(() -> ApiException.notFound("policy", policyId));
  }

  /**
   * Locks a policy until the transaction ends. Callers lock several policies in the order of their
   * identifiers.
   *
   * @throws ApiException if the policy does not exist
   */
  public Policy lock(Tx tx, OrgId org, String policyId) {
    tx.on(PolicyStore.class).lock(org, policyId);
    return get(tx, org, policyId);
  }

  /**
   * Locks a policy for a change that affects decisions. The revision of the tenant is locked before
   * the policy, which prevents deadlocks.
   *
   * @throws ApiException if the policy does not exist
   */
  public Policy lockToChange(Tx tx, OrgId org, String policyId) {
    Revisions.lock(tx, org);
    return lock(tx, org, policyId);
  }

  /** Returns all policies of a tenant, locked. */
  public List<Policy> lockAll(Tx tx, OrgId org) {
    List<Policy> locked = new ArrayList<>();
    for (String id : tx.on(PolicyStore.class).ids(org)) {
      tx.on(PolicyStore.class).lock(org, id);
      find(tx, org, id).ifPresent(locked::add);
    }
    return locked;
  }

  /** Returns a version of a policy. */
  public Optional<PolicyVersion> version(Tx tx, OrgId org, String policyId, long version) {
    return tx.on(VersionStore.class).find(org, policyId, version);
  }

  /** Returns the versions of a policy that are equivalent to one of them, including that one. */
  public Set<Long> versionsLike(Tx tx, OrgId org, String policyId, long version) {
    return tx.on(VersionStore.class).like(org, policyId, version);
  }

  /**
   * Returns the versions of a policy.
   *
   * @throws ApiException if the policy does not exist
   */
  public VersionPage versions(Tx tx, OrgId org, String policyId, int limit, int offset) {
    return new VersionPage(
        get(tx, org, policyId), tx.on(VersionStore.class).page(org, policyId, limit, offset));
  }

  /** Returns the number of policies at every stage. */
  public Map<Stage, Long> byStage(Tx tx, OrgId org) {
    Map<Stage, Long> counts = new EnumMap<>(Stage.class);
    for (Stage stage : Stage.values()) {
      counts.put(stage, 0L);
    }
    tx.on(PolicyStore.class).byStage(org).forEach(row -> counts.put(row.stage(), row.n()));
    return Collections.unmodifiableMap(counts);
  }

  /** Returns the policies to evaluate: enabled, not a draft, and with a document. */
  public List<ActivePolicy> evaluated(Tx tx, OrgId org) {
    Map<String, Set<String>> agents = new HashMap<>();
    for (Policy.Assignment assignment : tx.on(AssignmentStore.class).all(org)) {
      agents
          .computeIfAbsent(assignment.policyId(), id -> new HashSet<>())
          .add(assignment.agentId());
    }
    return tx.on(PolicyStore.class).evaluated(org).stream()
        .map(row -> active(row, agents.getOrDefault(row.policyId(), Set.of())))
        .toList();
  }

  /** Returns the agents that a policy is assigned to; empty if it applies to all. */
  public Set<String> agentsOf(Tx tx, OrgId org, String policyId) {
    Set<String> agents = new HashSet<>();
    tx.on(AssignmentStore.class).all(org).stream()
        .filter(assignment -> assignment.policyId().equals(policyId))
        .forEach(assignment -> agents.add(assignment.agentId()));
    return agents;
  }

  private static ActivePolicy active(PolicyStore.ActivePolicyRow row, Set<String> agentIds) {
    return new ActivePolicy(
        row.policyId(),
        row.name(),
        row.severity(),
        row.stage(),
        row.effectiveMode(),
        new ActivePolicy.VersionText(row.activeVersion(), row.activeDsl(), row.activeHash()),
        row.latestVersion() == row.activeVersion()
            ? Optional.empty()
            : Optional.of(
                new ActivePolicy.VersionText(
                    row.latestVersion(), row.latestDsl(), row.latestHash())),
        agentIds);
  }

  /**
   * Moves a policy in its rollout. The caller has locked it, has checked that the transition is
   * allowed, and records it in the audit log.
   *
   * @param activeVersion the version that runs afterwards
   * @param by identifier of the caller
   */
  public Policy setStage(
      Tx tx,
      OrgId org,
      Policy policy,
      Stage stage,
      Stage effectiveMode,
      long activeVersion,
      String by) {
    if (effectiveMode == Stage.ROLLBACK) {
      throw new IllegalArgumentException("rollback is no mode");
    }
    tx.on(PolicyStore.class)
        .setStage(
            org, policy.id(), stage, policy.stage(), effectiveMode, activeVersion, tx.now(), by);
    Revisions.changed(tx, org);
    return get(tx, org, policy.id());
  }

  /** Stores the evidence for the promotion of a policy, which the caller has locked. */
  public Policy setEvidence(
      Tx tx, OrgId org, String policyId, String replayJobId, String summary, String by) {
    tx.on(PolicyStore.class).setEvidence(org, policyId, replayJobId, summary, tx.now(), by);
    return get(tx, org, policyId);
  }

  /**
   * Returns the policies that are assigned to each agent, and the policies that apply to all
   * agents.
   */
  @Override
  public Map<String, List<PolicyRef>> policies(Tx tx, OrgId org, List<String> agentIds) {
    if (agentIds.isEmpty()) {
      return Map.of();
    }
    List<PolicyRef> forAll =
        tx.on(PolicyStore.class).forAll(org).stream()
            .map(row -> new PolicyRef(row.policyId(), row.name(), row.effectiveMode().toString()))
            .toList();
    Map<String, List<PolicyRef>> refs = new LinkedHashMap<>();
    agentIds.forEach(id -> refs.put(id, forAll));
    for (AssignmentStore.AssignedPolicy row :
        tx.on(AssignmentStore.class).ofAgents(org, agentIds)) {
      List<PolicyRef> assigned = requireNonNull(refs.get(row.agentId()));
      if (assigned == forAll) {
        assigned = new ArrayList<>();
        refs.put(row.agentId(), assigned);
      }
      assigned.add(new PolicyRef(row.policyId(), row.name(), row.effectiveMode().toString()));
    }
    refs.replaceAll((id, assigned) -> assigned == forAll ? assigned : joined(assigned, forAll));
    return refs;
  }

  private static List<PolicyRef> joined(List<PolicyRef> assigned, List<PolicyRef> forAll) {
    List<PolicyRef> all = new ArrayList<>(assigned);
    all.addAll(forAll);
    return all;
  }

  /** Removes all policies of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "policy_assignment", "policy_version", "policy");
  }
}
