package io.svc.report;

import java.util.List;

/**
 * The explanation of a check, or of a rule for one format of secrets.
 *
 * @param name the finding type of a check or the id of a rule
 * @param title a phrase for the problem that starts with a capital letter
 * @param isRule whether it explains a rule
 * @param parts the parts in reading order
 * @param references the URLs of further documentation
 */
record Explanation(
    String name, String title, boolean isRule, List<Part> parts, List<String> references) {
  Explanation {
    parts = List.copyOf(parts);
    references = List.copyOf(references);
  }

  /** Returns the anchor in a page. */
  String anchor() {
    return (isRule ? "rule-" : "check-") + name;
  }

  /** A section in Markdown with its heading. */
  record Part(String heading, String markdown) {}
}
