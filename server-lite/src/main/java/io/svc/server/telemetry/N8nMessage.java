package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.integrations.IntegrationType;
import java.time.Instant;
import java.util.Optional;

/** Messages of n8n: its log streaming (docs.n8n.io/log-streaming), and its error trigger. */
final class N8nMessage {
  private static final String WORKFLOW = "n8n.workflow.";
  private static final String AUDIT = "n8n.audit.";

  private N8nMessage() {}

  /**
   * Converts a message of log streaming; empty for the start of a node, because its end contains
   * everything.
   */
  static Optional<JsonNode> event(JsonNode sent, Instant now) {
    String name = sent.path("eventName").asText();
    JsonNode payload = sent.path("payload");
    if (name.equals("n8n.node.started")) {
      return Optional.empty();
    }
    Optional<ObjectNode> recognized = Optional.empty();
    if (name.startsWith(WORKFLOW)) {
      recognized = run(name.substring(WORKFLOW.length()), sent, payload, now);
    } else if (name.equals("n8n.node.finished")) {
      recognized = node(sent, payload, now);
    } else if (name.startsWith(AUDIT)) {
      recognized = change(name.substring(AUDIT.length()), sent, payload, now);
    }
    return Optional.of(
        recognized.orElseGet(
            () ->
                PlatformMessageConverter.free(
                    IntegrationType.N8N, name.isBlank() ? "event" : name, sent, payload, now)));
  }

  private static Optional<ObjectNode> run(
      String eventName, JsonNode sent, JsonNode payload, Instant now) {
    Optional<String> status =
        switch (eventName) {
          case "started" -> Optional.of("started");
          case "success" -> Optional.of("succeeded");
          case "failed", "crashed" -> Optional.of("failed");
          case "cancelled" -> Optional.of("cancelled");
          default -> Optional.empty();
        };
    Optional<String> workflow = PlatformMessageConverter.text(payload, "workflowId");
    Optional<String> execution = PlatformMessageConverter.text(payload, "executionId");
    if (status.isEmpty() || workflow.isEmpty() || execution.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode run = of(payload, workflow.get(), execution.get());
    run.put("status", status.get());
    if (payload.path("isManual").asBoolean()) {
      run.put("trigger", "manual");
    }
    PlatformMessageConverter.text(payload, "errorMessage")
        .ifPresent(
            message -> {
              ObjectNode error = run.putObject("error");
              error.put("message", message);
              PlatformMessageConverter.text(payload, "lastNodeExecuted")
                  .ifPresent(node -> error.put("node", node));
            });
    return Optional.of(PlatformMessageConverter.envelope("WorkflowRunEvent", sent, run, now));
  }

  private static ObjectNode of(JsonNode payload, String workflow, String execution) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.put("platform", IntegrationType.N8N.toString());
    content.put("workflow_id", workflow);
    PlatformMessageConverter.text(payload, "workflowName")
        .ifPresent(name -> content.put("workflow_name", name));
    content.put("run_id", execution);
    return content;
  }

  private static Optional<ObjectNode> node(JsonNode sent, JsonNode payload, Instant now) {
    Optional<String> workflow = PlatformMessageConverter.text(payload, "workflowId");
    Optional<String> execution = PlatformMessageConverter.text(payload, "executionId");
    Optional<String> tool = PlatformMessageConverter.text(payload, "nodeType", "nodeName");
    if (workflow.isEmpty() || execution.isEmpty() || tool.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode call = of(payload, workflow.get(), execution.get());
    call.put("tool", tool.get());
    PlatformMessageConverter.text(payload, "nodeName").ifPresent(step -> call.put("step", step));
    call.put("status", "succeeded");
    return Optional.of(PlatformMessageConverter.envelope("ToolCallEvent", sent, call, now));
  }

  private static Optional<ObjectNode> change(
      String eventName, JsonNode sent, JsonNode payload, Instant now) {
    Optional<PlatformChange.Kind> kind =
        switch (eventName) {
          case "workflow.created" -> Optional.of(PlatformChange.Kind.WORKFLOW_CREATED);
          case "workflow.updated" -> Optional.of(PlatformChange.Kind.WORKFLOW_UPDATED);
          case "workflow.activated" -> Optional.of(PlatformChange.Kind.WORKFLOW_ACTIVATED);
          case "workflow.deactivated" -> Optional.of(PlatformChange.Kind.WORKFLOW_DEACTIVATED);
          case "workflow.deleted" -> Optional.of(PlatformChange.Kind.WORKFLOW_DELETED);
          case "user.credentials.created" -> Optional.of(PlatformChange.Kind.CREDENTIAL_CREATED);
          case "user.credentials.shared", "user.credentials.updated", "user.updated" ->
              Optional.of(PlatformChange.Kind.PERMISSION_CHANGED);
          case "package.installed" -> Optional.of(PlatformChange.Kind.CONNECTOR_ADDED);
          case "user.signedup", "user.invited", "user.invitation.accepted" ->
              Optional.of(PlatformChange.Kind.USER_ADDED);
          default -> Optional.empty();
        };
    Optional<String> resource =
        PlatformMessageConverter.text(
            payload, "workflowId", "credentialId", "packageName", "targetUserId", "userId");
    if (kind.isEmpty() || resource.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode change = JsonNodeFactory.instance.objectNode();
    change.put("platform", IntegrationType.N8N.toString());
    change.put("change_type", kind.get().toString());
    change.put("resource_type", eventName.substring(0, eventName.lastIndexOf('.')));
    change.put("resource_id", resource.get());
    PlatformMessageConverter.text(payload, "workflowName", "credentialName", "packageName")
        .ifPresent(name -> change.put("resource_name", name));
    // The user's identifier only; the message also contains names and addresses.
    PlatformMessageConverter.text(payload, "userId").ifPresent(actor -> change.put("actor", actor));
    return Optional.of(
        PlatformMessageConverter.envelope("ControlPlaneChangeEvent", sent, change, now));
  }

  /** Converts a message of the error trigger. */
  static Optional<ObjectNode> failed(IntegrationType type, JsonNode sent, Instant now) {
    JsonNode execution = sent.path("execution");
    Optional<String> workflow = PlatformMessageConverter.text(sent.path("workflow"), "id");
    Optional<String> run = PlatformMessageConverter.text(execution, "id");
    if (type != IntegrationType.N8N
        || workflow.isEmpty()
        || run.isEmpty()
        || !execution.path("error").isObject()) {
      return Optional.empty();
    }
    ObjectNode payload = of(JsonNodeFactory.instance.objectNode(), workflow.get(), run.get());
    PlatformMessageConverter.text(sent.path("workflow"), "name")
        .ifPresent(name -> payload.put("workflow_name", name));
    payload.put("status", "failed");
    PlatformMessageConverter.text(execution, "mode")
        .ifPresent(mode -> payload.put("trigger", mode));
    ObjectNode error = payload.putObject("error");
    error.put("message", execution.path("error").path("message").asText());
    PlatformMessageConverter.text(execution, "lastNodeExecuted")
        .ifPresent(node -> error.put("node", node));
    return Optional.of(
        PlatformMessageConverter.envelope(
            "WorkflowRunEvent", JsonNodeFactory.instance.objectNode(), payload, now));
  }
}
