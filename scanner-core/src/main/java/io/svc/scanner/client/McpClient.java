package io.svc.scanner.client;

import java.nio.file.Path;
import java.util.List;

/**
 * One MCP client.
 *
 * @param label the source label, lower case with hyphens, as in {@code --source} and in reports
 * @param displayName the name its vendor gives it
 * @param kind what sort of program it is
 * @param locations where its files are, in the order in which they are looked at within one scope
 */
public record McpClient(
    String label, String displayName, ClientKind kind, List<ConfigLocation> locations) {

  /** Rejects a client without a place. */
  public McpClient {
    locations = List.copyOf(locations);
    if (locations.isEmpty()) {
      throw new IllegalArgumentException(
          String.format("Client \"%s\" has no location; name at least one", label));
    }
  }

  /** Whether a file of this client is a settings file by its name, whatever its directory is. */
  boolean mayLackServers(Path path) {
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
