package io.svc.report;

import io.svc.scanner.finding.Finding;

/** Returns texts from a finding's extensions. */
final class FindingTexts {
  private FindingTexts() {}

  /** Returns the id of the rule that matched, or else the finding's type. */
  static String ruleId(Finding finding) {
    String ruleId = extension(finding, "rule_id");
    return ruleId.isEmpty() ? finding.findingType() : ruleId;
  }

  /** Returns the text of an extension; empty if there is none. */
  static String extension(Finding finding, String key) {
    return finding.extensions().get(key) instanceof String text ? text : "";
  }
}
