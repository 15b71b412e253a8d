package io.svc.scanner.config;

import java.util.List;
import java.util.Optional;

/**
 * A server of a config file, independent of the client's notation; or another entry that launches a
 * program, calls an address or sets variables, such as a hook.
 *
 * @param name name as in the file; empty for an entry that is not a server
 * @param noun noun for messages: {@code server}, or what else the entry is
 * @param nameLocation location of the name
 * @param entry the complete entry, for settings without a field here
 * @param launch command that starts the server; empty for a remote server
 * @param env environment variables, in the order of the file
 * @param urls addresses of the server, without blank ones; usually one
 * @param headers HTTP headers that are sent to the server
 */
public record McpServer(
    String name,
    String noun,
    Location nameLocation,
    ConfigObject entry,
    Launch launch,
    List<NamedText> env,
    List<ConfigText> urls,
    List<NamedText> headers) {

  /** Noun for a file in a bundle that an installer writes outside of the bundle's directory. */
  public static final String ARCHIVE_ENTRY = "bundle's file";

  public McpServer {
    env = List.copyOf(env);
    urls = List.copyOf(urls);
    headers = List.copyOf(headers);
  }

  /** Returns true if it is not a server, but an entry of the client itself, such as a hook. */
  public boolean isOfClient() {
    return !noun.equals("server");
  }

  /** Returns true if the client starts a program for it. */
  public boolean isLocal() {
    return !launch.isEmpty();
  }

  /** Returns the first address; empty for a local server. */
  public Optional<ConfigText> url() {
    return urls.isEmpty() ? Optional.empty() : Optional.of(urls.get(0));
  }

  /** Returns the description in the file; empty when there is none. */
  public String description() {
    return entry.find("description").orElse(null) instanceof ConfigText text ? text.text() : "";
  }
}
