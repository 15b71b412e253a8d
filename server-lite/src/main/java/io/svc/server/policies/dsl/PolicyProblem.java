package io.svc.server.policies.dsl;

import java.util.Optional;

/**
 * What is wrong, or doubtful, at one place of a policy.
 *
 * @param code for programs, such as {@code unknown_key}
 * @param message for people
 * @param path JSON Pointer (RFC 6901) into the document
 * @param line of the place, from 1
 * @param column of the place in characters, from 1
 * @param severity {@code error} or {@code warning}
 * @param ruleId the rule it is in, where it has a readable id
 */
public record PolicyProblem(
    String code,
    String message,
    String path,
    int line,
    int column,
    String severity,
    Optional<String> ruleId) {
  /** The policy cannot be used. */
  public static final String ERROR = "error";

  /** The policy can be used, and probably does not say what was meant. */
  public static final String WARNING = "warning";

  public PolicyProblem {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "the place is " + line + ":" + column + "; expected numbers from 1");
    }
  }
}
