package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Collects problems of a document, up to a limit. */
final class Problems {
  private static final int MAX = 100;

  private final List<PolicyProblem> errors = new ArrayList<>();
  private final List<PolicyProblem> warnings = new ArrayList<>();
  private Optional<String> rule = Optional.empty();

  /** Assigns the following problems to a rule. */
  void about(Optional<String> ruleId) {
    this.rule = ruleId;
  }

  void error(String code, String message, String path, SourcePosition position) {
    if (errors.size() < MAX) {
      errors.add(problem(code, message, path, position, PolicyProblem.ERROR));
    }
  }

  void warning(String code, String message, String path, SourcePosition position) {
    if (warnings.size() < MAX) {
      warnings.add(problem(code, message, path, position, PolicyProblem.WARNING));
    }
  }

  private PolicyProblem problem(
      String code, String message, String path, SourcePosition position, String severity) {
    return new PolicyProblem(
        code, message, path, position.line(), position.column(), severity, rule);
  }

  boolean hasErrors() {
    return !errors.isEmpty();
  }

  List<PolicyProblem> errors() {
    return inOrder(errors);
  }

  List<PolicyProblem> warnings() {
    return inOrder(warnings);
  }

  private static List<PolicyProblem> inOrder(List<PolicyProblem> problems) {
    return problems.stream()
        .sorted(
            Comparator.comparingInt(PolicyProblem::line).thenComparingInt(PolicyProblem::column))
        .toList();
  }
}
