package io.svc.server.discovery.platform;

/**
 * The result of listing a platform.
 *
 * @param isComplete whether everything was listed, so that unseen items no longer exist
 * @param note a sentence about what was omitted; empty for nothing
 */
public record PlatformListing(boolean isComplete, String note) {
  static final PlatformListing COMPLETE = new PlatformListing(true, "");
}
