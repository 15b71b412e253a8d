package events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.server.detection.Observation;
import io.svc.server.detection.ObservedContent;
import io.svc.server.redaction.TenantRedactions;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Observations as the server makes them of decisions. */
final class Calls {
  static final Instant NOW = Instant.parse("2026-03-17T10:00:00Z");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Calls() {}

  static Observation of(
      String tool, String method, String host, Map<String, ?> arguments, Instant at) {
    JsonNode raw = MAPPER.valueToTree(Map.of("arguments", arguments));
    ObservedContent content = ObservedContent.of(raw, TenantRedactions.usual().mask());
    int dot = tool.indexOf('.');
    return new Observation(
        Observation.Kind.EVALUATION,
        "dec_1",
        "agt_1",
        "ses_1",
        at,
        method.isEmpty() ? "tool_call" : "http_request",
        dot < 0 ? "" : tool.substring(0, dot),
        tool.substring(dot + 1),
        "",
        method,
        host,
        List.of(),
        content.content(),
        false,
        content.hidden(),
        Observation.PolicyDecision.NONE);
  }

  static Observation tool(String tool, Map<String, ?> arguments) {
    return of(tool, "", "", arguments, NOW);
  }

  static Observation post(String host, Map<String, ?> arguments) {
    return of("http", "POST", host, arguments, NOW);
  }

  static Observation get(String host, Instant at) {
    return of("http", "GET", host, Map.of(), at);
  }
}
