package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;

/**
 * A rule that matched a call.
 *
 * @param effect effect of the rule, or of {@code on_error} when it could not be evaluated
 * @param reason for the caller; it does not reveal why a condition could not be evaluated
 * @param isUnevaluable whether the rule could not be evaluated
 * @param isOverBudget whether the reason is an exceeded budget
 */
public record RuleMatch(
    String ruleId,
    Effect effect,
    Severity severity,
    String reason,
    boolean isUnevaluable,
    boolean isOverBudget) {
  /** A matching rule. */
  static RuleMatch of(PolicyRule rule) {
    return new RuleMatch(rule.id(), rule.effect(), rule.severity(), rule.reason(), false, false);
  }

  /** A rule with an unevaluable condition. */
  static RuleMatch unevaluable(PolicyRule rule, Effect effect) {
    return new RuleMatch(rule.id(), effect, rule.severity(), OnError.REASON, true, false);
  }

  /** A rule that could not be evaluated within the budget. */
  static RuleMatch overBudget(PolicyRule rule, Effect effect) {
    return new RuleMatch(rule.id(), effect, rule.severity(), OnError.REASON, true, true);
  }

  JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("rule_id", ruleId);
    json.put("effect", effect.label());
    json.put("severity", severity.label());
    json.put("reason", reason);
    json.put("unevaluable", isUnevaluable);
    if (isOverBudget) {
      json.put("over_budget", true);
    }
    return json;
  }

  static RuleMatch fromJson(JsonNode json) {
    return new RuleMatch(
        json.path("rule_id").asText(),
        Effect.ofLabel(json.path("effect").asText()).orElseThrow(),
        Severity.ofLabel(json.path("severity").asText()).orElseThrow(),
        json.path("reason").asText(),
        json.path("unevaluable").asBoolean(),
        json.path("over_budget").asBoolean());
  }
}
