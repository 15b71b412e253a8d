package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong with a document, up to a number that somebody would still read. */
final class Problems {
  private static final int MOST = 100;

  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();
  private Optional<String> rule = Optional.empty();

  /** Whatever is told from now on is about this rule. */
  void about(Optional<String> ruleId) {
    this.rule = ruleId;
  }

  void error(String code, String message, String path, Place place) {
    if (errors.size() < MOST) {
      errors.add(problem(code, message, path, place, Problem.ERROR));
    }
  }

  void warning(String code, String message, String path, Place place) {
    if (warnings.size() < MOST) {
      warnings.add(problem(code, message, path, place, Problem.WARNING));
    }
  }

  private Problem problem(String code, String message, String path, Place place, String severity) {
    return new Problem(code, message, path, place.line(), place.column(), severity, rule);
  }

  boolean hasErrors() {
    return !errors.isEmpty();
  }

  List<Problem> errors() {
    return inOrder(errors);
  }

  List<Problem> warnings() {
    return inOrder(warnings);
  }

  private static List<Problem> inOrder(List<Problem> problems) {
    return problems.stream()
        .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
        .toList();
  }
}
