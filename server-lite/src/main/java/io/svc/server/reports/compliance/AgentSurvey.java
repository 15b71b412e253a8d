package io.svc.server.reports.compliance;

import static java.util.Objects.requireNonNull;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras.PolicyRef;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.Stage;
import io.svc.server.reports.ReportDigest.Evidence;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds deficiencies of agents, in one pass over all agents that are not retired. */
final class AgentSurvey {
  private static final int AT_ONCE = 500;

  /** The maximum number of agents that are checked; the others are assumed to be similar. */
  private static final int MOST = 20_000;

  private static final int MOST_NAMED = 10;

  /** The possible deficiencies of an agent. */
  enum Lack {
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

  private final ComplianceSnapshot.Sources sources;
  private final OrgId org;
  private final int riskThreshold;
  private final Map<Lack, Long> counts = new EnumMap<>(Lack.class);
  private final Map<Lack, List<Evidence>> named = new EnumMap<>(Lack.class);
  private final List<Evidence> some = new ArrayList<>();
  private long live;
  private long inProduction;

  AgentSurvey(ComplianceSnapshot.Sources sources, OrgId org, int riskThreshold) {
    this.sources = sources;
    this.org = org;
    this.riskThreshold = riskThreshold;
    for (Lack lack : Lack.values()) {
      counts.put(lack, 0L);
      named.put(lack, new ArrayList<>());
    }
  }

  AgentSurvey made() {
    String after = "";
    boolean isLast = false;
    for (int seen = 0; !isLast && seen < MOST; seen += AT_ONCE) {
      String behind = after;
      List<Agent> page =
          sources
              .database()
              .read(tx -> looked(tx, sources.agents().after(tx, org, behind, AT_ONCE)));
      isLast = page.size() < AT_ONCE;
      after = isLast ? "" : page.get(AT_ONCE - 1).id();
    }
    return this;
  }

  private List<Agent> looked(Tx tx, List<Agent> page) {
    List<Agent> alive =
        page.stream().filter(agent -> agent.lifecycle() != Lifecycle.RETIRED).toList();
    List<String> ids = alive.stream().map(Agent::id).toList();
    List<String> productive =
        alive.stream()
            .filter(agent -> agent.lifecycle() == Lifecycle.PRODUCTION)
            .map(Agent::id)
            .toList();
    Map<String, List<PolicyRef>> policies = sources.policies().policies(tx, org, ids);
    Set<String> attested = sources.claims().standing(tx, org, productive);
    Set<String> degraded = sources.health().degraded(tx, org, ids);
    for (Agent agent : alive) {
      live++;
      if (some.size() < MOST_NAMED) {
        some.add(evidence(agent));
      }
      lacks(
          Lack.GOVERNANCE,
          agent,
          policies.getOrDefault(agent.id(), List.of()).stream()
              .noneMatch(
                  policy -> Stage.of(policy.mode()).filter(Stage.ENFORCE::equals).isPresent()));
      lacks(Lack.OWNER, agent, !agent.owner().isNamed());
      lacks(Lack.DECISION, agent, agent.lifecycle() == Lifecycle.DISCOVERED);
      lacks(Lack.LOW_RISK, agent, agent.riskScore() >= riskThreshold);
      lacks(
          Lack.DESCRIPTION,
          agent,
          agent.description().isBlank() || (agent.model().isEmpty() && agent.tools().isEmpty()));
      lacks(Lack.HEALTH, agent, degraded.contains(agent.id()));
      lacks(
          Lack.USE,
          agent,
          agent.health(tx.now(), false, 1) == Agent.Health.STALE
              && agent.lifecycle() != Lifecycle.SUSPENDED);
      if (agent.lifecycle() == Lifecycle.PRODUCTION) {
        inProduction++;
        lacks(Lack.ATTESTATION, agent, !attested.contains(agent.id()));
      }
    }
    return page;
  }

  private void lacks(Lack lack, Agent agent, boolean isLacking) {
    if (isLacking) {
      counts.merge(lack, 1L, Long::sum);
      if (named(lack).size() < MOST_NAMED) {
        named(lack).add(evidence(agent));
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
  long count(Lack lack) {
    return requireNonNull(counts.get(lack));
  }

  /** Returns some agents with a deficiency, or some of all agents if there are none. */
  List<Evidence> evidence(Lack lack) {
    return count(lack) > 0 ? named(lack) : some;
  }

  private List<Evidence> named(Lack lack) {
    return requireNonNull(named.get(lack));
  }
}
