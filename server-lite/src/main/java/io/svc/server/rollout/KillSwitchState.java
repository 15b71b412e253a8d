package io.svc.server.rollout;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a tenant's kill switches.
 *
 * @param frozen whether promotions are stopped
 * @param enforcementDisabledAt when all enforcing policies were moved back to observe; empty after
 *     a policy was promoted to soft_enforce or enforce
 */
public record KillSwitchState(
    boolean frozen,
    Optional<Instant> frozenAt,
    Optional<String> frozenBy,
    Optional<String> reason,
    Optional<Instant> enforcementDisabledAt,
    Optional<String> enforcementDisabledBy,
    Optional<String> enforcementDisabledReason) {
  /** No switch is active. */
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
