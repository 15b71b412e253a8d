package io.svc.server.agents;

import java.util.List;
import java.util.Map;

/** The properties of an agent that its operator provides. Unknown texts are empty. */
public record Profile(
    String name,
    String description,
    String framework,
    String model,
    String agentVersion,
    Agent.Owner owner,
    String environment,
    List<String> tools,
    List<Agent.Connector> connectors,
    List<String> mcpServers,
    List<String> dataClassifications,
    List<String> tags,
    Map<String, String> labels) {
  public Profile {
    tools = List.copyOf(tools);
    connectors = List.copyOf(connectors);
    mcpServers = List.copyOf(mcpServers);
    dataClassifications = List.copyOf(dataClassifications);
    tags = List.copyOf(tags);
  }

  /** Returns the agent with this profile. */
  public Agent of(Agent agent) {
    return new Agent(
        agent.id(),
        agent.platform(),
        agent.externalId(),
        name,
        description,
        agent.type(),
        framework,
        model,
        agentVersion,
        owner,
        environment,
        agent.lifecycle(),
        agent.suspendedFrom(),
        tools,
        connectors,
        mcpServers,
        dataClassifications,
        tags,
        labels,
        agent.containment(),
        agent.firstSeenAt(),
        agent.lastSeenAt(),
        agent.createdAt(),
        agent.updatedAt(),
        agent.version());
  }
}
