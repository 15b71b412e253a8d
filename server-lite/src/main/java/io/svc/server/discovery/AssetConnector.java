package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.TreeSet;

/**
 * A connector of an asset in canonical form: sorted lists, each connector once.
 *
 * @param operations the operations that it uses
 * @param scopes its permissions
 * @param credentials names of its credentials
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

  /** Returns the union of both. */
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
