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
  record TransitionRule(Trigger trigger, Lifecycle to) {
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
  static List<TransitionRule> transitionsOf(Agent agent) {
    Lifecycle from = agent.lifecycle();
    List<TransitionRule> transitions = new ArrayList<>();
    if (from == RETIRED) {
      transitions.add(new TransitionRule(REACTIVATE, REGISTERED));
      return transitions;
    }
    // An agent that an incident contains is released through the incident.
    if (!agent.containment().contained()) {
      if (from == SUSPENDED) {
        Lifecycle before = agent.suspendedFrom().orElse(REGISTERED);
        transitions.add(new TransitionRule(RELEASE, before));
        if (before == PRODUCTION) {
          transitions.add(new TransitionRule(RELEASE, STAGING));
        }
      } else {
        if (from == DISCOVERED) {
          transitions.add(new TransitionRule(REGISTER, REGISTERED));
        }
        next(from).ifPresent(to -> transitions.add(new TransitionRule(PROMOTE, to)));
        Optional.ofNullable(PREVIOUS.get(from))
            .ifPresent(to -> transitions.add(new TransitionRule(DEMOTE, to)));
        transitions.add(new TransitionRule(SUSPEND, SUSPENDED));
      }
    }
    transitions.add(new TransitionRule(RETIRE, RETIRED));
    return transitions;
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
