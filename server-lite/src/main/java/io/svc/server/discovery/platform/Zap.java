package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordBlock;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.Sighting;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads Zaps from {@code GET /v2/zaps} of Zapier's Workflow API with expanded actions, and from an
 * account's export of all Zaps.
 */
final class Zap {
  /** Zapier's built-in apps that only process data. */
  private static final Set<String> INSIDE =
      WordBlock.set(
          """
          Code Delay Filter Formatter Looping Paths Storage SubZap Digest""");

  private static final double MOST_CONFIDENT = 0.9;

  private final SightingContext lens;

  Zap(SightingContext lens) {
    this.lens = lens;
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
    SightingBuilder sketch =
        new SightingBuilder(
            lens, AssetKind.WORKFLOW, id, JsonParts.text(item, "title"), "GET /v2/zaps");
    sketch.url(JsonParts.text(item.path("links"), "html_editor"));
    sketch.active(item.path("is_enabled").asBoolean(false));
    sketch.scope("zapier:zaps");
    sketch.permission("zap");
    int place = 0;
    for (JsonNode step : item.path("steps")) {
      step(sketch, step, place++);
    }
    return sketch.sighting();
  }

  /** Reads a step: its action and its authentication are identifiers or expanded objects. */
  private static void step(SightingBuilder sketch, JsonNode step, int place) {
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
    use(sketch, name, operation, JsonParts.text(key).or(() -> JsonParts.text(key, "id")));
    sketch.follows(name);
    if (place == 0) {
      sketch.trigger(name);
    }
    sketch.parameters(Integer.toString(place), step.path("inputs"));
  }

  /** Reads a Zap from an export, whose steps are numbered nodes. */
  Sighting exported(JsonNode item) throws UnreadableException {
    String id = JsonParts.id(item, "id");
    if (!isExported(item)) {
      throw new UnreadableException(Optional.of(id));
    }
    SightingBuilder sketch =
        new SightingBuilder(
            lens, AssetKind.WORKFLOW, id, JsonParts.text(item, "title"), "exported Zap " + id);
    sketch.url(Optional.of("https://zapier.com/editor/" + id).filter(any -> id.matches("\\d+")));
    sketch.active(
        JsonParts.text(item, "status")
            .or(() -> JsonParts.text(item, "state"))
            .filter(status -> status.equalsIgnoreCase("on"))
            .isPresent());
    sketch.scope("zapier:export");
    for (Map.Entry<String, JsonNode> member : item.path("nodes").properties()) {
      node(sketch, member.getKey(), member.getValue());
    }
    return sketch.sighting();
  }

  private static void node(SightingBuilder sketch, String number, JsonNode node) {
    String app = app(JsonParts.text(node, "selected_api").orElse("unknown"));
    Optional<String> operation = JsonParts.text(node, "action");
    use(sketch, app, operation, JsonParts.text(node, "authentication_id"));
    sketch.order(number + " " + app, node.path("parent_id"));
    boolean isFirst = node.path("parent_id").isNull() || node.path("parent_id").isMissingNode();
    if (isFirst) {
      sketch.trigger(operation.filter("catch_hook"::equals).map(any -> "webhook").orElse(app));
    }
    sketch.parameters(number + "/params", node.path("params"));
    sketch.parameters(number + "/filters", node.path("meta").path("filters"));
  }

  /** Returns the app without its version, such as Slack for {@code SlackCLIAPI@1.48.0}. */
  static String app(String selected) {
    String bare = selected.split("@", 2)[0];
    String name = bare.replaceFirst("(V\\d+)?(CLI)?(Dev)?(API)?(V\\d+)?$", "");
    return name.isEmpty() ? bare : name;
  }

  private static void use(
      SightingBuilder sketch, String app, Optional<String> operation, Optional<String> key) {
    sketch.step();
    if (!INSIDE.contains(app) || key.isPresent()) {
      sketch.connector(app, operation, Optional.empty(), key);
    }
    AiSigns.ofName(app)
        .ifPresent(
            confidence ->
                sketch.ai(
                    "A step uses the app \"" + app + "\"", Math.min(confidence, MOST_CONFIDENT)));
  }
}
