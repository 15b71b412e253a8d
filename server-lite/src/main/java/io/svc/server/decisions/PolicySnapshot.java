package io.svc.server.decisions;

import io.svc.server.http.Call;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.RuleSet;
import io.svc.server.redaction.TenantRedaction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All that decides for a tenant at one revision, compiled. Never changes: a new revision is a new
 * snapshot. Safe for many threads.
 */
final class PolicySnapshot {
  private final long revision;
  private final TenantRedaction redaction;
  private final List<PolicyVersionInForce> members;
  private final List<PolicyVersionInForce> readable;
  private final RuleSet rules;
  private final Set<String> named = new HashSet<>();
  private final boolean looksAtSessions;
  private final Group everybody;
  private final Map<String, Group> groups = new ConcurrentHashMap<>();
  private final Map<String, ActingAgent> agents = new ConcurrentHashMap<>();
  private final Set<String> stored = ConcurrentHashMap.newKeySet();

  /**
   * The policies that hold for an agent.
   *
   * @param readable which of {@link #rules} hold, by their place
   * @param observing which of them only observe
   * @param broken those that hold and cannot
   * @param running the policies whose running version holds
   * @param enforced names those that do more than look on, with their versions and modes
   * @param id of this very set, with its members' versions and modes
   * @param json the members, for the record
   */
  record Group(
      BitSet readable,
      BitSet observing,
      List<PolicyVersionInForce> broken,
      List<String> running,
      String enforced,
      String id,
      String json,
      boolean isEmpty) {}

  PolicySnapshot(long revision, List<PolicyVersionInForce> members, TenantRedaction redaction) {
    this.revision = revision;
    this.redaction = redaction;
    this.members = List.copyOf(members);
    this.readable = this.members.stream().filter(m -> m.policy().isPresent()).toList();
    List<CompiledPolicy> compiled = new ArrayList<>();
    readable.forEach(member -> member.policy().ifPresent(compiled::add));
    this.members.forEach(member -> named.addAll(member.agents()));
    this.rules = RuleSet.of(compiled);
    this.looksAtSessions = compiled.stream().anyMatch(CompiledPolicy::looksAtSession);
    this.everybody = group("");
  }

  /** Whether any condition asks for what happened in the session before. */
  boolean looksAtSessions() {
    return looksAtSessions;
  }

  /** What is recognised for the tenant. */
  TenantRedaction redaction() {
    return redaction;
  }

  long revision() {
    return revision;
  }

  RuleSet rules() {
    return rules;
  }

  /** The member whose policy has a place in {@link #rules}. */
  PolicyVersionInForce member(int index) {
    return readable.get(index);
  }

  /** What is known of agents that asked under this revision; filled as they do. */
  Map<String, ActingAgent> agents() {
    return agents;
  }

  /** Whether a set of this snapshot is known to be on record. */
  boolean isStored(String setId) {
    return stored.contains(setId);
  }

  /** A set of this snapshot is on record from now on. */
  void stored(String setId) {
    stored.add(setId);
  }

  /** The policies that hold for an agent. */
  Group groupOf(String agentId) {
    return named.contains(agentId) ? groups.computeIfAbsent(agentId, this::group) : everybody;
  }

  /** Names those policies that do more than observe, with their versions and modes. */
  static String enforced(List<PolicyVersionInForce> holding) {
    return Call.sha256(
        Json.text(holding.stream().filter(m -> !m.isShadow()).map(ConsultedPolicy::of).toList()));
  }

  private Group group(String agentId) {
    BitSet applicable = new BitSet(readable.size());
    BitSet observing = new BitSet(readable.size());
    for (int i = 0; i < readable.size(); i++) {
      applicable.set(i, readable.get(i).holdsFor(agentId));
      observing.set(i, readable.get(i).isShadow());
    }
    List<PolicyVersionInForce> holding = members.stream().filter(m -> m.holdsFor(agentId)).toList();
    List<PolicyVersionInForce> broken = holding.stream().filter(m -> m.policy().isEmpty()).toList();
    String json = Json.text(holding.stream().map(ConsultedPolicy::of).toList());
    List<String> running =
        holding.stream().filter(m -> !m.isCandidate()).map(PolicyVersionInForce::policyId).toList();
    return new Group(
        applicable,
        observing,
        broken,
        running,
        enforced(holding),
        Call.sha256(json),
        json,
        holding.isEmpty());
  }
}
