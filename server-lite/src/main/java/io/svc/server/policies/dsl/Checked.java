package io.svc.server.policies.dsl;

import java.util.List;
import java.util.Optional;

/**
 * What came of reading a policy.
 *
 * @param summary present when the document could be read at all
 * @param compiled present when there are no errors
 */
public record Checked(
    List<Problem> errors,
    List<Problem> warnings,
    List<TestOutcome> tests,
    Optional<Summary> summary,
    Optional<CompiledPolicy> compiled) {
  public Checked {
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
    tests = List.copyOf(tests);
    if (errors.isEmpty() != compiled.isPresent()) {
      throw new IllegalArgumentException("a policy is compiled exactly when it has no errors");
    }
  }

  /** Whether it can be used. */
  public boolean valid() {
    return errors.isEmpty();
  }
}
