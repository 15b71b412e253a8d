package io.svc.server.incidents;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.Claims;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.incidents.ContainmentOrderView.AgentResult;
import io.svc.server.incidents.ContainmentOrderView.Result;
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
  record ContainmentMeasure(
      String containmentId,
      String incidentId,
      ContainmentAction action,
      String reason,
      Optional<Instant> until) {}

  AgentResult apply(Tx tx, Caller caller, String agentId, ContainmentMeasure request) {
    OrgId org = caller.tenant();
    Optional<Agent> agent = agents.find(tx, org, agentId);
    if (agent.isEmpty() || agent.get().lifecycle() == Lifecycle.RETIRED) {
      String detail = agent.isEmpty() ? "There is no such agent." : "The agent is retired.";
      return new AgentResult(agentId, Result.FAILED, List.of(), detail);
    }
    return switch (request.action()) {
      case QUARANTINE -> {
        boolean isNews = contain(tx, caller, agentId, request);
        int revoked = claims.revokeAll(tx, caller, agentId, request.reason());
        yield containedResult(
            agentId,
            isNews || revoked > 0,
            "deny_eval",
            "deny_egress",
            "suspend_keys",
            "revoke_attestations");
      }
      case SUSPEND ->
          containedResult(
              agentId,
              contain(tx, caller, agentId, request),
              "deny_eval",
              "deny_egress",
              "suspend_keys");
      case REVOKE_KEYS ->
          containedResult(agentId, keys.revokeOfAgent(tx, org, agentId) > 0, "revoke_keys");
      case DENY_EGRESS -> {
        note(tx, org, agentId, request);
        boolean isNews =
            agents.denyEgress(tx, org, agentId, true) && !agent.get().containment().contained();
        yield containedResult(agentId, isNews, "deny_egress");
      }
      case RELEASE -> throw new IllegalArgumentException("a release contains no agents");
    };
  }

  private static AgentResult containedResult(String agentId, boolean isNews, String... actions) {
    return new AgentResult(
        agentId, isNews ? Result.CONTAINED : Result.ALREADY_CONTAINED, List.of(actions), "");
  }

  private boolean contain(Tx tx, Caller caller, String agentId, ContainmentMeasure request) {
    note(tx, caller.tenant(), agentId, request);
    keys.agentChanged(tx);
    return lifecycle.contain(tx, caller, agentId, request.reason(), request.incidentId());
  }

  private static void note(Tx tx, OrgId org, String agentId, ContainmentMeasure request) {
    tx.on(ContainmentStore.class).hold(org, request, agentId, tx.now());
  }

  /** Removes all measures of an incident on an agent. */
  AgentResult release(Tx tx, Caller caller, String incidentId, String agentId, String reason) {
    if (tx.on(ContainmentStore.class).free(caller.tenant(), incidentId, agentId) == 0) {
      return new AgentResult(agentId, Result.NOT_CONTAINED, List.of(), "");
    }
    return applyRemaining(tx, caller, agentId, reason);
  }

  /**
   * Ends the containment of an agent by an incident after its expiry; empty when it has not
   * expired.
   */
  Optional<AgentResult> end(
      Tx tx, Caller caller, String incidentId, String agentId, String reason) {
    return tx.on(ContainmentStore.class).end(caller.tenant(), incidentId, agentId, tx.now()) == 0
        ? Optional.empty()
        : Optional.of(applyRemaining(tx, caller, agentId, reason));
  }

  /** Applies the measures that the remaining incidents require. */
  private AgentResult applyRemaining(Tx tx, Caller caller, String agentId, String reason) {
    OrgId org = caller.tenant();
    List<ContainmentStore.ContainmentRow> remaining =
        tx.on(ContainmentStore.class).holdsOn(org, agentId);
    Optional<ContainmentStore.ContainmentRow> total =
        remaining.stream().filter(containment -> containment.action().isTotal()).findFirst();
    boolean isEgressDenied =
        remaining.stream()
            .anyMatch(containment -> containment.action() == ContainmentAction.DENY_EGRESS);
    agents.denyEgress(tx, org, agentId, isEgressDenied);
    keys.agentChanged(tx);
    if (total.isPresent()) {
      agents.setContainingIncident(
          tx, org, agentId, total.get().reason(), total.get().incidentId());
      return new AgentResult(
          agentId,
          Result.STILL_CONTAINED,
          List.of(),
          "The agent is still contained by incident \"" + total.get().incidentId() + "\".");
    }
    Lifecycle to = lifecycle.release(tx, caller, agentId, reason);
    return isEgressDenied
        ? new AgentResult(
            agentId,
            Result.STILL_CONTAINED,
            List.of("deny_egress"),
            "Outbound access is still blocked.")
        : new AgentResult(agentId, Result.RELEASED, List.of(), "The agent is now in " + to + ".");
  }
}
