package io.svc.server.discovery.platform;

import static java.util.Objects.requireNonNull;

/**
 * How a platform was looked through.
 *
 * @param isComplete whether everything was listed, so that what was not seen is not there
 * @param note a sentence about what was left out; empty for nothing
 */
public record Listing(boolean isComplete, String note) {
  static final Listing COMPLETE = new Listing(true, "");

  public Listing {
    requireNonNull(note, "note is null");
  }
}
