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

/** What moves an incident from one state to another; the table of all moves that there are. */
enum IncidentTransition {
  /** Somebody says that he looks at it, or is made its commander. */
  ACKNOWLEDGE(INVESTIGATING, EnumSet.of(OPEN)),
  /** Agents of it are held back; more of them can be while it is contained. */
  CONTAIN(CONTAINED, EnumSet.of(OPEN, INVESTIGATING, CONTAINED)),
  RESOLVE(RESOLVED, EnumSet.of(OPEN, INVESTIGATING, CONTAINED)),
  CLOSE(CLOSED, EnumSet.of(RESOLVED)),
  REOPEN(INVESTIGATING, EnumSet.of(RESOLVED, CLOSED)),
  /** It turns out to be another one. */
  MERGE(CLOSED, EnumSet.allOf(IncidentStatus.class));

  private final IncidentStatus to;

  @SuppressWarnings("ImmutableEnumChecker") // It is wrapped so that nothing can change it.
  private final Set<IncidentStatus> from;

  IncidentTransition(IncidentStatus to, EnumSet<IncidentStatus> from) {
    this.to = to;
    this.from = Collections.unmodifiableSet(from);
  }

  /** What somebody means who wants an incident to be in a state. */
  static Optional<IncidentTransition> meant(IncidentStatus now, IncidentStatus wanted) {
    return switch (wanted) {
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
   * Where this leads from a state.
   *
   * @throws ApiException when it leads nowhere from there
   */
  IncidentStatus from(IncidentStatus now) {
    if (!isPossible(now)) {
      throw refusal(now, toString());
    }
    return to;
  }

  /** There is no such move from a state; names those that there are. */
  static ApiException refusal(IncidentStatus now, String wanted) {
    return new ApiException(
        ErrorCode.INVALID_TRANSITION,
        "The incident is "
            + now
            + ", from where there is no \""
            + wanted
            + "\". Possible are: "
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
