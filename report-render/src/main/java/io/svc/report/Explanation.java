package io.svc.report;

import java.util.List;

/**
 * What there is to read of a check, or of a rule for one format of secrets.
 *
 * @param name finding type of a check, id of a rule
 * @param title what is found, as one phrase that begins with a capital letter
 * @param isRule whether it is a rule's
 * @param parts in the order in which they are read
 * @param references addresses to read on
 */
record Explanation(
    String name, String title, boolean isRule, List<Part> parts, List<String> references) {
  Explanation {
    parts = List.copyOf(parts);
    references = List.copyOf(references);
  }

  /** Where it stands in a page. */
  String anchor() {
    return (isRule ? "rule-" : "check-") + name;
  }

  /** One question and its answer, in Markdown. */
  record Part(String heading, String markdown) {}
}
