package io.svc.server.discovery.platform;

import java.util.Optional;

/** Thrown for a listed item with an unexpected format. */
final class UnreadableException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Optional<String> externalId;

  UnreadableException(Optional<String> externalId) {
    super("unreadable");
    this.externalId = externalId;
  }

  /** Returns the item's identifier, if readable. */
  Optional<String> externalId() {
    return externalId;
  }
}
