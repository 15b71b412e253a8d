package io.svc.server.detection;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.json.Json;
import io.svc.server.redaction.TenantRedactions;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Observations of tests. */
final class Seen {
  static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");

  private static final DetectionPipeline CASCADE = new DetectionPipeline();

  private Seen() {}

  static Observation of(
      String tool, String host, String method, Map<String, ?> arguments, Instant at) {
    JsonNode raw = Json.tree(Map.of("arguments", arguments));
    ObservedContent content = ObservedContent.of(raw, TenantRedactions.usual().mask());
    return new Observation(
        Observation.Kind.EVALUATION,
        "dec_1",
        "agt_1",
        "ses_1",
        at,
        "tool_call",
        "",
        tool,
        "",
        method,
        host,
        List.of(),
        content.content(),
        false,
        content.hidden(),
        Observation.PolicyDecision.NONE);
  }

  static Observation call(String tool, Map<String, ?> arguments) {
    return of(tool, "", "", arguments, NOW);
  }

  static Observation tool(String name) {
    int dot = name.indexOf('.');
    Observation bare = of(name.substring(dot + 1), "", "", Map.of(), NOW);
    return new Observation(
        bare.kind(),
        bare.id(),
        bare.agentId(),
        bare.sessionId(),
        bare.at(),
        bare.action(),
        dot < 0 ? "" : name.substring(0, dot),
        bare.tool(),
        "",
        "",
        "",
        List.of(),
        bare.content(),
        false,
        List.of(),
        bare.ruling());
  }

  static Observation sentTo(String host) {
    return of("http", host, "POST", Map.of("x", 1), NOW);
  }

  static Observation fetchedFrom(String host, Instant at) {
    return of("http", host, "GET", Map.of(), at);
  }

  static Observation of(ObservedText.Kind kind, String text) {
    return switch (kind) {
      case COMMAND -> call("bash", Map.of("command", text));
      case SQL -> call("postgres_query", Map.of("query", text));
      case PROSE -> call("read_page", Map.of("content", text));
      case VALUE -> call("search", Map.of("path", text));
      case TOOL -> tool(text);
      case DESTINATION -> sentTo(text);
    };
  }

  static Observation ruled(Observation seen, String effect, Severity severity) {
    return new Observation(
        seen.kind(),
        seen.id(),
        seen.agentId(),
        seen.sessionId(),
        seen.at(),
        seen.action(),
        seen.server(),
        seen.tool(),
        seen.operation(),
        seen.method(),
        seen.host(),
        seen.classification(),
        seen.content(),
        seen.isCut(),
        seen.hidden(),
        new Observation.PolicyDecision(effect, severity, "Not here.", "pol_1", "no"));
  }

  static DetectionInput input(Observation seen) {
    return new DetectionInput(
        seen, DetectionConfig.DEFAULT, new AllowList(List.of()), BehaviorBaseline.NONE);
  }

  static DetectionResult judge(Observation seen) {
    return CASCADE.judge(seen, DetectionConfig.DEFAULT, BehaviorBaseline.NONE).judgement();
  }

  static DetectionPipeline.PipelineResult judge(
      Observation seen, DetectionConfig config, BehaviorBaseline baseline) {
    return CASCADE.judge(seen, config, baseline);
  }
}
