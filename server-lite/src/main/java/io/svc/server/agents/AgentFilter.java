package io.svc.server.agents;

import java.util.Optional;

/**
 * A filter for agents. Empty fields do not filter.
 *
 * @param text a part of name, description, owner, platform, tools, tags or external identifier,
 *     ignoring case
 */
public record AgentFilter(
    String text, Optional<Agent.Status> status, String platform, String environment) {
  /** Matches all agents. */
  public static final AgentFilter ALL = new AgentFilter("", Optional.empty(), "", "");

  /** Returns a filter for a text. */
  public static AgentFilter containing(String text) {
    return new AgentFilter(text, Optional.empty(), "", "");
  }
}
