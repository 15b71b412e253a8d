package io.svc.server.db;

import java.util.Optional;

/** Texts of the store and of requests; an empty text means no value. */
public final class NonEmpty {
  private NonEmpty() {}

  /** Returns the text, or nothing when it is empty. */
  public static Optional<String> of(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
