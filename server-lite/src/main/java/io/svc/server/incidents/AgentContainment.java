package io.svc.server.incidents;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.Claims;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.incidents.Containment.OfAgent;
import io.svc.server.incidents.Containment.Result;
import io.svc.server.lifecycle.AgentLifecycle;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Restricts single agents at every enforcement point of this service: decisions, claims, keys and
 * egress. An agent remains contained while any incident contains it.
 */
final class AgentContainment {
  private final Agents agents;
  private final AgentLifecycle lifecycle;
  private final Claims claims;
  private final ApiKeys keys;

  AgentContainment(Agents agents, AgentLifecycle lifecycle, Claims claims, ApiKeys keys) {
    this.agents = agents;
    this.lifecycle = lifecycle;
    this.claims = claims;
    this.keys = keys;
  }

  /** The measure that an incident requires for an agent. */
  record Wanted(
      String containmentId,
      String incidentId,
      HoldAction action,
      String reason,
      Optional<Instant> until) {}

  OfAgent hold(Tx tx, Caller caller, String agentId, Wanted wanted) {
    OrgId org = caller.tenant();
    Optional<Agent> agent = agents.find(tx, org, agentId);
    if (agent.isEmpty() || agent.get().lifecycle() == Lifecycle.RETIRED) {
      String detail = agent.isEmpty() ? "There is no such agent." : "The agent is retired.";
      return new OfAgent(agentId, Result.FAILED, List.of(), detail);
    }
    return switch (wanted.action()) {
      case QUARANTINE -> {
        boolean isNews = contain(tx, caller, agentId, wanted);
        int revoked = claims.revokeAll(tx, caller, agentId, wanted.reason());
        yield held(
            agentId,
            isNews || revoked > 0,
            "deny_eval",
            "deny_egress",
            "suspend_keys",
            "revoke_attestations");
      }
      case SUSPEND ->
          held(
              agentId,
              contain(tx, caller, agentId, wanted),
              "deny_eval",
              "deny_egress",
              "suspend_keys");
      case REVOKE_KEYS -> held(agentId, keys.revokeOfAgent(tx, org, agentId) > 0, "revoke_keys");
      case DENY_EGRESS -> {
        note(tx, org, agentId, wanted);
        boolean isNews =
            agents.denyEgress(tx, org, agentId, true) && !agent.get().containment().contained();
        yield held(agentId, isNews, "deny_egress");
      }
      case RELEASE -> throw new IllegalArgumentException("a release contains no agents");
    };
  }

  private static OfAgent held(String agentId, boolean isNews, String... actions) {
    return new OfAgent(
        agentId, isNews ? Result.CONTAINED : Result.ALREADY_CONTAINED, List.of(actions), "");
  }

  private boolean contain(Tx tx, Caller caller, String agentId, Wanted wanted) {
    note(tx, caller.tenant(), agentId, wanted);
    keys.agentChanged(tx);
    return lifecycle.contain(tx, caller, agentId, wanted.reason(), wanted.incidentId());
  }

  private static void note(Tx tx, OrgId org, String agentId, Wanted wanted) {
    tx.on(ContainmentStore.class).hold(org, wanted, agentId, tx.now());
  }

  /** Removes all measures of an incident on an agent. */
  OfAgent release(Tx tx, Caller caller, String incidentId, String agentId, String reason) {
    if (tx.on(ContainmentStore.class).free(caller.tenant(), incidentId, agentId) == 0) {
      return new OfAgent(agentId, Result.NOT_CONTAINED, List.of(), "");
    }
    return settle(tx, caller, agentId, reason);
  }

  /**
   * Ends the containment of an agent by an incident after its expiry; empty when it has not
   * expired.
   */
  Optional<OfAgent> end(Tx tx, Caller caller, String incidentId, String agentId, String reason) {
    return tx.on(ContainmentStore.class).end(caller.tenant(), incidentId, agentId, tx.now()) == 0
        ? Optional.empty()
        : Optional.of(settle(tx, caller, agentId, reason));
  }

  /** Applies the measures that the remaining incidents require. */
  private OfAgent settle(Tx tx, Caller caller, String agentId, String reason) {
    OrgId org = caller.tenant();
    List<ContainmentStore.Hold> left = tx.on(ContainmentStore.class).holdsOn(org, agentId);
    Optional<ContainmentStore.Hold> total =
        left.stream().filter(hold -> hold.action().isTotal()).findFirst();
    boolean isEgressDenied =
        left.stream().anyMatch(hold -> hold.action() == HoldAction.DENY_EGRESS);
    agents.denyEgress(tx, org, agentId, isEgressDenied);
    keys.agentChanged(tx);
    if (total.isPresent()) {
      agents.holdBy(tx, org, agentId, total.get().reason(), total.get().incidentId());
      return new OfAgent(
          agentId,
          Result.STILL_CONTAINED,
          List.of(),
          "The agent is still contained by incident \"" + total.get().incidentId() + "\".");
    }
    Lifecycle to = lifecycle.release(tx, caller, agentId, reason);
    return isEgressDenied
        ? new OfAgent(
            agentId,
            Result.STILL_CONTAINED,
            List.of("deny_egress"),
            "Outbound access is still blocked.")
        : new OfAgent(agentId, Result.RELEASED, List.of(), "The agent is now in " + to + ".");
  }
}
