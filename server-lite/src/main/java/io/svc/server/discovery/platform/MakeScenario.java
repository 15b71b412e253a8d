package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordBlock;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.Sighting;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Reads scenarios of Make: an item of {@code GET /api/v2/scenarios} and its blueprint, which has
 * the format of exports from the editor. A module is named {@code app:operation}, such as {@code
 * google-docs:createADocument}, and its connection is the parameter {@code __IMTCONN__}.
 */
final class MakeScenario {
  /** Apps that only process data. */
  private static final Set<String> INSIDE =
      WordBlock.set(
          """
          builtin util json xml csv regexp markdown math archive encryptor image html-to-text
          datastore gateway scenario-service flow-control""");

  /** Parameters that name the connection of a module. */
  private static final List<String> CONNECTIONS = List.of("__IMTCONN__", "account", "connection");

  private static final double BY_USE = 0.9;
  private static final double BY_PACKAGE = 0.8;

  private final SightingContext lens;
  private final Optional<String> base;

  /**
   * @param base the base URL of the zone; empty for an export, which does not contain it
   */
  MakeScenario(SightingContext lens, Optional<String> base) {
    this.lens = lens;
    this.base = base;
  }

  static boolean isBlueprint(JsonNode item) {
    return item.path("flow").isArray();
  }

  /** Reads an exported blueprint, which has a name but no identifier. */
  Sighting exported(JsonNode blueprint, Optional<String> otherwise) throws UnreadableException {
    Optional<String> name = JsonParts.text(blueprint, "name").or(() -> otherwise);
    String id =
        name.map(text -> "name:" + text)
            .orElseThrow(() -> new UnreadableException(Optional.empty()));
    SightingBuilder sketch =
        new SightingBuilder(lens, AssetKind.WORKFLOW, id, name, "exported blueprint");
    sketch.scope("make:blueprint");
    blueprint(sketch, blueprint);
    return sketch.sighting();
  }

  /**
   * Reads a scenario.
   *
   * @param blueprint empty when the permission to read it is missing
   */
  Sighting read(JsonNode item, Optional<JsonNode> blueprint) throws UnreadableException {
    String id = JsonParts.id(item, "id");
    SightingBuilder sketch =
        new SightingBuilder(
            lens,
            AssetKind.WORKFLOW,
            id,
            JsonParts.text(item, "name"),
            "GET /api/v2/scenarios/" + id + (blueprint.isPresent() ? "/blueprint" : ""));
    sketch.url(
        base.flatMap(
            address ->
                JsonParts.text(item, "teamId")
                    .map(team -> address + "/" + team + "/scenarios/" + id + "/edit")));
    sketch.owner(
        JsonParts.text(item.path("createdByUser"), "email")
            .or(() -> JsonParts.text(item.path("createdByUser"), "name")));
    sketch.active(
        item.path("isActive").asBoolean(item.path("islinked").asBoolean(false))
            && !item.path("isPaused").asBoolean(false));
    sketch.setting("paused", JsonParts.scalar(item.path("isPaused")));
    sketch.setting("team", JsonParts.text(item, "teamId"));
    sketch.setting("folder", JsonParts.text(item, "folderId"));
    sketch.scope("make:scenarios");
    sketch.permission("scenarios:read");
    scheduling(sketch, item.path("scheduling"));
    if (blueprint.isPresent()) {
      sketch.scope("make:blueprint");
      blueprint(sketch, blueprint.get());
    } else {
      sketch.scope("make:blueprint:not_permitted");
      packages(sketch, item.path("usedPackages"));
    }
    return sketch.sighting();
  }

  private static void scheduling(SightingBuilder sketch, JsonNode scheduling) {
    Optional<String> type = JsonParts.text(scheduling, "type");
    sketch.setting("scheduling", type);
    sketch.setting("interval", JsonParts.text(scheduling, "interval"));
    type.ifPresent(
        text ->
            sketch.trigger(
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "immediately" -> "webhook";
                  case "on-demand" -> "manual";
                  default -> "schedule";
                }));
  }

  /** Reads the list of used packages when the blueprint is not readable. */
  private static void packages(SightingBuilder sketch, JsonNode packages) {
    for (JsonNode one : packages) {
      Optional<String> app = JsonParts.text(one);
      if (app.isPresent() && !INSIDE.contains(app.get())) {
        sketch.connector(app.get(), Optional.empty(), Optional.empty(), Optional.empty());
        AiSigns.ofName(app.get())
            .ifPresent(
                confidence ->
                    sketch.ai(
                        "The app \"" + app.get() + "\" is used", Math.min(confidence, BY_PACKAGE)));
      }
    }
  }

  private static void blueprint(SightingBuilder sketch, JsonNode blueprint) {
    for (Map.Entry<String, JsonNode> member :
        blueprint.path("metadata").path("scenario").properties()) {
      sketch.setting(member.getKey(), JsonParts.scalar(member.getValue()));
    }
    flow(sketch, blueprint.path("flow"), true);
  }

  /** Reads a sequence of modules; routers and error handlers contain nested flows. */
  private static void flow(SightingBuilder sketch, JsonNode flow, boolean isOutermost) {
    boolean isFirst = isOutermost;
    for (JsonNode module : flow) {
      module(sketch, module, isFirst);
      isFirst = false;
      module.path("routes").forEach(route -> flow(sketch, route.path("flow"), false));
      module.path("branches").forEach(branch -> flow(sketch, branch.path("flow"), false));
      flow(sketch, module.path("onerror"), false);
    }
  }

  private static void module(SightingBuilder sketch, JsonNode module, boolean isFirst) {
    String name = JsonParts.text(module, "module").orElse("");
    if (name.isEmpty()) {
      return;
    }
    int colon = name.indexOf(':');
    String app = colon < 0 ? name : name.substring(0, colon);
    Optional<String> operation =
        colon < 0 ? Optional.empty() : Optional.of(name.substring(colon + 1));
    sketch.step();
    sketch.follows(name);
    if (isFirst) {
      sketch.trigger(app.equals("gateway") ? "webhook" : app);
    }
    if (app.equals("scenario-service")) {
      JsonParts.text(module.path("mapper"), "scenarioId")
          .or(() -> JsonParts.text(module.path("parameters"), "scenarioId"))
          .ifPresent(sketch::subWorkflow);
    }
    Optional<String> host = host(module);
    if (!INSIDE.contains(app)) {
      sketch.connector(app, operation, host.map(text -> "host:" + text), connection(module));
    }
    ai(sketch, app, name, host);
    String step = JsonParts.text(module, "id").orElse(name);
    sketch.parameters(step + "/parameters", module.path("parameters"));
    sketch.parameters(step + "/mapper", module.path("mapper"));
    sketch.parameters(step + "/filter", module.path("filter"));
  }

  private static void ai(SightingBuilder sketch, String app, String module, Optional<String> host) {
    OptionalDouble byName = AiSigns.ofName(app);
    if (byName.isPresent()) {
      sketch.ai(
          "The module \"" + module + "\" uses a model", Math.min(byName.getAsDouble(), BY_USE));
      return;
    }
    OptionalDouble byHost = AiSigns.ofHost(host.orElse(""));
    if (byHost.isPresent()) {
      sketch.ai(
          "The module \"" + module + "\" calls a host that serves models", byHost.getAsDouble());
    }
  }

  private static Optional<String> connection(JsonNode module) {
    for (String name : CONNECTIONS) {
      JsonNode value = module.path("parameters").path(name);
      if (value.isNumber()) {
        return Optional.of(value.asText());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> host(JsonNode module) {
    if (!JsonParts.text(module, "module").orElse("").startsWith("http:")) {
      return Optional.empty();
    }
    return JsonParts.text(module.path("mapper"), "url")
        .or(() -> JsonParts.text(module.path("parameters"), "url"))
        .map(url -> JsonParts.host(url).orElse("(expression)"));
  }
}
