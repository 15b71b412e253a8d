package io.svc.server.policies.dsl;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of checking a policy.
 *
 * @param summary present when the document could be read at all
 * @param compiled present when there are no errors
 */
public record PolicyCheckResult(
    List<PolicyProblem> errors,
    List<PolicyProblem> warnings,
    List<TestOutcome> tests,
    Optional<Summary> summary,
    Optional<CompiledPolicy> compiled) {
  public PolicyCheckResult {
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
    tests = List.copyOf(tests);
    if (errors.isEmpty() != compiled.isPresent()) {
      throw new IllegalArgumentException("a policy is compiled exactly when it has no errors");
    }
  }

  /** Returns whether the policy can be used. */
  public boolean valid() {
    return errors.isEmpty();
  }

  /**
   * The summary of a policy.
   *
   * @param effects the number of rules with each effect, strictest first; effects without rules are
   *     omitted
   */
  public record Summary(String name, int dslVersion, int ruleCount, Map<String, Integer> effects) {
    public Summary {
      effects = Collections.unmodifiableMap(new LinkedHashMap<>(effects));
    }
  }
}
