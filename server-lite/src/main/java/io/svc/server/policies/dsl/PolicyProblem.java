package io.svc.server.policies.dsl;

import java.util.Optional;

/**
 * An error or a warning at one position of a policy.
 *
 * @param code for programs, such as {@code unknown_key}
 * @param message for users
 * @param path JSON Pointer (RFC 6901) into the document
 * @param line from 1
 * @param column in characters, from 1
 * @param severity {@code error} or {@code warning}
 * @param ruleId the rule that contains it, if the rule has a readable id
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

  /** The policy can be used, but probably contains a mistake. */
  public static final String WARNING = "warning";

  public PolicyProblem {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "the place is " + line + ":" + column + "; expected numbers from 1");
    }
  }
}
