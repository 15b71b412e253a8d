package io.svc.rules.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A mapping of a definition file, read by key. Every getter validates and throws an {@link
 * InvalidDefinitionException} that names the file, line, column, key and expectation.
 */
public final class Definition {
  /** The maximum number of edits for suggesting a known key. */
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

  /** Returns the mapping of a node. */
  public static Definition of(String file, DefinitionNode node) {
    return new Definition(
        file,
        node,
        node.members()
            .orElseThrow(() -> problem(file, node, "expected a mapping of keys to values")));
  }

  /** Returns the file's name in messages. */
  public String file() {
    return file;
  }

  /** Returns the line where the mapping starts. */
  public int line() {
    return line;
  }

  /** Rejects unknown keys and suggests the closest known key. */
  public void allow(Set<String> keys) {
    for (String key : members.keySet()) {
      if (!keys.contains(key)) {
        throw problem(key, unknown(key, keys));
      }
    }
  }

  /** Returns the message for an unknown key. */
  private static String unknown(String key, Set<String> keys) {
    String suggestion = nearest(key, keys);
    return "unknown key '"
        + key
        + "'; "
        + (suggestion.isEmpty()
            ? "expected one of " + String.join(", ", new TreeSet<>(keys))
            : "did you mean '" + suggestion + "'?");
  }

  /** Returns the value of a key; empty if the key is missing. */
  public Optional<DefinitionNode> find(String key) {
    return Optional.ofNullable(members.get(key));
  }

  /** Returns whether the mapping has the key. */
  public boolean has(String key) {
    return members.containsKey(key);
  }

  /** Returns the names of all members in order. */
  public List<String> keys() {
    return List.copyOf(members.keySet());
  }

  /** Returns a required text that is not blank. */
  public String text(String key) {
    return optionalText(key)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> problem(key, "key '" + key + "' is missing or empty"));
  }

  /** Returns a text without surrounding spaces; empty if the key is missing. */
  public Optional<String> optionalText(String key) {
    DefinitionNode node = members.get(key);
    if (node == null) {
      return Optional.empty();
    }
    return Optional.of(
        node.text().orElseThrow(() -> problem(key, "'" + key + "' must be a text")).strip());
  }

  /** Returns a list of texts; empty if the key is missing. */
  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (DefinitionNode item : items(key)) {
      texts.add(
          item.text()
              .orElseThrow(() -> problem(file, item, "'" + key + "' must be a list of texts")));
    }
    return List.copyOf(texts);
  }

  /** Returns a list of nodes; empty if the key is missing. */
  public List<DefinitionNode> items(String key) {
    DefinitionNode node = members.get(key);
    if (node == null) {
      return List.of();
    }
    boolean isEmpty = !node.isQuoted() && node.text().isPresent() && node.text().get().isEmpty();
    if (!node.isList() && !isEmpty) {
      throw problem(key, "'" + key + "' must be a list");
    }
    return node.items();
  }

  /** Returns a list of mappings; empty if the key is missing. */
  public List<Definition> mappings(String key) {
    List<Definition> mappings = new ArrayList<>();
    for (DefinitionNode item : items(key)) {
      mappings.add(of(file, item));
    }
    return mappings;
  }

  /** Returns a mapping of names to mappings; empty if the key is missing. */
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

  /** Returns a required mapping. */
  public Definition mapping(String key) {
    DefinitionNode node = members.get(key);
    if (node == null) {
      throw problem(key, "key '" + key + "' is missing");
    }
    return of(file, node);
  }

  /** Returns a required number within limits. */
  public double number(String key, double least, double max) {
    String text = text(key);
    try {
      double number = Double.parseDouble(text);
      if (number >= least && number <= max) {
        return number;
      }
    } catch (NumberFormatException ignored) {
      // Reported below with the value.
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
            + plain(max));
  }

  /** Returns an error at the location of a key, or of the mapping if the key is missing. */
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
    for (String knownKey : new TreeSet<>(keys)) {
      int edits = EditDistance.between(key, knownKey);
      if (edits < least) {
        least = edits;
        nearest = knownKey;
      }
    }
    return nearest;
  }
}
