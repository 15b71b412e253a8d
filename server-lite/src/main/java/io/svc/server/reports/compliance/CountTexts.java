package io.svc.server.reports.compliance;

/** Formats numbers with nouns. */
final class CountTexts {
  private CountTexts() {}

  /** {@code 1 agent}, {@code 2 agents}. */
  static String count(long count, String singular) {
    return count(count, singular, singular + "s");
  }

  static String count(long count, String singular, String plural) {
    return count + " " + (count == 1 ? singular : plural);
  }
}
