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
 * The compiled policies and settings of a tenant at one revision. Immutable, except for caches; a
 * new revision is a new snapshot. Thread-safe.
 */
final class PolicySnapshot {
  private final long revision;
  private final TenantRedaction redaction;
  private final List<PolicyVersionInForce> members;
  private final List<PolicyVersionInForce> readable;
  private final RuleSet rules;
  private final Set<String> named = new HashSet<>();
  private final boolean usesSessionHistory;
  private final Group allAgents;
  private final Map<String, Group> groups = new ConcurrentHashMap<>();
  private final Map<String, ActingAgent> agents = new ConcurrentHashMap<>();
  private final Set<String> stored = ConcurrentHashMap.newKeySet();

  /**
   * The policies that apply to an agent.
   *
   * @param readable which of {@link #rules} apply, by index
   * @param observing which of them are in observe mode
   * @param broken applicable policies that cannot be read
   * @param running the policies whose running version applies
   * @param enforced names of the policies that are not only observed, with their versions and modes
   * @param id identifier of this set, derived from its members' versions and modes
   * @param json the members, as recorded
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
    this.usesSessionHistory = compiled.stream().anyMatch(CompiledPolicy::usesSessionHistory);
    this.allAgents = group("");
  }

  /** Returns true when a condition depends on earlier actions in the session. */
  boolean usesSessionHistory() {
    return usesSessionHistory;
  }

  /** Returns the tenant's redaction. */
  TenantRedaction redaction() {
    return redaction;
  }

  long revision() {
    return revision;
  }

  RuleSet rules() {
    return rules;
  }

  /** Returns the policy version at an index of {@link #rules}. */
  PolicyVersionInForce member(int index) {
    return readable.get(index);
  }

  /** Returns a cache of the agents that requested decisions at this revision. */
  Map<String, ActingAgent> agents() {
    return agents;
  }

  /** Returns true when a set of this snapshot is stored. */
  boolean isStored(String setId) {
    return stored.contains(setId);
  }

  /** Marks a set of this snapshot as stored. */
  void stored(String setId) {
    stored.add(setId);
  }

  /** Returns the policies that apply to an agent. */
  Group groupOf(String agentId) {
    return named.contains(agentId) ? groups.computeIfAbsent(agentId, this::group) : allAgents;
  }

  /** Names the policies that are not only observed, with their versions and modes. */
  static String enforced(List<PolicyVersionInForce> applicable) {
    return Call.sha256(
        Json.text(
            applicable.stream().filter(m -> !m.isShadow()).map(ConsultedPolicy::of).toList()));
  }

  private Group group(String agentId) {
    BitSet applicable = new BitSet(readable.size());
    BitSet observing = new BitSet(readable.size());
    for (int i = 0; i < readable.size(); i++) {
      applicable.set(i, readable.get(i).appliesTo(agentId));
      observing.set(i, readable.get(i).isShadow());
    }
    List<PolicyVersionInForce> applicableMembers =
        members.stream().filter(m -> m.appliesTo(agentId)).toList();
    List<PolicyVersionInForce> broken =
        applicableMembers.stream().filter(m -> m.policy().isEmpty()).toList();
    String json = Json.text(applicableMembers.stream().map(ConsultedPolicy::of).toList());
    List<String> running =
        applicableMembers.stream()
            .filter(m -> !m.isCandidate())
            .map(PolicyVersionInForce::policyId)
            .toList();
    return new Group(
        applicable,
        observing,
        broken,
        running,
        enforced(applicableMembers),
        Call.sha256(json),
        json,
        applicableMembers.isEmpty());
  }
}
