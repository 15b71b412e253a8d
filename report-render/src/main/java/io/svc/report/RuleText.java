package io.svc.report;

import io.svc.rules.Severity;
import java.util.List;

/**
 * The description of a rule, valid for all of its findings. Names in the texts may be in backticks.
 *
 * @param summary one sentence
 * @param severity the usual severity of its findings
 * @param description what a finding means
 * @param matters why it matters; empty if there is no text
 * @param fix the remediation; empty if there is no text
 * @param references the URLs of further documentation
 * @param weaknesses Common Weakness Enumeration numbers
 */
record RuleText(
    String summary,
    Severity severity,
    String description,
    String matters,
    String fix,
    List<String> references,
    List<String> weaknesses) {

  RuleText {
    references = List.copyOf(references);
    weaknesses = List.copyOf(weaknesses);
  }
}
