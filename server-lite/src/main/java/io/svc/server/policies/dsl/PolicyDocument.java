package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A parsed policy; with errors, the valid parts of it.
 *
 * @param approverGroups the groups that the policy itself declares
 */
record PolicyDocument(
    String name,
    Effect defaultEffect,
    OnError onError,
    List<String> approverGroups,
    List<PolicyRule> rules,
    List<PolicyTest> tests) {
  private static final List<String> KEYS =
      List.of("version", "kind", "metadata", "defaults", "groups", "rules", "tests");

  PolicyDocument {
    approverGroups = List.copyOf(approverGroups);
    rules = List.copyOf(rules);
    tests = List.copyOf(tests);
  }

  static Optional<PolicyDocument> read(
      YamlDocument document, Conditions conditions, Problems problems) {
    return YamlMappingReader.of(document.root(), "", KEYS, problems)
        .flatMap(root -> read(document, root, conditions, problems));
  }

  private static Optional<PolicyDocument> read(
      YamlDocument document, YamlMappingReader root, Conditions conditions, Problems problems) {
    checkVersion(root);
    Optional<String> name = name(root);
    Optional<YamlMappingReader> defaults = root.block("defaults", List.of("effect", "on_error"));
    Optional<YamlMappingReader> groups = root.block("groups", List.of("approvers"));
    List<PolicyRule> rules = new ArrayList<>();
    root.node("rules")
        .ifPresent(node -> rules.addAll(new RuleReader(document, conditions, problems).read(node)));
    if (!root.has("rules")) {
      root.missing("rules", "a list of rules, which may be empty");
    }
    List<PolicyTest> tests = new ArrayList<>();
    root.node("tests").ifPresent(node -> tests.addAll(new TestReader(problems).read(node)));
    return Optional.of(
        new PolicyDocument(
            name.orElse(""),
            defaults.flatMap(PolicyDocument::effect).orElse(Effect.ALLOW),
            defaults
                .flatMap(
                    block -> block.word("on_error", OnError::ofLabel, List.of(OnError.values())))
                .orElse(OnError.DENY),
            groups
                .map(
                    block ->
                        block.texts("approvers").stream()
                            .map(YamlMappingReader.LocatedText::value)
                            .toList())
                .orElse(List.of()),
            rules,
            tests));
  }

  private static Optional<Effect> effect(YamlMappingReader defaults) {
    return defaults.word(
        "effect",
        word ->
            Effect.ofLabel(word).filter(effect -> effect == Effect.ALLOW || effect == Effect.DENY),
        List.of(Effect.ALLOW, Effect.DENY));
  }

  private static void checkVersion(YamlMappingReader root) {
    if (!root.has("version")) {
      root.missing("version", "1");
    }
    Optional<Node> version = root.node("version");
    boolean isFirst =
        version.filter(node -> YamlMappingReader.kind(node).equals("the number \"1\"")).isPresent();
    if (version.isPresent() && !isFirst) {
      root.error(
          "unsupported_version",
          "version",
          "Expected version: 1; found " + YamlMappingReader.kind(version.get()) + ".");
    }
    if (root.has("kind")
        && root.text("kind", 100).filter(kind -> !kind.equals("agent_policy")).isPresent()) {
      root.error("invalid_value", "kind", "Expected kind: agent_policy.");
    }
  }

  private static Optional<String> name(YamlMappingReader root) {
    Optional<YamlMappingReader> metadata =
        root.block("metadata", List.of("name", "description", "tags"));
    if (!root.has("metadata")) {
      root.missing("metadata", "a mapping with name");
    }
    metadata.ifPresent(
        block -> {
          if (!block.has("name")) {
            block.missing("name", "the name of the policy");
          }
          block.text("description", 2_000);
          block.texts("tags");
        });
    return metadata.flatMap(block -> block.text("name", 120));
  }

  CompiledPolicy compile() {
    return new CompiledPolicy(name, defaultEffect, onError, rules);
  }

  PolicyCheckResult.Summary summary() {
    Map<String, Integer> effects = new LinkedHashMap<>();
    Effect[] all = Effect.values();
    for (int i = all.length - 1; i >= 0; i--) {
      Effect effect = all[i];
      int count = (int) rules.stream().filter(rule -> rule.effect() == effect).count();
      if (count > 0) {
        effects.put(effect.label(), count);
      }
    }
    return new PolicyCheckResult.Summary(name, 1, rules.size(), effects);
  }

  /**
   * A test in a policy document.
   *
   * @param rule the id of the rule that is expected to decide, if the test names one
   */
  record PolicyTest(
      String name,
      Facts facts,
      Effect effect,
      Optional<String> rule,
      String path,
      SourcePosition place) {
    TestOutcome run(CompiledPolicy policy, DecisionBudget budget) {
      PolicyOutcome outcome = policy.evaluate(facts, budget);
      Optional<String> decided = outcome.deciding().map(RuleMatch::ruleId);
      boolean passed = outcome.effect() == effect && (rule.isEmpty() || rule.equals(decided));
      String expected = effect.label() + rule.map(id -> " by " + id).orElse("");
      String actual =
          rule.isEmpty() && passed
              ? outcome.effect().label()
              : outcome.effect().label() + decided.map(id -> " by " + id).orElse(" by default");
      boolean isBlind = outcome.deciding().filter(RuleMatch::isUnevaluable).isPresent();
      return new TestOutcome(
          name, passed, expected, isBlind ? actual + " (unevaluable)" : actual, place.line());
    }
  }
}
