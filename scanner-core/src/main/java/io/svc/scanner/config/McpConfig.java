package io.svc.scanner.config;

import io.svc.scanner.client.FileKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A parsed config file.
 *
 * @param path path of the file as given by the caller
 * @param source label of the client
 * @param kind kind of the file
 * @param root root of all values in the file
 * @param servers servers in the order of the file
 * @param clientEntries entries of the client itself: commands that it runs, such as hooks,
 *     addresses that it calls, and variables that it sets
 * @param skipped entries that could not be read
 * @param unexamined sections that no check examines
 * @param notes information about the file for readers of the report
 */
public record McpConfig(
    String path,
    String source,
    FileKind kind,
    ConfigNode root,
    List<McpServer> servers,
    List<McpServer> clientEntries,
    List<SkippedServer> skipped,
    List<UnexaminedSection> unexamined,
    List<String> notes) {

  public McpConfig {
    servers = List.copyOf(servers);
    clientEntries = List.copyOf(clientEntries);
    skipped = List.copyOf(skipped);
    unexamined = List.copyOf(unexamined);
    notes = List.copyOf(notes);
  }

  /** Returns the servers, then the entries of the client itself. */
  public List<McpServer> entries() {
    if (clientEntries.isEmpty()) {
      return servers;
    }
    List<McpServer> entries = new ArrayList<>(servers);
    entries.addAll(clientEntries);
    return entries;
  }
}
