package io.svc.rules.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of a definition file with the place it begins at: a text, a list or a mapping. */
public final class DefinitionNode {
  private final int line;
  private final int column;
  private final boolean isQuoted;
  private final Optional<String> text;
  private final List<DefinitionNode> items;
  private final Optional<Map<String, DefinitionNode>> members;

  private DefinitionNode(
      Place place,
      boolean isQuoted,
      Optional<String> text,
      List<DefinitionNode> items,
      Optional<Map<String, DefinitionNode>> members) {
    this.line = place.line();
    this.column = place.column();
    this.isQuoted = isQuoted;
    this.text = text;
    this.items = List.copyOf(items);
    this.members = members;
  }

  static DefinitionNode ofText(Place place, boolean isQuoted, String text) {
    return new DefinitionNode(place, isQuoted, Optional.of(text), List.of(), Optional.empty());
  }

  static DefinitionNode ofList(Place place, List<DefinitionNode> items) {
    return new DefinitionNode(place, false, Optional.empty(), items, Optional.empty());
  }

  static DefinitionNode ofMapping(Place place, Map<String, DefinitionNode> members) {
    return new DefinitionNode(
        place,
        false,
        Optional.empty(),
        List.of(),
        Optional.of(Collections.unmodifiableMap(new LinkedHashMap<>(members))));
  }

  /** The line of its key, or where it has none the line of its beginning; from 1. */
  public int line() {
    return line;
  }

  /** The column of its key, or where it has none the column of its beginning; from 1. */
  public int column() {
    return column;
  }

  /** Whether it is a text in quotes or in a block, which no reader of YAML takes for a number. */
  public boolean isQuoted() {
    return isQuoted;
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

  /** Where something begins; both counted from 1. */
  record Place(int line, int column) {}
}
