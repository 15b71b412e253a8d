package io.svc.rules;

import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What each client can do by itself, by the names of its tools: a dated list with the page that
 * each part is taken from. Immutable.
 */
public final class CapabilityCatalog {
  private static final char MARK = '\u001d';
  private static final String EVERYWHERE = "*";
  private static final Set<String> KEYS = Set.of("date", "everywhere", "clients");
  private static final Set<String> CLIENT_KEYS = Set.of("source", "capabilities");

  private final String text;

  private CapabilityCatalog(String text) {
    this.text = text;
  }

  /** Reads what {@link #encode} wrote. Nothing is checked: the text is our own build's. */
  public static CapabilityCatalog parse(String text) {
    return new CapabilityCatalog("\n" + text);
  }

  /**
   * The compact text of a list as people write it.
   *
   * @throws InvalidDefinitionException when it is no valid list
   */
  public static String encode(String file, String yaml) {
    Definition list = DefinitionReader.read(file, yaml);
    list.allow(KEYS);
    StringBuilder encoded = new StringBuilder();
    encoded.append(line(EVERYWHERE, list.text("date"), list.texts("everywhere")));
    for (Map.Entry<String, Definition> client : list.mappingsByName("clients").entrySet()) {
      Definition entry = client.getValue();
      entry.allow(CLIENT_KEYS);
      encoded.append(line(client.getKey(), entry.text("source"), entry.texts("capabilities")));
    }
    return encoded.toString();
  }

  private static String line(String client, String source, List<String> names) {
    Set<String> folded = new TreeSet<>();
    for (String name : names) {
      folded.add(PackageCatalog.folded(name));
    }
    return Lines.line(List.of(client, source, MARK + String.join("" + MARK, folded) + MARK));
  }

  /** The day the list is of, as {@code 2026-11-20}. */
  public String date() {
    return source(EVERYWHERE).orElseThrow();
  }

  /** The page that a client's list is taken from; empty for a client that has none. */
  public Optional<String> source(String client) {
    int start = text.indexOf("\n" + client + Lines.FIELD);
    if (start < 0) {
      return Optional.empty();
    }
    int from = start + client.length() + 2;
    return Optional.of(text.substring(from, text.indexOf(Lines.FIELD, from)));
  }

  /** Whether a client has a capability of this name, letter case and separators aside. */
  public boolean has(String client, String name) {
    String folded = MARK + PackageCatalog.folded(name) + MARK;
    return isIn(EVERYWHERE, folded) || isIn(client, folded);
  }

  private boolean isIn(String client, String folded) {
    int start = text.indexOf("\n" + client + Lines.FIELD);
    if (start < 0) {
      return false;
    }
    int at = text.indexOf(folded, start);
    return at > 0 && at < text.indexOf('\n', start + 1);
  }
}
