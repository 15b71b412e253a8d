package io.svc.rules;

import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The built-in capabilities of each client, by the names of its tools and servers: a dated list
 * with the source page of each entry. Immutable.
 */
public final class CapabilityCatalog {
  private static final String EVERYWHERE = "*";
  private static final String SOURCE = " ";
  private static final String SERVER = "/";
  private static final Set<String> KEYS = Set.of("date", "everywhere", "servers", "clients");
  private static final Set<String> CLIENT_KEYS = Set.of("source", "capabilities", "servers");

  private final SortedLines lines;

  private CapabilityCatalog(String text) {
    this.lines = new SortedLines(text, 0);
  }

  /**
   * Reads the output of {@link #encode}. It does not validate the text, which our own build
   * creates.
   */
  public static CapabilityCatalog parse(String text) {
    return new CapabilityCatalog(text);
  }

  /**
   * Returns the compact text of a YAML list.
   *
   * @throws InvalidDefinitionException if the list is invalid
   */
  public static String encode(String file, String yaml) {
    Definition list = DefinitionReader.read(file, yaml);
    list.allow(KEYS);
    TreeMap<String, String> lines = new TreeMap<>();
    add(lines, EVERYWHERE, list.text("date"), list.texts("everywhere"));
    for (String name : list.texts("servers")) {
      lines.put(EVERYWHERE + SERVER + PackageCatalog.folded(name), "");
    }
    for (Map.Entry<String, Definition> client : list.mappingsByName("clients").entrySet()) {
      Definition entry = client.getValue();
      entry.allow(CLIENT_KEYS);
      add(lines, client.getKey(), entry.text("source"), entry.texts("capabilities"));
      for (String name : entry.texts("servers")) {
        lines.put(reserved(client.getKey(), name), "");
      }
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

  private static String reserved(String client, String name) {
    return client + SERVER + name.toLowerCase(Locale.ROOT);
  }

  /** Returns the date of the list, such as {@code 2026-11-20}. */
  public String date() {
    return source(EVERYWHERE).orElseThrow();
  }

  /** Returns the source page of a client's list; empty for a client without one. */
  public Optional<String> source(String client) {
    String key = client + SOURCE;
    int line = lines.find(key);
    return line >= 0 ? Optional.of(lines.valueAt(line, key)) : Optional.empty();
  }

  /** Returns whether a client has a tool of this name, ignoring letter case and separators. */
  public boolean has(String client, String name) {
    String folded = PackageCatalog.folded(name);
    return !folded.isEmpty()
        && (lines.contains(EVERYWHERE + " " + folded) || lines.contains(client + " " + folded));
  }

  /**
   * Returns whether a server of this name is taken for a part of the client: the name is that of a
   * server which the client contains, ignoring letter case, or of a tool for commands and files
   * that several clients have, also ignoring separators.
   */
  public boolean hasServer(String client, String name) {
    String folded = PackageCatalog.folded(name);
    return !folded.isEmpty()
        && (lines.contains(EVERYWHERE + SERVER + folded) || lines.contains(reserved(client, name)));
  }
}
