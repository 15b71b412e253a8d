package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.svc.rules.Severity;

/**
 * A rule that had something to say of a call.
 *
 * @param effect that of the rule; what {@code on_error} says when it could not be evaluated
 * @param reason for the caller; tells nothing of why a condition could not be evaluated
 * @param isUnevaluable whether the condition of the rule could not be evaluated
 */
public record RuleMatch(
    String ruleId, Effect effect, Severity severity, String reason, boolean isUnevaluable) {
  public RuleMatch {
    requireNonNull(ruleId, "ruleId is null");
    requireNonNull(effect, "effect is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(reason, "reason is null");
  }

  JsonNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("rule_id", ruleId)
        .put("effect", effect.label())
        .put("severity", severity.label())
        .put("reason", reason)
        .put("unevaluable", isUnevaluable);
  }

  static RuleMatch fromJson(JsonNode json) {
    return new RuleMatch(
        json.path("rule_id").asText(),
        Effect.ofLabel(json.path("effect").asText()).orElseThrow(),
        Severity.ofLabel(json.path("severity").asText()).orElseThrow(),
        json.path("reason").asText(),
        json.path("unevaluable").asBoolean());
  }
}
