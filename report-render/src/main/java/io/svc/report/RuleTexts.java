package io.svc.report;

import static java.util.Objects.requireNonNull;

import io.svc.baseline.DriftDetector;
import io.svc.rules.CheckPage;
import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.scanner.checks.Detectors;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.SuppressionChecks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The texts of rules, from the pages that ship with the scanner. A rule without a page, such as a
 * custom rule, is described by its check and its finding. Reading the pages takes time: only
 * formats that explain rules create an instance.
 */
final class RuleTexts {
  private static final String FORMATS = "secrets/";
  private static final String WEAKNESS = "https://cwe.mitre.org/data/definitions/";

  private final Map<String, String> sources = RuleCatalog.sources();
  private final Map<String, Check> checks = new HashMap<>();

  RuleTexts() {
    for (Detector detector : Detectors.standard()) {
      add(detector.check());
    }
    add(DriftDetector.CHECK);
    for (Check check : SuppressionChecks.all()) {
      add(check);
    }
  }

  private void add(Check check) {
    checks.put(check.findingType(), check);
  }

  /** Returns the texts of a finding's rule. */
  RuleText of(Finding finding) {
    Optional<CheckPage> page = page(finding.findingType());
    if (page.isEmpty()) {
      return ofFinding(finding);
    }
    String ruleId = FindingTexts.ruleId(finding);
    String format = ruleId + ".yaml";
    if (ruleId.startsWith(FORMATS) && sources.containsKey(format)) {
      return ofFormat(DefinitionReader.read(format, sources.get(format)), finding, page.get());
    }
    Check check = requireNonNull(checks.get(finding.findingType()));
    boolean isOrdinary = check.ruleId().equals(ruleId);
    String summary = capitalized(check.title()) + (isOrdinary ? "." : " (" + ruleId + ").");
    return new RuleText(
        summary,
        isOrdinary ? check.severity() : finding.severity(),
        page.get().means(),
        page.get().matters(),
        isOrdinary ? page.get().fix() : finding.remediation(),
        page.get().references(),
        weaknesses(page.get()));
  }

  private Optional<CheckPage> page(String findingType) {
    String file = "checks/" + findingType.replace('_', '-') + ".yaml";
    return checks.containsKey(findingType) && sources.containsKey(file)
        ? Optional.of(CheckPage.load(file, sources.get(file)))
        : Optional.empty();
  }

  private static RuleText ofFinding(Finding finding) {
    return new RuleText(
        capitalized(finding.findingType().replace('_', ' ')) + ".",
        finding.severity(),
        finding.detail(),
        "",
        finding.remediation(),
        List.of(),
        List.of());
  }

  /** Read by key: loading it as a rule would run all of its examples. */
  private static RuleText ofFormat(Definition format, Finding finding, CheckPage page) {
    return new RuleText(
        format.text("title") + " in plain text.",
        Severity.ofLabel(format.text("severity")).orElse(finding.severity()),
        format.text("description"),
        page.matters(),
        format.text("remediation"),
        format.texts("references"),
        weaknesses(page));
  }

  private static List<String> weaknesses(CheckPage page) {
    List<String> numbers = new ArrayList<>();
    for (String reference : page.references()) {
      if (reference.startsWith(WEAKNESS) && reference.endsWith(".html")) {
        numbers.add(reference.substring(WEAKNESS.length(), reference.length() - ".html".length()));
      }
    }
    return numbers;
  }

  private static String capitalized(String phrase) {
    return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1);
  }
}
