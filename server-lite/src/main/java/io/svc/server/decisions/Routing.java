package io.svc.server.decisions;

import io.svc.server.policies.dsl.Route;
import java.util.Optional;
import java.util.Set;

/**
 * Where an action is to run.
 *
 * @param mode where it runs; {@link RoutingMode#NONE} when it does not
 * @param requested where policies want it to run
 */
record Routing(
    RoutingMode mode,
    RoutingMode requested,
    Outcome outcome,
    Optional<String> profile,
    boolean failClosed) {
  /** Nobody wants it to run anywhere in particular. */
  static Routing unrouted(Outcome outcome, Set<RoutingMode> available) {
    RoutingMode mode =
        outcome == Outcome.DENIED
            ? RoutingMode.NONE
            : available.contains(RoutingMode.INLINE) ? RoutingMode.INLINE : mostApart(available);
    return new Routing(mode, RoutingMode.INLINE, outcome, Optional.empty(), false);
  }

  /** A policy wants it to run somewhere. */
  static Routing to(Route route, boolean failClosed, Outcome outcome, Set<RoutingMode> available) {
    RoutingMode wanted = RoutingMode.valueOf(route.mode().name());
    if (outcome == Outcome.DENIED) {
      return new Routing(RoutingMode.NONE, wanted, outcome, route.profile(), failClosed);
    }
    if (available.contains(wanted)) {
      return new Routing(wanted, wanted, outcome, route.profile(), failClosed);
    }
    if (failClosed) {
      // The mode that was required is named, not the one that the action would have run in.
      return new Routing(wanted, wanted, Outcome.DENIED, route.profile(), true);
    }
    return new Routing(
        mostApart(available),
        wanted,
        outcome == Outcome.ALLOWED ? Outcome.DEGRADED : outcome,
        route.profile(),
        false);
  }

  /** Whether a required place was missing. */
  boolean isUnavailable() {
    return outcome == Outcome.DENIED && mode != RoutingMode.NONE;
  }

  private static RoutingMode mostApart(Set<RoutingMode> available) {
    return available.stream().max(RoutingMode::compareTo).orElse(RoutingMode.INLINE);
  }
}
