package io.svc.server.discovery.platform;

import java.util.Optional;

/** Something that a platform lists is not of the shape that it is known by. */
final class UnreadableException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Optional<String> externalId;

  UnreadableException(Optional<String> externalId) {
    super("unreadable");
    this.externalId = externalId;
  }

  /** What it is called, where at least that can be read. */
  Optional<String> externalId() {
    return externalId;
  }
}
