package io.svc.server.doctor;

import io.svc.server.config.EffectiveConfig;
import io.svc.server.config.ServerConfig;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks an installation. It changes nothing except for overly permissive file permissions, which
 * opening the data directory restricts. A server may be running. Its results contain no secrets.
 */
public final class Doctor {
  private final Clock clock;
  private final Optional<Instant> built;

  /**
   * Creates a doctor.
   *
   * @param built the build time of this program
   */
  public Doctor(Clock clock, Optional<Instant> built) {
    this.clock = clock;
    this.built = built;
  }

  /** Returns the results of all checks, in order. */
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
