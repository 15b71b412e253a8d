package io.svc.server.policies.dsl;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import io.svc.server.expressions.Expression;
import io.svc.server.expressions.ExpressionLanguage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compiles conditions: expressions of the Common Expression Language over the facts, checked
 * against their types. Size, nesting and iterations are limited here, and the cost of an evaluation
 * by {@link DecisionBudget}. Safe for many threads; recently compiled conditions are cached.
 */
final class Conditions {
  static final int LONGEST = 4_096;
  private static final int CACHE_SIZE = 10_000;

  private static final CelType FIELDS = MapType.create(SimpleType.STRING, SimpleType.DYN);

  /** All names that a condition can use, and their types. */
  static final Map<String, CelType> VARIABLES = variables();

  private final Cache<String, Compilation> compiled =
      Caffeine.newBuilder().maximumSize(CACHE_SIZE).build();

  private static Map<String, CelType> variables() {
    Map<String, CelType> types = new LinkedHashMap<>();
    for (String name :
        List.of("action", "platform", "server", "tool", "operation", "method", "path", "host")) {
      types.put(name, SimpleType.STRING);
    }
    for (String name : List.of("args", "data", "agent", "session", "destination")) {
      types.put(name, FIELDS);
    }
    for (String name : List.of("environment", "user", "peer")) {
      types.put(name, SimpleType.STRING);
    }
    types.put("now", SimpleType.TIMESTAMP);
    return types;
  }

  /**
   * The result of a compilation.
   *
   * @param condition present exactly when there are no issues
   */
  record Compilation(Optional<Condition> condition, List<Issue> issues) {
    static Compilation failed(List<Issue> issues) {
      return new Compilation(Optional.empty(), List.copyOf(issues));
    }
  }

  /**
   * A problem in an expression.
   *
   * @param line within the expression, from 1; 0 when unknown
   * @param column in characters, from 0
   */
  record Issue(String code, String message, int line, int column) {}

  Compilation compile(String source) {
    return compiled.get(source, Conditions::compiled);
  }

  private static Compilation compiled(String source) {
    if (source.codePointCount(0, source.length()) > LONGEST) {
      return failure("condition_too_long", "A condition has at most " + LONGEST + " characters.");
    }
    try {
      CelValidationResult result = Library.LANGUAGE.check(source);
      if (result.hasError()) {
        return Compilation.failed(
            result.getErrors().stream().map(issue -> issue(issue, source)).toList());
      }
      CelAbstractSyntaxTree tree = result.getAst();
      ConditionTree conditionTree = new ConditionTree(tree);
      List<Issue> issues = new ArrayList<>(conditionTree.issues());
      if (!issues.isEmpty()) {
        return Compilation.failed(issues);
      }
      Expression expression = Library.LANGUAGE.compile(tree);
      boolean isConstant = !conditionTree.namesAny(VARIABLES.keySet());
      return new Compilation(Optional.of(new Condition(source, expression, isConstant)), List.of());
    } catch (CelValidationException | RuntimeException e) {
      return failure("condition_syntax", "The condition cannot be compiled.");
    } catch (StackOverflowError e) {
      return failure("condition_too_deep", "The condition is nested too deep.");
    }
  }

  private static Compilation failure(String code, String message) {
    return Compilation.failed(List.of(new Issue(code, message, 0, 0)));
  }

  private static Issue issue(CelIssue issue, String source) {
    int line = Math.max(0, issue.getSourceLocation().getLine());
    int column = Math.max(0, issue.getSourceLocation().getColumn());
    ConditionMessage message =
        ConditionMessage.of(issue.getMessage(), isCall(source, line, column));
    return new Issue(message.code(), message.text(), line, column);
  }

  /** The position of a call is its parenthesis. */
  private static boolean isCall(String source, int line, int column) {
    return line > 0
        && source
            .lines()
            .skip(line - 1L)
            .findFirst()
            .filter(text -> text.codePoints().skip(column).limit(1).anyMatch(c -> c == '('))
            .isPresent();
  }

  /** Returns the names that a condition can use. */
  static Set<String> names() {
    return VARIABLES.keySet();
  }

  /** Loading takes half a second, so it is deferred to the first condition. */
  private static final class Library {
    static final ExpressionLanguage LANGUAGE = new ExpressionLanguage(VARIABLES, LONGEST);
  }
}
