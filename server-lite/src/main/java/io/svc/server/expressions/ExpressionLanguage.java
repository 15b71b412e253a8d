package io.svc.server.expressions;

import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.parser.CelStandardMacro;
import java.util.Map;

/**
 * The Common Expression Language over some variables: parses and checks expressions, and compiles
 * them for evaluation within a {@link CostBudget}. The first one of a process takes half a second
 * to create. Safe for use by several threads.
 */
public final class ExpressionLanguage {
  /** The number of times that a regular expression reads a character. */
  static final int READS = 3;

  private static final int MAX_NESTED = 40;

  static final CelOptions OPTIONS =
      CelOptions.current().enableHeterogeneousNumericComparisons(true).build();

  private final CelCompiler compiler;

  /**
   * A language.
   *
   * @param variables everything that an expression can name, and its type
   * @param longest how many characters an expression has at most
   */
  public ExpressionLanguage(Map<String, CelType> variables, int longest) {
    var builder =
        CelFactory.plannerCelBuilder()
            .setOptions(
                OPTIONS.toBuilder()
                    .maxExpressionCodePointSize(longest)
                    .maxParseRecursionDepth(MAX_NESTED)
                    .build())
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setResultType(SimpleType.BOOL);
    variables.forEach(builder::addVar);
    this.compiler = builder.build();
  }

  /** Parses an expression and checks its types. */
  public CelValidationResult check(String source) {
    return compiler.compile(source);
  }

  /**
   * Compiles a checked expression. The patterns of {@code matches} must have been found to be
   * constant, valid and small.
   */
  public Expression compile(CelAbstractSyntaxTree checked) {
    return ExpressionPlanner.plan(checked);
  }

  /**
   * Units that a pattern costs for every {@value MeteredText#BETWEEN} reads of a character. The
   * library reads each character about {@value #READS} times. It follows all steps of the pattern
   * in parallel, and each step takes up to 11 ns.
   */
  static long costOfPattern(int programSize) {
    return 4 + programSize * (long) (MeteredText.BETWEEN / 16);
  }
}
