package io.svc.server.lifecycle;

import static io.svc.server.agents.Lifecycle.DISCOVERED;
import static io.svc.server.agents.Lifecycle.PRODUCTION;
import static io.svc.server.agents.Lifecycle.REGISTERED;
import static io.svc.server.agents.Lifecycle.RETIRED;
import static io.svc.server.agents.Lifecycle.STAGING;
import static io.svc.server.agents.Lifecycle.SUSPENDED;
import static io.svc.server.agents.Lifecycle.TESTING;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Lifecycle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What moves an agent from one state to another; the table of all moves that there are. */
enum Trigger {
  REGISTER,
  PROMOTE,
  DEMOTE,
  SUSPEND,
  /** An incident holds it back. */
  CONTAIN,
  RELEASE,
  RETIRE,
  REACTIVATE;

  private static final Map<Lifecycle, Lifecycle> NEXT =
      Map.of(REGISTERED, TESTING, TESTING, STAGING, STAGING, PRODUCTION);
  private static final Map<Lifecycle, Lifecycle> PREVIOUS =
      Map.of(PRODUCTION, STAGING, STAGING, TESTING, TESTING, REGISTERED);

  /** A way out of a state. */
  record Way(Trigger trigger, Lifecycle to) {
    @Override
    public String toString() {
      return trigger + " to " + to;
    }
  }

  /** Where a promotion leads from a state. */
  static Optional<Lifecycle> next(Lifecycle state) {
    return Optional.ofNullable(NEXT.get(state));
  }

  /** All ways out of where an agent is. */
  static List<Way> waysOf(Agent agent) {
    Lifecycle from = agent.lifecycle();
    List<Way> ways = new ArrayList<>();
    if (from == RETIRED) {
      ways.add(new Way(REACTIVATE, REGISTERED));
      return ways;
    }
    // What an incident holds back is released where the incident is.
    if (!agent.containment().contained()) {
      if (from == SUSPENDED) {
        Lifecycle before = agent.suspendedFrom().orElse(REGISTERED);
        ways.add(new Way(RELEASE, before));
        if (before == PRODUCTION) {
          ways.add(new Way(RELEASE, STAGING));
        }
      } else {
        if (from == DISCOVERED) {
          ways.add(new Way(REGISTER, REGISTERED));
        }
        next(from).ifPresent(to -> ways.add(new Way(PROMOTE, to)));
        Optional.ofNullable(PREVIOUS.get(from)).ifPresent(to -> ways.add(new Way(DEMOTE, to)));
        ways.add(new Way(SUSPEND, SUSPENDED));
      }
    }
    ways.add(new Way(RETIRE, RETIRED));
    return ways;
  }

  /** Whether it must be said why. */
  boolean needsReason() {
    return this == DEMOTE || this == RELEASE || this == RETIRE;
  }

  /** Whether administrators alone may do it. */
  boolean needsAdministrator() {
    return this == RELEASE || this == REACTIVATE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
