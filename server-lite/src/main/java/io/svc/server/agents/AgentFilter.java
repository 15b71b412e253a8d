package io.svc.server.agents;

import java.util.Optional;

/**
 * Which agents are asked for. What is empty is not asked for.
 *
 * @param text a part of name, description, owner, platform, tools, tags or external identifier, in
 *     any case
 */
public record AgentFilter(
    String text, Optional<Agent.Status> status, String platform, String environment) {
  /** All of them. */
  public static final AgentFilter ALL = new AgentFilter("", Optional.empty(), "", "");

  /** Those with a text. */
  public static AgentFilter containing(String text) {
    return new AgentFilter(text, Optional.empty(), "", "");
  }
}
