package io.svc.server.move;

import static java.util.Objects.requireNonNull;

/**
 * What a table holds.
 *
 * @param rows how many
 * @param digest of all of them, whatever order they are in
 */
public record Content(long rows, String digest) {
  public Content {
    requireNonNull(digest, "digest is null");
  }
}
