package io.svc.server.registration;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Profile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that was told of an agent so far, masked. Texts that nobody told are empty.
 *
 * @param active whether it runs
 * @param usesAi whether a model takes part
 * @param subWorkflows what the platform calls the workflows that it sets off
 * @param hasSecret whether a secret stood in what was told, which is gone from it
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
   * One of the things that it does, in their order.
   *
   * @param type such as {@code gmail.send}
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Step(String id, String type, String name) {}

  /**
   * A way out.
   *
   * @param credential the id or the name of the credential that it uses
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
   * An agent as it was told to be. What was never told stays as it is; who answers for it too, when
   * people said who does.
   *
   * @param before what was told before this: what was taken back since is gone
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
            or(ways(connectors), ways(before.connectors), agent.connectors()),
            or(mcpServers, before.mcpServers, agent.mcpServers()),
            or(dataClassification, before.dataClassification, agent.dataClassifications()),
            or(tags, before.tags, agent.tags()),
            metadata.isEmpty() && before.metadata.isEmpty() ? agent.labels() : metadata)
        .of(agent);
  }

  private Agent.Owner owner(Agent.Owner known, AgentDeclaration before) {
    return known.userId().isEmpty()
        ? new Agent.Owner("", or(owner, before.owner, known.name()), known.team())
        : known;
  }

  private static List<Agent.Connector> ways(List<Connector> connectors) {
    return connectors.stream().map(one -> new Agent.Connector(one.name(), one.scopes())).toList();
  }

  private static String or(String told, String before, String known) {
    return told.isEmpty() && before.isEmpty() ? known : told;
  }

  private static <T> List<T> or(List<T> told, List<T> before, List<T> known) {
    return told.isEmpty() && before.isEmpty() ? known : told;
  }
}
