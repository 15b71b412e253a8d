package io.svc.server.policies.dsl;

/** The result of a test of a policy. */
public record TestOutcome(String name, boolean passed, String expected, String actual, int line) {}
