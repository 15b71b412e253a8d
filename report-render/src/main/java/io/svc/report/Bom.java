package io.svc.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects a bill of materials: each component once, with all its occurrences. Texts are stored as
 * they are shown. Not thread-safe.
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

  /** The completeness of the information about a file's servers, as defined by CycloneDX. */
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
   * A file, a server, or a component that a server fetches.
   *
   * @param group the scope of an npm package
   * @param sha256 the digest of an image; empty if it is unknown
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

  /** A service at an address. */
  record Endpoint(String reference, String name, String address) {}

  /** The location of a component; line 0 if only the file is known. */
  record Occurrence(String path, int line) {}

  /** A property without a field in CycloneDX. */
  record Property(String name, String value) {}

  /** An advisory. */
  record Vulnerability(
      String id,
      String severity,
      String description,
      String recommendation,
      List<String> aliases) {}

  /** Adds a component, unless one with the same reference exists. */
  void add(Component component) {
    components.putIfAbsent(component.reference(), component);
  }

  /** Adds an endpoint, a service in CycloneDX, unless one with the same reference exists. */
  void add(Endpoint endpoint) {
    endpoints.putIfAbsent(endpoint.reference(), endpoint);
  }

  /** Adds an advisory, unless one with the same id exists. */
  void add(Vulnerability vulnerability) {
    vulnerabilities.putIfAbsent(vulnerability.id(), vulnerability);
  }

  void addOccurrence(String reference, String path, int line) {
    setOf(occurrences, reference).add(new Occurrence(path, line));
  }

  /** Adds a property to a component, an endpoint or an advisory; ignores an empty value. */
  void addProperty(String reference, String name, String value) {
    if (!value.isEmpty()) {
      setOf(properties, reference).add(new Property("svc-preflight:" + name, value));
    }
  }

  void addDependency(String from, String to) {
    setOf(dependencies, from).add(to);
  }

  /** Records the completeness of a file's servers. Not needed for a file without servers. */
  void addFile(String reference, Completeness completeness) {
    setOf(files, completeness).add(reference);
    setOf(dependencies, reference);
  }

  /** Records that an advisory affects a component. */
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

  /** Returns the dependencies of each part. The dependencies of other parts are unknown. */
  Map<String, Set<String>> dependencies() {
    return dependencies;
  }

  /** Returns the components that an advisory affects, with their versions. */
  Map<String, String> affected(String id) {
    return affected.getOrDefault(id, Map.of());
  }

  Map<Completeness, Set<String>> files() {
    return files;
  }

  private static <K, V> Set<V> setOf(Map<K, Set<V>> sets, K key) {
    return sets.computeIfAbsent(key, absent -> new LinkedHashSet<>());
  }
}
