package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordListParser;
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
final class MakeScenarioReader {
  /** Apps that only process data. */
  private static final Set<String> INSIDE =
      WordListParser.set(
          """
          builtin util json xml csv regexp markdown math archive encryptor image html-to-text
          datastore gateway scenario-service flow-control""");

  /** Parameters that name the connection of a module. */
  private static final List<String> CONNECTIONS = List.of("__IMTCONN__", "account", "connection");

  private static final double BY_USE = 0.9;
  private static final double BY_PACKAGE = 0.8;

  private final SightingContext context;
  private final Optional<String> base;

  /**
   * @param base the base URL of the zone; empty for an export, which does not contain it
   */
  MakeScenarioReader(SightingContext context, Optional<String> base) {
    this.context = context;
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
    SightingBuilder sighting =
        new SightingBuilder(context, AssetKind.WORKFLOW, id, name, "exported blueprint");
    sighting.scope("make:blueprint");
    blueprint(sighting, blueprint);
    return sighting.sighting();
  }

  /**
   * Reads a scenario.
   *
   * @param blueprint empty when the permission to read it is missing
   */
  Sighting read(JsonNode item, Optional<JsonNode> blueprint) throws UnreadableException {
    String id = JsonParts.id(item, "id");
    SightingBuilder sighting =
        new SightingBuilder(
            context,
            AssetKind.WORKFLOW,
            id,
            JsonParts.text(item, "name"),
            "GET /api/v2/scenarios/" + id + (blueprint.isPresent() ? "/blueprint" : ""));
    sighting.url(
        base.flatMap(
            address ->
                JsonParts.text(item, "teamId")
                    .map(team -> address + "/" + team + "/scenarios/" + id + "/edit")));
    sighting.owner(
        JsonParts.text(item.path("createdByUser"), "email")
            .or(() -> JsonParts.text(item.path("createdByUser"), "name")));
    sighting.active(
        item.path("isActive").asBoolean(item.path("islinked").asBoolean(false))
            && !item.path("isPaused").asBoolean(false));
    sighting.setting("paused", JsonParts.scalar(item.path("isPaused")));
    sighting.setting("team", JsonParts.text(item, "teamId"));
    sighting.setting("folder", JsonParts.text(item, "folderId"));
    sighting.scope("make:scenarios");
    sighting.permission("scenarios:read");
    scheduling(sighting, item.path("scheduling"));
    if (blueprint.isPresent()) {
      sighting.scope("make:blueprint");
      blueprint(sighting, blueprint.get());
    } else {
      sighting.scope("make:blueprint:not_permitted");
      packages(sighting, item.path("usedPackages"));
    }
    return sighting.sighting();
  }

  private static void scheduling(SightingBuilder sighting, JsonNode scheduling) {
    Optional<String> type = JsonParts.text(scheduling, "type");
    sighting.setting("scheduling", type);
    sighting.setting("interval", JsonParts.text(scheduling, "interval"));
    type.ifPresent(
        text ->
            sighting.trigger(
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "immediately" -> "webhook";
                  case "on-demand" -> "manual";
                  default -> "schedule";
                }));
  }

  /** Reads the list of used packages when the blueprint is not readable. */
  private static void packages(SightingBuilder sighting, JsonNode packages) {
    for (JsonNode packageNode : packages) {
      Optional<String> app = JsonParts.text(packageNode);
      if (app.isPresent() && !INSIDE.contains(app.get())) {
        sighting.connector(app.get(), Optional.empty(), Optional.empty(), Optional.empty());
        AiUsageIndicators.ofName(app.get())
            .ifPresent(
                confidence ->
                    sighting.ai(
                        "The app \"" + app.get() + "\" is used", Math.min(confidence, BY_PACKAGE)));
      }
    }
  }

  private static void blueprint(SightingBuilder sighting, JsonNode blueprint) {
    for (Map.Entry<String, JsonNode> member :
        blueprint.path("metadata").path("scenario").properties()) {
      sighting.setting(member.getKey(), JsonParts.scalar(member.getValue()));
    }
    flow(sighting, blueprint.path("flow"), true);
  }

  /** Reads a sequence of modules; routers and error handlers contain nested flows. */
  private static void flow(SightingBuilder sighting, JsonNode flow, boolean isOutermost) {
    boolean isFirst = isOutermost;
    for (JsonNode module : flow) {
      module(sighting, module, isFirst);
      isFirst = false;
      module.path("routes").forEach(route -> flow(sighting, route.path("flow"), false));
      module.path("branches").forEach(branch -> flow(sighting, branch.path("flow"), false));
      flow(sighting, module.path("onerror"), false);
    }
  }

  private static void module(SightingBuilder sighting, JsonNode module, boolean isFirst) {
    String name = JsonParts.text(module, "module").orElse("");
    if (name.isEmpty()) {
      return;
    }
    int colon = name.indexOf(':');
    String app = colon < 0 ? name : name.substring(0, colon);
    Optional<String> operation =
        colon < 0 ? Optional.empty() : Optional.of(name.substring(colon + 1));
    sighting.step();
    sighting.follows(name);
    if (isFirst) {
      sighting.trigger(app.equals("gateway") ? "webhook" : app);
    }
    if (app.equals("scenario-service")) {
      JsonParts.text(module.path("mapper"), "scenarioId")
          .or(() -> JsonParts.text(module.path("parameters"), "scenarioId"))
          .ifPresent(sighting::subWorkflow);
    }
    Optional<String> host = host(module);
    if (!INSIDE.contains(app)) {
      sighting.connector(app, operation, host.map(text -> "host:" + text), connection(module));
    }
    ai(sighting, app, name, host);
    String step = JsonParts.text(module, "id").orElse(name);
    sighting.parameters(step + "/parameters", module.path("parameters"));
    sighting.parameters(step + "/mapper", module.path("mapper"));
    sighting.parameters(step + "/filter", module.path("filter"));
  }

  private static void ai(
      SightingBuilder sighting, String app, String module, Optional<String> host) {
    OptionalDouble byName = AiUsageIndicators.ofName(app);
    if (byName.isPresent()) {
      sighting.ai(
          "The module \"" + module + "\" uses a model", Math.min(byName.getAsDouble(), BY_USE));
      return;
    }
    OptionalDouble byHost = AiUsageIndicators.ofHost(host.orElse(""));
    if (byHost.isPresent()) {
      sighting.ai(
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
