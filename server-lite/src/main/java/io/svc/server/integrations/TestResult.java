package io.svc.server.integrations;

import java.util.Optional;

/**
 * What came of a test.
 *
 * @param latencyMs how long the other side took in all
 */
record TestResult(boolean ok, long latencyMs, Optional<Failure> error) {
  /**
   * Why it failed.
   *
   * @param code {@code unauthorized}, {@code unexpected_answer}, {@code smtp_not_configured},
   *     {@code not_configured}, {@code mail_refused}, or why no answer came
   * @param message a sentence for people
   */
  record Failure(String code, String message) {
    static final String UNAUTHORIZED = "unauthorized";
  }

  /** Whether the credentials were refused, which trying again does not mend. */
  boolean isRefusal() {
    return error.filter(failure -> failure.code().equals(Failure.UNAUTHORIZED)).isPresent();
  }
}
