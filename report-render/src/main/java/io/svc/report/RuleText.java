package io.svc.report;

import io.svc.rules.Severity;
import java.util.List;

/**
 * What a rule is, in words that stand for all of its findings. Names in them may stand in
 * backticks.
 *
 * @param summary one sentence
 * @param severity of an ordinary finding
 * @param description what a finding says
 * @param matters why it matters; empty where nothing is known
 * @param fix what to do about it; empty where nothing is known
 * @param references pages to read on
 * @param weaknesses numbers of the Common Weakness Enumeration
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
