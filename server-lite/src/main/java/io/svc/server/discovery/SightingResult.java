package io.svc.server.discovery;

import java.util.Locale;

/**
 * The result of a sighting: its asset, and whether it is new or has changed.
 *
 * @param isFirst whether its source had not seen the asset before, so that what it adds may have
 *     been there all the time
 */
public record SightingResult(String assetId, Change change, boolean isFirst) {
  /** A sighting of a source that saw the asset before. */
  public SightingResult(String assetId, Change change) {
    this(assetId, change, false);
  }

  SightingResult first(boolean first) {
    return new SightingResult(assetId, change, first);
  }

  /** What is new about an asset. */
  public enum Change {
    /** It was never seen before. */
    NEW,
    /** It is not as it was seen last. */
    CHANGED,
    UNCHANGED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
