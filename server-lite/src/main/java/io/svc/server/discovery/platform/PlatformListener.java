package io.svc.server.discovery.platform;

import io.svc.server.discovery.Sighting;
import java.util.List;
import java.util.Optional;

/** Whoever wants to know what is on a platform; told of it bit by bit, on one thread. */
public interface PlatformListener {
  /** What was seen next. */
  void see(List<Sighting> some);

  /** Something is there whose content was not looked at, or not permitted to be. */
  void exists(String externalId);

  /** Something is there that could not be read; it is told by which name, if it has one. */
  void unreadable(Optional<String> externalId);

  /** Whether nothing more is wanted. */
  boolean isEnded();
}
