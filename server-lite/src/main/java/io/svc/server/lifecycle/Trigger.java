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

/** The triggers of lifecycle transitions, with the table of transitions. */
enum Trigger {
  REGISTER,
  PROMOTE,
  DEMOTE,
  SUSPEND,
  /** An incident contains it. */
  CONTAIN,
  RELEASE,
  RETIRE,
  REACTIVATE;

  private static final Map<Lifecycle, Lifecycle> NEXT =
      Map.of(REGISTERED, TESTING, TESTING, STAGING, STAGING, PRODUCTION);
  private static final Map<Lifecycle, Lifecycle> PREVIOUS =
      Map.of(PRODUCTION, STAGING, STAGING, TESTING, TESTING, REGISTERED);

  /** A transition from a state. */
  record Way(Trigger trigger, Lifecycle to) {
    @Override
    public String toString() {
      return trigger + " to " + to;
    }
  }

  /** Returns the next state of a promotion. */
  static Optional<Lifecycle> next(Lifecycle state) {
    return Optional.ofNullable(NEXT.get(state));
  }

  /** Returns all transitions from the current state of an agent. */
  static List<Way> waysOf(Agent agent) {
    Lifecycle from = agent.lifecycle();
    List<Way> ways = new ArrayList<>();
    if (from == RETIRED) {
      ways.add(new Way(REACTIVATE, REGISTERED));
      return ways;
    }
    // An agent that an incident contains is released through the incident.
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

  /** Returns true when a reason is required. */
  boolean needsReason() {
    return this == DEMOTE || this == RELEASE || this == RETIRE;
  }

  /** Returns true when only administrators may request it. */
  boolean needsAdministrator() {
    return this == RELEASE || this == REACTIVATE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
