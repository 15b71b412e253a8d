package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads and checks policies. Safe for many threads; one instance is enough, since it caches
 * compiled conditions. The first condition of a process takes about half a second.
 */
public final class PolicyDsl {
  private final Conditions conditions = new Conditions();

  /** Checks a policy without an inventory. */
  public PolicyCheckResult check(String yaml) {
    return check(yaml, NameInventory.UNKNOWN);
  }

  /**
   * Compiles a policy that was checked when it was saved: tests and lints are skipped, which take
   * most of the time of a check.
   *
   * @throws IllegalArgumentException when it has errors
   */
  public CompiledPolicy load(String yaml) {
    return find(yaml)
        .orElseThrow(
            () -> new IllegalArgumentException("a policy has errors; expected a checked policy"));
  }

  /** The same; empty when it has errors. */
  public Optional<CompiledPolicy> find(String yaml) {
    Problems problems = new Problems();
    return YamlDocument.read(yaml, problems)
        .flatMap(document -> PolicyDocument.read(document, conditions, problems))
        .filter(policy -> !problems.hasErrors())
        .map(PolicyDocument::compile);
  }

  /**
   * Checks a policy: reads it, compiles its conditions, runs its tests and warns of likely
   * mistakes. All tests together share the budget of one decision.
   */
  public PolicyCheckResult check(String yaml, NameInventory inventory) {
    Problems problems = new Problems();
    Optional<YamlDocument> document = YamlDocument.read(yaml, problems);
    Optional<PolicyDocument> policy =
        document.flatMap(found -> PolicyDocument.read(found, conditions, problems));
    if (policy.isEmpty() || problems.hasErrors()) {
      return new PolicyCheckResult(
          problems.errors(),
          List.of(),
          List.of(),
          policy.map(PolicyDocument::summary),
          Optional.empty());
    }
    PolicyDocument read = policy.get();
    CompiledPolicy compiled = read.compile();
    List<TestOutcome> tests = new ArrayList<>();
    long remaining = DecisionBudget.CONDITIONS;
    for (PolicyDocument.PolicyTest test : read.tests()) {
      DecisionBudget budget = DecisionBudget.repeatable(remaining);
      TestOutcome outcome = test.run(compiled, budget);
      remaining = Math.max(0, remaining - budget.spent());
      tests.add(outcome);
      if (!outcome.passed()) {
        problems.error(
            "test_failed",
            "Test \""
                + test.name()
                + "\" expects "
                + outcome.expected()
                + "; the result is "
                + outcome.actual()
                + ".",
            test.path(),
            test.place());
      }
    }
    new Lints(read, document.get(), inventory, problems).run();
    return new PolicyCheckResult(
        problems.errors(),
        problems.warnings(),
        tests,
        Optional.of(read.summary()),
        problems.hasErrors() ? Optional.empty() : Optional.of(compiled));
  }

  /** The JSON Schema (draft 2020-12) of the language, for editors. */
  public JsonNode schema() {
    try (InputStream in = PolicyDsl.class.getResourceAsStream("policy.schema.json")) {
      return Json.readStored(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
