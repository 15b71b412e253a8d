package io.svc.server.discovery.platform;

/**
 * How a platform was looked through.
 *
 * @param isComplete whether everything was listed, so that what was not seen is not there
 * @param note a sentence about what was left out; empty for nothing
 */
public record PlatformListing(boolean isComplete, String note) {
  static final PlatformListing COMPLETE = new PlatformListing(true, "");
}
