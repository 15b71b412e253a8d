package io.svc.rules.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of a definition file with its start position: a text, a list or a mapping. */
public final class DefinitionNode {
  private final int line;
  private final int column;
  private final boolean isQuoted;
  private final Optional<String> text;
  private final List<DefinitionNode> items;
  private final Optional<Map<String, DefinitionNode>> members;

  private DefinitionNode(
      Position position,
      boolean isQuoted,
      Optional<String> text,
      List<DefinitionNode> items,
      Optional<Map<String, DefinitionNode>> members) {
    this.line = position.line();
    this.column = position.column();
    this.isQuoted = isQuoted;
    this.text = text;
    this.items = List.copyOf(items);
    this.members = members;
  }

  static DefinitionNode ofText(Position position, boolean isQuoted, String text) {
    return new DefinitionNode(position, isQuoted, Optional.of(text), List.of(), Optional.empty());
  }

  static DefinitionNode ofList(Position position, List<DefinitionNode> items) {
    return new DefinitionNode(position, false, Optional.empty(), items, Optional.empty());
  }

  static DefinitionNode ofMapping(Position position, Map<String, DefinitionNode> members) {
    return new DefinitionNode(
        position,
        false,
        Optional.empty(),
        List.of(),
        Optional.of(Collections.unmodifiableMap(new LinkedHashMap<>(members))));
  }

  /** Returns the line of its key, or of its start if it has no key; from 1. */
  public int line() {
    return line;
  }

  /** Returns the column of its key, or of its start if it has no key; from 1. */
  public int column() {
    return column;
  }

  /**
   * Returns whether the text is quoted or a block scalar, which YAML parsers never read as a
   * number.
   */
  public boolean isQuoted() {
    return isQuoted;
  }

  /** Returns the text; empty for a list or a mapping. */
  public Optional<String> text() {
    return text;
  }

  /** Returns whether the node is a list. */
  public boolean isList() {
    return text.isEmpty() && members.isEmpty();
  }

  /** Returns the items of a list in order; empty for anything else. */
  public List<DefinitionNode> items() {
    return items;
  }

  /** Returns the members of a mapping in order; empty for anything else. */
  public Optional<Map<String, DefinitionNode>> members() {
    return members;
  }

  /** The start position of a node; both numbers start at 1. */
  record Position(int line, int column) {}
}
