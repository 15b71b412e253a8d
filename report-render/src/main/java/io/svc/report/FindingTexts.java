package io.svc.report;

import io.svc.scanner.finding.Finding;

/** The texts among a finding's extensions. */
final class FindingTexts {
  private FindingTexts() {}

  /** The rule that found it; where a finding has none, its type. */
  static String ruleId(Finding finding) {
    String ruleId = extension(finding, "rule_id");
    return ruleId.isEmpty() ? finding.findingType() : ruleId;
  }

  /** The text of an extension; empty where there is none. */
  static String extension(Finding finding, String key) {
    return finding.extensions().get(key) instanceof String text ? text : "";
  }
}
