package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.TreeSet;

/**
 * A way out of an asset, in the one form that it has: everything sorted, and each connector once.
 *
 * @param operations what it does there
 * @param scopes what it may do there
 * @param credentials names of what it proves itself by
 */
public record AssetConnector(
    String name, List<String> operations, List<String> scopes, List<String> credentials) {
  public AssetConnector {
    requireNonNull(name, "name is null");
    operations = sorted(operations);
    scopes = sorted(scopes);
    credentials = sorted(credentials);
  }

  static List<String> sorted(List<String> texts) {
    return List.copyOf(new TreeSet<>(texts));
  }

  /** Both of them, as one connector. */
  AssetConnector and(AssetConnector other) {
    return new AssetConnector(
        name,
        joined(operations, other.operations),
        joined(scopes, other.scopes),
        joined(credentials, other.credentials));
  }

  static List<String> joined(List<String> some, List<String> others) {
    TreeSet<String> all = new TreeSet<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }
}
