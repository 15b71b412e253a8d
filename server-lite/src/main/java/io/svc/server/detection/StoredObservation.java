package io.svc.server.detection;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** A pending observation in the store: plain values for JSON. */
record StoredObservation(
    String kind,
    String id,
    String agentId,
    String sessionId,
    long at,
    String action,
    String server,
    String tool,
    String operation,
    String method,
    String host,
    List<String> classification,
    JsonNode content,
    boolean cut,
    List<RedactedPart> hidden,
    PolicyDecision ruling) {

  /** See {@link Observation.RedactedPart}. */
  record RedactedPart(String path, String type, String mask, boolean secret, double confidence) {}

  /** See {@link Observation.PolicyDecision}. */
  record PolicyDecision(
      String effect, String severity, String reason, String policyId, String ruleId) {}

  static String write(Observation seen) {
    Observation.PolicyDecision ruling = seen.ruling();
    return Json.text(
        new StoredObservation(
            seen.kind().toString(),
            seen.id(),
            seen.agentId(),
            seen.sessionId(),
            seen.at().toEpochMilli(),
            seen.action(),
            seen.server(),
            seen.tool(),
            seen.operation(),
            seen.method(),
            seen.host(),
            seen.classification(),
            seen.content(),
            seen.isCut(),
            seen.hidden().stream()
                .map(
                    h ->
                        new RedactedPart(
                            h.path(), h.type(), h.mask(), h.isSecret(), h.confidence()))
                .toList(),
            new PolicyDecision(
                ruling.effect(),
                ruling.severity().label(),
                ruling.reason(),
                ruling.policyId(),
                ruling.ruleId())));
  }

  static Observation read(String json) {
    return Json.readStored(json, StoredObservation.class).observation();
  }

  private Observation observation() {
    return new Observation(
        Observation.Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
        id,
        agentId,
        sessionId,
        Instant.ofEpochMilli(at),
        action,
        server,
        tool,
        operation,
        method,
        host,
        classification,
        content,
        cut,
        hidden.stream()
            .map(
                h ->
                    new Observation.RedactedPart(
                        h.path(), h.type(), h.mask(), h.secret(), h.confidence()))
            .toList(),
        new Observation.PolicyDecision(
            ruling.effect(),
            Severity.ofLabel(ruling.severity()).orElse(Severity.INFO),
            ruling.reason(),
            ruling.policyId(),
            ruling.ruleId()));
  }
}
