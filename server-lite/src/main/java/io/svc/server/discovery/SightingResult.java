package io.svc.server.discovery;

import java.util.Locale;

/**
 * The result of a sighting: its asset, and whether it is new or has changed.
 *
 * @param isFirst whether its source observed the asset for the first time, so that added properties
 *     may not be new
 */
public record SightingResult(String assetId, Change change, boolean isFirst) {
  /** Creates the result for a source that observed the asset before. */
  public SightingResult(String assetId, Change change) {
    this(assetId, change, false);
  }

  SightingResult first(boolean first) {
    return new SightingResult(assetId, change, first);
  }

  /** The kind of change of an asset. */
  public enum Change {
    /** First seen. */
    NEW,
    /** Changed since it was last seen. */
    CHANGED,
    UNCHANGED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
