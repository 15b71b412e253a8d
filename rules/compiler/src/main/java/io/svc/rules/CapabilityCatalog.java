package io.svc.rules;

import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What each client can do by itself, by the names of its tools: a dated list with the page that
 * each part is taken from. Immutable.
 */
public final class CapabilityCatalog {
  private static final String EVERYWHERE = "*";
  private static final String SOURCE = " ";
  private static final Set<String> KEYS = Set.of("date", "everywhere", "clients");
  private static final Set<String> CLIENT_KEYS = Set.of("source", "capabilities");

  private final SortedLines lines;

  private CapabilityCatalog(String text) {
    this.lines = new SortedLines(text, 0);
  }

  /** Reads what {@link #encode} wrote. Nothing is checked: the text is our own build's. */
  public static CapabilityCatalog parse(String text) {
    return new CapabilityCatalog(text);
  }

  /**
   * The compact text of a list as people write it.
   *
   * @throws InvalidDefinitionException when it is no valid list
   */
  public static String encode(String file, String yaml) {
    Definition list = DefinitionReader.read(file, yaml);
    list.allow(KEYS);
    TreeMap<String, String> lines = new TreeMap<>();
    add(lines, EVERYWHERE, list.text("date"), list.texts("everywhere"));
    for (Map.Entry<String, Definition> client : list.mappingsByName("clients").entrySet()) {
      Definition entry = client.getValue();
      entry.allow(CLIENT_KEYS);
      add(lines, client.getKey(), entry.text("source"), entry.texts("capabilities"));
    }
    return SortedLines.encode(lines);
  }

  private static void add(
      Map<String, String> lines, String client, String source, List<String> names) {
    lines.put(client + SOURCE, source);
    for (String name : names) {
      lines.put(key(client, name), "");
    }
  }

  private static String key(String client, String name) {
    return client + " " + PackageCatalog.folded(name);
  }

  /** The day the list is of, as {@code 2026-11-20}. */
  public String date() {
    return source(EVERYWHERE).orElseThrow();
  }

  /** The page that a client's list is taken from; empty for a client that has none. */
  public Optional<String> source(String client) {
    String key = client + SOURCE;
    int line = lines.indexOf(key);
    return lines.isAt(line, key) ? Optional.of(lines.valueAt(line, key)) : Optional.empty();
  }

  /** Whether a client has a capability of this name, letter case and separators aside. */
  public boolean has(String client, String name) {
    String folded = PackageCatalog.folded(name);
    return !folded.isEmpty()
        && (lines.contains(EVERYWHERE + " " + folded) || lines.contains(client + " " + folded));
  }
}
