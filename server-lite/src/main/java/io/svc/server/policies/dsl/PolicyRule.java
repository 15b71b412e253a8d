package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.expressions.BudgetExceededException;
import java.util.Optional;

/** A rule of a policy. Immutable. */
public final class PolicyRule {
  private final RuleHeader head;
  private final MatchCriteria match;
  private final Optional<Condition> condition;
  private final Obligations obligations;

  PolicyRule(
      RuleHeader head,
      MatchCriteria match,
      Optional<Condition> condition,
      Obligations obligations) {
    this.head = head;
    this.match = match;
    this.condition = condition;
    this.obligations = obligations;
  }

  public String id() {
    return head.id();
  }

  /** The position in the document, from 0. */
  public int index() {
    return head.index();
  }

  public int priority() {
    return head.priority();
  }

  public Effect effect() {
    return head.effect();
  }

  public Severity severity() {
    return head.severity();
  }

  /** The reason for the caller; a generic sentence if the policy has none. */
  public String reason() {
    return head.reason();
  }

  /** Returns whether the rule is disabled: it is read and checked, and not evaluated. */
  public boolean isDisabled() {
    return head.isDisabled();
  }

  MatchCriteria match() {
    return match;
  }

  Optional<Condition> condition() {
    return condition;
  }

  Obligations obligations() {
    return obligations;
  }

  /** Returns whether it has obligations even when another rule decides. */
  boolean isAdditive() {
    return effect() == Effect.WARN || effect() == Effect.REDACT || obligations.route().isPresent();
  }

  /** Returns the match for a call; empty for none. */
  Optional<RuleMatch> speak(EvaluationFacts subject, OnError onError) {
    if (isDisabled()) {
      return Optional.empty();
    }
    try {
      if (!match.matches(subject)) {
        return Optional.empty();
      }
    } catch (BudgetExceededException e) {
      // on_error applies to conditions: a rule without one must not become a warning.
      return Optional.of(RuleMatch.overBudget(this, Effect.DENY));
    }
    if (condition.isEmpty()) {
      return Optional.of(RuleMatch.of(this));
    }
    return switch (condition.get().evaluate(subject)) {
      case HOLDS -> Optional.of(RuleMatch.of(this));
      case DOES_NOT_HOLD -> Optional.empty();
      case UNEVALUABLE -> Optional.of(RuleMatch.unevaluable(this, onError.effect()));
      case OVER_BUDGET -> Optional.of(RuleMatch.overBudget(this, onError.effect()));
    };
  }

  /** Returns the canonical form, which always has a {@code reason}. */
  ObjectNode normal() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", id());
    json.put("priority", priority());
    json.put("effect", effect().label());
    json.put("severity", severity().label());
    json.put("reason", reason());
    json.set("match", match.normal());
    json.set(
        "when",
        condition
            .<JsonNode>map(found -> JsonNodeFactory.instance.textNode(found.source()))
            .orElse(JsonNodeFactory.instance.nullNode()));
    json.set("obligations", obligations.normal());
    return json;
  }

  /** The identifier, reason and severity of a rule. */
  record RuleHeader(
      String id,
      int index,
      int priority,
      boolean isDisabled,
      Effect effect,
      Severity severity,
      String reason) {}
}
