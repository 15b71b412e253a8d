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

/** What is lacking of which agents, found by going through all that are not retired, once. */
final class AgentSurvey {
  private static final int AT_ONCE = 500;

  /** Beyond so many, the rest is taken to be like those that were looked at. */
  private static final int MOST = 20_000;

  private static final int MOST_NAMED = 10;

  /** What an agent can lack. */
  enum Lack {
    /** No policy in force holds for it. */
    GOVERNANCE,
    /** Nobody answers for it. */
    OWNER,
    /** Nobody said what is to become of it. */
    DECISION,
    /** Its risk is below the threshold of the tenant. */
    LOW_RISK,
    /** Nobody told what it is for, or what it is made of. */
    DESCRIPTION,
    /** It is in production, and no claim about it as it is now stands. */
    ATTESTATION,
    /** Too much of what it does is refused or fails. */
    HEALTH,
    /** It did something within a month. */
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

  /** How many agents are not retired. */
  long live() {
    return live;
  }

  /** How many of them are in production. */
  long inProduction() {
    return inProduction;
  }

  /** How many lack something. */
  long count(Lack lack) {
    return requireNonNull(counts.get(lack));
  }

  /** Some that lack it, or some of all where none does. */
  List<Evidence> evidence(Lack lack) {
    return count(lack) > 0 ? named(lack) : some;
  }

  private List<Evidence> named(Lack lack) {
    return requireNonNull(named.get(lack));
  }
}
