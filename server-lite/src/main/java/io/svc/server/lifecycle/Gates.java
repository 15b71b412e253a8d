package io.svc.server.lifecycle;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import io.svc.server.lifecycle.GateItem.Status;
import io.svc.server.policies.ActivePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Evaluates gates for checklists, transitions and monitoring. No other code does. */
final class Gates {
  private static final int MAX_EVIDENCE = 20;

  private final AgentFacts.FactSources sources;

  Gates(AgentFacts.FactSources sources) {
    this.sources = sources;
  }

  /** The facts and configuration for some agents. */
  final class GateEvaluation {
    private final GateConfig config;
    private final AgentFacts found;
    private final Instant now;

    private GateEvaluation(Tx tx, OrgId org, GateConfig config, List<Agent> agents) {
      this.config = config;
      this.found = AgentFacts.of(tx, org, agents, sources);
      this.now = tx.now();
    }

    /** Returns when an agent entered its state; empty when it never changed. */
    Optional<Instant> arrival(Agent agent) {
      return found.arrival(agent).map(LifecycleStore.StateEntryTime::transitionedAt);
    }

    /** Returns the number of its open critical alerts. */
    long criticalAlerts(Agent agent) {
      return found.criticalAlerts(agent);
    }

    /**
     * Evaluates a gate for one of the agents.
     *
     * @param memberId the member who requests the transition, whose own waivers do not count; empty
     *     for none
     */
    GateResult of(Agent agent, GateConfig.Gate gate, String memberId) {
      List<GateItem> items = new ArrayList<>();
      for (String key : gate.required()) {
        items.add(
            AutomaticCheck.of(key)
                .map(check -> automatic(check, agent, gate))
                .orElseGet(() -> manual(key, agent)));
      }
      if (gate.soakHours() > 0) {
        items.add(automatic(AutomaticCheck.SOAK_TIME, agent, gate));
      }
      items.replaceAll(item -> item.status().isBlocking() ? waived(item, agent, memberId) : item);
      return GateResult.of(items);
    }

    private GateItem waived(GateItem item, Agent agent, String memberId) {
      return found
          .waiver(agent, item.key())
          .filter(waiver -> waiver.isValid(now, config.waivers()))
          .filter(waiver -> !waiver.approvedPerson().equals(memberId))
          .map(
              waiver ->
                  item.waived(
                      "Waived until "
                          + Json.time(waiver.end(config.waivers()))
                          + ": "
                          + waiver.reason()))
          .orElse(item);
    }

    private GateItem manual(String key, Agent agent) {
      Optional<ManualCheck> check = found.check(agent, key);
      return new GateItem(
          key,
          label(key),
          GateItem.Type.MANUAL,
          true,
          check.map(ManualCheck::status).orElse(Status.NOT_EVALUATED),
          check.map(ManualCheck::note).filter(note -> !note.isEmpty()).orElse(""),
          Optional.empty(),
          List.of(),
          check.map(ManualCheck::checkedBy),
          check.map(ManualCheck::checkedAt),
          check.map(ManualCheck::note).orElse(""),
          check.map(ManualCheck::evidenceUrl).orElse(""));
    }

    private GateItem automatic(AutomaticCheck check, Agent agent, GateConfig.Gate gate) {
      CheckResult answer =
          switch (check) {
            case OWNER_ASSIGNED -> owner(agent);
            case POLICY_ASSIGNED -> assigned(agent);
            case POLICY_ENFORCING -> enforcing(agent);
            case NO_OPEN_CRITICAL_ALERTS -> alerts(agent);
            case RISK_BELOW_THRESHOLD -> risk(agent);
            case CERTIFIED_OR_ATTESTED -> certificationAnswer(agent);
            case SOAK_TIME -> soakTimeAnswer(agent, gate);
          };
      return new GateItem(
          check.toString(),
          check.label(),
          GateItem.Type.AUTOMATIC,
          true,
          answer.status(),
          answer.detail(),
          Optional.of(now),
          answer.evidence(),
          Optional.empty(),
          Optional.empty(),
          "",
          "");
    }

    private CheckResult owner(Agent agent) {
      return agent.owner().isNamed()
          ? CheckResult.pass(agent.owner().shown())
          : CheckResult.fail("The agent has no owner.");
    }

    private CheckResult assigned(Agent agent) {
      List<AgentExtras.PolicyRef> policies = found.policies(agent);
      return policies.isEmpty()
          ? CheckResult.fail("No policy applies to the agent.")
          : CheckResult.pass(
              counted(policies.size(), "policy", "policies") + " assigned, or for all agents",
              policies.stream().map(AgentExtras.PolicyRef::policyId).toList());
    }

    private CheckResult enforcing(Agent agent) {
      List<ActivePolicy> policies = found.enforcing(agent);
      return policies.isEmpty()
          ? CheckResult.fail("No enforced policy applies to the agent.")
          : CheckResult.pass(
              counted(policies.size(), "policy", "policies") + " enforced",
              policies.stream().map(ActivePolicy::policyId).toList());
    }

    private CheckResult alerts(Agent agent) {
      long open = found.criticalAlerts(agent);
      return open == 0
          ? CheckResult.pass("None")
          : CheckResult.fail(counted(open, "critical alert is", "critical alerts are") + " open.");
    }

    private CheckResult risk(Agent agent) {
      Optional<AgentExtras.Risk> risk = found.risk(agent);
      if (risk.isEmpty()) {
        return CheckResult.unknown("The risk of the agent is not assessed yet.");
      }
      boolean isLow = risk.get().score() < config.riskThreshold();
      String figures =
          risk.get().score() + (isLow ? " < " : " is not below ") + config.riskThreshold();
      List<String> factors = risk.get().factors().stream().map(Agent.RiskFactor::code).toList();
      return new CheckResult(isLow ? Status.PASS : Status.FAIL, figures, factors);
    }

    private CheckResult certificationAnswer(Agent agent) {
      Optional<AgentExtras.Certification> certification = found.certification(agent);
      if (certification.isPresent()) {
        return CheckResult.pass(
            "Certified by " + certification.get().decidedBy(),
            List.of(certification.get().certId()));
      }
      return found.isAttested(agent)
          ? CheckResult.pass("A claim about the current state is valid.")
          : CheckResult.fail(
              "The agent has no certification and no valid claim for its current state.");
    }

    private CheckResult soakTimeAnswer(Agent agent, GateConfig.Gate gate) {
      if (agent.lifecycle() != gate.from()) {
        return new CheckResult(
            Status.NOT_APPLICABLE, "The agent is not in " + gate.from() + ".", List.of());
      }
      Optional<Instant> since = arrival(agent);
      if (since.isEmpty()) {
        return CheckResult.unknown(
            "It is not known since when the agent is in " + gate.from() + ".");
      }
      Duration soaked = Duration.between(since.get(), now);
      String figures = soaked.toHours() + " of " + gate.soakHours() + " hours in " + gate.from();
      return soaked.compareTo(Duration.ofHours(gate.soakHours())) < 0
          ? CheckResult.fail(figures)
          : CheckResult.pass(figures);
    }
  }

  /** The result of an automatic check. */
  private record CheckResult(Status status, String detail, List<String> evidence) {
    CheckResult {
      evidence = evidence.stream().limit(MAX_EVIDENCE).toList();
    }

    static CheckResult pass(String detail) {
      return pass(detail, List.of());
    }

    static CheckResult pass(String detail, List<String> evidence) {
      return new CheckResult(Status.PASS, detail, evidence);
    }

    static CheckResult fail(String detail) {
      return new CheckResult(Status.FAIL, detail, List.of());
    }

    static CheckResult unknown(String detail) {
      return new CheckResult(Status.NOT_EVALUATED, detail, List.of());
    }
  }

  /** Reads the facts about some agents. */
  GateEvaluation round(Tx tx, OrgId org, GateConfig config, List<Agent> agents) {
    return new GateEvaluation(tx, org, config, agents);
  }

  private static String counted(long n, String singular, String plural) {
    return n + " " + (n == 1 ? singular : plural);
  }

  /**
   * Returns the name of an item, such as {@code Security review} for {@code
   * manual_security_review}.
   */
  static String label(String key) {
    String words = key.replaceFirst("^manual_", "").replace('_', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
