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
    Optional<ObjectNode> known = Optional.empty();
    if (name.startsWith(WORKFLOW)) {
      known = run(name.substring(WORKFLOW.length()), sent, payload, now);
    } else if (name.equals("n8n.node.finished")) {
      known = node(sent, payload, now);
    } else if (name.startsWith(AUDIT)) {
      known = change(name.substring(AUDIT.length()), sent, payload, now);
    }
    return Optional.of(
        known.orElseGet(
            () ->
                PlatformMessage.free(
                    IntegrationType.N8N, name.isBlank() ? "event" : name, sent, payload, now)));
  }

  private static Optional<ObjectNode> run(
      String what, JsonNode sent, JsonNode payload, Instant now) {
    Optional<String> status =
        switch (what) {
          case "started" -> Optional.of("started");
          case "success" -> Optional.of("succeeded");
          case "failed", "crashed" -> Optional.of("failed");
          case "cancelled" -> Optional.of("cancelled");
          default -> Optional.empty();
        };
    Optional<String> workflow = PlatformMessage.text(payload, "workflowId");
    Optional<String> execution = PlatformMessage.text(payload, "executionId");
    if (status.isEmpty() || workflow.isEmpty() || execution.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode run = of(payload, workflow.get(), execution.get());
    run.put("status", status.get());
    if (payload.path("isManual").asBoolean()) {
      run.put("trigger", "manual");
    }
    PlatformMessage.text(payload, "errorMessage")
        .ifPresent(
            message -> {
              ObjectNode error = run.putObject("error");
              error.put("message", message);
              PlatformMessage.text(payload, "lastNodeExecuted")
                  .ifPresent(node -> error.put("node", node));
            });
    return Optional.of(PlatformMessage.envelope("WorkflowRunEvent", sent, run, now));
  }

  private static ObjectNode of(JsonNode payload, String workflow, String execution) {
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    told.put("platform", IntegrationType.N8N.toString());
    told.put("workflow_id", workflow);
    PlatformMessage.text(payload, "workflowName")
        .ifPresent(name -> told.put("workflow_name", name));
    told.put("run_id", execution);
    return told;
  }

  private static Optional<ObjectNode> node(JsonNode sent, JsonNode payload, Instant now) {
    Optional<String> workflow = PlatformMessage.text(payload, "workflowId");
    Optional<String> execution = PlatformMessage.text(payload, "executionId");
    Optional<String> tool = PlatformMessage.text(payload, "nodeType", "nodeName");
    if (workflow.isEmpty() || execution.isEmpty() || tool.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode call = of(payload, workflow.get(), execution.get());
    call.put("tool", tool.get());
    PlatformMessage.text(payload, "nodeName").ifPresent(step -> call.put("step", step));
    call.put("status", "succeeded");
    return Optional.of(PlatformMessage.envelope("ToolCallEvent", sent, call, now));
  }

  private static Optional<ObjectNode> change(
      String what, JsonNode sent, JsonNode payload, Instant now) {
    Optional<PlatformChange.Kind> kind =
        switch (what) {
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
        PlatformMessage.text(
            payload, "workflowId", "credentialId", "packageName", "targetUserId", "userId");
    if (kind.isEmpty() || resource.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode change = JsonNodeFactory.instance.objectNode();
    change.put("platform", IntegrationType.N8N.toString());
    change.put("change_type", kind.get().toString());
    change.put("resource_type", what.substring(0, what.lastIndexOf('.')));
    change.put("resource_id", resource.get());
    PlatformMessage.text(payload, "workflowName", "credentialName", "packageName")
        .ifPresent(name -> change.put("resource_name", name));
    // The user's identifier only; the message also contains names and addresses.
    PlatformMessage.text(payload, "userId").ifPresent(actor -> change.put("actor", actor));
    return Optional.of(PlatformMessage.envelope("ControlPlaneChangeEvent", sent, change, now));
  }

  /** Converts a message of the error trigger. */
  static Optional<ObjectNode> failed(IntegrationType type, JsonNode sent, Instant now) {
    JsonNode execution = sent.path("execution");
    Optional<String> workflow = PlatformMessage.text(sent.path("workflow"), "id");
    Optional<String> run = PlatformMessage.text(execution, "id");
    if (type != IntegrationType.N8N
        || workflow.isEmpty()
        || run.isEmpty()
        || !execution.path("error").isObject()) {
      return Optional.empty();
    }
    ObjectNode told = of(JsonNodeFactory.instance.objectNode(), workflow.get(), run.get());
    PlatformMessage.text(sent.path("workflow"), "name")
        .ifPresent(name -> told.put("workflow_name", name));
    told.put("status", "failed");
    PlatformMessage.text(execution, "mode").ifPresent(mode -> told.put("trigger", mode));
    ObjectNode error = told.putObject("error");
    error.put("message", execution.path("error").path("message").asText());
    PlatformMessage.text(execution, "lastNodeExecuted").ifPresent(node -> error.put("node", node));
    return Optional.of(
        PlatformMessage.envelope(
            "WorkflowRunEvent", JsonNodeFactory.instance.objectNode(), told, now));
  }
}
