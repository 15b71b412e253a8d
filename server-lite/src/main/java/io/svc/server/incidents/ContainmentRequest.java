package io.svc.server.incidents;

import io.svc.server.db.Identifiers;
import io.svc.server.http.Fields;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A request to contain or release agents of an incident.
 *
 * @param agentIds distinct and sorted; empty for all agents of the incident
 * @param duration the time until release; empty for no automatic release
 */
record ContainmentRequest(
    List<String> agentIds, ContainmentAction action, String reason, Optional<Duration> duration) {
  private static final int LONGEST_REASON = 2_000;
  private static final long MONTH_MINUTES = 30 * 24 * 60;

  ContainmentRequest {
    agentIds = List.copyOf(agentIds);
  }

  static ContainmentRequest read(Fields sent) {
    List<String> agentIds = NewIncident.agentIds(sent);
    for (String id : agentIds) {
      if (!Identifiers.isWellFormed(id)) {
        sent.problem("invalid", "agentIds", "\"agentIds\" contains an invalid identifier.");
        break;
      }
    }
    boolean hasAction = sent.has("action");
    Optional<ContainmentAction> action =
        hasAction
            ? sent.option("action", ContainmentAction.class)
            : Optional.of(ContainmentAction.QUARANTINE);
    String reason = sent.text("reason", 1, LONGEST_REASON);
    Optional<Duration> duration =
        sent.number("durationMinutes", 1, MONTH_MINUTES).stream()
            .mapToObj(Duration::ofMinutes)
            .findFirst();
    if (duration.isPresent() && action.isPresent() && !action.get().hasEnd()) {
      sent.problem(
          "invalid",
          "durationMinutes",
          "\"durationMinutes\" is set, but \"" + action.get() + "\" does not end by itself.");
    }
    sent.check();
    return new ContainmentRequest(
        List.copyOf(new TreeSet<>(agentIds)), action.orElseThrow(), reason, duration);
  }
}
