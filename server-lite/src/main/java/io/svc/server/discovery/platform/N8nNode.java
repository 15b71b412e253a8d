package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A node of an n8n workflow. Its type is the name of a package and a node, such as {@code
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

  /** Trigger nodes whose names do not show that they are triggers. */
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

  /** Nodes that only process data and do not leave the platform. */
  private static final Set<String> INSIDE =
      WordListParser.set(
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

  /** Returns false for notes and disabled nodes. */
  boolean isActive() {
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

  /** Returns the trigger; empty for other nodes. */
  Optional<String> trigger() {
    String triggerName = TRIGGERS.get(shortType());
    if (triggerName != null && (isBase() || isLangchain())) {
      return Optional.of(triggerName);
    }
    return shortType().endsWith(TRIGGER)
        ? Optional.of(shortType().substring(0, shortType().length() - TRIGGER.length()))
        : Optional.empty();
  }

  /** Returns the authentication of a webhook; empty for other nodes. */
  Optional<String> webhookAuthentication() {
    return shortType().equals("webhook")
        ? Optional.of(JsonParts.text(parameters(), "authentication").orElse("none"))
        : Optional.empty();
  }

  /** Returns the connector; empty for nodes that do not leave the platform. */
  Optional<String> connector() {
    if (isBase()) {
      String name = shortType();
      // Each node can also be used as a tool of an agent, with a suffix in its type.
      String baseName =
          name.endsWith(TOOL) ? name.substring(0, name.length() - TOOL.length()) : name;
      return INSIDE.contains(baseName) && credentials().isEmpty()
          ? Optional.empty()
          : Optional.of(baseName);
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

  /** Returns the operation, unless it is the default, which is not stored. */
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

  /** Returns the host of an HTTP request or an MCP client. */
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

  /** Returns the credentials; old workflows only contain their names. */
  List<Credential> credentials() {
    List<Credential> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : node.path("credentials").properties()) {
      JsonNode value = member.getValue();
      Optional<String> name = JsonParts.text(value).or(() -> JsonParts.text(value, "name"));
      Optional<String> id = JsonParts.text(value, "id").or(() -> name);
      id.ifPresent(
          credentialId ->
              all.add(new Credential(member.getKey(), credentialId, name.orElse(credentialId))));
    }
    return all;
  }

  /** Returns the workflow that it starts. */
  Optional<String> subWorkflow() {
    if (!shortType().equals("executeWorkflow") && !shortType().equals("toolWorkflow")) {
      return Optional.empty();
    }
    JsonNode id = parameters().path("workflowId");
    return JsonParts.text(id.isObject() ? id.path("value") : id)
        .filter(text -> !isExpression(text));
  }

  /** Returns the model. */
  Optional<String> model() {
    JsonNode model =
        parameters().path("model").isMissingNode()
            ? parameters().path("modelId")
            : parameters().path("model");
    return JsonParts.text(model.isObject() ? model.path("value") : model)
        .filter(text -> !isExpression(text))
        .filter(text -> confidence().isPresent());
  }

  /** Returns the confidence that this node uses a model; empty for none. */
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
          name.startsWith("lm") || AiUsageIndicators.ofName(name).isPresent() ? MODEL : PART);
    }
    if (name.equals("aiTransform")) {
      // A model generates the code of this step once; none is used at run time.
      return OptionalDouble.empty();
    }
    OptionalDouble byName = AiUsageIndicators.ofName(name);
    return byName.isPresent() ? byName : AiUsageIndicators.ofHost(host().orElse(""));
  }

  /** Returns the explanation of the AI evidence to display. */
  String sign() {
    String signName =
        isLangchain() && shortType().startsWith("agent")
            ? "is an AI agent"
            : isHttp() ? "calls a host that serves models" : "uses a model or serves one";
    return "The node \"" + name() + "\" (" + shortType() + ") " + signName;
  }
}
