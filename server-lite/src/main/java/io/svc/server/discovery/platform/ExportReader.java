package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.Sighting;
import io.svc.server.integrations.IntegrationType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads exported files of platforms with one or several workflows. */
final class ExportReader {
  private final SightingContext lens;
  private final IntegrationType type;

  ExportReader(SightingContext lens, IntegrationType type) {
    this.lens = lens;
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
            if (isOne(item)) {
              found.add(item);
            }
          });
    } else if (isOne(node)) {
      found.add(node);
    }
  }

  private boolean isOne(JsonNode item) {
    return switch (type) {
      case N8N -> N8nWorkflow.isOne(item);
      case MAKE -> MakeScenario.isBlueprint(item);
      case ZAPIER -> Zap.isExported(item);
      case POWER_AUTOMATE -> CloudFlow.isOne(item);
      default -> false;
    };
  }

  /**
   * Reports the workflows in a file. An export may be incomplete, so no asset counts as missing.
   */
  void show(List<JsonNode> workflows, Optional<String> name, PlatformListener viewer) {
    // The name of the file only applies to a single workflow.
    Optional<String> otherwise = workflows.size() == 1 ? name : Optional.empty();
    N8nWorkflow n8n = new N8nWorkflow(lens, Optional.empty());
    List<Sighting> seen = new ArrayList<>();
    for (JsonNode item : workflows) {
      try {
        seen.add(
            switch (type) {
              case N8N -> n8n.read(item, otherwise);
              case MAKE -> new MakeScenario(lens, Optional.empty()).exported(item, otherwise);
              case ZAPIER -> new Zap(lens).exported(item);
              case POWER_AUTOMATE -> new CloudFlow(lens).read(item, Optional.empty(), otherwise);
              default -> throw new UnreadableException(Optional.empty());
            });
      } catch (UnreadableException e) {
        viewer.unreadable(e.externalId());
      }
    }
    viewer.see(seen);
  }
}
