package io.svc.server.discovery;

import io.svc.server.redaction.Masking;

/**
 * A sighting that can be stored: limited in size and without secrets. Masking takes longer than
 * storing, so it is done before the transaction.
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

  /** Returns a name in the form of masked sightings. */
  static String name(String name) {
    return FILTER.name(name);
  }

  public Sighting sighting() {
    return sighting;
  }
}
