package io.svc.server.expressions;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelOptions;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.InternalCelFunctionBinding;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The standard functions of the language. The library does the work; its maximum cost is charged
 * first. Every function of the library is linear in the length of its texts, with two exceptions.
 * {@code contains} and {@code matches} are implemented elsewhere, and parsing functions accept only
 * short texts.
 */
final class Operations {
  /** Cost of a failed call: the library throws an exception with a stack trace. */
  private static final long FAILURE = 200;

  /** Cost of a copied or parsed character, relative to a read character. */
  static final long COPIED = 4;

  /**
   * Characters of a text that is parsed as a number, a time, a duration or a time zone. None is
   * longer, and the library needs the square of the length to find that out.
   */
  private static final long LONGEST_PARSED = 200;

  /** Functions that parse a text, except time functions, which may all have a time zone. */
  private static final Set<String> PARSERS =
      Set.of("int", "uint", "double", "bool", "timestamp", "duration");

  private static final Map<String, List<CelFunctionBinding>> BY_FUNCTION = new HashMap<>();
  private static final Map<String, CelFunctionBinding> BY_OVERLOAD = new HashMap<>();

  static {
    CelOptions options = ExpressionLanguage.OPTIONS;
    RuntimeEquality equality = RuntimeEquality.create(RuntimeHelpers.create(), options);
    for (CelFunctionBinding binding :
        CelStandardFunctions.newBuilder().build().newFunctionBindings(equality, options)) {
      // The library adds one for each function that dispatches to the others, without types.
      if (!binding.getArgTypes().isEmpty()
          && binding instanceof InternalCelFunctionBinding overload) {
        BY_OVERLOAD.put(overload.getOverloadId(), overload);
        BY_FUNCTION
            .computeIfAbsent(overload.getFunctionName(), name -> new ArrayList<>())
            .add(overload);
      }
    }
  }

  private Operations() {}

  /** The overload with an id; all of the function, when the types decide at run time. */
  static List<CelFunctionBinding> overloads(String function, List<String> overloadIds) {
    return Optional.of(overloadIds)
        .filter(ids -> ids.size() == 1)
        .map(ids -> BY_OVERLOAD.get(ids.get(0)))
        .map(List::of)
        .orElseGet(() -> BY_FUNCTION.getOrDefault(function, List.of()));
  }

  /**
   * Calls the overload that takes the arguments; {@link ExpressionNode#FAILED} when there is none.
   */
  static Object call(
      String function, List<CelFunctionBinding> overloads, Object[] values, CostBudget budget) {
    for (CelFunctionBinding overload : overloads) {
      if (accepts(overload.getArgTypes(), values)) {
        charge(function, values, budget);
        if (isTooLong(function, values)) {
          return ExpressionNode.FAILED;
        }
        try {
          Object result = overload.getDefinition().apply(values);
          return result == null ? ExpressionNode.FAILED : result;
        } catch (BudgetExceededException e) {
          throw e;
        } catch (CelEvaluationException | RuntimeException e) {
          budget.charge(FAILURE);
          return ExpressionNode.FAILED;
        }
      }
    }
    return ExpressionNode.FAILED;
  }

  private static boolean isTooLong(String function, Object[] values) {
    if (!PARSERS.contains(function) && !function.startsWith("get")) {
      return false;
    }
    for (Object value : values) {
      if (length(value) > LONGEST_PARSED) {
        return true;
      }
    }
    return false;
  }

  private static boolean accepts(List<Class<?>> types, Object[] values) {
    if (types.size() != values.length) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      if (!types.get(i).isInstance(values[i])) {
        return false;
      }
    }
    return true;
  }

  private static void charge(String function, Object[] values, CostBudget budget) {
    switch (function) {
      case "_==_", "_!=_" -> chargeEquality(values[0], values[1], budget);
      case "@in", "in", "_in_" -> chargeMembership(values[0], values[1], budget);
      case "_+_" -> chargeConcatenation(values[0], values[1], budget);
      case "_[_]" -> chargeSize(values[1], budget);
      case "_<_", "_<=_", "_>_", "_>=_" ->
          budget.chargeText(Math.min(length(values[0]), length(values[1])));
      case "startsWith", "endsWith" -> budget.chargeText(length(values[1]));
      case "size" -> budget.chargeText(length(values[0]));
      default -> {
        for (Object value : values) {
          budget.chargeText(COPIED * length(value));
        }
      }
    }
  }

  /** Characters of a text, bytes of bytes; 0 for all else. */
  private static long length(Object value) {
    if (value instanceof String text) {
      return text.length();
    }
    return value instanceof CelByteString bytes ? bytes.size() : 0;
  }

  /** Two containers are traversed in parallel, so the size of either limits the work. */
  private static void chargeEquality(Object one, Object other, CostBudget budget) {
    if (isContainer(one) && isContainer(other)) {
      chargeSize(one, budget);
    } else {
      budget.chargeText(Math.min(length(one), length(other)));
    }
  }

  private static void chargeMembership(Object element, Object in, CostBudget budget) {
    if (!(in instanceof Collection<?> items)) {
      chargeSize(element, budget);
      return;
    }
    long each = isContainer(element) ? chargeSize(element, budget) : 1;
    for (Object item : items) {
      budget.charge(each + Math.min(length(element), length(item)) / CostBudget.CHARACTERS);
    }
  }

  private static void chargeConcatenation(Object one, Object other, CostBudget budget) {
    if (one instanceof Collection<?> first && other instanceof Collection<?> second) {
      budget.charge((long) first.size() + second.size());
    } else {
      budget.chargeText(COPIED * (length(one) + length(other)));
    }
  }

  private static boolean isContainer(Object value) {
    return value instanceof Collection || value instanceof Map;
  }

  /** Charges for the size of a value while counting it. Returns the size. */
  private static long chargeSize(Object value, CostBudget budget) {
    long cost = 1 + length(value) / CostBudget.CHARACTERS;
    budget.charge(cost);
    if (value instanceof Collection<?> items) {
      for (Object item : items) {
        cost += chargeSize(item, budget);
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        cost += chargeSize(entry.getKey(), budget) + chargeSize(entry.getValue(), budget);
      }
    }
    return cost;
  }

  /**
   * The type of a value, as expressions compare types; {@link ExpressionNode#FAILED} when it has
   * none.
   */
  static Object typeOf(Object value) {
    if (value instanceof TypeType) {
      return TypeType.create(SimpleType.DYN);
    }
    CelType type = null;
    if (value instanceof Boolean) {
      type = SimpleType.BOOL;
    } else if (value instanceof Long) {
      type = SimpleType.INT;
    } else if (value instanceof UnsignedLong) {
      type = SimpleType.UINT;
    } else if (value instanceof Double) {
      type = SimpleType.DOUBLE;
    } else if (value instanceof String) {
      type = SimpleType.STRING;
    } else if (value instanceof CelByteString) {
      type = SimpleType.BYTES;
    } else if (value instanceof Instant) {
      type = SimpleType.TIMESTAMP;
    } else if (value instanceof Duration) {
      type = SimpleType.DURATION;
    } else if (value instanceof NullValue) {
      type = SimpleType.NULL_TYPE;
    } else if (value instanceof Map) {
      type = MapType.create(SimpleType.DYN, SimpleType.DYN);
    } else if (value instanceof Collection) {
      type = ListType.create(SimpleType.DYN);
    }
    return type == null ? ExpressionNode.FAILED : TypeType.create(type);
  }
}
