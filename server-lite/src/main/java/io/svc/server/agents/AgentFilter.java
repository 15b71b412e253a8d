package io.svc.server.agents;

import static java.util.Objects.requireNonNull;

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

  public AgentFilter {
    requireNonNull(text, "text is null");
    requireNonNull(status, "status is null");
    requireNonNull(platform, "platform is null");
    requireNonNull(environment, "environment is null");
  }

  /** Those with a text. */
  public static AgentFilter containing(String text) {
    return new AgentFilter(text, Optional.empty(), "", "");
  }
}
