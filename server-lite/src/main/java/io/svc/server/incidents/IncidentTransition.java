package io.svc.server.incidents;

import static io.svc.server.incidents.IncidentStatus.CLOSED;
import static io.svc.server.incidents.IncidentStatus.CONTAINED;
import static io.svc.server.incidents.IncidentStatus.INVESTIGATING;
import static io.svc.server.incidents.IncidentStatus.OPEN;
import static io.svc.server.incidents.IncidentStatus.RESOLVED;

import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The transitions between incident states, as a table. */
enum IncidentTransition {
  /** A user acknowledges it or becomes its commander. */
  ACKNOWLEDGE(INVESTIGATING, EnumSet.of(OPEN)),
  /** Its agents are contained; a contained incident can contain more. */
  CONTAIN(CONTAINED, EnumSet.of(OPEN, INVESTIGATING, CONTAINED)),
  RESOLVE(RESOLVED, EnumSet.of(OPEN, INVESTIGATING, CONTAINED)),
  CLOSE(CLOSED, EnumSet.of(RESOLVED)),
  REOPEN(INVESTIGATING, EnumSet.of(RESOLVED, CLOSED)),
  /** It is a duplicate of another incident. */
  MERGE(CLOSED, EnumSet.allOf(IncidentStatus.class));

  private final IncidentStatus to;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable.
  private final Set<IncidentStatus> from;

  IncidentTransition(IncidentStatus to, EnumSet<IncidentStatus> from) {
    this.to = to;
    this.from = Collections.unmodifiableSet(from);
  }

  /** Returns the transition that a requested state implies. */
  static Optional<IncidentTransition> impliedBy(IncidentStatus now, IncidentStatus requested) {
    return switch (requested) {
      case OPEN -> Optional.empty();
      case INVESTIGATING -> Optional.of(now.isActive() ? ACKNOWLEDGE : REOPEN);
      case CONTAINED -> Optional.of(CONTAIN);
      case RESOLVED -> Optional.of(RESOLVE);
      case CLOSED -> Optional.of(CLOSE);
    };
  }

  boolean isPossible(IncidentStatus now) {
    return from.contains(now);
  }

  /**
   * Returns the state after this transition.
   *
   * @throws ApiException if the transition is not allowed from the current state
   */
  IncidentStatus from(IncidentStatus now) {
    if (!isPossible(now)) {
      throw invalidTransition(now, toString());
    }
    return to;
  }

  /** Returns the error for a transition that does not exist; it lists the possible ones. */
  static ApiException invalidTransition(IncidentStatus now, String requested) {
    return new ApiException(
        ErrorCode.INVALID_TRANSITION,
        "The incident is "
            + now
            + " and does not allow \""
            + requested
            + "\". Possible transitions: "
            + Stream.of(values())
                .filter(move -> move.isPossible(now))
                .map(move -> move + " to " + move.to)
                .collect(Collectors.joining(", "))
            + ".");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
