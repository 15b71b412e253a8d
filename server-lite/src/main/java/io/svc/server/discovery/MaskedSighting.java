package io.svc.server.discovery;

import io.svc.server.redaction.Masking;

/**
 * A sighting of which everything may be stored: without secrets, and bounded. To make one takes
 * longer than to store it, so it is made before the transaction.
 */
public final class MaskedSighting {
  private static final SightingFilter FILTER = new SightingFilter(new Masking());

  private final Sighting sighting;

  private MaskedSighting(Sighting sighting) {
    this.sighting = sighting;
  }

  public static MaskedSighting of(Sighting sighting) {
    return new MaskedSighting(FILTER.filter(sighting));
  }

  /** A name as it is in masked sightings. */
  static String name(String name) {
    return FILTER.name(name);
  }

  public Sighting sighting() {
    return sighting;
  }
}
