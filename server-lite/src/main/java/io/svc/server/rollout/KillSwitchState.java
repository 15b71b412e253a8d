package io.svc.server.rollout;

import java.time.Instant;
import java.util.Optional;

/**
 * What the kill switches of a tenant stop.
 *
 * @param frozen whether promotions are stopped
 * @param enforcementDisabledAt when every policy was taken back to observing; empty again when one
 *     has come into force since
 */
public record KillSwitchState(
    boolean frozen,
    Optional<Instant> frozenAt,
    Optional<String> frozenBy,
    Optional<String> reason,
    Optional<Instant> enforcementDisabledAt,
    Optional<String> enforcementDisabledBy,
    Optional<String> enforcementDisabledReason) {
  /** Nothing. */
  static final KillSwitchState NONE =
      new KillSwitchState(
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
}
