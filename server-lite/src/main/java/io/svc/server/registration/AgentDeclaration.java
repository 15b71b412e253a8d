package io.svc.server.registration;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Profile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The declared properties of an agent, merged from all requests and masked. Unknown texts are
 * empty.
 *
 * @param active whether it is active
 * @param usesAi whether it uses a model
 * @param subWorkflows the platform's identifiers of the workflows that it starts
 * @param hasSecret whether a secret was removed from the declaration
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record AgentDeclaration(
    String name,
    String description,
    String owner,
    String environment,
    String url,
    String version,
    String framework,
    String model,
    boolean active,
    boolean usesAi,
    List<String> triggers,
    List<Step> steps,
    List<Connector> connectors,
    List<String> tools,
    List<String> mcpServers,
    List<String> subWorkflows,
    List<String> dataClassification,
    List<String> tags,
    Map<String, String> metadata,
    boolean hasSecret) {
  static final AgentDeclaration NOTHING =
      new AgentDeclaration(
          "", "", "", "", "", "", "", "", true, false, List.of(), List.of(), List.of(), List.of(),
          List.of(), List.of(), List.of(), List.of(), Map.of(), false);

  /**
   * A step, in order.
   *
   * @param type such as {@code gmail.send}
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Step(String id, String type, String name) {}

  /**
   * A connector.
   *
   * @param credential identifier or name of its credential
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Connector(String name, List<String> operations, List<String> scopes, String credential) {
    Connector {
      operations = List.copyOf(operations);
      scopes = List.copyOf(scopes);
    }
  }

  AgentDeclaration {
    triggers = List.copyOf(triggers);
    steps = List.copyOf(steps);
    connectors = List.copyOf(connectors);
    tools = List.copyOf(tools);
    mcpServers = List.copyOf(mcpServers);
    subWorkflows = List.copyOf(subWorkflows);
    dataClassification = List.copyOf(dataClassification);
    tags = List.copyOf(tags);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /**
   * Returns the agent with the declared properties. Undeclared properties do not change; neither
   * does the owner when a user set it.
   *
   * @param before the previous declaration; properties that were withdrawn since are removed
   */
  Agent of(Agent agent, AgentDeclaration before) {
    return new Profile(
            name.isEmpty() && !before.name.isEmpty()
                ? agent.externalId()
                : or(name, "", agent.name()),
            or(description, before.description, agent.description()),
            or(framework, before.framework, agent.framework()),
            or(model, before.model, agent.model()),
            or(version, before.version, agent.agentVersion()),
            owner(agent.owner(), before),
            or(environment, before.environment, agent.environment()),
            or(tools, before.tools, agent.tools()),
            or(
                toAgentConnectors(connectors),
                toAgentConnectors(before.connectors),
                agent.connectors()),
            or(mcpServers, before.mcpServers, agent.mcpServers()),
            or(dataClassification, before.dataClassification, agent.dataClassifications()),
            or(tags, before.tags, agent.tags()),
            metadata.isEmpty() && before.metadata.isEmpty() ? agent.labels() : metadata)
        .of(agent);
  }

  private Agent.Owner owner(Agent.Owner currentOwner, AgentDeclaration before) {
    return currentOwner.userId().isEmpty()
        ? new Agent.Owner("", or(owner, before.owner, currentOwner.name()), currentOwner.team())
        : currentOwner;
  }

  private static List<Agent.Connector> toAgentConnectors(List<Connector> connectors) {
    return connectors.stream()
        .map(connector -> new Agent.Connector(connector.name(), connector.scopes()))
        .toList();
  }

  private static String or(String declared, String before, String current) {
    return declared.isEmpty() && before.isEmpty() ? current : declared;
  }

  private static <T> List<T> or(List<T> declared, List<T> before, List<T> current) {
    return declared.isEmpty() && before.isEmpty() ? current : declared;
  }
}
