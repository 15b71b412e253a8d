package io.svc.server.incidents;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The three measured times of an incident and their targets. */
record IncidentTimes(
    Instant acknowledgeBy,
    Instant containBy,
    Instant resolveBy,
    Optional<Long> timeToAcknowledge,
    Optional<Long> timeToContain,
    Optional<Long> timeToResolve,
    Incident incident) {
  static IncidentTimes of(Incident incident) {
    Instant start = incident.openedAt();
    Priority priority = incident.priority();
    return new IncidentTimes(
        start.plus(priority.acknowledge()),
        start.plus(priority.contain()),
        start.plus(priority.resolve()),
        seconds(start, incident.acknowledgedAt()),
        seconds(start, incident.containedAt()),
        seconds(start, incident.resolvedAt()),
        incident);
  }

  private static Optional<Long> seconds(Instant start, Optional<Instant> end) {
    return end.map(at -> Duration.between(start, at).toSeconds());
  }

  /**
   * Returns the targets that were or are missed. A resolved incident no longer needs containment.
   */
  List<String> missed(Instant now) {
    List<String> missed = new ArrayList<>();
    if (incident.acknowledgedAt().orElse(now).isAfter(acknowledgeBy)) {
      missed.add("acknowledge");
    }
    if (incident.containedAt().or(incident::resolvedAt).orElse(now).isAfter(containBy)) {
      missed.add("contain");
    }
    if (incident.resolvedAt().orElse(now).isAfter(resolveBy)) {
      missed.add("resolve");
    }
    return missed;
  }
}
