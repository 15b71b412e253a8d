package io.svc.scanner.config;

import java.util.List;
import java.util.Optional;

/**
 * One server of a config file, read from whichever spelling its client uses.
 *
 * @param name as in the file
 * @param nameLocation where the name stands
 * @param entry the whole entry, for settings that have no field here
 * @param launch how it is started; empty for a remote server
 * @param env environment variables, in the order of the file
 * @param urls addresses it is reached at, blank ones left out; mostly one
 * @param headers HTTP headers sent to it
 */
public record McpServer(
    String name,
    Location nameLocation,
    ConfigObject entry,
    Launch launch,
    List<NamedText> env,
    List<ConfigText> urls,
    List<NamedText> headers) {

  public McpServer {
    env = List.copyOf(env);
    urls = List.copyOf(urls);
    headers = List.copyOf(headers);
  }

  /** Whether the client starts a program for it. */
  public boolean isLocal() {
    return !launch.isEmpty();
  }

  /** The first address; empty for a local server. */
  public Optional<ConfigText> url() {
    return urls.isEmpty() ? Optional.empty() : Optional.of(urls.get(0));
  }

  /** The description that the file carries; empty when there is none. */
  public String description() {
    return entry.find("description").orElse(null) instanceof ConfigText text ? text.text() : "";
  }
}
