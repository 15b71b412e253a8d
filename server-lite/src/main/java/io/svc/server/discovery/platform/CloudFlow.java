package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.Sighting;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads cloud flows of Power Automate from responses of the management API and from definitions in
 * exported packages and solutions, which have the same format. A definition uses the schema of
 * Logic Apps (2016-06-01): named triggers and actions, which can be nested.
 */
final class CloudFlow {
  private static final double BY_USE = 0.9;
  private static final String SHARED = "shared_";
  private static final String FLOWS = "/providers/Microsoft.ProcessSimple/";

  private final SightingContext lens;

  CloudFlow(SightingContext lens) {
    this.lens = lens;
  }

  static boolean isOne(JsonNode item) {
    return item.path("properties").path("definition").isObject();
  }

  /**
   * Reads a flow.
   *
   * @param environment its environment; empty for an export
   * @param otherwise the name to use when the export has none
   */
  Sighting read(JsonNode item, Optional<String> environment, Optional<String> otherwise)
      throws UnreadableException {
    JsonNode properties = item.path("properties");
    Optional<String> shown = JsonParts.text(properties, "displayName").or(() -> otherwise);
    String id =
        JsonParts.text(item, "name")
            .or(() -> shown.map(text -> "name:" + text))
            .orElseThrow(() -> new UnreadableException(Optional.empty()));
    if (!properties.isObject()) {
      throw new UnreadableException(Optional.of(id));
    }
    SightingBuilder sketch =
        new SightingBuilder(
            lens,
            AssetKind.WORKFLOW,
            id,
            shown,
            environment
                .map(name -> "GET " + FLOWS + "environments/" + name + "/flows/" + id)
                .orElse("exported flow"));
    environment.ifPresent(
        name ->
            sketch.url(
                Optional.of(
                    "https://make.powerautomate.com/environments/"
                        + name
                        + "/flows/"
                        + id
                        + "/details")));
    JsonNode creator = properties.path("creator");
    sketch.owner(
        JsonParts.text(creator, "userPrincipalName")
            .or(() -> JsonParts.text(creator, "objectId"))
            .or(() -> JsonParts.text(creator, "userId")));
    sketch.active(
        JsonParts.text(properties, "state").map(state -> state.equals("Started")).orElse(true));
    sketch.setting("state", JsonParts.text(properties, "state"));
    sketch.setting("suspension", JsonParts.text(properties, "flowSuspensionReason"));
    sketch.scope(
        environment
            .map(name -> "power_automate:environment/" + name)
            .orElse("power_automate:export"));
    environment.ifPresent(name -> sketch.permission("flows:read_as_admin"));
    content(sketch, properties);
    return sketch.sighting();
  }

  private static void content(SightingBuilder sketch, JsonNode properties) {
    JsonNode connections = properties.path("connectionReferences");
    references(sketch, connections);
    JsonNode definition = properties.path("definition");
    if (definition.isObject()) {
      for (Map.Entry<String, JsonNode> trigger : definition.path("triggers").properties()) {
        sketch.trigger(kind(trigger.getValue()));
        step(sketch, connections, trigger.getKey(), trigger.getValue());
      }
      actions(sketch, connections, definition.path("actions"));
    } else {
      sketch.scope("power_automate:definition:not_permitted");
      summary(sketch, properties.path("definitionSummary"));
    }
  }

  /**
   * Reads connection references. Each is a connector with a connection, whether or not a step uses
   * it.
   */
  private static void references(SightingBuilder sketch, JsonNode connections) {
    for (Map.Entry<String, JsonNode> reference : connections.properties()) {
      connector(sketch, connections, reference.getKey(), Optional.empty());
    }
  }

  private static void connector(
      SightingBuilder sketch, JsonNode connections, String reference, Optional<String> operation) {
    JsonNode known = connections.path(reference);
    String api =
        JsonParts.text(known, "id")
            .or(() -> JsonParts.text(known.path("api"), "name"))
            .or(() -> JsonParts.text(known, "apiName"))
            .orElse(reference);
    Optional<String> connection =
        JsonParts.text(known, "connectionName")
            .or(() -> JsonParts.text(known.path("connection"), "connectionReferenceLogicalName"))
            .or(() -> JsonParts.text(known.path("connection"), "name"));
    Optional<String> runsAs =
        JsonParts.text(known, "source")
            .or(() -> JsonParts.text(known, "runtimeSource"))
            .map(source -> "as:" + source.toLowerCase(Locale.ROOT));
    String name = bare(api);
    sketch.connector(name, operation, runsAs, connection);
    AiSigns.ofName(name)
        .ifPresent(
            confidence ->
                sketch.ai("The connector \"" + name + "\" is used", Math.min(confidence, BY_USE)));
  }

  /** Returns {@code office365} for {@code /providers/Microsoft.PowerApps/apis/shared_office365}. */
  private static String bare(String api) {
    String last = api.substring(api.lastIndexOf('/') + 1);
    return last.startsWith(SHARED) && last.length() > SHARED.length()
        ? last.substring(SHARED.length())
        : last;
  }

  private static String kind(JsonNode trigger) {
    String type = JsonParts.text(trigger, "type").orElse("unknown");
    return switch (type) {
      case "Recurrence" -> "schedule";
      case "Request" ->
          JsonParts.text(trigger, "kind").filter("Http"::equals).isPresent() ? "webhook" : "manual";
      default ->
          JsonParts.text(trigger.path("inputs").path("host"), "apiId")
              .map(CloudFlow::bare)
              .orElse(type);
    };
  }

  private static void actions(SightingBuilder sketch, JsonNode connections, JsonNode actions) {
    for (Map.Entry<String, JsonNode> action : actions.properties()) {
      JsonNode one = action.getValue();
      step(sketch, connections, action.getKey(), one);
      actions(sketch, connections, one.path("actions"));
      actions(sketch, connections, one.path("else").path("actions"));
      actions(sketch, connections, one.path("default").path("actions"));
      one.path("cases").forEach(way -> actions(sketch, connections, way.path("actions")));
    }
  }

  private static void step(
      SightingBuilder sketch, JsonNode connections, String name, JsonNode step) {
    sketch.step();
    sketch.order(name, step.path("runAfter"));
    JsonNode inputs = step.path("inputs");
    JsonNode host = inputs.path("host");
    String type = JsonParts.text(step, "type").orElse("");
    if (type.startsWith("OpenApiConnection")) {
      String reference =
          JsonParts.text(host, "connectionName")
              .or(() -> JsonParts.text(host, "connectionReferenceName"))
              .or(() -> JsonParts.text(host, "apiId"))
              .orElse("unknown");
      connector(sketch, connections, reference, JsonParts.text(host, "operationId"));
    } else if (type.startsWith("ApiConnection")) {
      connector(
          sketch,
          connections,
          quoted(JsonParts.text(host.path("connection"), "name").orElse("unknown")),
          JsonParts.text(inputs, "method").map(method -> method.toUpperCase(Locale.ROOT)));
    } else if (type.equals("Http") || type.equals("HttpWebhook")) {
      http(sketch, name, inputs);
    } else if (type.equals("Workflow")) {
      JsonParts.text(host, "workflowReferenceName").ifPresent(sketch::subWorkflow);
    }
    sketch.parameters(name, inputs);
    sketch.parameters(name + "/recurrence", step.path("recurrence"));
  }

  private static void http(SightingBuilder sketch, String name, JsonNode inputs) {
    Optional<String> host =
        JsonParts.text(inputs, "uri").map(uri -> JsonParts.host(uri).orElse("(expression)"));
    sketch.connector(
        "http",
        JsonParts.text(inputs, "method").map(method -> method.toUpperCase(Locale.ROOT)),
        host.map(text -> "host:" + text),
        Optional.empty());
    OptionalDouble confidence = AiSigns.ofHost(host.orElse(""));
    if (confidence.isPresent()) {
      sketch.ai(
          "The action \"" + name + "\" calls a host that serves models", confidence.getAsDouble());
    }
  }

  /**
   * Returns the second quoted part of
   * {@code @parameters('$connections')['shared_office365']['connectionId']}.
   */
  private static String quoted(String expression) {
    String[] words = expression.split("'", 6);
    return words.length > 3 ? words[3] : expression;
  }

  /** Reads the summary that lists contain instead of a definition. */
  private static void summary(SightingBuilder sketch, JsonNode summary) {
    for (JsonNode trigger : summary.path("triggers")) {
      sketch.step();
      sketch.trigger(
          JsonParts.text(trigger.path("api"), "name")
              .map(CloudFlow::bare)
              .or(() -> JsonParts.text(trigger, "type"))
              .orElse("unknown"));
    }
    for (JsonNode action : summary.path("actions")) {
      sketch.step();
      JsonParts.text(action.path("api"), "name")
          .ifPresent(
              api ->
                  sketch.connector(
                      bare(api),
                      JsonParts.text(action, "swaggerOperationId"),
                      Optional.empty(),
                      Optional.empty()));
    }
  }
}
