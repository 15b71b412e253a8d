package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The outcome of one policy for one call.
 *
 * @param deciding the rule that the effect comes from; empty for the default
 * @param matches all rules that matched, in the order of the document
 * @param redactions the redactions of all matching rules; empty when the effect is deny
 * @param approval present exactly when the effect is require_approval
 * @param route the route with the strictest isolation; empty when the effect is deny
 * @param isDefault whether no rule matched
 */
public record PolicyOutcome(
    Effect effect,
    Optional<RuleMatch> deciding,
    List<RuleMatch> matches,
    List<RedactionObligation> redactions,
    Optional<ApprovalObligation> approval,
    Optional<ExecutionRoute> route,
    boolean isDefault) {
  public PolicyOutcome {
    matches = List.copyOf(matches);
    redactions = List.copyOf(redactions);
  }

  /** The warnings for the caller: the reasons of matching rules that warn; empty for a deny. */
  public List<String> warnings() {
    if (effect == Effect.DENY) {
      return List.of();
    }
    return matches.stream()
        .filter(match -> match.effect() == Effect.WARN)
        .map(RuleMatch::reason)
        .distinct()
        .toList();
  }

  /**
   * Returns whether both have the same effect and the same obligations, regardless of the rules.
   * The caller sees the same except for names, reasons of the decision and severities.
   */
  public boolean sameAs(PolicyOutcome other) {
    return effect == other.effect
        && approval.equals(other.approval)
        && route.equals(other.route)
        && Set.copyOf(warnings()).equals(Set.copyOf(other.warnings()))
        && pieces(redactions).equals(pieces(other.redactions));
  }

  private static Set<String> pieces(List<RedactionObligation> redactions) {
    Set<String> pieces = new HashSet<>();
    for (RedactionObligation redaction : redactions) {
      String operator = redaction.operator().label();
      redaction.entities().forEach(entity -> pieces.add(operator + " " + entity));
      if (redaction.entities().isEmpty()) {
        pieces.add(operator);
      }
    }
    return pieces;
  }

  /** Returns all values, so that {@link #fromJson} returns an equal one. Names are snake_case. */
  public JsonNode toJson() {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    ObjectNode json = nodes.objectNode();
    json.put("effect", effect.label());
    json.put("default", isDefault);
    deciding.ifPresent(rule -> json.set("deciding", rule.toJson()));
    ArrayNode rules = json.putArray("matches");
    matches.forEach(match -> rules.add(match.toJson()));
    ArrayNode redactionArray = json.putArray("redactions");
    redactions.forEach(redaction -> redactionArray.add(redaction.toJson()));
    approval.ifPresent(approvalObligation -> json.set("approval", approvalObligation.toJson()));
    route.ifPresent(routeNode -> json.set("route", routeNode.toJson()));
    return json;
  }

  /** Parses the result of {@link #toJson}. */
  public static PolicyOutcome fromJson(JsonNode json) {
    List<RuleMatch> matches = new ArrayList<>();
    json.path("matches").forEach(match -> matches.add(RuleMatch.fromJson(match)));
    List<RedactionObligation> redactions = new ArrayList<>();
    json.path("redactions").forEach(item -> redactions.add(RedactionObligation.fromJson(item)));
    return new PolicyOutcome(
        Effect.ofLabel(json.path("effect").asText()).orElseThrow(),
        Optional.ofNullable(json.get("deciding")).map(RuleMatch::fromJson),
        matches,
        redactions,
        Optional.ofNullable(json.get("approval")).map(ApprovalObligation::fromJson),
        Optional.ofNullable(json.get("route")).map(ExecutionRoute::fromJson),
        json.path("default").asBoolean());
  }
}
