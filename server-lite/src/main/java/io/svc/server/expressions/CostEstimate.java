package io.svc.server.expressions;

import com.google.re2j.Pattern;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Static estimate of the cost of an expression on large input: texts of {@value #TEXT} characters,
 * and lists of {@value #ITEMS} items that share these characters equally.
 *
 * @param units an estimate; a call may cost more
 * @param hasNestedLoops whether a loop over a list of the call runs within another loop, so that
 *     short lists already have more iterations than are allowed
 */
public record CostEstimate(long units, boolean hasNestedLoops) {
  /** Characters of a large text. */
  public static final int TEXT = 50_000;

  /** Items of a long list: as many as a loop may have iterations. */
  public static final int ITEMS = 1_000;

  /** Finds the estimate of a checked expression. */
  static CostEstimate of(CelAbstractSyntaxTree tree) {
    CostVisitor walk = new CostVisitor();
    return new CostEstimate(walk.cost(tree.getExpr()), walk.isNested);
  }

  private static final class CostVisitor {
    private final Deque<String> loopVariables = new ArrayDeque<>();
    private boolean isNested;
    private int loops;

    long cost(CelExpr expr) {
      return switch (expr.getKind()) {
        case SELECT -> 1 + cost(expr.select().operand());
        case CALL -> call(expr.call());
        case LIST -> 1 + costs(expr.list().elements());
        case MAP ->
            1
                + expr.map().entries().stream()
                    .mapToLong(entry -> cost(entry.key()) + cost(entry.value()))
                    .sum();
        case COMPREHENSION -> loop(expr.comprehension());
        case CONSTANT, IDENT, STRUCT, NOT_SET -> 1;
      };
    }

    private long costs(List<CelExpr> exprs) {
      return exprs.stream().mapToLong(this::cost).sum();
    }

    private long call(CelExpr.CelCall call) {
      long inner = 1 + call.target().map(this::cost).orElse(0L) + costs(call.args());
      CelExpr first =
          call.target().orElseGet(() -> call.args().isEmpty() ? null : call.args().get(0));
      if (first == null) {
        return inner;
      }
      CelExpr last = call.args().isEmpty() ? first : call.args().get(call.args().size() - 1);
      long text = characters(first);
      long other = characters(last);
      return inner
          + switch (call.function()) {
            case "contains" -> TextSearch.cost(text, other) / CostBudget.CHARACTERS;
            case "matches" ->
                (1 + ExpressionLanguage.READS * text / MeteredText.BETWEEN) * pattern(last);
            case "startsWith", "endsWith" -> other / CostBudget.CHARACTERS;
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" ->
                Math.min(text, other) / CostBudget.CHARACTERS;
            case "size" -> text / CostBudget.CHARACTERS;
            case "_+_", "string", "bytes" ->
                Operations.COPIED * (text + (other == text ? 0 : other)) / CostBudget.CHARACTERS;
            case "@in" -> ITEMS;
            default -> 0;
          };
    }

    private static long pattern(CelExpr written) {
      return written.getKind() == CelExpr.ExprKind.Kind.CONSTANT
          ? ExpressionLanguage.costOfPattern(
              Pattern.compile(written.constant().stringValue()).programSize())
          : 0;
    }

    /** The length of a large text; the lengths of constants and of loop items are known. */
    private long characters(CelExpr expr) {
      return switch (expr.getKind()) {
        case CONSTANT ->
            expr.constant().getKind() == dev.cel.common.ast.CelConstant.Kind.STRING_VALUE
                ? expr.constant().stringValue().length()
                : 0;
        case IDENT -> loopVariables.contains(expr.ident().name()) ? TEXT / ITEMS : TEXT;
        case SELECT -> characters(expr.select().operand());
        case CALL -> {
          List<CelExpr> args = expr.call().args();
          // An element of a map or list that is taken by a loop's variable is one of many, too.
          yield args.stream()
              .mapToLong(this::characters)
              .filter(length -> length == TEXT / ITEMS)
              .findFirst()
              .orElseGet(() -> expr.call().target().map(this::characters).orElse((long) TEXT));
        }
        case COMPREHENSION, LIST, MAP, STRUCT, NOT_SET -> TEXT;
      };
    }

    /** All loops over input together have no more iterations than one. */
    private long loop(CelExpr.CelComprehension loop) {
      CelExpr range = loop.iterRange();
      boolean isInput = range.getKind() != CelExpr.ExprKind.Kind.LIST;
      long iterations = isInput ? loops == 0 ? ITEMS : 1 : range.list().elements().size();
      long once = cost(loop.accuInit()) + cost(range);
      isNested |= isInput && loops > 0;
      loops += isInput ? 1 : 0;
      List<String> names = List.of(loop.iterVar(), loop.iterVar2(), loop.accuVar());
      names.forEach(loopVariables::push);
      long each = cost(loop.loopCondition()) + cost(loop.loopStep());
      names.forEach(name -> loopVariables.pop());
      loops -= isInput ? 1 : 0;
      return once + iterations * each + cost(loop.result());
    }
  }
}
