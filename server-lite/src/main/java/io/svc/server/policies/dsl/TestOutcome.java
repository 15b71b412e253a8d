package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

/** How one of the tests within a policy went. */
public record TestOutcome(String name, boolean passed, String expected, String actual, int line) {
  public TestOutcome {
    requireNonNull(name, "name is null");
    requireNonNull(expected, "expected is null");
    requireNonNull(actual, "actual is null");
  }
}
