package io.svc.server.policies.dsl;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code rules}. */
final class RuleReader {
  static final int MAX = 500;
  static final List<String> KEYS =
      WordListParser.list(
          """
          id priority disabled effect severity reason match when redact approval route""");

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final int LARGEST_PRIORITY = 1_000_000;

  private final YamlDocument document;
  private final Conditions conditions;
  private final Problems problems;
  private final Map<String, SourcePosition> ids = new HashMap<>();

  RuleReader(YamlDocument document, Conditions conditions, Problems problems) {
    this.document = document;
    this.conditions = conditions;
    this.problems = problems;
  }

  List<PolicyRule> read(Node node) {
    if (!(node instanceof SequenceNode list)) {
      problems.error(
          "wrong_type",
          "Expected a list of rules; found " + YamlMappingReader.kind(node) + ".",
          "/rules",
          SourcePosition.of(node));
      return List.of();
    }
    if (list.getValue().size() > MAX) {
      problems.error(
          "too_many_rules",
          "There are " + list.getValue().size() + " rules; a policy has at most " + MAX + ".",
          "/rules",
          SourcePosition.of(list.getValue().get(MAX)));
      return List.of();
    }
    List<PolicyRule> rules = new ArrayList<>();
    int index = 0;
    for (Node item : list.getValue()) {
      int at = index++;
      YamlMappingReader.of(item, "/rules/" + at, KEYS, problems)
          .flatMap(rule -> read(rule, at))
          .ifPresent(rules::add);
      problems.about(Optional.empty());
    }
    return rules;
  }

  private Optional<PolicyRule> read(YamlMappingReader block, int index) {
    Optional<String> id = id(block);
    Optional<Effect> effect = block.word("effect", Effect::ofLabel, List.of(Effect.values()));
    if (!block.has("effect")) {
      block.missing("effect", String.join(", ", labels(Effect.values())));
    }
    MatchCriteria match =
        block
            .block("match", MatchReader.KEYS)
            .map(found -> new MatchReader(problems).read(found))
            .orElse(new MatchCriteria(Map.of()));
    Optional<Condition> condition = condition(block);
    int priority = block.integer("priority", -LARGEST_PRIORITY, LARGEST_PRIORITY).orElse(0);
    boolean isDisabled = block.flag("disabled").orElse(false);
    Optional<Severity> severity =
        block.word("severity", RuleReader::severity, List.of(Severity.values()));
    Optional<String> reason = block.text("reason", 1_000).map(String::strip);
    if (id.isEmpty() || effect.isEmpty()) {
      return Optional.empty();
    }
    Effect effectOfRule = effect.get();
    PolicyRule.RuleHeader head =
        new PolicyRule.RuleHeader(
            id.get(),
            index,
            priority,
            isDisabled,
            effectOfRule,
            severity.orElse(effectOfRule == Effect.ALLOW ? Severity.INFO : Severity.MEDIUM),
            reason.orElse(sentence(id.get(), effectOfRule)));
    Obligations obligations = new ObligationReader(block, problems).read(effectOfRule);
    return Optional.of(new PolicyRule(head, match, condition, obligations));
  }

  private static Optional<Severity> severity(String word) {
    return Severity.ofLabel(word).filter(severity -> severity.label().equals(word));
  }

  private static String sentence(String id, Effect effect) {
    return switch (effect) {
      case ALLOW -> "Rule " + id + " allows this.";
      case WARN -> "Rule " + id + " warns of this.";
      case REDACT -> "Rule " + id + " takes sensitive text out of this.";
      case REQUIRE_APPROVAL -> "Rule " + id + " asks for approval of this.";
      case DENY -> "Rule " + id + " denies this.";
    };
  }

  private static List<String> labels(Object[] values) {
    return Arrays.stream(values).map(Object::toString).toList();
  }

  private Optional<String> id(YamlMappingReader block) {
    Optional<String> id = block.text("id", 64);
    if (!block.has("id")) {
      block.missing("id", "a unique name such as deny-metadata");
    }
    if (id.filter(name -> !ID.matcher(name).matches()).isPresent()) {
      block.error(
          "invalid_value",
          "id",
          "\""
              + id.get()
              + "\" is not an id; expected letters, digits, dots, dashes or"
              + " underscores.");
      return Optional.empty();
    }
    problems.about(id);
    id.ifPresent(
        name -> {
          SourcePosition first = ids.putIfAbsent(name, block.positionOf("id"));
          if (first != null) {
            block.error(
                "duplicate_rule_id",
                "id",
                "\"" + name + "\" is specified twice, first in line " + first.line() + ".");
          }
        });
    return id;
  }

  private Optional<Condition> condition(YamlMappingReader block) {
    Optional<String> source = block.text("when", YamlDocument.LARGEST).map(String::strip);
    if (source.isEmpty()) {
      return Optional.empty();
    }
    Conditions.Compilation compilation = conditions.compile(source.get());
    ScalarNode node = (ScalarNode) block.node("when").orElseThrow();
    ConditionPlaces conditionPositions = new ConditionPlaces(document.text(), node);
    for (Conditions.Issue issue : compilation.issues()) {
      problems.error(
          issue.code(), issue.message(), block.pathOf("when"), conditionPositions.of(issue));
    }
    return compilation.condition();
  }
}
