package io.svc.server.reports.compliance;

import static java.util.Objects.requireNonNull;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.AgentExtras.PolicyRef;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.Stage;
import io.svc.server.reports.ReportDigest.Evidence;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds deficiencies of agents, in one pass over all agents that are not retired. */
final class AgentDeficiencyFinder {
  private static final int AT_ONCE = 500;

  /** The maximum number of agents that are checked; the others are assumed to be similar. */
  private static final int MAX = 20_000;

  private static final int MAX_NAMED = 10;

  /** The possible deficiencies of an agent. */
  enum Deficiency {
    /** No enforced policy applies to it. */
    GOVERNANCE,
    /** It has no owner. */
    OWNER,
    /** No decision about its future is recorded. */
    DECISION,
    /** Its risk is below the threshold of the tenant. */
    LOW_RISK,
    /** Its purpose or its components are not described. */
    DESCRIPTION,
    /** It is in production without a valid claim about its current state. */
    ATTESTATION,
    /** Too many of its actions are denied or fail. */
    HEALTH,
    /** It was active within a month. */
    USE
  }

  private final ComplianceSnapshot.SnapshotSources sources;
  private final OrgId org;
  private final int riskThreshold;
  private final Map<Deficiency, Long> counts = new EnumMap<>(Deficiency.class);
  private final Map<Deficiency, List<Evidence>> named = new EnumMap<>(Deficiency.class);
  private final List<Evidence> some = new ArrayList<>();
  private long live;
  private long inProduction;

  AgentDeficiencyFinder(ComplianceSnapshot.SnapshotSources sources, OrgId org, int riskThreshold) {
    this.sources = sources;
    this.org = org;
    this.riskThreshold = riskThreshold;
    for (Deficiency gap : Deficiency.values()) {
      counts.put(gap, 0L);
      named.put(gap, new ArrayList<>());
    }
  }

  AgentDeficiencyFinder survey() {
    String after = "";
    boolean isLast = false;
    for (int seen = 0; !isLast && seen < MAX; seen += AT_ONCE) {
      String afterId = after;
      List<Agent> page =
          sources
              .database()
              .read(tx -> surveyPage(tx, sources.agents().after(tx, org, afterId, AT_ONCE)));
      isLast = page.size() < AT_ONCE;
      after = isLast ? "" : page.get(AT_ONCE - 1).id();
    }
    return this;
  }

  private List<Agent> surveyPage(Tx tx, List<Agent> page) {
    List<Agent> alive =
        page.stream().filter(agent -> agent.lifecycle() != Lifecycle.RETIRED).toList();
    List<String> ids = alive.stream().map(Agent::id).toList();
    List<String> productive =
        alive.stream()
            .filter(agent -> agent.lifecycle() == Lifecycle.PRODUCTION)
            .map(Agent::id)
            .toList();
    Map<String, List<PolicyRef>> policies = sources.policies().policies(tx, org, ids);
    Set<String> attested = sources.claims().agentsWithValidClaim(tx, org, productive);
    Set<String> degraded = new HashSet<>();
    Map<String, AgentExtras.Discovered> discovered = new HashMap<>();
    for (AgentExtras extra : sources.extras()) {
      degraded.addAll(extra.degraded(tx, org, ids));
      discovered.putAll(extra.discovered(tx, org, ids));
    }
    for (Agent agent : alive) {
      live++;
      if (some.size() < MAX_NAMED) {
        some.add(evidence(agent));
      }
      recordGap(
          Deficiency.GOVERNANCE,
          agent,
          policies.getOrDefault(agent.id(), List.of()).stream()
              .noneMatch(
                  policy -> Stage.of(policy.mode()).filter(Stage.ENFORCE::equals).isPresent()));
      recordGap(Deficiency.OWNER, agent, !agent.owner().isNamed());
      recordGap(Deficiency.DECISION, agent, agent.lifecycle() == Lifecycle.DISCOVERED);
      AgentExtras.Discovered found = discovered.get(agent.id());
      recordGap(Deficiency.LOW_RISK, agent, found != null && found.risk().score() >= riskThreshold);
      recordGap(
          Deficiency.DESCRIPTION,
          agent,
          agent.description().isBlank() || (agent.model().isEmpty() && agent.tools().isEmpty()));
      recordGap(Deficiency.HEALTH, agent, degraded.contains(agent.id()));
      recordGap(
          Deficiency.USE,
          agent,
          agent.health(tx.now(), false, 1) == Agent.Health.STALE
              && agent.lifecycle() != Lifecycle.SUSPENDED);
      if (agent.lifecycle() == Lifecycle.PRODUCTION) {
        inProduction++;
        recordGap(Deficiency.ATTESTATION, agent, !attested.contains(agent.id()));
      }
    }
    return page;
  }

  private void recordGap(Deficiency gap, Agent agent, boolean hasGap) {
    if (hasGap) {
      counts.merge(gap, 1L, Long::sum);
      if (named(gap).size() < MAX_NAMED) {
        named(gap).add(evidence(agent));
      }
    }
  }

  private static Evidence evidence(Agent agent) {
    return new Evidence("agent", agent.id(), agent.name());
  }

  /** Returns the number of agents that are not retired. */
  long live() {
    return live;
  }

  /** Returns the number of these agents in production. */
  long inProduction() {
    return inProduction;
  }

  /** Returns the number of agents with a deficiency. */
  long count(Deficiency gap) {
    return requireNonNull(counts.get(gap));
  }

  /** Returns some agents with a deficiency, or some of all agents if there are none. */
  List<Evidence> evidence(Deficiency gap) {
    return count(gap) > 0 ? named(gap) : some;
  }

  private List<Evidence> named(Deficiency gap) {
    return requireNonNull(named.get(gap));
  }
}
