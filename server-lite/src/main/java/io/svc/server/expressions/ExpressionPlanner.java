package io.svc.server.expressions;

import com.google.common.primitives.UnsignedLong;
import com.google.re2j.Pattern;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.DefaultTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns a checked expression into nodes that charge for their work. The library's own evaluator
 * cannot be limited: it converts a complete variable for each read of a field, and its functions
 * have no time limit. The results equal the library's results.
 */
final class ExpressionPlanner {
  private static final ExpressionNode NONE = frame -> ExpressionNode.FAILED;

  private final CelAbstractSyntaxTree tree;

  /** The loop variables in scope, the innermost first, with their slots. */
  private final Deque<LocalVariable> scope = new ArrayDeque<>();

  private int slots;

  private record LocalVariable(String name, int slot) {}

  private ExpressionPlanner(CelAbstractSyntaxTree tree) {
    this.tree = tree;
  }

  static Expression plan(CelAbstractSyntaxTree tree) {
    ExpressionPlanner planner = new ExpressionPlanner(tree);
    ExpressionNode root = planner.plan(tree.getExpr());
    return new Expression(root, planner.slots, CostEstimate.of(tree));
  }

  private ExpressionNode plan(CelExpr expr) {
    return switch (expr.getKind()) {
      case CONSTANT -> constant(expr.constant());
      case IDENT -> ident(expr);
      case SELECT -> select(expr);
      case CALL -> call(expr);
      case LIST -> list(expr);
      case MAP -> map(expr);
      case COMPREHENSION -> loop(expr.comprehension());
      // Messages are not supported: policies have no use for them.
      case STRUCT, NOT_SET -> NONE;
    };
  }

  private List<ExpressionNode> plan(List<CelExpr> exprs) {
    List<ExpressionNode> nodes = new ArrayList<>(exprs.size());
    exprs.forEach(expr -> nodes.add(plan(expr)));
    return nodes;
  }

  private static ExpressionNode constant(CelConstant constant) {
    Object value =
        switch (constant.getKind()) {
          case NULL_VALUE -> constant.nullValue();
          case BOOLEAN_VALUE -> constant.booleanValue();
          case INT64_VALUE -> constant.int64Value();
          case UINT64_VALUE -> constant.uint64Value();
          case DOUBLE_VALUE -> constant.doubleValue();
          case STRING_VALUE -> constant.stringValue();
          case BYTES_VALUE -> constant.bytesValue();
          default -> ExpressionNode.FAILED;
        };
    return frame -> value;
  }

  private ExpressionNode ident(CelExpr expr) {
    Optional<CelReference> reference = tree.getReference(expr.id());
    if (reference.flatMap(CelReference::value).isPresent()) {
      return constant(reference.get().value().get());
    }
    String written = expr.ident().name();
    boolean isGlobal = written.startsWith(".");
    String name = isGlobal ? written.substring(1) : written;
    if (!isGlobal) {
      for (LocalVariable local : scope) {
        if (local.name().equals(name)) {
          int slot = local.slot();
          return frame -> {
            frame.budget().charge(1);
            return frame.local(slot);
          };
        }
      }
    }
    if (tree.getType(expr.id()).map(CelType::kind).orElse(CelKind.DYN) == CelKind.TYPE) {
      return type(name);
    }
    return frame -> {
      frame.budget().charge(1);
      return frame.variable(name);
    };
  }

  private static ExpressionNode type(String name) {
    return DefaultTypeProvider.getInstance()
        .findType(name)
        .map(type -> TypeType.create(type instanceof TypeType ? SimpleType.DYN : type))
        .<ExpressionNode>map(type -> frame -> type)
        .orElse(NONE);
  }

  private ExpressionNode select(CelExpr expr) {
    ExpressionNode operand = plan(expr.select().operand());
    String field = expr.select().field();
    if (expr.select().testOnly()) {
      return frame -> {
        frame.budget().charge(1);
        return operand.eval(frame) instanceof Map<?, ?> map
            ? (Object) map.containsKey(field)
            : ExpressionNode.FAILED;
      };
    }
    return frame -> {
      frame.budget().charge(1);
      Object value = operand.eval(frame) instanceof Map<?, ?> map ? map.get(field) : null;
      return value == null ? ExpressionNode.FAILED : value;
    };
  }

  private ExpressionNode call(CelExpr expr) {
    CelExpr.CelCall call = expr.call();
    List<CelExpr> arguments = new ArrayList<>();
    call.target().ifPresent(arguments::add);
    arguments.addAll(call.args());
    List<ExpressionNode> args = plan(arguments);
    String function = call.function();
    return switch (function) {
      case "_&&_" -> logical(args, false);
      case "_||_" -> logical(args, true);
      case "_?_:_" -> conditional(args.get(0), args.get(1), args.get(2));
      case "@not_strictly_false", "__not_strictly_false__" ->
          frame -> args.get(0).eval(frame) instanceof Boolean isTrue ? isTrue : true;
      case "contains" -> contains(args.get(0), args.get(1));
      case "matches" -> matches(args.get(0), arguments.get(1));
      case "type" -> typeOf(args.get(0));
      default ->
          function(
              function,
              Operations.overloads(
                  function,
                  tree.getReference(expr.id()).map(CelReference::overloadIds).orElseThrow()),
              args.toArray(ExpressionNode[]::new));
    };
  }

  /** One operand with the deciding value is sufficient; without it, an error propagates. */
  private static ExpressionNode logical(List<ExpressionNode> args, boolean deciding) {
    ExpressionNode[] nodes = args.toArray(ExpressionNode[]::new);
    return frame -> {
      frame.budget().charge(1);
      boolean isFailed = false;
      for (ExpressionNode node : nodes) {
        if (!(node.eval(frame) instanceof Boolean value)) {
          isFailed = true;
        } else if (value == deciding) {
          return deciding;
        }
      }
      return isFailed ? ExpressionNode.FAILED : (Object) !deciding;
    };
  }

  private static ExpressionNode conditional(
      ExpressionNode condition, ExpressionNode whenTrue, ExpressionNode whenFalse) {
    return frame -> {
      frame.budget().charge(1);
      if (!(condition.eval(frame) instanceof Boolean isTrue)) {
        return ExpressionNode.FAILED;
      }
      return isTrue ? whenTrue.eval(frame) : whenFalse.eval(frame);
    };
  }

  private static ExpressionNode contains(ExpressionNode text, ExpressionNode searched) {
    return frame ->
        text.eval(frame) instanceof String haystack && searched.eval(frame) instanceof String part
            ? (Object) TextSearch.contains(haystack, part, frame.budget())
            : ExpressionNode.FAILED;
  }

  private static ExpressionNode typeOf(ExpressionNode value) {
    return frame -> {
      frame.budget().charge(1);
      Object found = value.eval(frame);
      return found == ExpressionNode.FAILED ? ExpressionNode.FAILED : Operations.typeOf(found);
    };
  }

  /** Patterns are written out, and were found to be small: see {@link ExpressionLanguage}. */
  private static ExpressionNode matches(ExpressionNode text, CelExpr written) {
    if (written.getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
      return NONE;
    }
    Pattern pattern = Pattern.compile(written.constant().stringValue());
    long cost = ExpressionLanguage.costOfPattern(pattern.programSize());
    return frame -> {
      frame.budget().charge(1);
      return text.eval(frame) instanceof String haystack
          ? (Object) pattern.matcher(new MeteredText(haystack, frame.budget(), cost)).find()
          : ExpressionNode.FAILED;
    };
  }

  private static ExpressionNode function(
      String name, List<CelFunctionBinding> overloads, ExpressionNode[] args) {
    return frame -> {
      frame.budget().charge(1);
      Object[] values = new Object[args.length];
      for (int i = 0; i < args.length; i++) {
        values[i] = args[i].eval(frame);
        if (values[i] == ExpressionNode.FAILED) {
          return ExpressionNode.FAILED;
        }
      }
      if (values.length == 2
          && values[0] instanceof ResultList collected
          && values[1] instanceof Collection<?> more
          && name.equals("_+_")) {
        frame.budget().charge(more.size());
        collected.addAll(more);
        return collected;
      }
      return Operations.call(name, overloads, values, frame.budget());
    };
  }

  private ExpressionNode list(CelExpr expr) {
    ExpressionNode[] elements = plan(expr.list().elements()).toArray(ExpressionNode[]::new);
    return frame -> {
      frame.budget().charge(1 + elements.length);
      List<Object> values = new ArrayList<>(elements.length);
      for (ExpressionNode element : elements) {
        Object value = element.eval(frame);
        if (value == ExpressionNode.FAILED) {
          return ExpressionNode.FAILED;
        }
        values.add(value);
      }
      return values;
    };
  }

  private ExpressionNode map(CelExpr expr) {
    List<ExpressionNode> keys =
        plan(expr.map().entries().stream().map(CelExpr.CelMap.Entry::key).toList());
    List<ExpressionNode> values =
        plan(expr.map().entries().stream().map(CelExpr.CelMap.Entry::value).toList());
    return frame -> {
      frame.budget().charge(1 + keys.size());
      Map<Object, Object> map = new HashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        Object key = keys.get(i).eval(frame);
        Object value = values.get(i).eval(frame);
        if (!isKey(key) || value == ExpressionNode.FAILED || isSame(map, key)) {
          return ExpressionNode.FAILED;
        }
        map.put(key, value);
        if (key instanceof String text) {
          frame.budget().chargeText(text.length());
        }
      }
      return map;
    };
  }

  private static boolean isKey(Object key) {
    return key instanceof String
        || key instanceof Long
        || key instanceof UnsignedLong
        || key instanceof Boolean;
  }

  /**
   * Returns whether a map has a key; signed and unsigned integers with the same value are equal.
   */
  private static boolean isSame(Map<Object, Object> map, Object key) {
    if (key instanceof Long number
        && number >= 0
        && map.containsKey(UnsignedLong.valueOf(number))) {
      return true;
    }
    return map.containsKey(key)
        || (key instanceof UnsignedLong number && map.containsKey(number.longValue()));
  }

  /** The result of {@code map} and {@code filter}: a list that elements are added to in place. */
  private static final class ResultList extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;

    ResultList(Collection<?> values) {
      super(values);
    }
  }

  private ExpressionNode loop(CelExpr.CelComprehension loop) {
    ExpressionNode start = plan(loop.accuInit());
    ExpressionNode range = plan(loop.iterRange());
    int accumulator = slots++;
    int item = slots++;
    int second = loop.iterVar2().isEmpty() ? -1 : slots++;
    scope.push(new LocalVariable(loop.accuVar(), accumulator));
    scope.push(new LocalVariable(loop.iterVar(), item));
    if (second >= 0) {
      scope.push(new LocalVariable(loop.iterVar2(), second));
    }
    ExpressionNode condition = plan(loop.loopCondition());
    ExpressionNode step = plan(loop.loopStep());
    scope.pop();
    if (second >= 0) {
      scope.pop();
    }
    ExpressionNode result = plan(loop.result());
    scope.pop();
    return frame -> {
      frame.budget().charge(1);
      Object rangeValue = range.eval(frame);
      boolean isMap = rangeValue instanceof Map;
      if (!isMap && !(rangeValue instanceof Collection)) {
        return ExpressionNode.FAILED;
      }
      Object first = start.eval(frame);
      frame.setLocal(
          accumulator, first instanceof Collection<?> values ? new ResultList(values) : first);
      long index = 0;
      for (Object next : isMap ? ((Map<?, ?>) rangeValue).entrySet() : (Collection<?>) rangeValue) {
        frame.budget().charge(1);
        if (!frame.iterate()) {
          return ExpressionNode.FAILED;
        }
        Object key = isMap ? ((Map.Entry<?, ?>) next).getKey() : index++;
        Object value = isMap ? ((Map.Entry<?, ?>) next).getValue() : next;
        frame.setLocal(item, second >= 0 || isMap ? key : value);
        if (second >= 0) {
          frame.setLocal(second, value);
        }
        Object continues = condition.eval(frame);
        if (!(continues instanceof Boolean)) {
          return ExpressionNode.FAILED;
        }
        if (!(boolean) continues) {
          break;
        }
        frame.setLocal(accumulator, step.eval(frame));
      }
      return result.eval(frame);
    };
  }
}
