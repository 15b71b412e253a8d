package io.svc.server.discovery;

import io.svc.server.json.Json;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How a tenant classifies connectors; names are the same in any case. */
public final class ConnectorClasses {
  /** Nothing is classified. */
  static final ConnectorClasses NONE = new ConnectorClasses(List.of());

  /** One connector. */
  public record Entry(String name, ConnectorClass classification) {}

  private final Map<String, Entry> byName;

  ConnectorClasses(List<Entry> entries) {
    Map<String, Entry> sorted = new TreeMap<>();
    entries.forEach(entry -> sorted.put(key(entry.name()), entry));
    this.byName = Collections.unmodifiableMap(sorted);
  }

  static ConnectorClasses read(String json) {
    return new ConnectorClasses(
        Json.own(json)
            .valueStream()
            .map(
                entry ->
                    new Entry(
                        entry.path("name").asText(),
                        ConnectorClass.valueOf(
                            entry.path("classification").asText().toUpperCase(Locale.ROOT))))
            .toList());
  }

  static String key(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }

  /** What the tenant thinks of a connector; empty when it said nothing. */
  public Optional<ConnectorClass> of(String name) {
    return Optional.ofNullable(byName.get(key(name))).map(Entry::classification);
  }

  /** All of them, by name. */
  List<Entry> entries() {
    return List.copyOf(byName.values());
  }
}
