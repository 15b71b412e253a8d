package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * A compiled policy. Immutable, safe for many threads; evaluation is deterministic and depends only
 * on the policy and the facts.
 */
public final class CompiledPolicy {
  /** The format of {@link #snapshot}. */
  public static final String SCHEMA = "policy-snapshot/1";

  private static final Pattern SESSION = Pattern.compile("\\bsession\\b");

  private final String name;
  private final OutcomeResolver verdicts;
  private final List<PolicyRule> rules;
  private final String contentHash;

  CompiledPolicy(String name, Effect defaultEffect, OnError onError, List<PolicyRule> rules) {
    this.name = name;
    this.verdicts = new OutcomeResolver(defaultEffect, onError);
    this.rules = List.copyOf(rules);
    this.contentHash = ContentHash.of(defaultEffect, onError, this.rules);
  }

  public String name() {
    return name;
  }

  /**
   * {@code sha256:} and the digest, in hexadecimal digits, of RFC 8785 over the parts that affect
   * decisions. Name, description, tags, groups, tests, disabled rules and formatting do not count.
   */
  public String contentHash() {
    return contentHash;
  }

  /** All rules in the order of the document, including disabled ones. */
  public List<PolicyRule> rules() {
    return rules;
  }

  /** The effect when no rule matches. */
  public Effect defaultEffect() {
    return verdicts.defaultEffect();
  }

  /**
   * Returns whether a condition may depend on earlier actions of the session. The check searches
   * for the word, so it may also be true because of a text.
   */
  public boolean usesSessionHistory() {
    return rules.stream()
        .flatMap(rule -> rule.condition().stream())
        .anyMatch(condition -> SESSION.matcher(condition.source()).find());
  }

  /** Returns the parts that affect decisions, for later inspection by people and programs. */
  public JsonNode snapshot(Instant compiledAt) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("schema", SCHEMA);
    json.put("contentHash", contentHash);
    json.put("compiledAt", Json.time(compiledAt));
    json.put("defaultEffect", defaultEffect().label());
    json.put("onError", verdicts.onError().toString());
    ArrayNode list = json.putArray("rules");
    for (PolicyRule rule : rules) {
      if (!rule.isDisabled()) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("id", rule.id());
        entry.put("index", rule.index());
        entry.setAll(rule.normal());
        list.add(entry);
      }
    }
    return json;
  }

  /**
   * Evaluates the policy for a call, with the budget of one decision. The cost is proportional to
   * the number of its rules; a {@link RuleSet} skips most.
   */
  public PolicyOutcome evaluate(Facts facts) {
    return evaluate(facts, DecisionBudget.repeatable());
  }

  /** The same with a given budget. */
  public PolicyOutcome evaluate(Facts facts, DecisionBudget budget) {
    return verdicts.of(rules, new EvaluationFacts(facts, budget));
  }

  OutcomeResolver verdicts() {
    return verdicts;
  }

  /** Computes the digest of the canonical form (RFC 8785) of what decides. */
  static final class ContentHash {
    private ContentHash() {}

    static String of(Effect defaultEffect, OnError onError, List<PolicyRule> rules) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("schema", "policy-content/1");
      json.put("default_effect", defaultEffect.label());
      json.put("on_error", onError.toString());
      ArrayNode list = json.putArray("rules");
      rules.stream().filter(rule -> !rule.isDisabled()).forEach(rule -> list.add(rule.normal()));
      try {
        byte[] canonical = new JsonCanonicalizer(json.toString()).getEncodedUTF8();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical);
        return "sha256:" + HexFormat.of().formatHex(digest);
      } catch (IOException | NoSuchAlgorithmException e) {
        throw new IllegalStateException("a policy has no canonical form", e);
      }
    }
  }
}
