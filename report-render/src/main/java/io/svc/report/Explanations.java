package io.svc.report;

import io.svc.report.Explanation.Part;
import io.svc.rules.CheckPage;
import io.svc.rules.RuleLoader;
import io.svc.rules.RuleSource;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.detect.Check;
import io.svc.scanner.finding.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Explains findings with the pages of checks, shipped rules and custom rules. Results are cached;
 * the catalog is read for the first finding. Not thread-safe.
 */
final class Explanations {
  private final Map<String, RuleSource> customRules = new HashMap<>();
  private final Map<String, Check> checks = new HashMap<>();
  private final Map<String, Optional<Explanation>> cache = new LinkedHashMap<>();
  private Map<String, String> sources = Map.of();

  Explanations(List<RuleSource> ruleSources) {
    for (RuleSource rule : ruleSources) {
      customRules.put(rule.rule().id(), rule);
    }
    for (Check check : CheckCatalog.all()) {
      checks.put(check.findingType(), check);
    }
  }

  /** Returns the explanations of a finding: its check, then its rule; empty if neither is found. */
  List<Explanation> of(Finding finding) {
    List<Explanation> explanations = new ArrayList<>(2);
    cache
        .computeIfAbsent("type " + finding.findingType(), key -> ofType(finding.findingType()))
        .ifPresent(explanations::add);
    if (finding.extensions().get("rule_id") instanceof String ruleId) {
      cache.computeIfAbsent("rule " + ruleId, key -> ofRule(ruleId)).ifPresent(explanations::add);
    }
    return explanations;
  }

  /** Returns all explanations used so far, in that order. */
  Collection<Explanation> used() {
    List<Explanation> used = new ArrayList<>();
    cache.values().forEach(explanation -> explanation.ifPresent(used::add));
    return used;
  }

  private Optional<Explanation> ofType(String findingType) {
    Check check = checks.get(findingType);
    if (check == null) {
      return Optional.empty();
    }
    CheckPage page = CheckCatalog.page(check, sources());
    return Optional.of(
        new Explanation(
            findingType,
            sentenceCase(check.title()),
            false,
            List.of(
                new Part("Meaning", page.means()),
                new Part("Risk", page.matters()),
                new Part("Severity", page.severity()),
                new Part("How to fix it", page.fix())),
            page.references()));
  }

  private Optional<Explanation> ofRule(String ruleId) {
    RuleSource source = customRules.get(ruleId);
    // A rule's file is named after its id. Rules of checks and of plain passwords have no file.
    String file = ruleId + ".yaml";
    if (source == null && sources().containsKey(file) && !file.startsWith("checks/")) {
      source = RuleLoader.reload(file, sources().get(file));
    }
    if (source == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Explanation(
            ruleId,
            sentenceCase(source.rule().title()),
            true,
            List.of(
                new Part("Issued by", source.provider()),
                new Part("Description", source.description()),
                new Part("How to revoke it", source.rule().remediation())),
            source.references()));
  }

  private Map<String, String> sources() {
    if (sources.isEmpty()) {
      sources = RuleCatalog.sources();
    }
    return sources;
  }

  /** Capitalizes the first letter of a phrase. */
  static String sentenceCase(String phrase) {
    return phrase.substring(0, 1).toUpperCase(Locale.ROOT) + phrase.substring(1);
  }
}
