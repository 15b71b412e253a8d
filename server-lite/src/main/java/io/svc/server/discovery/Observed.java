package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/** What a sighting came to: which asset it is of, and whether there is news. */
public record Observed(String assetId, Change change) {
  public Observed {
    requireNonNull(assetId, "assetId is null");
    requireNonNull(change, "change is null");
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
