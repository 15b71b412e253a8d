package io.svc.server.discovery.platform;

import io.svc.server.discovery.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Notes what it is shown. */
final class Notes implements PlatformListener {
  final List<Sighting> seen = new ArrayList<>();
  final List<String> existing = new ArrayList<>();
  final List<Optional<String>> unreadable = new ArrayList<>();
  boolean isEnded;

  @Override
  public void see(List<Sighting> some) {
    seen.addAll(some);
  }

  @Override
  public void exists(String externalId) {
    existing.add(externalId);
  }

  @Override
  public void unreadable(Optional<String> externalId) {
    unreadable.add(externalId);
  }

  @Override
  public boolean isEnded() {
    return isEnded;
  }

  Sighting named(String name) {
    return seen.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }
}
