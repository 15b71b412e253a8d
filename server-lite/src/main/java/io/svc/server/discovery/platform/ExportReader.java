package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.Sighting;
import io.svc.server.integrations.IntegrationType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads exported files of platforms with one or several workflows. */
final class ExportReader {
  private final SightingContext context;
  private final IntegrationType type;

  ExportReader(SightingContext context, IntegrationType type) {
    this.context = context;
    this.type = type;
  }

  /** Returns the workflows in a file; empty when it is not an export of this platform. */
  List<JsonNode> workflowsIn(JsonNode file) {
    List<JsonNode> found = new ArrayList<>();
    collect(found, file);
    for (String name : List.of("zaps", "data", "value", "workflows", "flows")) {
      collect(found, file.path(name));
    }
    return found;
  }

  private void collect(List<JsonNode> found, JsonNode node) {
    if (node.isArray()) {
      node.forEach(
          item -> {
            if (isWorkflow(item)) {
              found.add(item);
            }
          });
    } else if (isWorkflow(node)) {
      found.add(node);
    }
  }

  private boolean isWorkflow(JsonNode item) {
    return switch (type) {
      case N8N -> N8nWorkflowReader.isWorkflow(item);
      case MAKE -> MakeScenarioReader.isBlueprint(item);
      case ZAPIER -> ZapReader.isExported(item);
      case POWER_AUTOMATE -> CloudFlowReader.isFlow(item);
      default -> false;
    };
  }

  /**
   * Reports the workflows in a file. An export may be incomplete, so no asset counts as missing.
   */
  void show(List<JsonNode> workflows, Optional<String> name, PlatformListener viewer) {
    // The name of the file only applies to a single workflow.
    Optional<String> otherwise = workflows.size() == 1 ? name : Optional.empty();
    N8nWorkflowReader n8n = new N8nWorkflowReader(context, Optional.empty());
    List<Sighting> seen = new ArrayList<>();
    for (JsonNode item : workflows) {
      try {
        seen.add(
            switch (type) {
              case N8N -> n8n.read(item, otherwise);
              case MAKE ->
                  new MakeScenarioReader(context, Optional.empty()).exported(item, otherwise);
              case ZAPIER -> new ZapReader(context).exported(item);
              case POWER_AUTOMATE ->
                  new CloudFlowReader(context).read(item, Optional.empty(), otherwise);
              default -> throw new UnreadableException(Optional.empty());
            });
      } catch (UnreadableException e) {
        viewer.unreadable(e.externalId());
      }
    }
    viewer.see(seen);
  }
}
