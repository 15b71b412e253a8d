package io.svc.server.telemetry;

import io.svc.rules.WordListParser;
import java.util.Optional;
import java.util.Set;

/**
 * The names of the OpenTelemetry semantic conventions for generative AI and for MCP (status
 * "Development"), and of versions before 1.36, which many senders still use.
 */
final class GenAiConventions {
  static final String OPERATION = "gen_ai.operation.name";
  static final String[] CONVERSATION = {"gen_ai.conversation.id", "gen_ai.thread.id"};
  static final String[] MODEL = {"gen_ai.response.model", "gen_ai.request.model"};
  static final String[] PROVIDER = {"gen_ai.provider.name", "gen_ai.system"};
  static final String[] INPUT_TOKENS = {"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"};
  static final String[] OUTPUT_TOKENS = {
    "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"
  };
  static final String TOOL = "gen_ai.tool.name";
  static final String TOOL_CALL = "gen_ai.tool.call.id";
  static final String ARGUMENTS = "gen_ai.tool.call.arguments";
  static final String RESULT = "gen_ai.tool.call.result";
  static final String MCP_METHOD = "mcp.method.name";

  private static final Set<String> CONTENT =
      Set.of(
          "gen_ai.input.messages",
          "gen_ai.output.messages",
          "gen_ai.system_instructions",
          "gen_ai.tool.definitions",
          ARGUMENTS,
          RESULT,
          "gen_ai.prompt",
          "gen_ai.completion",
          "gen_ai.event.content",
          "gen_ai.retrieval.documents",
          "gen_ai.retrieval.query.text",
          "gen_ai.evaluation.explanation",
          "exception.stacktrace",
          // Names outside of the conventions.
          "input.value",
          "output.value",
          "traceloop.entity.input",
          "traceloop.entity.output");

  private static final Set<String> CONTENT_HEADS =
      WordListParser.set(
          """
          gen_ai.prompt. gen_ai.completion. gen_ai.input.messages. gen_ai.output.messages.
          llm.input_messages. llm.output_messages. llm.prompts. llm.completions.""");

  private GenAiConventions() {}

  /** The operation of a span or a log record. */
  enum Operation {
    /** A run of an agent or a workflow. */
    RUN,
    /** The creation of an agent, without an action. */
    AGENT,
    TOOL,
    MODEL
  }

  /**
   * Returns the operation; empty for any other.
   *
   * @param isServer whether the server side recorded it, and not the client side
   */
  static Optional<Operation> operation(Attributes attributes, boolean isServer) {
    Optional<String> named = attributes.text(OPERATION);
    if (named.isPresent()) {
      return switch (named.get()) {
        case "invoke_agent", "invoke_workflow" -> Optional.of(Operation.RUN);
        case "create_agent" -> Optional.of(Operation.AGENT);
        case "execute_tool" -> isServer ? Optional.empty() : Optional.of(Operation.TOOL);
        case "chat", "generate_content", "text_completion", "completion", "embeddings" ->
            Optional.of(Operation.MODEL);
        default -> Optional.empty();
      };
    }
    if (attributes.text(MCP_METHOD).isPresent()) {
      return attributes.text(MCP_METHOD).filter("tools/call"::equals).isPresent() && !isServer
          ? Optional.of(Operation.TOOL)
          : Optional.empty();
    }
    if (attributes.text(TOOL).isPresent()) {
      return Optional.of(Operation.TOOL);
    }
    return attributes.text(PROVIDER).isPresent() && attributes.text(MODEL).isPresent()
        ? Optional.of(Operation.MODEL)
        : Optional.empty();
  }

  /** Returns whether an attribute contains, or may contain, messages or tool arguments. */
  static boolean isContent(String name) {
    return CONTENT.contains(name) || CONTENT_HEADS.stream().anyMatch(name::startsWith);
  }

  /** Returns the actor: from the item itself, or else from the resource of its sender. */
  static Optional<TelemetryActor> actor(
      Attributes attributes, Attributes resource, TelemetrySanitizer sanitizer) {
    Optional<String> id =
        attributes.text("gen_ai.agent.id").or(() -> resource.text("gen_ai.agent.id"));
    Optional<String> name =
        attributes.text("gen_ai.agent.name").or(() -> resource.text("gen_ai.agent.name"));
    Optional<String> reported = id.or(() -> name);
    return reported
        .or(() -> resource.text("service.name").filter(any -> !any.startsWith("unknown_")))
        .map(
            text ->
                new TelemetryActor(
                    TelemetryActor.OTEL,
                    sanitizer.name(text),
                    sanitizer.name(name.orElse(text)),
                    reported.isEmpty()));
  }

  /** Returns the session: the conversation, or else the trace. */
  static Optional<SessionReference> run(
      Optional<String> conversation, String traceId, String trigger, TelemetrySanitizer sanitizer) {
    return conversation
        .map(sanitizer::name)
        .or(() -> Optional.of(traceId).filter(id -> !id.isEmpty()))
        .map(name -> new SessionReference(name, false, traceId, trigger));
  }
}
