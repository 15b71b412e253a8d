package io.svc.scanner.config;

import java.util.List;

/**
 * A file as a client's documentation shows it, and what must be read of it.
 *
 * @param source label that the path must give
 */
record ClientFile(String source, String path, String text, List<ReadServer> servers) {
  ClientFile(String source, String path, String text, ReadServer... servers) {
    this(source, path, text, List.of(servers));
  }

  @Override
  public String toString() {
    return source + " " + path;
  }
}
