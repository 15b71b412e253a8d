package io.svc.rules.definition;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of a definition file with the line it begins at: a text, a list or a mapping. */
public final class DefinitionNode {
  private final int line;
  private final Optional<String> text;
  private final List<DefinitionNode> items;
  private final Optional<Map<String, DefinitionNode>> members;

  private DefinitionNode(
      int line,
      Optional<String> text,
      List<DefinitionNode> items,
      Optional<Map<String, DefinitionNode>> members) {
    this.line = line;
    this.text = text;
    this.items = List.copyOf(items);
    this.members = members;
  }

  static DefinitionNode ofText(int line, String text) {
    return new DefinitionNode(
        line, Optional.of(requireNonNull(text, "text is null")), List.of(), Optional.empty());
  }

  static DefinitionNode ofList(int line, List<DefinitionNode> items) {
    return new DefinitionNode(line, Optional.empty(), items, Optional.empty());
  }

  static DefinitionNode ofMapping(int line, Map<String, DefinitionNode> members) {
    return new DefinitionNode(
        line,
        Optional.empty(),
        List.of(),
        Optional.of(Collections.unmodifiableMap(new LinkedHashMap<>(members))));
  }

  /** The line of its key, or where it has none the line of its beginning; from 1. */
  public int line() {
    return line;
  }

  /** The text; empty for a list or a mapping. */
  public Optional<String> text() {
    return text;
  }

  /** Whether it is a list. */
  public boolean isList() {
    return text.isEmpty() && members.isEmpty();
  }

  /** The items of a list, in their order; none for anything else. */
  public List<DefinitionNode> items() {
    return items;
  }

  /** The members of a mapping, in their order; empty for anything else. */
  public Optional<Map<String, DefinitionNode>> members() {
    return members;
  }
}
