package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Checks a composed tree before it is read. The composer rejects neither duplicate keys nor
 * recursive aliases, and represents aliases as shared nodes, which a reader would visit repeatedly.
 */
final class YamlGuard {
  private static final int EXPANSION = 10;
  private static final Set<Tag> SUPPORTED_TAGS =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.SEQ, Tag.MAP);

  private final Problems problems;
  private final Map<Node, Long> sizes = new HashMap<>();
  private final Map<Node, Integer> heights = new HashMap<>();
  private final Set<Node> open = new HashSet<>();
  private boolean isRecursive;

  YamlGuard(Problems problems) {
    this.problems = problems;
  }

  void check(Node root) {
    long size = visit(root, "");
    if (isRecursive) {
      return;
    }
    if (size > (long) EXPANSION * sizes.size()) {
      problems.error(
          "alias_expansion",
          "Aliases make the document more than " + EXPANSION + " times as large.",
          "",
          SourcePosition.of(root));
    } else if (requireNonNull(heights.get(root)) > YamlDocument.DEPTH) {
      problems.error(
          "too_deep",
          "With its aliases nested more than " + YamlDocument.DEPTH + " deep.",
          "",
          SourcePosition.of(root));
    }
  }

  /** Returns the number of nodes below, counting aliased nodes each time; nodes are unique. */
  private long visit(Node node, String path) {
    Long cachedSize = sizes.get(node);
    if (cachedSize != null) {
      return cachedSize;
    }
    if (!open.add(node)) {
      isRecursive = true;
      problems.error(
          "alias_recursive",
          "An alias refers to a node that contains it.",
          path,
          SourcePosition.of(node));
      return 0;
    }
    checkTag(node, path);
    long size = 1;
    int height = 0;
    if (node instanceof MappingNode mapping) {
      Map<String, Node> keys = new HashMap<>();
      for (NodeTuple tuple : mapping.getValue()) {
        String inner = path + "/" + checkKey(tuple.getKeyNode(), keys, path);
        size = Math.addExact(size, 1 + visit(tuple.getValueNode(), inner));
        height = Math.max(height, heights.getOrDefault(tuple.getValueNode(), 0));
      }
    } else if (node instanceof SequenceNode sequence) {
      int index = 0;
      for (Node item : sequence.getValue()) {
        size = Math.addExact(size, visit(item, path + "/" + index++));
        height = Math.max(height, heights.getOrDefault(item, 0));
      }
    } else if (node instanceof ScalarNode scalar) {
      checkText(scalar, path);
    }
    open.remove(node);
    heights.put(node, height + 1);
    sizes.put(node, Math.min(size, Integer.MAX_VALUE));
    return sizes.get(node);
  }

  private void checkTag(Node node, String path) {
    if (!SUPPORTED_TAGS.contains(node.getTag())) {
      problems.error(
          "tag_not_allowed",
          "\"" + node.getTag().getValue() + "\" is a tag; expected a value without one.",
          path,
          SourcePosition.of(node));
    }
  }

  /** Returns the key as a segment of a path. */
  private String checkKey(Node key, Map<String, Node> keys, String path) {
    if (!(key instanceof ScalarNode scalar)) {
      problems.error(
          "wrong_type",
          "A key is a mapping or a list; expected text.",
          path,
          SourcePosition.of(key));
      return "";
    }
    String name = scalar.getValue();
    checkTag(key, path);
    checkText(scalar, path);
    Node first = keys.putIfAbsent(name, key);
    if (first != null) {
      problems.error(
          "duplicate_key",
          "\""
              + name
              + "\" is specified twice, first in line "
              + SourcePosition.of(first).line()
              + ".",
          path + "/" + escaped(name),
          SourcePosition.of(key));
    }
    return escaped(name);
  }

  static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }

  /** An unpaired surrogate cannot be encoded, and so cannot be hashed. */
  private void checkText(ScalarNode scalar, String path) {
    boolean isWellFormed =
        scalar.getValue().codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    if (!isWellFormed) {
      problems.error(
          "invalid_text",
          "The text contains an unpaired surrogate.",
          path,
          SourcePosition.of(scalar));
    }
  }
}
