package io.svc.server.decisions;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Lifecycle;
import io.svc.server.policies.dsl.Facts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The properties of an agent that a decision depends on.
 *
 * @param id empty until the agent is registered
 * @param barrier the reason why all its actions are denied
 */
record ActingAgent(String id, String platform, Facts.Agent facts, Optional<DenialReason> barrier) {

  /**
   * The reason why an agent's actions are denied.
   *
   * @param isOutwards whether it only applies to actions with a destination
   */
  record DenialReason(ReasonCode code, String reason, boolean isOutwards) {
    DenialReason(ReasonCode code, String reason) {
      this(code, reason, false);
    }

    boolean stops(Facts facts) {
      return !isOutwards || facts.destination().isPresent();
    }
  }

  /** Returns an agent that its first call would register. */
  static ActingAgent unregistered(String platform, String name) {
    return new ActingAgent(
        "",
        platform.toLowerCase(Locale.ROOT),
        new Facts.Agent("", name, List.of(), "", "", Lifecycle.DISCOVERED.toString()),
        Optional.empty());
  }

  boolean isRegistered() {
    return !id.isEmpty();
  }

  static ActingAgent of(Agent agent) {
    String owner = agent.owner().name().isEmpty() ? agent.owner().userId() : agent.owner().name();
    return new ActingAgent(
        agent.id(),
        agent.platform(),
        new Facts.Agent(
            agent.id(),
            agent.name(),
            agent.tags(),
            owner,
            agent.environment(),
            agent.lifecycle().toString()),
        barrier(agent));
  }

  /** Returns this agent with a barrier for its rejection; an existing barrier has precedence. */
  ActingAgent rejected() {
    return barrier.isPresent()
        ? this
        : new ActingAgent(
            id,
            platform,
            facts,
            Optional.of(
                new DenialReason(
                    ReasonCode.AGENT_REJECTED, "The agent was rejected where it was discovered.")));
  }

  private static Optional<DenialReason> barrier(Agent agent) {
    if (agent.containment().contained()) {
      String reason = agent.containment().reason();
      return Optional.of(
          new DenialReason(
              ReasonCode.AGENT_CONTAINED,
              reason.isEmpty() ? "The agent is contained." : "The agent is contained: " + reason));
    }
    if (agent.lifecycle() == Lifecycle.SUSPENDED) {
      return Optional.of(new DenialReason(ReasonCode.AGENT_SUSPENDED, "The agent is suspended."));
    }
    if (agent.lifecycle() == Lifecycle.RETIRED) {
      return Optional.of(new DenialReason(ReasonCode.AGENT_RETIRED, "The agent is retired."));
    }
    if (agent.containment().egressDenied()) {
      return Optional.of(
          new DenialReason(
              ReasonCode.AGENT_CONTAINED,
              "An incident blocks the outbound access of the agent.",
              true));
    }
    return Optional.empty();
  }
}
