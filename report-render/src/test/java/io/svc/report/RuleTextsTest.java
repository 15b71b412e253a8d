package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.baseline.DriftDetector;
import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.checks.Detectors;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.SuppressionChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleTextsTest {
  private final RuleTexts texts = new RuleTexts();

  @Test
  void every_check_is_explained_by_its_page() {
    List<Check> checks = new ArrayList<>(SuppressionChecks.all());
    checks.add(DriftDetector.CHECK);
    for (Detector detector : Detectors.standard()) {
      checks.add(detector.check());
    }

    for (Check check : checks) {
      RuleText text = texts.of(finding(check.findingType(), check.ruleId()));
      assertThat(text.summary()).endsWithIgnoringCase(check.title() + ".");
      assertThat(text.severity()).isEqualTo(check.severity());
      assertThat(List.of(text.description(), text.matters(), text.fix()))
          .allMatch(part -> part.length() > 30)
          .doesNotContain("What the finding says.", "Do this.");
    }
  }

  @Test
  void every_shipped_secret_format_is_explained_by_its_own_file() {
    List<String> ids = new ArrayList<>();
    for (String file : RuleCatalog.sources().keySet()) {
      if (file.startsWith("secrets/")) {
        ids.add(file.substring(0, file.length() - ".yaml".length()));
      }
    }

    assertThat(ids).hasSizeGreaterThan(200);
    for (String id : ids) {
      RuleText text = texts.of(finding("hardcoded_secret", id));
      assertThat(text.summary()).endsWith(" in plain text.");
      assertThat(text.fix()).isNotEqualTo("Do this.");
      assertThat(text.weaknesses()).containsExactly("798", "312");
    }
  }

  @Test
  void a_custom_rule_is_explained_by_its_check_and_the_finding() {
    RuleText text = texts.of(finding("hardcoded_secret", "acme/badge-token"));

    assertThat(text.summary())
        .isEqualTo("The file contains a credential in plain text (acme/badge-token).");
    assertThat(text.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(text.description()).startsWith("The file contains a credential in plain text: ");
    assertThat(text.fix()).isEqualTo("Do this.");
  }

  @Test
  void what_nothing_is_known_of_is_told_by_the_finding_alone() {
    assertThat(texts.of(finding("odd_thing", "acme/odd")))
        .isEqualTo(
            new RuleText(
                "Odd thing.",
                Severity.CRITICAL,
                "What the finding says.",
                "",
                "Do this.",
                List.of(),
                List.of()));
  }

  private static Finding finding(String type, String ruleId) {
    return TestFindings.finding(
        "1",
        type,
        Severity.CRITICAL,
        "files",
        "What the finding says.",
        "Do this.",
        Map.of("rule_id", ruleId));
  }
}
