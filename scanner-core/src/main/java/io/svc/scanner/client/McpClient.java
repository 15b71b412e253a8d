package io.svc.scanner.client;

import java.nio.file.Path;
import java.util.List;

/**
 * An MCP client.
 *
 * @param label source label in lowercase with hyphens, as in {@code --source} and in reports
 * @param displayName name given by the vendor
 * @param kind kind of program
 * @param locations locations of its files, in search order within a scope
 */
public record McpClient(
    String label, String displayName, ClientKind kind, List<ConfigLocation> locations) {

  /** Rejects a client without locations. */
  public McpClient {
    locations = List.copyOf(locations);
    if (locations.isEmpty()) {
      throw new IllegalArgumentException(
          String.format("Client \"%s\" has no location; name at least one", label));
    }
  }

  /**
   * Returns true if a file has the name of one of this client's settings files, in any directory.
   */
  boolean mayHaveNoServers(Path path) {
    Path fileName = path.getFileName();
    String name = fileName == null ? "" : fileName.toString();
    boolean areAllSettings = true;
    boolean isSettings = false;
    for (ConfigLocation location : locations) {
      List<String> names = location.trailNames();
      String last = names.get(names.size() - 1);
      if (!location.settingsFile() && last.equalsIgnoreCase(name)) {
        return false;
      }
      areAllSettings &= location.settingsFile();
      isSettings |= location.settingsFile() && Wildcard.matches(last, name);
    }
    return areAllSettings || isSettings;
  }
}
