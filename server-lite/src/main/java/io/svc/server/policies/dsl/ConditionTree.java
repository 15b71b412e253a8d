package io.svc.server.policies.dsl;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import io.svc.server.config.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks of expressions in addition to the type check: unknown fields, patterns. */
final class ConditionTree {
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "agent", new TreeSet<>(FactsJson.agent(Facts.Agent.NONE).keySet()),
          "session", new TreeSet<>(FactsJson.session(Facts.Session.NONE).keySet()),
          "destination", new TreeSet<>(Set.of("url", "scheme", "host", "port", "path")));

  private final CelAbstractSyntaxTree tree;
  private final List<CelExpr> nodes;
  private final Set<String> loopVariables = new HashSet<>();

  ConditionTree(CelAbstractSyntaxTree tree) {
    this.tree = tree;
    this.nodes =
        CelNavigableAst.fromAst(tree).getRoot().allNodes().map(CelNavigableExpr::expr).toList();
    for (CelExpr node : nodes) {
      if (node.getKind() == Kind.COMPREHENSION) {
        loopVariables.add(node.comprehension().iterVar());
      }
    }
  }

  boolean namesAny(Set<String> names) {
    return nodes.stream()
        .anyMatch(node -> node.getKind() == Kind.IDENT && names.contains(node.ident().name()));
  }

  List<Conditions.Issue> issues() {
    List<Conditions.Issue> issues = new ArrayList<>();
    for (CelExpr node : nodes) {
      if (node.getKind() == Kind.SELECT) {
        unknownField(node).ifPresent(issues::add);
      } else if (node.getKind() == Kind.CALL && node.call().function().equals("matches")) {
        badPattern(node).ifPresent(issues::add);
      }
    }
    return issues;
  }

  private Optional<Conditions.Issue> unknownField(CelExpr node) {
    CelExpr operand = node.select().operand();
    if (operand.getKind() != Kind.IDENT || loopVariables.contains(operand.ident().name())) {
      return Optional.empty();
    }
    String owner = operand.ident().name();
    String field = node.select().field();
    Set<String> knownFields = FIELDS.get(owner);
    if (knownFields == null || knownFields.contains(field)) {
      return Optional.empty();
    }
    String suggestion = Suggestion.of(field, knownFields);
    return Optional.of(
        issue(
            operand,
            "unknown_field",
            "\""
                + owner
                + "\" has no \""
                + field
                + "\""
                + (suggestion.isEmpty()
                    ? "; expected " + String.join(", ", knownFields)
                    : suggestion)));
  }

  /** Patterns must be literals, because a pattern from a call could exhaust the memory. */
  private Optional<Conditions.Issue> badPattern(CelExpr node) {
    List<CelExpr> arguments = node.call().args();
    if (arguments.isEmpty()) {
      return Optional.empty();
    }
    CelExpr last = arguments.get(arguments.size() - 1);
    if (last.getKind() != Kind.CONSTANT
        || last.constant().getKind() != CelConstant.Kind.STRING_VALUE) {
      return Optional.of(
          issue(last, "invalid_regex", "A regular expression must be a text literal."));
    }
    String pattern = last.constant().stringValue();
    if (!RegexSize.isSmall(pattern)) {
      return Optional.of(
          issue(
              last,
              "invalid_regex",
              "The regular expression has too many repetitions; expected at most "
                  + RegexSize.LARGEST
                  + " steps."));
    }
    try {
      Pattern.compile(pattern);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(
          issue(
              last,
              "invalid_regex",
              "\""
                  + pattern
                  + "\" is not a valid regular expression"
                  + " (RE2): "
                  + e.getDescription()));
    }
  }

  private Conditions.Issue issue(CelExpr at, String code, String message) {
    Optional<CelSourceLocation> position =
        Optional.ofNullable(tree.getSource().getPositionsMap().get(at.id()))
            .flatMap(tree.getSource()::getOffsetLocation);
    return new Conditions.Issue(
        code,
        message,
        position.map(CelSourceLocation::getLine).orElse(0),
        position.map(CelSourceLocation::getColumn).orElse(0));
  }
}
