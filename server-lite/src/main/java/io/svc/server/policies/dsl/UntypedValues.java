package io.svc.server.policies.dsl;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Values of any structure, such as the arguments of a test, converted as in JSON. */
final class UntypedValues {
  private final Problems problems;

  UntypedValues(Problems problems) {
    this.problems = problems;
  }

  /** Returns the value; null for null. */
  @Nullable Object of(Node node, String path) {
    if (node instanceof MappingNode mapping) {
      return map(mapping, path);
    }
    if (node instanceof SequenceNode sequence) {
      List<Object> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(of(item, path + "/" + items.size()));
      }
      return items;
    }
    return scalar((ScalarNode) node, path);
  }

  Map<String, Object> map(MappingNode node, String path) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      String key = ((ScalarNode) tuple.getKeyNode()).getValue();
      values.put(key, of(tuple.getValueNode(), path + "/" + YamlGuard.escaped(key)));
    }
    return values;
  }

  private @Nullable Object scalar(ScalarNode node, String path) {
    String text = node.getValue();
    if (node.getTag().equals(Tag.NULL)) {
      return null;
    }
    if (node.getTag().equals(Tag.BOOL)) {
      return text.equalsIgnoreCase("true");
    }
    if (node.getTag().equals(Tag.INT) || node.getTag().equals(Tag.FLOAT)) {
      Optional<Number> number = number(text);
      if (number.isEmpty()) {
        problems.error(
            "invalid_value",
            "\"" + text + "\" is not a JSON number; put it in quotes if it is text.",
            path,
            SourcePosition.of(node));
      }
      return number.orElse(0L);
    }
    return text;
  }

  private static Optional<Number> number(String text) {
    Optional<BigInteger> parsed = integer(text);
    if (parsed.isPresent()) {
      return parsed.map(Number.class::cast);
    }
    try {
      // Not a decimal of arbitrary size: 1e999999999 is short and very large.
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Parses a whole number of YAML's core schema; leading zeros are ignored. */
  static Optional<BigInteger> integer(String text) {
    try {
      if (text.startsWith("0x")) {
        return Optional.of(new BigInteger(text.substring(2), 16));
      }
      if (text.startsWith("0o")) {
        return Optional.of(new BigInteger(text.substring(2), 8));
      }
      return Optional.of(new BigInteger(text.startsWith("+") ? text.substring(1) : text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
