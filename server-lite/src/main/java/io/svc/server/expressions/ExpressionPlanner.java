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
 * cannot be limited: it converts a whole variable whenever a field of it is read, and its functions
 * run for as long as they take. The values are the same as those of the library.
 */
final class ExpressionPlanner {
  private static final Node NONE = frame -> Node.FAILED;

  private final CelAbstractSyntaxTree tree;

  /** The loop variables in scope, the innermost first, with their slots. */
  private final Deque<Local> scope = new ArrayDeque<>();

  private int slots;

  private record Local(String name, int slot) {}

  private ExpressionPlanner(CelAbstractSyntaxTree tree) {
    this.tree = tree;
  }

  static Expression plan(CelAbstractSyntaxTree tree) {
    ExpressionPlanner planner = new ExpressionPlanner(tree);
    Node root = planner.plan(tree.getExpr());
    return new Expression(root, planner.slots, CostEstimate.of(tree));
  }

  private Node plan(CelExpr expr) {
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

  private List<Node> plan(List<CelExpr> exprs) {
    List<Node> nodes = new ArrayList<>(exprs.size());
    exprs.forEach(expr -> nodes.add(plan(expr)));
    return nodes;
  }

  private static Node constant(CelConstant constant) {
    Object value =
        switch (constant.getKind()) {
          case NULL_VALUE -> constant.nullValue();
          case BOOLEAN_VALUE -> constant.booleanValue();
          case INT64_VALUE -> constant.int64Value();
          case UINT64_VALUE -> constant.uint64Value();
          case DOUBLE_VALUE -> constant.doubleValue();
          case STRING_VALUE -> constant.stringValue();
          case BYTES_VALUE -> constant.bytesValue();
          default -> Node.FAILED;
        };
    return frame -> value;
  }

  private Node ident(CelExpr expr) {
    Optional<CelReference> reference = tree.getReference(expr.id());
    if (reference.flatMap(CelReference::value).isPresent()) {
      return constant(reference.get().value().get());
    }
    String written = expr.ident().name();
    boolean isGlobal = written.startsWith(".");
    String name = isGlobal ? written.substring(1) : written;
    if (!isGlobal) {
      for (Local local : scope) {
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

  private static Node type(String name) {
    return DefaultTypeProvider.getInstance()
        .findType(name)
        .map(type -> TypeType.create(type instanceof TypeType ? SimpleType.DYN : type))
        .<Node>map(type -> frame -> type)
        .orElse(NONE);
  }

  private Node select(CelExpr expr) {
    Node operand = plan(expr.select().operand());
    String field = expr.select().field();
    if (expr.select().testOnly()) {
      return frame -> {
        frame.budget().charge(1);
        return operand.eval(frame) instanceof Map<?, ?> map
            ? (Object) map.containsKey(field)
            : Node.FAILED;
      };
    }
    return frame -> {
      frame.budget().charge(1);
      Object value = operand.eval(frame) instanceof Map<?, ?> map ? map.get(field) : null;
      return value == null ? Node.FAILED : value;
    };
  }

  private Node call(CelExpr expr) {
    CelExpr.CelCall call = expr.call();
    List<CelExpr> given = new ArrayList<>();
    call.target().ifPresent(given::add);
    given.addAll(call.args());
    List<Node> args = plan(given);
    String function = call.function();
    return switch (function) {
      case "_&&_" -> logical(args, false);
      case "_||_" -> logical(args, true);
      case "_?_:_" -> conditional(args.get(0), args.get(1), args.get(2));
      case "@not_strictly_false", "__not_strictly_false__" ->
          frame -> args.get(0).eval(frame) instanceof Boolean isTrue ? isTrue : true;
      case "contains" -> contains(args.get(0), args.get(1));
      case "matches" -> matches(args.get(0), given.get(1));
      case "type" -> typeOf(args.get(0));
      default ->
          function(
              function,
              Operations.overloads(
                  function,
                  tree.getReference(expr.id()).map(CelReference::overloadIds).orElseThrow()),
              args.toArray(Node[]::new));
    };
  }

  /** One value decides, whatever the others are; without it, an error counts. */
  private static Node logical(List<Node> args, boolean deciding) {
    Node[] nodes = args.toArray(Node[]::new);
    return frame -> {
      frame.budget().charge(1);
      boolean isFailed = false;
      for (Node node : nodes) {
        if (!(node.eval(frame) instanceof Boolean value)) {
          isFailed = true;
        } else if (value == deciding) {
          return deciding;
        }
      }
      return isFailed ? Node.FAILED : (Object) !deciding;
    };
  }

  private static Node conditional(Node condition, Node whenTrue, Node whenFalse) {
    return frame -> {
      frame.budget().charge(1);
      if (!(condition.eval(frame) instanceof Boolean isTrue)) {
        return Node.FAILED;
      }
      return isTrue ? whenTrue.eval(frame) : whenFalse.eval(frame);
    };
  }

  private static Node contains(Node text, Node wanted) {
    return frame ->
        text.eval(frame) instanceof String whole && wanted.eval(frame) instanceof String part
            ? (Object) TextSearch.contains(whole, part, frame.budget())
            : Node.FAILED;
  }

  private static Node typeOf(Node value) {
    return frame -> {
      frame.budget().charge(1);
      Object found = value.eval(frame);
      return found == Node.FAILED ? Node.FAILED : Operations.typeOf(found);
    };
  }

  /** Patterns are written out, and were found to be small: see {@link ExpressionLanguage}. */
  private static Node matches(Node text, CelExpr written) {
    if (written.getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
      return NONE;
    }
    Pattern pattern = Pattern.compile(written.constant().stringValue());
    long cost = ExpressionLanguage.costOfPattern(pattern.programSize());
    return frame -> {
      frame.budget().charge(1);
      return text.eval(frame) instanceof String whole
          ? (Object) pattern.matcher(new MeteredText(whole, frame.budget(), cost)).find()
          : Node.FAILED;
    };
  }

  private static Node function(String name, List<CelFunctionBinding> overloads, Node[] args) {
    return frame -> {
      frame.budget().charge(1);
      Object[] values = new Object[args.length];
      for (int i = 0; i < args.length; i++) {
        values[i] = args[i].eval(frame);
        if (values[i] == Node.FAILED) {
          return Node.FAILED;
        }
      }
      if (values.length == 2
          && values[0] instanceof Collected collected
          && values[1] instanceof Collection<?> more
          && name.equals("_+_")) {
        frame.budget().charge(more.size());
        collected.addAll(more);
        return collected;
      }
      return Operations.call(name, overloads, values, frame.budget());
    };
  }

  private Node list(CelExpr expr) {
    Node[] elements = plan(expr.list().elements()).toArray(Node[]::new);
    return frame -> {
      frame.budget().charge(1 + elements.length);
      List<Object> values = new ArrayList<>(elements.length);
      for (Node element : elements) {
        Object value = element.eval(frame);
        if (value == Node.FAILED) {
          return Node.FAILED;
        }
        values.add(value);
      }
      return values;
    };
  }

  private Node map(CelExpr expr) {
    List<Node> keys = plan(expr.map().entries().stream().map(CelExpr.CelMap.Entry::key).toList());
    List<Node> values =
        plan(expr.map().entries().stream().map(CelExpr.CelMap.Entry::value).toList());
    return frame -> {
      frame.budget().charge(1 + keys.size());
      Map<Object, Object> map = new HashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        Object key = keys.get(i).eval(frame);
        Object value = values.get(i).eval(frame);
        if (!isKey(key) || value == Node.FAILED || isSame(map, key)) {
          return Node.FAILED;
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

  /** Whether a map has a key already; whole numbers are the same with a sign and without one. */
  private static boolean isSame(Map<Object, Object> map, Object key) {
    if (key instanceof Long number
        && number >= 0
        && map.containsKey(UnsignedLong.valueOf(number))) {
      return true;
    }
    return map.containsKey(key)
        || (key instanceof UnsignedLong number && map.containsKey(number.longValue()));
  }

  /** What {@code map} and {@code filter} gather; a list to which is added in place. */
  private static final class Collected extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;

    Collected(Collection<?> values) {
      super(values);
    }
  }

  private Node loop(CelExpr.CelComprehension loop) {
    Node start = plan(loop.accuInit());
    Node range = plan(loop.iterRange());
    int accumulator = slots++;
    int item = slots++;
    int second = loop.iterVar2().isEmpty() ? -1 : slots++;
    scope.push(new Local(loop.accuVar(), accumulator));
    scope.push(new Local(loop.iterVar(), item));
    if (second >= 0) {
      scope.push(new Local(loop.iterVar2(), second));
    }
    Node condition = plan(loop.loopCondition());
    Node step = plan(loop.loopStep());
    scope.pop();
    if (second >= 0) {
      scope.pop();
    }
    Node result = plan(loop.result());
    scope.pop();
    return frame -> {
      frame.budget().charge(1);
      Object over = range.eval(frame);
      boolean isMap = over instanceof Map;
      if (!isMap && !(over instanceof Collection)) {
        return Node.FAILED;
      }
      Object first = start.eval(frame);
      frame.setLocal(
          accumulator, first instanceof Collection<?> values ? new Collected(values) : first);
      long index = 0;
      for (Object next : isMap ? ((Map<?, ?>) over).entrySet() : (Collection<?>) over) {
        frame.budget().charge(1);
        if (!frame.iterate()) {
          return Node.FAILED;
        }
        Object key = isMap ? ((Map.Entry<?, ?>) next).getKey() : index++;
        Object value = isMap ? ((Map.Entry<?, ?>) next).getValue() : next;
        frame.setLocal(item, second >= 0 || isMap ? key : value);
        if (second >= 0) {
          frame.setLocal(second, value);
        }
        Object goesOn = condition.eval(frame);
        if (!(goesOn instanceof Boolean)) {
          return Node.FAILED;
        }
        if (!(boolean) goesOn) {
          break;
        }
        frame.setLocal(accumulator, step.eval(frame));
      }
      return result.eval(frame);
    };
  }
}
