package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordListParser;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.Sighting;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads Zaps from {@code GET /v2/zaps} of Zapier's Workflow API with expanded actions, and from an
 * account's export of all Zaps.
 */
final class ZapReader {
  /** Zapier's built-in apps that only process data. */
  private static final Set<String> INSIDE =
      WordListParser.set(
          """
          Code Delay Filter Formatter Looping Paths Storage SubZap Digest""");

  private static final double MOST_CONFIDENT = 0.9;

  private final SightingContext context;

  ZapReader(SightingContext context) {
    this.context = context;
  }

  static boolean isExported(JsonNode item) {
    return item.path("nodes").isObject();
  }

  /** Reads a Zap from the API. */
  Sighting read(JsonNode item) throws UnreadableException {
    String id = JsonParts.id(item, "id");
    if (!item.path("steps").isArray()) {
      throw new UnreadableException(Optional.of(id));
    }
    SightingBuilder sighting =
        new SightingBuilder(
            context, AssetKind.WORKFLOW, id, JsonParts.text(item, "title"), "GET /v2/zaps");
    sighting.url(JsonParts.text(item.path("links"), "html_editor"));
    sighting.active(item.path("is_enabled").asBoolean(false));
    sighting.scope("zapier:zaps");
    sighting.permission("zap");
    int stepIndex = 0;
    for (JsonNode step : item.path("steps")) {
      step(sighting, step, stepIndex++);
    }
    return sighting.sighting();
  }

  /** Reads a step: its action and its authentication are identifiers or expanded objects. */
  private static void step(SightingBuilder sighting, JsonNode step, int stepIndex) {
    JsonNode action = step.path("action");
    JsonNode app = action.path("app");
    String name =
        JsonParts.text(app, "title")
            .or(() -> JsonParts.text(app, "key"))
            .or(() -> JsonParts.text(app))
            .or(() -> JsonParts.text(action, "title"))
            .or(() -> JsonParts.text(action))
            .orElse("unknown");
    Optional<String> operation =
        JsonParts.text(action, "key").or(() -> JsonParts.text(action, "title"));
    JsonNode key = step.path("authentication");
    use(sighting, name, operation, JsonParts.text(key).or(() -> JsonParts.text(key, "id")));
    sighting.follows(name);
    if (stepIndex == 0) {
      sighting.trigger(name);
    }
    sighting.parameters(Integer.toString(stepIndex), step.path("inputs"));
  }

  /** Reads a Zap from an export, whose steps are numbered nodes. */
  Sighting exported(JsonNode item) throws UnreadableException {
    String id = JsonParts.id(item, "id");
    if (!isExported(item)) {
      throw new UnreadableException(Optional.of(id));
    }
    SightingBuilder sighting =
        new SightingBuilder(
            context, AssetKind.WORKFLOW, id, JsonParts.text(item, "title"), "exported Zap " + id);
    sighting.url(Optional.of("https://zapier.com/editor/" + id).filter(any -> id.matches("\\d+")));
    sighting.active(
        JsonParts.text(item, "status")
            .or(() -> JsonParts.text(item, "state"))
            .filter(status -> status.equalsIgnoreCase("on"))
            .isPresent());
    sighting.scope("zapier:export");
    for (Map.Entry<String, JsonNode> member : item.path("nodes").properties()) {
      node(sighting, member.getKey(), member.getValue());
    }
    return sighting.sighting();
  }

  private static void node(SightingBuilder sighting, String number, JsonNode node) {
    String app = app(JsonParts.text(node, "selected_api").orElse("unknown"));
    Optional<String> operation = JsonParts.text(node, "action");
    use(sighting, app, operation, JsonParts.text(node, "authentication_id"));
    sighting.order(number + " " + app, node.path("parent_id"));
    boolean isFirst = node.path("parent_id").isNull() || node.path("parent_id").isMissingNode();
    if (isFirst) {
      sighting.trigger(operation.filter("catch_hook"::equals).map(any -> "webhook").orElse(app));
    }
    sighting.parameters(number + "/params", node.path("params"));
    sighting.parameters(number + "/filters", node.path("meta").path("filters"));
  }

  /** Returns the app without its version, such as Slack for {@code SlackCLIAPI@1.48.0}. */
  static String app(String selected) {
    String bare = selected.split("@", 2)[0];
    String name = bare.replaceFirst("(V\\d+)?(CLI)?(Dev)?(API)?(V\\d+)?$", "");
    return name.isEmpty() ? bare : name;
  }

  private static void use(
      SightingBuilder sighting, String app, Optional<String> operation, Optional<String> key) {
    sighting.step();
    if (!INSIDE.contains(app) || key.isPresent()) {
      sighting.connector(app, operation, Optional.empty(), key);
    }
    AiUsageIndicators.ofName(app)
        .ifPresent(
            confidence ->
                sighting.ai(
                    "A step uses the app \"" + app + "\"", Math.min(confidence, MOST_CONFIDENT)));
  }
}
