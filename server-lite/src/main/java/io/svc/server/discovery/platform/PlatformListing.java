package io.svc.server.discovery.platform;

/**
 * The result of listing a platform.
 *
 * @param isComplete whether everything was listed, so that unseen items no longer exist
 * @param note a sentence about omitted content; empty for none
 */
public record PlatformListing(boolean isComplete, String note) {
  static final PlatformListing COMPLETE = new PlatformListing(true, "");
}
