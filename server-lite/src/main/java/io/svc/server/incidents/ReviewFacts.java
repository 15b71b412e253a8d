package io.svc.server.incidents;

import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the recorded facts of an incident for a review. */
final class ReviewFacts {
  private static final int MAX_ENTRIES = 500;

  private final Agents agents;
  private final AgentExtras policies;

  ReviewFacts(Agents agents, AgentExtras policies) {
    this.agents = agents;
    this.policies = policies;
  }

  ReviewContent of(Tx tx, OrgId org, Incident incident) {
    LinkStore links = tx.on(LinkStore.class);
    String id = incident.incidentId();
    List<String> agentIds = links.refs(org, id, LinkKind.AGENT);
    Map<String, String> names = agents.names(tx, org, agentIds);
    int alerts = links.refs(org, id, LinkKind.ALERT).size();
    int sessions = links.refs(org, id, LinkKind.SESSION).size();
    List<String> well = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    IncidentTimes clock = IncidentTimes.of(incident);
    judge("Acknowledged", incident.acknowledgedAt(), clock.acknowledgeBy(), incident, well, wrong);
    judge("Contained", incident.containedAt(), clock.containBy(), incident, well, wrong);
    judge("Resolved", incident.resolvedAt(), clock.resolveBy(), incident, well, wrong);
    return new ReviewContent(
        incident.summary().isEmpty() ? incident.title() : incident.summary(),
        counted(agentIds.size(), "agent")
            + ", "
            + counted(sessions, "session")
            + " and "
            + counted(alerts, "alert")
            + " were involved.",
        "",
        detection(incident),
        well,
        wrong,
        timeline(tx, org, id),
        metrics(clock),
        agentIds.stream()
            .map(
                agentId ->
                    new ReviewContent.NamedReference(agentId, names.getOrDefault(agentId, agentId)))
            .toList(),
        policies(tx, org, agentIds));
  }

  private static Map<String, Long> metrics(IncidentTimes clock) {
    Map<String, Long> metrics = new LinkedHashMap<>();
    clock.timeToAcknowledge().ifPresent(time -> metrics.put(ReviewContent.MTTA, time));
    clock.timeToContain().ifPresent(time -> metrics.put(ReviewContent.MTTC, time));
    clock.timeToResolve().ifPresent(time -> metrics.put(ReviewContent.MTTR, time));
    return metrics;
  }

  private static String detection(Incident incident) {
    String by = incident.openedBy().equals("system") ? "by the service itself" : "by hand";
    return switch (incident.sourceType()) {
      case ALERT -> "An alert led to the incident, which was opened " + by + ".";
      case SESSION -> "A session led to the incident, which was opened " + by + ".";
      case OPERATOR -> "It was opened " + by + ".";
    };
  }

  private static void judge(
      String description,
      Optional<Instant> at,
      Instant by,
      Incident incident,
      List<String> well,
      List<String> wrong) {
    if (at.isEmpty()) {
      return;
    }
    String duration =
        description
            + " after "
            + ReviewMarkdown.shown(Duration.between(incident.openedAt(), at.get()).toSeconds())
            + "; the target of "
            + incident.priority()
            + " is "
            + ReviewMarkdown.shown(Duration.between(incident.openedAt(), by).toSeconds())
            + ".";
    (at.get().isAfter(by) ? wrong : well).add(duration);
  }

  private static List<ReviewContent.Entry> timeline(Tx tx, OrgId org, String id) {
    List<ReviewContent.Entry> entries = new ArrayList<>();
    for (TimelineStore.EntryRow row : tx.on(TimelineStore.class).latest(org, id, MAX_ENTRIES)) {
      entries.add(
          new ReviewContent.Entry(
              Json.time(row.at()), row.type().toString(), row.actor(), row.text()));
    }
    Collections.reverse(entries);
    return entries;
  }

  private List<ReviewContent.NamedReference> policies(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, ReviewContent.NamedReference> found = new LinkedHashMap<>();
    if (!agentIds.isEmpty()) {
      policies.policies(tx, org, agentIds).values().stream()
          .flatMap(Collection::stream)
          .forEach(
              policy ->
                  found.put(
                      policy.policyId(),
                      new ReviewContent.NamedReference(policy.policyId(), policy.name())));
    }
    return List.copyOf(found.values());
  }

  private static String counted(int number, String description) {
    return number + " " + description + (number == 1 ? "" : "s");
  }
}
