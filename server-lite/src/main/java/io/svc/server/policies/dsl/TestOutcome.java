package io.svc.server.policies.dsl;

/** How one of the tests within a policy went. */
public record TestOutcome(String name, boolean passed, String expected, String actual, int line) {}
