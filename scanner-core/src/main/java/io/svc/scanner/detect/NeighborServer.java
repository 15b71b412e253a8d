package io.svc.scanner.detect;

import io.svc.rules.Confusables;
import io.svc.rules.PackageCatalog;
import io.svc.rules.RecentResults;
import io.svc.scanner.client.MergedConfigs;
import io.svc.scanner.client.MergedConfigs.ClientFile;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.launch.ServerIdentity;

/**
 * A server of another file in the same project or of the same user.
 *
 * @param file printable name of the file
 * @param client label of the file's client
 * @param name name of the server
 * @param identity normalized command or URL of the server; never printed
 */
public record NeighborServer(String file, String client, String name, String identity) {
  /** The same names recur in the files of a directory. */
  private static final RecentResults<String, String> KEYS = new RecentResults<>(512);

  /** Creates the value for a server of a file. */
  public static NeighborServer of(String file, String client, McpServer server) {
    return new NeighborServer(file, client, server.name(), ServerIdentity.of(server));
  }

  /** Returns true if a client merges the server's file with another file. */
  public boolean isMergedWith(String otherClient, String otherFile) {
    return MergedConfigs.areMerged(
        new ClientFile(client, file), new ClientFile(otherClient, otherFile));
  }

  /** Returns the normalized form of the name, equal for names that are or look the same. */
  public String key() {
    return keyOf(name);
  }

  /** Returns the normalized form of a name, equal for names that are or look the same. */
  public static String keyOf(String name) {
    String key = KEYS.get(name);
    if (key == null) {
      key = Confusables.canonical(PackageCatalog.folded(DetectionLists.toAscii(name)));
      KEYS.put(name, key);
    }
    return key;
  }
}
