package io.svc.server.discovery;

import io.svc.server.json.Json;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A tenant's classification of connectors; names are case-insensitive. */
public final class ConnectorClasses {
  /** No classification. */
  static final ConnectorClasses NONE = new ConnectorClasses(List.of());

  /** A connector and its class. */
  public record Entry(String name, ConnectorClass classification) {}

  private final Map<String, Entry> byName;

  ConnectorClasses(List<Entry> entries) {
    Map<String, Entry> sorted = new TreeMap<>();
    entries.forEach(entry -> sorted.put(key(entry.name()), entry));
    this.byName = Collections.unmodifiableMap(sorted);
  }

  static ConnectorClasses read(String json) {
    return new ConnectorClasses(
        Json.readStored(json)
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

  /** Returns the class of a connector; empty when it is not classified. */
  public Optional<ConnectorClass> of(String name) {
    return Optional.ofNullable(byName.get(key(name))).map(Entry::classification);
  }

  /** Returns all entries by name. */
  List<Entry> entries() {
    return List.copyOf(byName.values());
  }
}
