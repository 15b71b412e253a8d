package io.svc.server.reports.compliance;

/** Formats numbers with nouns. */
final class CountTexts {
  private CountTexts() {}

  /** {@code 1 agent}, {@code 2 agents}. */
  static String count(long count, String one) {
    return count(count, one, one + "s");
  }

  static String count(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
