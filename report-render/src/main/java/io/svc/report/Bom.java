package io.svc.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A bill of materials while it is gathered: each part once, with every place in which it occurs.
 * Its texts are as they are to be shown. For one thread.
 */
final class Bom {
  private final Map<String, Component> components = new LinkedHashMap<>();
  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
  private final Map<String, Vulnerability> vulnerabilities = new LinkedHashMap<>();
  private final Map<String, Set<Occurrence>> occurrences = new LinkedHashMap<>();
  private final Map<String, Set<Property>> properties = new LinkedHashMap<>();
  private final Map<String, Set<String>> dependencies = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> affected = new LinkedHashMap<>();
  private final Map<Completeness, Set<String>> files = new LinkedHashMap<>();

  /** How much of what a file puts to work is known, by CycloneDX's words. */
  enum Completeness {
    COMPLETE("complete"),
    INCOMPLETE("incomplete"),
    UNKNOWN("unknown");

    private final String label;

    Completeness(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /**
   * A file, a server, or what a server fetches.
   *
   * @param group the scope of a package of npm
   * @param sha256 the digest of an image; empty when it is not known
   */
  record Component(
      String reference,
      String type,
      String group,
      String name,
      String version,
      String purl,
      String sha256) {
    static Component of(String reference, String type, String name) {
      return new Component(reference, type, "", name, "", "", "");
    }
  }

  /** What answers at an address. */
  record Endpoint(String reference, String name, String address) {}

  /** Where a component stands; line 0 when only the file is known. */
  record Occurrence(String path, int line) {}

  /** What CycloneDX has no field for. */
  record Property(String name, String value) {}

  /** An advisory. */
  record Vulnerability(
      String id,
      String severity,
      String description,
      String recommendation,
      List<String> aliases) {}

  /** Adds a component; the first one of a reference stays. */
  void add(Component component) {
    components.putIfAbsent(component.reference(), component);
  }

  /** Adds an endpoint, which CycloneDX calls a service; the first one of a reference stays. */
  void add(Endpoint endpoint) {
    endpoints.putIfAbsent(endpoint.reference(), endpoint);
  }

  /** Adds an advisory; the first one of an id stays. */
  void add(Vulnerability vulnerability) {
    vulnerabilities.putIfAbsent(vulnerability.id(), vulnerability);
  }

  void addOccurrence(String reference, String path, int line) {
    among(occurrences, reference).add(new Occurrence(path, line));
  }

  /** Adds a property to a component, an endpoint or an advisory; one without a value is none. */
  void addProperty(String reference, String name, String value) {
    if (!value.isEmpty()) {
      among(properties, reference).add(new Property("svc-preflight:" + name, value));
    }
  }

  void addDependency(String from, String to) {
    among(dependencies, from).add(to);
  }

  /** Says how far the servers of a file are known. A file that has none needs nothing. */
  void addFile(String reference, Completeness completeness) {
    among(files, completeness).add(reference);
    among(dependencies, reference);
  }

  /** Says that an advisory is about a component. */
  void addAffected(String id, String reference, String version) {
    affected.computeIfAbsent(id, key -> new LinkedHashMap<>()).put(reference, version);
  }

  Iterable<Component> components() {
    return components.values();
  }

  Iterable<Endpoint> endpoints() {
    return endpoints.values();
  }

  Iterable<Vulnerability> vulnerabilities() {
    return vulnerabilities.values();
  }

  Set<Occurrence> occurrences(String reference) {
    return occurrences.getOrDefault(reference, Set.of());
  }

  Set<Property> properties(String reference) {
    return properties.getOrDefault(reference, Set.of());
  }

  /** Who needs whom. Of a part that is not named here, nothing is known. */
  Map<String, Set<String>> dependencies() {
    return dependencies;
  }

  /** The components that an advisory is about, with their versions. */
  Map<String, String> affected(String id) {
    return affected.getOrDefault(id, Map.of());
  }

  Map<Completeness, Set<String>> files() {
    return files;
  }

  private static <K, V> Set<V> among(Map<K, Set<V>> sets, K key) {
    return sets.computeIfAbsent(key, absent -> new LinkedHashSet<>());
  }
}
