package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordBlock;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.Sighting;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads Zaps: as {@code GET /v2/zaps} of Zapier's Workflow API tells them with their actions
 * expanded, and as the account's export of all Zaps has them.
 */
final class Zap {
  /** Apps of Zapier's own that work on data alone. */
  private static final Set<String> INSIDE =
      WordBlock.set(
          """
          Code Delay Filter Formatter Looping Paths Storage SubZap Digest""");

  private static final double MOST_CONFIDENT = 0.9;

  private final Lens lens;

  Zap(Lens lens) {
    this.lens = lens;
  }

  static boolean isExported(JsonNode item) {
    return item.path("nodes").isObject();
  }

  /** One that the API tells. */
  Sighting read(JsonNode item) throws UnreadableException {
    String id = Parts.id(item, "id");
    if (!item.path("steps").isArray()) {
      throw new UnreadableException(Optional.of(id));
    }
    Sketch sketch =
        new Sketch(lens, AssetKind.WORKFLOW, id, Parts.text(item, "title"), "GET /v2/zaps");
    sketch.url(Parts.text(item.path("links"), "html_editor"));
    sketch.active(item.path("is_enabled").asBoolean(false));
    sketch.scope("zapier:zaps");
    sketch.permission("zap");
    int place = 0;
    for (JsonNode step : item.path("steps")) {
      step(sketch, step, place++);
    }
    return sketch.sighting();
  }

  /** A step: its action and its authentication are identifiers, or what they stand for. */
  private static void step(Sketch sketch, JsonNode step, int place) {
    JsonNode action = step.path("action");
    JsonNode app = action.path("app");
    String name =
        Parts.text(app, "title")
            .or(() -> Parts.text(app, "key"))
            .or(() -> Parts.text(app))
            .or(() -> Parts.text(action, "title"))
            .or(() -> Parts.text(action))
            .orElse("unknown");
    Optional<String> operation = Parts.text(action, "key").or(() -> Parts.text(action, "title"));
    JsonNode key = step.path("authentication");
    use(sketch, name, operation, Parts.text(key).or(() -> Parts.text(key, "id")));
    sketch.follows(name);
    if (place == 0) {
      sketch.trigger(name);
    }
    sketch.parameters(Integer.toString(place), step.path("inputs"));
  }

  /** One of an export, whose steps are nodes by their numbers. */
  Sighting exported(JsonNode item) throws UnreadableException {
    String id = Parts.id(item, "id");
    if (!isExported(item)) {
      throw new UnreadableException(Optional.of(id));
    }
    Sketch sketch =
        new Sketch(lens, AssetKind.WORKFLOW, id, Parts.text(item, "title"), "exported Zap " + id);
    sketch.url(Optional.of("https://zapier.com/editor/" + id).filter(any -> id.matches("\\d+")));
    sketch.active(
        Parts.text(item, "status")
            .or(() -> Parts.text(item, "state"))
            .filter(status -> status.equalsIgnoreCase("on"))
            .isPresent());
    sketch.scope("zapier:export");
    for (Map.Entry<String, JsonNode> member : item.path("nodes").properties()) {
      node(sketch, member.getKey(), member.getValue());
    }
    return sketch.sighting();
  }

  private static void node(Sketch sketch, String number, JsonNode node) {
    String app = app(Parts.text(node, "selected_api").orElse("unknown"));
    Optional<String> operation = Parts.text(node, "action");
    use(sketch, app, operation, Parts.text(node, "authentication_id"));
    sketch.order(number + " " + app, node.path("parent_id"));
    boolean isFirst = node.path("parent_id").isNull() || node.path("parent_id").isMissingNode();
    if (isFirst) {
      sketch.trigger(operation.filter("catch_hook"::equals).map(any -> "webhook").orElse(app));
    }
    sketch.parameters(number + "/params", node.path("params"));
    sketch.parameters(number + "/filters", node.path("meta").path("filters"));
  }

  /** {@code SlackCLIAPI@1.48.0} is Slack, whatever its version. */
  static String app(String selected) {
    String bare = selected.split("@", 2)[0];
    String name = bare.replaceFirst("(V\\d+)?(CLI)?(Dev)?(API)?(V\\d+)?$", "");
    return name.isEmpty() ? bare : name;
  }

  private static void use(
      Sketch sketch, String app, Optional<String> operation, Optional<String> key) {
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
