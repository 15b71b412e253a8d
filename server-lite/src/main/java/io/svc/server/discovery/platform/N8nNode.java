package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One node of a workflow of n8n. Its type is the name of a package and of a node, such as {@code
 * n8n-nodes-base.gmail} and {@code @n8n/n8n-nodes-langchain.agent}.
 */
final class N8nNode {
  private static final String BASE = "n8n-nodes-base.";
  private static final String LANGCHAIN = "@n8n/n8n-nodes-langchain.";
  private static final String TOOL = "Tool";
  private static final String TRIGGER = "Trigger";
  private static final double AGENT = 0.95;
  private static final double MODEL = 0.92;
  private static final double PART = 0.8;

  /** What sets a workflow off without saying so by its name. */
  private static final Map<String, String> TRIGGERS =
      Map.of(
          "webhook", "webhook",
          "cron", "schedule",
          "interval", "schedule",
          "scheduleTrigger", "schedule",
          "start", "manual",
          "manualTrigger", "manual",
          "emailReadImap", "email",
          "executeWorkflowTrigger", "workflow",
          "form", "form",
          "chatTrigger", "chat");

  /** What works on data alone, and has no way out of the platform. */
  private static final Set<String> INSIDE =
      WordBlock.set(
          """
          aggregate aiTransform code compareDatasets compression convertToFile crypto dateTime
          debugHelper editImage errorTrigger evaluation executeWorkflow executeWorkflowTrigger
          executionData extractFromFile filter form formTrigger function functionItem html
          htmlExtract if interval cron itemLists limit manualTrigger markdown merge moveBinaryData
          n8nTrainingCustomerDatastore noOp removeDuplicates renameKeys respondToWebhook
          scheduleTrigger set sort splitInBatches splitOut spreadsheetFile start stickyNote
          stopAndError summarize switch totp wait webhook workflowTrigger xml""");

  private final JsonNode node;
  private final String type;

  N8nNode(JsonNode node) {
    this.node = node;
    this.type = JsonParts.text(node, "type").orElse("");
  }

  /** Whether it takes part: notes on the canvas and what is switched off do not. */
  boolean takesPart() {
    return !type.isEmpty()
        && !node.path("disabled").asBoolean(false)
        && !type.equals(BASE + "stickyNote");
  }

  String name() {
    return JsonParts.text(node, "name").orElse(shortType());
  }

  private String shortType() {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private boolean isBase() {
    return type.startsWith(BASE);
  }

  private boolean isLangchain() {
    return type.startsWith(LANGCHAIN);
  }

  JsonNode parameters() {
    return node.path("parameters");
  }

  /** What sets the workflow off; empty for a node that does not. */
  Optional<String> trigger() {
    String known = TRIGGERS.get(shortType());
    if (known != null && (isBase() || isLangchain())) {
      return Optional.of(known);
    }
    return shortType().endsWith(TRIGGER)
        ? Optional.of(shortType().substring(0, shortType().length() - TRIGGER.length()))
        : Optional.empty();
  }

  /** Who may set off a webhook; empty for another node. */
  Optional<String> webhookAuthentication() {
    return shortType().equals("webhook")
        ? Optional.of(JsonParts.text(parameters(), "authentication").orElse("none"))
        : Optional.empty();
  }

  /** The connector; empty for a node without a way out. */
  Optional<String> connector() {
    if (isBase()) {
      String name = shortType();
      // Each node can be given to an agent as a tool, and is then called so.
      String own = name.endsWith(TOOL) ? name.substring(0, name.length() - TOOL.length()) : name;
      return INSIDE.contains(own) && credentials().isEmpty() ? Optional.empty() : Optional.of(own);
    }
    if (isLangchain()) {
      return credentials().isEmpty() && !isOutside(shortType())
          ? Optional.empty()
          : Optional.of("langchain." + shortType());
    }
    return Optional.of(type);
  }

  private static boolean isOutside(String langchain) {
    return langchain.startsWith("lm")
        || langchain.startsWith("mcpClient")
        || langchain.startsWith("toolHttp")
        || langchain.startsWith("vectorStore");
  }

  /** What it does, as far as it says: what is the default is not written down. */
  Optional<String> operation() {
    if (isHttp()) {
      return Optional.of(
          JsonParts.text(parameters(), "method")
              .or(() -> JsonParts.text(parameters(), "requestMethod"))
              .orElse("GET")
              .toUpperCase(Locale.ROOT));
    }
    Optional<String> resource = plain("resource");
    Optional<String> operation = plain("operation");
    return resource.isPresent() && operation.isPresent()
        ? Optional.of(resource.get() + "." + operation.get())
        : operation.or(() -> resource);
  }

  private Optional<String> plain(String name) {
    return JsonParts.text(parameters(), name).filter(text -> !isExpression(text));
  }

  private static boolean isExpression(String text) {
    return text.startsWith("=");
  }

  private boolean isHttp() {
    return shortType().startsWith("httpRequest") || shortType().equals("toolHttpRequest");
  }

  /** Where a plain request goes, or a client of MCP. */
  Optional<String> host() {
    for (String name : List.of("url", "sseEndpoint", "endpointUrl")) {
      Optional<String> address = JsonParts.text(parameters(), name);
      if (address.isPresent()) {
        String text = address.get();
        return JsonParts.host(isExpression(text) ? text.substring(1) : text)
            .or(() -> Optional.of("(expression)"));
      }
    }
    return Optional.empty();
  }

  /** A credential that a node refers to. */
  record Credential(String type, String id, String name) {}

  /** The credentials; old workflows have their names alone. */
  List<Credential> credentials() {
    List<Credential> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : node.path("credentials").properties()) {
      JsonNode value = member.getValue();
      Optional<String> name = JsonParts.text(value).or(() -> JsonParts.text(value, "name"));
      Optional<String> id = JsonParts.text(value, "id").or(() -> name);
      id.ifPresent(known -> all.add(new Credential(member.getKey(), known, name.orElse(known))));
    }
    return all;
  }

  /** The workflow that it sets off. */
  Optional<String> subWorkflow() {
    if (!shortType().equals("executeWorkflow") && !shortType().equals("toolWorkflow")) {
      return Optional.empty();
    }
    JsonNode id = parameters().path("workflowId");
    return JsonParts.text(id.isObject() ? id.path("value") : id)
        .filter(text -> !isExpression(text));
  }

  /** The model that it names. */
  Optional<String> model() {
    JsonNode model =
        parameters().path("model").isMissingNode()
            ? parameters().path("modelId")
            : parameters().path("model");
    return JsonParts.text(model.isObject() ? model.path("value") : model)
        .filter(text -> !isExpression(text))
        .filter(text -> confidence().isPresent());
  }

  /** How surely a model takes part by this node; empty for no sign of it. */
  OptionalDouble confidence() {
    String name = shortType();
    if (isLangchain()) {
      if (name.startsWith("agent")) {
        return OptionalDouble.of(AGENT);
      }
      if (name.startsWith("mcpTrigger") || name.startsWith("chatTrigger")) {
        return OptionalDouble.empty();
      }
      return OptionalDouble.of(
          name.startsWith("lm") || AiSigns.ofName(name).isPresent() ? MODEL : PART);
    }
    if (name.equals("aiTransform")) {
      // The model writes the code of the step once; none is asked when the workflow runs.
      return OptionalDouble.empty();
    }
    OptionalDouble byName = AiSigns.ofName(name);
    return byName.isPresent() ? byName : AiSigns.ofHost(host().orElse(""));
  }

  /** How a person is told why a model is believed to take part. */
  String sign() {
    String what =
        isLangchain() && shortType().startsWith("agent")
            ? "is an AI agent"
            : isHttp() ? "calls a host that serves models" : "uses a model or serves one";
    return "The node \"" + name() + "\" (" + shortType() + ") " + what;
  }
}
