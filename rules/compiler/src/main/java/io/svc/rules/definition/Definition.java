package io.svc.rules.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A mapping of a definition file, read by key. Every getter checks and refuses with an {@link
 * InvalidDefinitionException} that names file, line, column, key and expectation.
 */
public final class Definition {
  /** A key this many edits away from a known one is taken for a slip of the pen. */
  private static final int NEAR = 2;

  private final String file;
  private final int line;
  private final int column;
  private final Map<String, DefinitionNode> members;

  private Definition(String file, DefinitionNode node, Map<String, DefinitionNode> members) {
    this.file = file;
    this.line = node.line();
    this.column = node.column();
    this.members = members;
  }

  /** The mapping that a node is. */
  public static Definition of(String file, DefinitionNode node) {
    return new Definition(
        file,
        node,
        node.members()
            .orElseThrow(() -> problem(file, node, "expected a mapping of keys to values")));
  }

  /** The file's name, as messages have it. */
  public String file() {
    return file;
  }

  /** The line where the mapping begins. */
  public int line() {
    return line;
  }

  /** Refuses keys that nothing knows, with the known one that was probably meant. */
  public void allow(Set<String> keys) {
    for (String key : members.keySet()) {
      if (!keys.contains(key)) {
        throw problem(key, unknown(key, keys));
      }
    }
  }

  /** What is said of a key that nothing knows. */
  private static String unknown(String key, Set<String> keys) {
    String meant = nearest(key, keys);
    return "unknown key '"
        + key
        + "'; "
        + (meant.isEmpty()
            ? "expected one of " + String.join(", ", new TreeSet<>(keys))
            : "did you mean '" + meant + "'?");
  }

  /** The value of a key; empty when the key is not there. */
  public Optional<DefinitionNode> find(String key) {
    return Optional.ofNullable(members.get(key));
  }

  /** Whether the key stands in the mapping. */
  public boolean has(String key) {
    return members.containsKey(key);
  }

  /** The names of all members, in their order. */
  public List<String> keys() {
    return List.copyOf(members.keySet());
  }

  /** A text that must be there and not blank. */
  public String text(String key) {
    return optionalText(key)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> problem(key, "key '" + key + "' is missing or empty"));
  }

  /** A text, without the blanks around it; empty when the key is not there. */
  public Optional<String> optionalText(String key) {
    DefinitionNode node = members.get(key);
    if (node == null) {
      return Optional.empty();
    }
    return Optional.of(
        node.text().orElseThrow(() -> problem(key, "'" + key + "' must be a text")).strip());
  }

  /** A list of texts; empty when the key is not there. */
  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (DefinitionNode item : items(key)) {
      texts.add(
          item.text()
              .orElseThrow(() -> problem(file, item, "'" + key + "' must be a list of texts")));
    }
    return List.copyOf(texts);
  }

  /** A list of anything; empty when the key is not there. */
  public List<DefinitionNode> items(String key) {
    DefinitionNode node = members.get(key);
    if (node == null) {
      return List.of();
    }
    boolean isNothing = !node.isQuoted() && node.text().isPresent() && node.text().get().isEmpty();
    if (!node.isList() && !isNothing) {
      throw problem(key, "'" + key + "' must be a list");
    }
    return node.items();
  }

  /** A list of mappings; empty when the key is not there. */
  public List<Definition> mappings(String key) {
    List<Definition> mappings = new ArrayList<>();
    for (DefinitionNode item : items(key)) {
      mappings.add(of(file, item));
    }
    return mappings;
  }

  /** A mapping of names to mappings; empty when the key is not there. */
  public Map<String, Definition> mappingsByName(String key) {
    Map<String, Definition> byName = new LinkedHashMap<>();
    DefinitionNode node = members.get(key);
    if (node != null) {
      of(file, node)
          .members
          .forEach((name, member) -> byName.put(name, Definition.of(file, member)));
    }
    return byName;
  }

  /** A mapping that must be there. */
  public Definition mapping(String key) {
    DefinitionNode node = members.get(key);
    if (node == null) {
      throw problem(key, "key '" + key + "' is missing");
    }
    return of(file, node);
  }

  /** A number that must be there and within bounds. */
  public double number(String key, double least, double most) {
    String text = text(key);
    try {
      double number = Double.parseDouble(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException ignored) {
      // Told below, with the value.
    }
    throw problem(
        key,
        "'"
            + key
            + "' is \""
            + text
            + "\"; expected a number from "
            + plain(least)
            + " to "
            + plain(most));
  }

  /** A problem at the place of a key, or of the mapping when the key is not there. */
  public InvalidDefinitionException problem(String key, String problem) {
    DefinitionNode node = members.get(key);
    return node == null
        ? new InvalidDefinitionException(file, line, column, problem)
        : problem(file, node, problem);
  }

  private static InvalidDefinitionException problem(
      String file, DefinitionNode node, String problem) {
    return new InvalidDefinitionException(file, node.line(), node.column(), problem);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  private static String nearest(String key, Set<String> keys) {
    String nearest = "";
    int least = NEAR + 1;
    for (String known : new TreeSet<>(keys)) {
      int edits = Edits.between(key, known);
      if (edits < least) {
        least = edits;
        nearest = known;
      }
    }
    return nearest;
  }
}
