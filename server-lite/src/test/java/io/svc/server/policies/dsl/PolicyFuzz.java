package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.config.Cidr;
import java.time.DateTimeException;
import java.time.Instant;

/** The policy language, and the texts that policies compare. */
public final class PolicyFuzz {
  private static final Instant NOW = Instant.parse("2026-11-20T09:28:30Z");

  private PolicyFuzz() {}

  /** A policy without errors loads, decides and tells its snapshot. */
  public static void policy(String yaml) {
    PolicyCheckResult checked = new PolicyDsl().check(yaml);
    checked.errors().forEach(PolicyFuzz::require);
    checked.warnings().forEach(PolicyFuzz::require);
    if (checked.valid()) {
      CompiledPolicy policy = new PolicyDsl().load(yaml);
      policy.snapshot(NOW);
      policy.evaluate(Facts.of("tool.call", NOW).build());
    }
  }

  private static void require(PolicyProblem problem) {
    if (problem.message().isBlank() || problem.line() < 1) {
      throw new AssertionError("a problem without words or place: " + problem);
    }
  }

  /** The first line is a pattern, all others are compared with it. */
  public static void glob(String text) {
    String[] lines = text.split("\n", -1);
    Glob glob = new Glob(lines[0]);
    for (String line : lines) {
      glob.matches(line, DecisionBudget.repeatable().matching());
    }
    glob.covers(new Glob(lines[lines.length - 1]));
    // What is not told at all is matched by nothing.
    String plain = "x" + lines[0].replaceAll("[*?]", "x");
    if (!new Glob(plain).matches(plain, DecisionBudget.repeatable().matching())) {
      throw new AssertionError("a text is not matched by itself");
    }
  }

  /** The one spelling of a host is the spelling of itself, wherever it stands. */
  public static void host(String text) {
    String host = HostText.normalise(text);
    // IPv6 needs its brackets where something may stand behind it.
    String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
    if (!HostText.normalise(shown).equals(host)) {
      throw new AssertionError(
          "\"" + host + "\" has another spelling: " + HostText.normalise(shown));
    }
    if (host.chars().anyMatch(c -> c <= ' ' || c == '/' || c == '@' || c == '\\' || c == '#')) {
      throw new AssertionError("no host: " + host);
    }
    Facts.Destination.of(text);
    Cidr.parse(text)
        .ifPresent(
            block -> {
              if (!Cidr.parse(block.toString()).orElseThrow().equals(block)) {
                throw new AssertionError("another block is written: " + block);
              }
            });
    try {
      HostPattern.parse(text);
    } catch (IllegalArgumentException e) {
      if (!e.getMessage().contains("expected")) {
        throw e;
      }
    }
  }

  /** Facts that were stored are read as they were. */
  public static void facts(JsonNode json) {
    Facts facts;
    try {
      facts = Facts.fromJson(json);
    } catch (DateTimeException e) {
      return;
    }
    if (!Facts.fromJson(facts.toJson()).equals(facts)) {
      throw new AssertionError("facts are read as others");
    }
  }
}
