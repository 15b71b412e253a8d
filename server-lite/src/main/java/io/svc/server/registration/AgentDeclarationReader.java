package io.svc.server.registration;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Reads a declaration of an agent, without secrets. Absent fields do not change; null or an empty
 * list removes the earlier value. For one request body.
 */
final class AgentDeclarationReader {
  static final int LONGEST_NAME = 200;
  private static final int LONGEST_TEXT = 4_000;
  private static final int LONGEST_URL = 2_000;
  private static final int MAX_STEPS = 500;
  private static final int MAX_CONNECTORS = 200;
  private static final int MAX_NAMES = 200;
  private static final int MAX_METADATA = 50;

  private static final Masking MASKING = new Masking();

  private final Fields body;
  private boolean hasSecret;

  AgentDeclarationReader(Fields body) {
    this.body = body;
  }

  /** Returns the merged declaration; adds validation errors to the body. */
  AgentDeclaration mergedWith(AgentDeclaration before) {
    String name = text("name", LONGEST_NAME, before.name());
    String description = text("description", LONGEST_TEXT, before.description());
    String url =
        isSent("url")
            ? body.optionalText("url", LONGEST_URL).map(this::address).orElse("")
            : before.url();
    List<AgentDeclaration.Step> steps = isSent("steps") ? steps() : before.steps();
    List<AgentDeclaration.Connector> connectors =
        isSent("connectors") ? connectors() : before.connectors();
    Map<String, String> metadata = isSent("metadata") ? metadata() : before.metadata();
    boolean isAllSent = isSent("steps") || isSent("connectors") || isSent("metadata");
    return new AgentDeclaration(
        name,
        description,
        text("owner", LONGEST_NAME, before.owner()),
        text("environment", LONGEST_NAME, before.environment()),
        url,
        version(before.version()),
        text("framework", LONGEST_NAME, before.framework()),
        text("model", LONGEST_NAME, before.model()),
        body.flag("active", before.active()),
        body.flag("uses_ai", before.usesAi()),
        triggers(before.triggers()),
        steps,
        connectors,
        names("tools", before.tools()),
        names("mcp_servers", before.mcpServers()),
        names("sub_workflows", before.subWorkflows()),
        names("data_classification", before.dataClassification()),
        names("tags", before.tags()),
        metadata,
        hasSecret || (before.hasSecret() && !isAllSent));
  }

  /** Returns a name without secrets. */
  static String masked(String text) {
    return MASKING.text(text);
  }

  private boolean isSent(String name) {
    return body.has(name) || body.isNull(name);
  }

  private String text(String name, int longest, String before) {
    return isSent(name) ? body.optionalText(name, longest).map(this::safe).orElse("") : before;
  }

  private String version(String before) {
    return isSent("version")
        ? body.identifier("version", LONGEST_NAME).map(this::safe).orElse("")
        : before;
  }

  private String safe(String text) {
    return masked(text, MASKING::text);
  }

  private String address(String text) {
    return masked(text, MASKING::value);
  }

  private String masked(String text, UnaryOperator<String> mask) {
    String masked = mask.apply(text);
    hasSecret |= !masked.equals(text);
    return masked;
  }

  private List<String> names(String name, List<String> before) {
    return isSent(name) ? names(body, name) : before;
  }

  /** Returns a list, also for a single value. */
  private List<String> names(Fields fields, String name) {
    JsonNode sent = fields.value(name);
    return sent.isTextual()
        ? fields.optionalText(name, LONGEST_NAME).map(this::safe).map(List::of).orElse(List.of())
        : fields.texts(name, MAX_NAMES, LONGEST_NAME).stream()
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .map(this::safe)
            .toList();
  }

  private List<String> triggers(List<String> before) {
    return names(body.oneOf("triggers", "trigger"), before);
  }

  private List<AgentDeclaration.Step> steps() {
    List<AgentDeclaration.Step> steps = new ArrayList<>();
    if (isListOfTexts("steps")) {
      body.texts("steps", MAX_STEPS, LONGEST_NAME)
          .forEach(type -> steps.add(new AgentDeclaration.Step("", safe(type.strip()), "")));
      return steps;
    }
    for (Fields step : body.objects("steps", MAX_STEPS)) {
      AgentDeclaration.Step declaredStep =
          new AgentDeclaration.Step(
              step.identifier("id", LONGEST_NAME).map(this::safe).orElse(""),
              step.optionalText("type", LONGEST_NAME).map(this::safe).orElse(""),
              step.optionalText("name", LONGEST_NAME).map(this::safe).orElse(""));
      if (!step.has("id") && !step.has("type") && !step.has("name")) {
        step.problem("required", "type", "A step has neither \"type\" nor \"id\" nor \"name\".");
      }
      hasSecret |= containsSecret(step.value("parameters"));
      steps.add(declaredStep);
    }
    return steps;
  }

  private List<AgentDeclaration.Connector> connectors() {
    List<AgentDeclaration.Connector> connectors = new ArrayList<>();
    if (isListOfTexts("connectors")) {
      body.texts("connectors", MAX_CONNECTORS, LONGEST_NAME).stream()
          .map(String::strip)
          .filter(name -> !name.isEmpty())
          .forEach(
              name ->
                  connectors.add(
                      new AgentDeclaration.Connector(safe(name), List.of(), List.of(), "")));
      return connectors;
    }
    for (Fields connector : body.objects("connectors", MAX_CONNECTORS)) {
      connectors.add(
          new AgentDeclaration.Connector(
              safe(connector.text("name", 1, LONGEST_NAME)),
              names(connector, "operations"),
              names(connector, "scopes"),
              connector.identifier("credential", LONGEST_NAME).map(this::safe).orElse("")));
    }
    return connectors;
  }

  private boolean isListOfTexts(String name) {
    JsonNode list = body.value(name);
    if (!list.isArray() || list.isEmpty()) {
      return false;
    }
    for (JsonNode element : list) {
      if (!element.isTextual()) {
        return false;
      }
    }
    return true;
  }

  /** Checks parameters of a step for a secret; they are not stored. */
  private static boolean containsSecret(JsonNode sent) {
    return !MASKING.node(sent).equals(sent);
  }

  /** Returns the fields as texts; values that are not texts as JSON. */
  private Map<String, String> metadata() {
    Map<String, String> metadata = new LinkedHashMap<>();
    JsonNode sent = body.object("metadata").open();
    if (sent.size() > MAX_METADATA) {
      body.problem(
          "too_many",
          "metadata",
          "\"metadata\" has "
              + sent.size()
              + " members; at most "
              + MAX_METADATA
              + " are accepted.");
      return metadata;
    }
    hasSecret |= sent.isObject() && containsSecret(sent);
    MASKING
        .members(sent)
        .forEach(
            (name, value) -> {
              String text = value instanceof String plain ? plain : Json.text(value);
              if (name.length() > LONGEST_NAME || text.length() > LONGEST_URL) {
                body.problem(
                    "too_long",
                    "metadata",
                    "\"metadata\" has a name of more than "
                        + LONGEST_NAME
                        + " characters, or a value of more than "
                        + LONGEST_URL
                        + ".");
              } else {
                metadata.put(name, text);
              }
            });
    return metadata;
  }
}
