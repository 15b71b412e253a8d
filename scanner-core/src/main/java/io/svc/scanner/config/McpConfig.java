package io.svc.scanner.config;

import java.util.List;

/**
 * A config file that has been read.
 *
 * @param path as the caller named it
 * @param source label of the client it belongs to
 * @param root everything in the file
 * @param servers in the order of the file
 * @param skipped entries that could not be read
 * @param unexamined sections that no check examines
 * @param notes what a reader of the report should know of the file itself
 */
public record McpConfig(
    String path,
    String source,
    ConfigNode root,
    List<McpServer> servers,
    List<SkippedServer> skipped,
    List<UnexaminedSection> unexamined,
    List<String> notes) {

  public McpConfig {
    servers = List.copyOf(servers);
    skipped = List.copyOf(skipped);
    unexamined = List.copyOf(unexamined);
    notes = List.copyOf(notes);
  }
}
