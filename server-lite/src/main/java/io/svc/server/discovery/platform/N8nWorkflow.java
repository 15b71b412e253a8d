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
final class N8nWorkflow {
  private final SightingContext lens;
  private final Optional<String> base;
  private final Map<String, N8nNode.Credential> credentials = new LinkedHashMap<>();

  /**
   * @param base the base URL of the instance; empty for an export, which does not contain it
   */
  N8nWorkflow(SightingContext lens, Optional<String> base) {
    this.lens = lens;
    this.base = base;
  }

  static boolean isOne(JsonNode item) {
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
    Optional<String> known = JsonParts.text(item, "id");
    String id =
        known
            .or(() -> otherwise.or(() -> name).map(text -> "name:" + text))
            .orElseThrow(() -> new UnreadableException(Optional.empty()));
    if (!item.path("nodes").isArray()) {
      throw new UnreadableException(Optional.of(id));
    }
    String place = known.map(text -> "GET /api/v1/workflows/" + text).orElse("exported workflow");
    SightingBuilder sketch =
        new SightingBuilder(lens, AssetKind.WORKFLOW, id, name.or(() -> otherwise), place);
    sketch.url(base.flatMap(address -> known.map(text -> address + "/workflow/" + text)));
    sketch.active(
        item.path("active").asBoolean(false) && !item.path("isArchived").asBoolean(false));
    sketch.setting("archived", JsonParts.scalar(item.path("isArchived")));
    sketch.scope("n8n:workflows");
    if (!lens.isExport()) {
      sketch.permission("workflow:list");
    }
    item.path("tags").forEach(tag -> JsonParts.text(tag, "name").ifPresent(sketch::tag));
    project(sketch, item.path("shared"));
    settings(sketch, item.path("settings"));
    nodes(sketch, item.path("nodes"));
    sketch.order("connections", item.path("connections"));
    return sketch.sighting();
  }

  /** Reads the owner: the owning project, or the person for a personal project. */
  private static void project(SightingBuilder sketch, JsonNode shared) {
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
      sketch.owner(owner);
      JsonParts.text(project, "name").ifPresent(name -> sketch.scope("n8n:project/" + name));
      sketch.setting("project", JsonParts.text(share, "projectId"));
    }
  }

  private static void settings(SightingBuilder sketch, JsonNode settings) {
    for (Map.Entry<String, JsonNode> member : settings.properties()) {
      sketch.setting(member.getKey(), JsonParts.scalar(member.getValue()));
    }
  }

  private void nodes(SightingBuilder sketch, JsonNode nodes) {
    Set<String> models = new TreeSet<>();
    Set<String> doors = new TreeSet<>();
    for (JsonNode one : nodes) {
      N8nNode node = new N8nNode(one);
      if (!node.takesPart()) {
        continue;
      }
      sketch.step();
      node.trigger().ifPresent(sketch::trigger);
      node.subWorkflow().ifPresent(sketch::subWorkflow);
      node.webhookAuthentication().ifPresent(doors::add);
      node.model().ifPresent(models::add);
      connector(sketch, node);
      node.confidence().ifPresent(confidence -> sketch.ai(node.sign(), confidence));
      sketch.parameters(node.name(), node.parameters());
    }
    sketch.setting("models", joined(models));
    sketch.setting("webhookAuthentication", joined(doors));
  }

  private void connector(SightingBuilder sketch, N8nNode node) {
    Optional<String> connector = node.connector();
    if (connector.isEmpty()) {
      return;
    }
    Optional<String> host = node.host().map(name -> "host:" + name);
    if (node.credentials().isEmpty()) {
      sketch.connector(connector.get(), node.operation(), host, Optional.empty());
    }
    for (N8nNode.Credential credential : node.credentials()) {
      credentials.putIfAbsent(credential.id(), credential);
      Optional<String> key = Optional.of(credential.id());
      sketch.connector(connector.get(), node.operation(), Optional.of(credential.type()), key);
      sketch.connector(connector.get(), Optional.empty(), host, key);
    }
  }

  private static Optional<String> joined(Set<String> words) {
    StringJoiner all = new StringJoiner(", ");
    words.forEach(all::add);
    return words.isEmpty() ? Optional.empty() : Optional.of(all.toString());
  }
}
