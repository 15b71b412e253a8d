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
import io.svc.rules.WordBlock;
import io.svc.server.config.Suggestion;
import io.svc.server.expressions.BudgetExceededException;
import io.svc.server.expressions.CostBudget;
import io.svc.server.expressions.Expression;
import io.svc.server.expressions.ExpressionLanguage;
import io.svc.server.policies.dsl.RegexSize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Expressions of the Common Expression Language over an alert. They are checked against types and
 * bounds when a rule is saved. All filters share a budget for each alert and another one for each
 * transaction, because they are evaluated in the transaction that raises alerts. One that cannot be
 * evaluated, or exceeds the budget, lets the alert through: one message too many is better than one
 * too few. Safe for many threads.
 */
final class AlertFilters {
  static final int LONGEST = 2_048;
  private static final int KEPT = 2_000;
  private static final Logger LOG = LoggerFactory.getLogger(AlertFilters.class);

  private static final java.util.regex.Pattern UNDECLARED =
      java.util.regex.Pattern.compile(
          "undeclared reference to '([^']*)'.*", java.util.regex.Pattern.DOTALL);

  /** Everything that an expression can name, and its type. */
  static final Map<String, CelType> VARIABLES = variables();

  private final Cache<String, Compiled> compiled = Caffeine.newBuilder().maximumSize(KEPT).build();

  /** The units for all filters of a tenant on one alert: about 10 ms at most. */
  private static final long UNITS = 200_000;

  /** The units for all filters of a tenant in one transaction: about 50 ms at most. */
  private static final long UNITS_OF_TRANSACTION = 1_000_000;

  /** The units for compiling a filter that was not used since the server started. */
  private static final long COMPILING = 10_000;

  /** What came of an expression: a program, or what is wrong with it. */
  private record Compiled(Optional<Expression> program, String problem) {
    static Compiled failed(String problem) {
      return new Compiled(Optional.empty(), problem);
    }
  }

  private static Map<String, CelType> variables() {
    Map<String, CelType> types = new LinkedHashMap<>();
    for (String name :
        WordBlock.list(
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

  /** What is wrong with an expression, with the place; empty when it can be used. */
  Optional<String> problem(String source) {
    return Optional.of(compiled(source).problem()).filter(text -> !text.isEmpty());
  }

  /**
   * Returns the budget for the filters of one alert.
   *
   * @param spent the units that earlier alerts of the tenant cost in the same transaction
   */
  static CostBudget budget(long spent) {
    return CostBudget.of(Math.min(UNITS, UNITS_OF_TRANSACTION - spent));
  }

  /** Whether an expression lets an alert through. */
  boolean lets(String source, MatchFacts facts, CostBudget budget) {
    if (!pays(source, budget)) {
      return true;
    }
    Optional<Expression> program = compiled(source).program();
    if (program.isEmpty()) {
      return true;
    }
    return switch (program.get().evaluate(facts.variables(), budget)) {
      case TRUE -> true;
      case FALSE -> false;
      case FAILED, OVER_BUDGET -> {
        LOG.debug("the filter of a rule cannot be evaluated and lets an alert through");
        yield true;
      }
    };
  }

  /** Pays for compiling a filter, where that is not done already. */
  private boolean pays(String source, CostBudget budget) {
    if (compiled.getIfPresent(source) != null) {
      return true;
    }
    try {
      budget.charge(COMPILING);
      return true;
    } catch (BudgetExceededException e) {
      return false;
    }
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
        return Compiled.failed(told(result.getErrors().get(0)));
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

  private static String told(CelIssue issue) {
    String place =
        "Line "
            + issue.getSourceLocation().getLine()
            + ", column "
            + (issue.getSourceLocation().getColumn() + 1)
            + ": ";
    Matcher undeclared = UNDECLARED.matcher(issue.getMessage());
    if (undeclared.matches()) {
      String name = undeclared.group(1);
      String meant = Suggestion.of(name, VARIABLES.keySet());
      return place
          + "there is no \""
          + name
          + "\""
          + (meant.isEmpty()
              ? "; expected one of " + String.join(", ", VARIABLES.keySet())
              : meant);
    }
    String message = issue.getMessage();
    int expecting = message.indexOf(" expecting ");
    return place + (expecting < 0 ? message : message.substring(0, expecting)).strip();
  }

  /** Patterns are written out and small, so that none takes all memory. */
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
        return Optional.of("A regular expression has to be written out as text.");
      }
      String pattern = last.constant().stringValue();
      try {
        if (!RegexSize.isSmall(pattern)) {
          return Optional.of("The regular expression \"" + pattern + "\" repeats too much.");
        }
        Pattern.compile(pattern);
      } catch (PatternSyntaxException e) {
        return Optional.of(
            "\"" + pattern + "\" is no regular expression (RE2): " + e.getDescription());
      }
    }
    return Optional.empty();
  }

  /** Takes half a second to load, so only when the first expression is compiled. */
  private static final class Library {
    static final ExpressionLanguage LANGUAGE = new ExpressionLanguage(VARIABLES, LONGEST);
  }
}
