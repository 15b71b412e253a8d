package io.svc.scanner.detect;

import io.svc.rules.Confusables;
import io.svc.rules.PackageCatalog;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.launch.ServerIdentity;

/**
 * A server of another file that a client loads together with the scanned file.
 *
 * @param file printable name of the file
 * @param name name of the server
 * @param identity normalized command or URL of the server; never printed
 */
public record NeighborServer(String file, String name, String identity) {

  /** Creates the value for a server of a file. */
  public static NeighborServer of(String file, McpServer server) {
    return new NeighborServer(file, server.name(), ServerIdentity.of(server));
  }

  /** Returns the normalized form of the name, equal for names that are or look the same. */
  public String key() {
    return keyOf(name);
  }

  /** Returns the normalized form of a name, equal for names that are or look the same. */
  public static String keyOf(String name) {
    return Confusables.canonical(PackageCatalog.folded(DetectionLists.toAscii(name)));
  }
}
