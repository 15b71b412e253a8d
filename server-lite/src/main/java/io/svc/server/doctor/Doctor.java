package io.svc.server.doctor;

import io.svc.server.config.EffectiveConfig;
import io.svc.server.config.ServerConfig;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks an installation over. It changes nothing but permissions that were too open, which opening
 * the data directory takes away. A server may be running meanwhile. What it says holds no secret.
 */
public final class Doctor {
  private final Clock clock;
  private final Optional<Instant> built;

  /**
   * A doctor.
   *
   * @param built when this program was built
   */
  public Doctor(Clock clock, Optional<Instant> built) {
    this.clock = clock;
    this.built = built;
  }

  /** Everything that was looked at, in the order in which it was. */
  public List<Diagnosis> examine(EffectiveConfig effective) {
    ServerConfig config = effective.config();
    List<Diagnosis> found = new ArrayList<>();
    found.addAll(SettingsCheck.of(config, effective.warnings()));
    found.addAll(new FileCheck(config, clock, built).run());
    found.addAll(new StoreCheck(config, clock).run());
    found.addAll(new NetworkCheck(config, clock).run());
    return found;
  }
}
