package io.svc.server.alerts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import io.svc.rules.WordListParser;
import io.svc.server.config.Suggestion;
import io.svc.server.expressions.CostBudget;
import io.svc.server.expressions.Expression;
import io.svc.server.expressions.ExpressionLanguage;
import io.svc.server.policies.dsl.RegexSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Filter expressions in the Common Expression Language over an alert. Types and limits are checked
 * when a rule is saved; evaluation happens outside of transactions. All filters share a budget for
 * each alert. A filter that fails or exceeds the budget matches, because a redundant message is
 * better than a missing one. Thread-safe.
 */
final class AlertFilters {
  static final int LONGEST = 2_048;
  private static final int CACHE_SIZE = 2_000;

  private static final java.util.regex.Pattern UNDECLARED =
      java.util.regex.Pattern.compile(
          "undeclared reference to '([^']*)'.*", java.util.regex.Pattern.DOTALL);

  /** The variables of expressions and their types. */
  static final Map<String, CelType> VARIABLES = variables();

  private final Cache<String, Compiled> compiled =
      Caffeine.newBuilder().maximumSize(CACHE_SIZE).build();

  /** The shared budget of all filters of a tenant for one alert, in units: up to about 12 ms. */
  static final long UNITS = 200_000;

  /** The result of compiling an expression: a program or a problem. */
  private record Compiled(Optional<Expression> program, String problem) {
    static Compiled failed(String problem) {
      return new Compiled(Optional.empty(), problem);
    }
  }

  private static Map<String, CelType> variables() {
    Map<String, CelType> types = new LinkedHashMap<>();
    for (String name :
        WordListParser.list(
            """
            title description severity threat_type source event_type agent_id agent_name agent_owner
            session_id environment rule destination layer""")) {
      types.put(name, SimpleType.STRING);
    }
    types.put("agent_tags", ListType.create(SimpleType.STRING));
    types.put("severity_rank", SimpleType.INT);
    types.put("occurrences", SimpleType.INT);
    types.put("confidence", SimpleType.DOUBLE);
    types.put("now", SimpleType.TIMESTAMP);
    return types;
  }

  /** Returns the problem of an expression with its position; empty when it is valid. */
  Optional<String> problem(String source) {
    return Optional.of(compiled(source).problem()).filter(text -> !text.isEmpty());
  }

  /** Evaluates expressions over an alert in order, within one shared budget. */
  Map<String, Expression.Outcome> evaluate(List<String> sources, AlertFacts facts) {
    CostBudget budget = CostBudget.of(UNITS);
    Map<String, Object> variables = facts.variables();
    Map<String, Expression.Outcome> outcomes = new LinkedHashMap<>();
    for (String source : sources) {
      outcomes.put(
          source,
          compiled(source)
              .program()
              .map(program -> program.evaluate(variables, budget))
              .orElse(Expression.Outcome.FAILED));
    }
    return outcomes;
  }

  private Compiled compiled(String source) {
    return compiled.get(source, AlertFilters::compile);
  }

  private static Compiled compile(String source) {
    if (source.length() > LONGEST) {
      return Compiled.failed("It is longer than " + LONGEST + " characters.");
    }
    try {
      CelValidationResult result = Library.LANGUAGE.check(source);
      if (result.hasError()) {
        return Compiled.failed(describeIssue(result.getErrors().get(0)));
      }
      Optional<String> pattern = badPattern(result.getAst());
      return pattern.isPresent()
          ? Compiled.failed(pattern.get())
          : new Compiled(Optional.of(Library.LANGUAGE.compile(result.getAst())), "");
    } catch (CelValidationException | RuntimeException e) {
      return Compiled.failed("It cannot be compiled.");
    } catch (StackOverflowError e) {
      return Compiled.failed("It is nested too deep.");
    }
  }

  private static String describeIssue(CelIssue issue) {
    String position =
        "Line "
            + issue.getSourceLocation().getLine()
            + ", column "
            + (issue.getSourceLocation().getColumn() + 1)
            + ": ";
    Matcher undeclared = UNDECLARED.matcher(issue.getMessage());
    if (undeclared.matches()) {
      String name = undeclared.group(1);
      String suggestion = Suggestion.of(name, VARIABLES.keySet());
      return position
          + "there is no \""
          + name
          + "\""
          + (suggestion.isEmpty()
              ? "; expected one of " + String.join(", ", VARIABLES.keySet())
              : suggestion);
    }
    String message = issue.getMessage();
    int expecting = message.indexOf(" expecting ");
    return position + (expecting < 0 ? message : message.substring(0, expecting)).strip();
  }

  /**
   * Returns the problem of a regular expression that is not a literal or repeats too much, which
   * limits memory use.
   */
  private static Optional<String> badPattern(CelAbstractSyntaxTree tree) {
    for (CelExpr node :
        CelNavigableAst.fromAst(tree).getRoot().allNodes().map(CelNavigableExpr::expr).toList()) {
      if (node.getKind() != Kind.CALL
          || !node.call().function().equals("matches")
          || node.call().args().isEmpty()) {
        continue;
      }
      CelExpr last = node.call().args().get(node.call().args().size() - 1);
      if (last.getKind() != Kind.CONSTANT
          || last.constant().getKind() != CelConstant.Kind.STRING_VALUE) {
        return Optional.of("A regular expression must be a text literal.");
      }
      String pattern = last.constant().stringValue();
      try {
        if (!RegexSize.isSmall(pattern)) {
          return Optional.of(
              "The regular expression \"" + pattern + "\" has too many" + " repetitions.");
        }
        Pattern.compile(pattern);
      } catch (PatternSyntaxException e) {
        return Optional.of(
            "\"" + pattern + "\" is not a valid regular expression (RE2): " + e.getDescription());
      }
    }
    return Optional.empty();
  }

  /** Loaded with the first expression, because loading takes half a second. */
  private static final class Library {
    static final ExpressionLanguage LANGUAGE = new ExpressionLanguage(VARIABLES, LONGEST);
  }
}
