package io.svc.scanner.detect;

import io.svc.rules.Confusables;
import io.svc.rules.PackageCatalog;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.launch.ServerIdentity;

/**
 * A server of another file that is in force together with the one looked at.
 *
 * @param file the file's name, as a report may print it
 * @param name of the server
 * @param identity what is launched or reached, however it is written; never printed
 */
public record NeighborServer(String file, String name, String identity) {

  /** A server of a file. */
  public static NeighborServer of(String file, McpServer server) {
    return new NeighborServer(file, server.name(), ServerIdentity.of(server));
  }

  /** One spelling for all names that are or look the same. */
  public String key() {
    return keyOf(name);
  }

  /** One spelling for all names that are or look the same as this one. */
  public static String keyOf(String name) {
    return Confusables.canonical(PackageCatalog.folded(DetectionLists.toAscii(name)));
  }
}
