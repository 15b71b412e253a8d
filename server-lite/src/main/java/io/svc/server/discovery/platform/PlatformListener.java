package io.svc.server.discovery.platform;

import io.svc.server.discovery.Sighting;
import java.util.List;
import java.util.Optional;

/** Receives the contents of a platform in parts, on one thread. */
public interface PlatformListener {
  /** Called with the next sightings. */
  void see(List<Sighting> some);

  /** Called for an item whose content was not read or is not permitted. */
  void exists(String externalId);

  /** Called for an item that could not be read, with its identifier if known. */
  void unreadable(Optional<String> externalId);

  /** Returns true when the listing should end. */
  boolean isEnded();
}
