package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.Sighting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * Reads n8n workflows: items of {@code GET /api/v1/workflows}, which have the format of exports
 * from the editor.
 */
final class N8nWorkflowReader {
  private final SightingContext context;
  private final Optional<String> base;
  private final Map<String, N8nNode.Credential> credentials = new LinkedHashMap<>();

  /**
   * @param base the base URL of the instance; empty for an export, which does not contain it
   */
  N8nWorkflowReader(SightingContext context, Optional<String> base) {
    this.context = context;
    this.base = base;
  }

  static boolean isWorkflow(JsonNode item) {
    return item.path("nodes").isArray() && item.path("connections").isObject();
  }

  /** Returns the credentials that workflows read so far refer to, by identifier. */
  Map<String, N8nNode.Credential> credentials() {
    return credentials;
  }

  /**
   * Reads a workflow.
   *
   * @param otherwise the name to use when it has no identifier, as in exports of old versions
   */
  Sighting read(JsonNode item, Optional<String> otherwise) throws UnreadableException {
    Optional<String> name = JsonParts.text(item, "name");
    Optional<String> workflowId = JsonParts.text(item, "id");
    String id =
        workflowId
            .or(() -> otherwise.or(() -> name).map(text -> "name:" + text))
            .orElseThrow(() -> new UnreadableException(Optional.empty()));
    if (!item.path("nodes").isArray()) {
      throw new UnreadableException(Optional.of(id));
    }
    String source =
        workflowId.map(text -> "GET /api/v1/workflows/" + text).orElse("exported workflow");
    SightingBuilder sighting =
        new SightingBuilder(context, AssetKind.WORKFLOW, id, name.or(() -> otherwise), source);
    sighting.url(base.flatMap(address -> workflowId.map(text -> address + "/workflow/" + text)));
    sighting.active(
        item.path("active").asBoolean(false) && !item.path("isArchived").asBoolean(false));
    sighting.setting("archived", JsonParts.scalar(item.path("isArchived")));
    sighting.scope("n8n:workflows");
    if (!context.isExport()) {
      sighting.permission("workflow:list");
    }
    item.path("tags").forEach(tag -> JsonParts.text(tag, "name").ifPresent(sighting::tag));
    project(sighting, item.path("shared"));
    settings(sighting, item.path("settings"));
    nodes(sighting, item.path("nodes"));
    sighting.order("connections", item.path("connections"));
    return sighting.sighting();
  }

  /** Reads the owner: the owning project, or the person for a personal project. */
  private static void project(SightingBuilder sighting, JsonNode shared) {
    for (JsonNode share : shared) {
      if (JsonParts.text(share, "role")
          .filter(role -> !role.equals("workflow:owner"))
          .isPresent()) {
        continue;
      }
      JsonNode project = share.path("project");
      Optional<String> owner = JsonParts.text(project, "name");
      for (JsonNode relation : project.path("projectRelations")) {
        if (relation.path("role").asText().equals("project:personalOwner")) {
          owner =
              JsonParts.text(relation.path("user"), "email")
                  .or(() -> JsonParts.text(project, "name"));
        }
      }
      sighting.owner(owner);
      JsonParts.text(project, "name").ifPresent(name -> sighting.scope("n8n:project/" + name));
      sighting.setting("project", JsonParts.text(share, "projectId"));
    }
  }

  private static void settings(SightingBuilder sighting, JsonNode settings) {
    for (Map.Entry<String, JsonNode> member : settings.properties()) {
      sighting.setting(member.getKey(), JsonParts.scalar(member.getValue()));
    }
  }

  private void nodes(SightingBuilder sighting, JsonNode nodes) {
    Set<String> models = new TreeSet<>();
    Set<String> doors = new TreeSet<>();
    for (JsonNode nodeJson : nodes) {
      N8nNode node = new N8nNode(nodeJson);
      if (!node.isActive()) {
        continue;
      }
      sighting.step();
      node.trigger().ifPresent(sighting::trigger);
      node.subWorkflow().ifPresent(sighting::subWorkflow);
      node.webhookAuthentication().ifPresent(doors::add);
      node.model().ifPresent(models::add);
      connector(sighting, node);
      node.confidence().ifPresent(confidence -> sighting.ai(node.sign(), confidence));
      sighting.parameters(node.name(), node.parameters());
    }
    sighting.setting("models", joined(models));
    sighting.setting("webhookAuthentication", joined(doors));
  }

  private void connector(SightingBuilder sighting, N8nNode node) {
    Optional<String> connector = node.connector();
    if (connector.isEmpty()) {
      return;
    }
    Optional<String> host = node.host().map(name -> "host:" + name);
    if (node.credentials().isEmpty()) {
      sighting.connector(connector.get(), node.operation(), host, Optional.empty());
    }
    for (N8nNode.Credential credential : node.credentials()) {
      credentials.putIfAbsent(credential.id(), credential);
      Optional<String> key = Optional.of(credential.id());
      sighting.connector(connector.get(), node.operation(), Optional.of(credential.type()), key);
      sighting.connector(connector.get(), Optional.empty(), host, key);
    }
  }

  private static Optional<String> joined(Set<String> words) {
    StringJoiner all = new StringJoiner(", ");
    words.forEach(all::add);
    return words.isEmpty() ? Optional.empty() : Optional.of(all.toString());
  }
}
