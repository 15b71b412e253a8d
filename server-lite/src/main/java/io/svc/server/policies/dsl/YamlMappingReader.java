package io.svc.server.policies.dsl;

import io.svc.server.config.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads a mapping with known keys. Invalid values are reported, and treated as missing. */
final class YamlMappingReader {
  private final Node node;
  private final String path;
  private final Problems problems;
  private final Map<String, Node> values = new LinkedHashMap<>();

  private YamlMappingReader(MappingNode node, String path, List<String> keys, Problems problems) {
    this.node = node;
    this.path = path;
    this.problems = problems;
    for (NodeTuple tuple : node.getValue()) {
      String key = ((ScalarNode) tuple.getKeyNode()).getValue();
      if (keys.contains(key)) {
        values.put(key, tuple.getValueNode());
      } else {
        String suggestion = Suggestion.of(key, keys);
        problems.error(
            "unknown_key",
            "\""
                + key
                + "\" is not a known key"
                + (suggestion.isEmpty() ? "; expected " + String.join(", ", keys) : suggestion),
            pathOf(key),
            SourcePosition.of(tuple.getKeyNode()));
      }
    }
  }

  static Optional<YamlMappingReader> of(
      Node node, String path, List<String> keys, Problems problems) {
    if (node instanceof MappingNode mapping) {
      return Optional.of(new YamlMappingReader(mapping, path, keys, problems));
    }
    problems.error(
        "wrong_type",
        "Expected a mapping with " + String.join(", ", keys) + "; found " + kind(node) + ".",
        path,
        SourcePosition.of(node));
    return Optional.empty();
  }

  /** Returns the value of the known key of a mapping with arbitrary keys. */
  static Optional<YamlMappingReader> open(
      MappingNode node, String path, String key, Problems problems) {
    List<NodeTuple> members =
        node.getValue().stream()
            .filter(tuple -> ((ScalarNode) tuple.getKeyNode()).getValue().equals(key))
            .toList();
    MappingNode part =
        new MappingNode(
            node.getTag(),
            true,
            members,
            node.getFlowStyle(),
            node.getStartMark(),
            node.getEndMark());
    return of(part, path, List.of(key), problems);
  }

  /** Returns a description such as {@code the number "5"}. */
  static String kind(Node node) {
    if (!(node instanceof ScalarNode scalar)) {
      return node instanceof SequenceNode ? "a list" : "a mapping";
    }
    String value = "\"" + scalar.getValue() + "\"";
    if (isNull(node)) {
      return "nothing";
    }
    if (node.getTag().equals(Tag.BOOL)) {
      return value + ", which is true or false";
    }
    return node.getTag().equals(Tag.STR) ? value : "the number " + value;
  }

  static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  String path() {
    return path;
  }

  SourcePosition position() {
    return SourcePosition.of(node);
  }

  String pathOf(String key) {
    return path + "/" + YamlGuard.escaped(key);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  Optional<Node> node(String key) {
    return Optional.ofNullable(values.get(key));
  }

  SourcePosition positionOf(String key) {
    return node(key).map(SourcePosition::of).orElse(position());
  }

  void error(String code, String key, String message) {
    problems.error(code, message, pathOf(key), positionOf(key));
  }

  void missing(String key, String expected) {
    problems.error(
        "missing_key", "\"" + key + "\" is missing; expected " + expected + ".", path, position());
  }

  Optional<YamlMappingReader> block(String key, List<String> keys) {
    return node(key).flatMap(found -> of(found, pathOf(key), keys, problems));
  }

  Optional<String> text(String key, int longest) {
    return node(key)
        .flatMap(found -> text(found, pathOf(key)))
        .map(LocatedText::value)
        .filter(
            value -> {
              boolean isValid = value.codePointCount(0, value.length()) <= longest;
              if (!isValid) {
                error("invalid_value", key, "The text has more than " + longest + " characters.");
              }
              return isValid;
            });
  }

  private Optional<LocatedText> text(Node found, String at) {
    if (found instanceof ScalarNode scalar && found.getTag().equals(Tag.STR)) {
      if (!scalar.getValue().isBlank()) {
        return Optional.of(new LocatedText(scalar.getValue(), at, SourcePosition.of(found)));
      }
      problems.error("invalid_value", "The text is empty.", at, SourcePosition.of(found));
      return Optional.empty();
    }
    problems.error(
        "wrong_type",
        "Expected text; found "
            + kind(found)
            + (found instanceof ScalarNode && !isNull(found) ? "; put it in quotes." : "."),
        at,
        SourcePosition.of(found));
    return Optional.empty();
  }

  /** Returns the texts of a list, or a single text. */
  List<LocatedText> texts(String key) {
    return items(key, this::text);
  }

  /** The same, with numbers too. */
  List<LocatedText> textsOrNumbers(String key) {
    return items(
        key,
        (found, at) ->
            found.getTag().equals(Tag.INT)
                ? Optional.of(
                    new LocatedText(((ScalarNode) found).getValue(), at, SourcePosition.of(found)))
                : text(found, at));
  }

  private List<LocatedText> items(String key, ItemReader reader) {
    Optional<Node> found = node(key);
    if (found.isEmpty()) {
      return List.of();
    }
    if (!(found.get() instanceof SequenceNode list)) {
      return reader.read(found.get(), pathOf(key)).map(List::of).orElse(List.of());
    }
    List<LocatedText> texts = new ArrayList<>();
    int index = 0;
    for (Node item : list.getValue()) {
      reader.read(item, pathOf(key) + "/" + index++).ifPresent(texts::add);
    }
    return texts;
  }

  Optional<Integer> integer(String key, int least, int max) {
    return node(key)
        .flatMap(
            found -> {
              Optional<Integer> number = integer(found);
              if (number.isEmpty() || number.get() < least || number.get() > max) {
                error(
                    "invalid_value",
                    key,
                    "Expected a whole number from "
                        + least
                        + " to "
                        + max
                        + "; found "
                        + kind(found)
                        + ".");
                return Optional.empty();
              }
              return number;
            });
  }

  private static Optional<Integer> integer(Node found) {
    if (!found.getTag().equals(Tag.INT)) {
      return Optional.empty();
    }
    return UntypedValues.integer(((ScalarNode) found).getValue())
        .filter(number -> number.bitLength() < Integer.SIZE)
        .map(Number::intValue);
  }

  Optional<Boolean> flag(String key) {
    return node(key)
        .flatMap(
            found -> {
              if (found.getTag().equals(Tag.BOOL)) {
                return Optional.of(((ScalarNode) found).getValue().equalsIgnoreCase("true"));
              }
              error("wrong_type", key, "Expected true or false; found " + kind(found) + ".");
              return Optional.empty();
            });
  }

  /** Returns a value from a fixed set of words. */
  <T> Optional<T> word(String key, Function<String, Optional<T>> parse, List<T> all) {
    return text(key, 100)
        .flatMap(
            word -> {
              Optional<T> value = parse.apply(word);
              if (value.isEmpty()) {
                List<String> allowedWords = all.stream().map(Object::toString).toList();
                String suggestion = Suggestion.of(word, allowedWords);
                error(
                    "invalid_value",
                    key,
                    "\""
                        + word
                        + "\" is unknown; "
                        + (suggestion.isEmpty()
                            ? "expected " + String.join(", ", allowedWords)
                            : suggestion.substring(2)));
              }
              return value;
            });
  }

  private interface ItemReader {
    Optional<LocatedText> read(Node node, String path);
  }

  /** A text and its position. */
  record LocatedText(String value, String path, SourcePosition place) {}
}
