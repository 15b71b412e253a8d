package io.svc.server.decisions;

import io.svc.server.policies.dsl.ExecutionRoute;
import java.util.Optional;
import java.util.Set;

/**
 * Where an action runs.
 *
 * @param mode the mode; {@link RoutingMode#NONE} when it does not run
 * @param requested the mode that policies request
 */
record Routing(
    RoutingMode mode,
    RoutingMode requested,
    Outcome outcome,
    Optional<String> profile,
    boolean failClosed) {
  /** Returns the routing when no policy requests a mode. */
  static Routing unrouted(Outcome outcome, Set<RoutingMode> available) {
    RoutingMode mode =
        outcome == Outcome.DENIED
            ? RoutingMode.NONE
            : available.contains(RoutingMode.INLINE) ? RoutingMode.INLINE : strictest(available);
    return new Routing(mode, RoutingMode.INLINE, outcome, Optional.empty(), false);
  }

  /** Returns the routing when a policy requests a mode. */
  static Routing to(
      ExecutionRoute route, boolean failClosed, Outcome outcome, Set<RoutingMode> available) {
    RoutingMode requestedMode = RoutingMode.valueOf(route.mode().name());
    if (outcome == Outcome.DENIED) {
      return new Routing(RoutingMode.NONE, requestedMode, outcome, route.profile(), failClosed);
    }
    if (available.contains(requestedMode)) {
      return new Routing(requestedMode, requestedMode, outcome, route.profile(), failClosed);
    }
    if (failClosed) {
      // Names the required mode, which is not available.
      return new Routing(requestedMode, requestedMode, Outcome.DENIED, route.profile(), true);
    }
    return new Routing(
        strictest(available),
        requestedMode,
        outcome == Outcome.ALLOWED ? Outcome.DEGRADED : outcome,
        route.profile(),
        false);
  }

  /** Returns true when a required mode was not available. */
  boolean isUnavailable() {
    return outcome == Outcome.DENIED && mode != RoutingMode.NONE;
  }

  private static RoutingMode strictest(Set<RoutingMode> available) {
    return available.stream().max(RoutingMode::compareTo).orElse(RoutingMode.INLINE);
  }
}
