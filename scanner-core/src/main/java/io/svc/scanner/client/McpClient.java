package io.svc.scanner.client;

import java.util.List;
import java.util.Objects;

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

  /** Rejects null and a client without a place. */
  public McpClient {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(displayName, "displayName");
    Objects.requireNonNull(kind, "kind");
    locations = List.copyOf(Objects.requireNonNull(locations, "locations"));
    if (locations.isEmpty()) {
      throw new IllegalArgumentException(
          String.format("Client \"%s\" has no location; name at least one", label));
    }
  }
}
