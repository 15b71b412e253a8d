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
final class CloudFlowReader {
  private static final double BY_USE = 0.9;
  private static final String SHARED = "shared_";
  private static final String FLOWS = "/providers/Microsoft.ProcessSimple/";

  private final SightingContext context;

  CloudFlowReader(SightingContext context) {
    this.context = context;
  }

  static boolean isFlow(JsonNode item) {
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
    SightingBuilder sighting =
        new SightingBuilder(
            context,
            AssetKind.WORKFLOW,
            id,
            shown,
            environment
                .map(name -> "GET " + FLOWS + "environments/" + name + "/flows/" + id)
                .orElse("exported flow"));
    environment.ifPresent(
        name ->
            sighting.url(
                Optional.of(
                    "https://make.powerautomate.com/environments/"
                        + name
                        + "/flows/"
                        + id
                        + "/details")));
    JsonNode creator = properties.path("creator");
    sighting.owner(
        JsonParts.text(creator, "userPrincipalName")
            .or(() -> JsonParts.text(creator, "objectId"))
            .or(() -> JsonParts.text(creator, "userId")));
    sighting.active(
        JsonParts.text(properties, "state").map(state -> state.equals("Started")).orElse(true));
    sighting.setting("state", JsonParts.text(properties, "state"));
    sighting.setting("suspension", JsonParts.text(properties, "flowSuspensionReason"));
    sighting.scope(
        environment
            .map(name -> "power_automate:environment/" + name)
            .orElse("power_automate:export"));
    environment.ifPresent(name -> sighting.permission("flows:read_as_admin"));
    content(sighting, properties);
    return sighting.sighting();
  }

  private static void content(SightingBuilder sighting, JsonNode properties) {
    JsonNode connections = properties.path("connectionReferences");
    references(sighting, connections);
    JsonNode definition = properties.path("definition");
    if (definition.isObject()) {
      for (Map.Entry<String, JsonNode> trigger : definition.path("triggers").properties()) {
        sighting.trigger(kind(trigger.getValue()));
        step(sighting, connections, trigger.getKey(), trigger.getValue());
      }
      actions(sighting, connections, definition.path("actions"));
    } else {
      sighting.scope("power_automate:definition:not_permitted");
      summary(sighting, properties.path("definitionSummary"));
    }
  }

  /**
   * Reads connection references. Each is a connector with a connection, whether or not a step uses
   * it.
   */
  private static void references(SightingBuilder sighting, JsonNode connections) {
    for (Map.Entry<String, JsonNode> reference : connections.properties()) {
      connector(sighting, connections, reference.getKey(), Optional.empty());
    }
  }

  private static void connector(
      SightingBuilder sighting,
      JsonNode connections,
      String reference,
      Optional<String> operation) {
    JsonNode referenced = connections.path(reference);
    String api =
        JsonParts.text(referenced, "id")
            .or(() -> JsonParts.text(referenced.path("api"), "name"))
            .or(() -> JsonParts.text(referenced, "apiName"))
            .orElse(reference);
    Optional<String> connection =
        JsonParts.text(referenced, "connectionName")
            .or(
                () ->
                    JsonParts.text(referenced.path("connection"), "connectionReferenceLogicalName"))
            .or(() -> JsonParts.text(referenced.path("connection"), "name"));
    Optional<String> runsAs =
        JsonParts.text(referenced, "source")
            .or(() -> JsonParts.text(referenced, "runtimeSource"))
            .map(source -> "as:" + source.toLowerCase(Locale.ROOT));
    String name = bare(api);
    sighting.connector(name, operation, runsAs, connection);
    AiUsageIndicators.ofName(name)
        .ifPresent(
            confidence ->
                sighting.ai(
                    "The connector \"" + name + "\" is used", Math.min(confidence, BY_USE)));
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
              .map(CloudFlowReader::bare)
              .orElse(type);
    };
  }

  private static void actions(SightingBuilder sighting, JsonNode connections, JsonNode actions) {
    for (Map.Entry<String, JsonNode> action : actions.properties()) {
      JsonNode actionNode = action.getValue();
      step(sighting, connections, action.getKey(), actionNode);
      actions(sighting, connections, actionNode.path("actions"));
      actions(sighting, connections, actionNode.path("else").path("actions"));
      actions(sighting, connections, actionNode.path("default").path("actions"));
      actionNode
          .path("cases")
          .forEach(branch -> actions(sighting, connections, branch.path("actions")));
    }
  }

  private static void step(
      SightingBuilder sighting, JsonNode connections, String name, JsonNode step) {
    sighting.step();
    sighting.order(name, step.path("runAfter"));
    JsonNode inputs = step.path("inputs");
    JsonNode host = inputs.path("host");
    String type = JsonParts.text(step, "type").orElse("");
    if (type.startsWith("OpenApiConnection")) {
      String reference =
          JsonParts.text(host, "connectionName")
              .or(() -> JsonParts.text(host, "connectionReferenceName"))
              .or(() -> JsonParts.text(host, "apiId"))
              .orElse("unknown");
      connector(sighting, connections, reference, JsonParts.text(host, "operationId"));
    } else if (type.startsWith("ApiConnection")) {
      connector(
          sighting,
          connections,
          quoted(JsonParts.text(host.path("connection"), "name").orElse("unknown")),
          JsonParts.text(inputs, "method").map(method -> method.toUpperCase(Locale.ROOT)));
    } else if (type.equals("Http") || type.equals("HttpWebhook")) {
      http(sighting, name, inputs);
    } else if (type.equals("Workflow")) {
      JsonParts.text(host, "workflowReferenceName").ifPresent(sighting::subWorkflow);
    }
    sighting.parameters(name, inputs);
    sighting.parameters(name + "/recurrence", step.path("recurrence"));
  }

  private static void http(SightingBuilder sighting, String name, JsonNode inputs) {
    Optional<String> host =
        JsonParts.text(inputs, "uri").map(uri -> JsonParts.host(uri).orElse("(expression)"));
    sighting.connector(
        "http",
        JsonParts.text(inputs, "method").map(method -> method.toUpperCase(Locale.ROOT)),
        host.map(text -> "host:" + text),
        Optional.empty());
    OptionalDouble confidence = AiUsageIndicators.ofHost(host.orElse(""));
    if (confidence.isPresent()) {
      sighting.ai(
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
  private static void summary(SightingBuilder sighting, JsonNode summary) {
    for (JsonNode trigger : summary.path("triggers")) {
      sighting.step();
      sighting.trigger(
          JsonParts.text(trigger.path("api"), "name")
              .map(CloudFlowReader::bare)
              .or(() -> JsonParts.text(trigger, "type"))
              .orElse("unknown"));
    }
    for (JsonNode action : summary.path("actions")) {
      sighting.step();
      JsonParts.text(action.path("api"), "name")
          .ifPresent(
              api ->
                  sighting.connector(
                      bare(api),
                      JsonParts.text(action, "swaggerOperationId"),
                      Optional.empty(),
                      Optional.empty()));
    }
  }
}
