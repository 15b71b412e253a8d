package io.svc.scanner.config;

import java.util.List;

/**
 * What was read of one server, as plain texts that compare.
 *
 * @param words of the launch
 * @param env as {@code NAME=value}
 * @param headers as {@code Name: value}
 */
record ReadServer(
    String name, List<String> words, List<String> env, List<String> urls, List<String> headers) {

  static ReadServer of(McpServer server) {
    return new ReadServer(
        server.name(),
        server.launch().words().stream().map(Word::text).toList(),
        server.env().stream().map(env -> env.name() + "=" + env.text()).toList(),
        server.urls().stream().map(ConfigText::text).toList(),
        server.headers().stream().map(header -> header.name() + ": " + header.text()).toList());
  }

  static List<ReadServer> all(McpConfig config) {
    return config.servers().stream().map(ReadServer::of).toList();
  }

  /** The server of a file that has one. */
  static ReadServer only(McpConfig config) {
    if (config.servers().size() != 1 || !config.skipped().isEmpty()) {
      throw new AssertionError("Read are " + all(config) + ", skipped are " + config.skipped());
    }
    return of(config.servers().get(0));
  }

  static ReadServer local(String name, String... words) {
    return new ReadServer(name, List.of(words), List.of(), List.of(), List.of());
  }

  static ReadServer remote(String name, String... urls) {
    return new ReadServer(name, List.of(), List.of(), List.of(urls), List.of());
  }

  ReadServer withEnv(String... pairs) {
    return new ReadServer(name, words, List.of(pairs), urls, headers);
  }

  ReadServer withUrls(String... others) {
    return new ReadServer(name, words, env, List.of(others), headers);
  }

  ReadServer withHeaders(String... pairs) {
    return new ReadServer(name, words, env, urls, List.of(pairs));
  }
}
