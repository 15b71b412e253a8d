package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/**
 * An incident as shown in lists; {@link IncidentDetail} adds the details. Missing values are null.
 */
record IncidentView(
    String id,
    long number,
    String title,
    String summary,
    Severity severity,
    Priority priority,
    IncidentCategory category,
    IncidentStatus status,
    Optional<String> resolution,
    Optional<String> resolutionNote,
    Optional<String> duplicateOf,
    Source source,
    long agentCount,
    long alertCount,
    long sessionCount,
    Optional<Person> commander,
    boolean contained,
    String openedBy,
    Instant openedAt,
    Optional<Instant> acknowledgedAt,
    Optional<Instant> containedAt,
    Optional<Instant> resolvedAt,
    Optional<Instant> closedAt,
    Timers timers,
    Targets targets,
    List<String> tags,
    Instant updatedAt,
    long version) {

  /** The origin of an incident. */
  record Source(Incident.SourceType type, Optional<String> alertId, Optional<String> sessionId) {}

  /** A member. */
  record Person(String userId, String name) {}

  /** The elapsed times. */
  record Timers(
      Optional<Long> timeToAcknowledgeSeconds,
      Optional<Long> timeToContainSeconds,
      Optional<Long> timeToResolveSeconds) {}

  /**
   * The target times.
   *
   * @param missed the missed targets among acknowledge, contain and resolve
   */
  record Targets(
      Instant acknowledgeBy, Instant containBy, Instant resolveBy, List<String> missed) {}

  static IncidentView of(Tx tx, OrgId org, Incident incident) {
    return of(tx, org, List.of(incident)).get(0);
  }

  static List<IncidentView> of(Tx tx, OrgId org, List<Incident> incidents) {
    if (incidents.isEmpty()) {
      return List.of();
    }
    List<String> ids = incidents.stream().map(Incident::incidentId).toList();
    ViewStore store = tx.on(ViewStore.class);
    Map<String, Map<LinkKind, Long>> links = new HashMap<>();
    for (ViewStore.LinkCount row : store.links(org, ids)) {
      links.computeIfAbsent(row.incidentId(), id -> new HashMap<>()).put(row.kind(), row.n());
    }
    Map<String, Person> commanders = new HashMap<>();
    for (ViewStore.Commander row : store.commanders(org, ids)) {
      commanders.put(row.incidentId(), new Person(row.userId(), row.name()));
    }
    Set<String> containing = new HashSet<>(store.holding(org, ids));
    return incidents.stream()
        .map(
            incident ->
                of(
                    incident,
                    tx.now(),
                    links.getOrDefault(incident.incidentId(), Map.of()),
                    Optional.ofNullable(commanders.get(incident.incidentId())),
                    containing.contains(incident.incidentId())))
        .toList();
  }

  private static IncidentView of(
      Incident incident,
      Instant now,
      Map<LinkKind, Long> links,
      Optional<Person> commander,
      boolean isContaining) {
    IncidentTimes clock = IncidentTimes.of(incident);
    return new IncidentView(
        incident.incidentId(),
        incident.number(),
        incident.title(),
        incident.summary(),
        incident.severity(),
        incident.priority(),
        incident.category(),
        incident.status(),
        NonEmpty.of(incident.resolution()),
        NonEmpty.of(incident.resolutionNote()),
        NonEmpty.of(incident.duplicateOf()),
        new Source(
            incident.sourceType(),
            NonEmpty.of(incident.sourceAlertId()),
            NonEmpty.of(incident.sourceSessionId())),
        links.getOrDefault(LinkKind.AGENT, 0L),
        links.getOrDefault(LinkKind.ALERT, 0L),
        links.getOrDefault(LinkKind.SESSION, 0L),
        commander,
        isContaining,
        incident.openedBy(),
        incident.openedAt(),
        incident.acknowledgedAt(),
        incident.containedAt(),
        incident.resolvedAt(),
        incident.closedAt(),
        new Timers(clock.timeToAcknowledge(), clock.timeToContain(), clock.timeToResolve()),
        new Targets(clock.acknowledgeBy(), clock.containBy(), clock.resolveBy(), clock.missed(now)),
        List.of(Json.readStored(incident.tags(), String[].class)),
        incident.updatedAt(),
        incident.version());
  }

  /** SQL statements that read details of several incidents. */
  interface ViewStore {
    /** The number of an incident's links of a kind. */
    record LinkCount(String incidentId, LinkKind kind, long n) {}

    /** The commander of an incident. */
    record Commander(String incidentId, String userId, String name) {}

    @SqlQuery(
        """
        SELECT incident_id, kind, count(*) AS n FROM incident_link
        WHERE org_id = :org AND incident_id IN (<ids>) GROUP BY incident_id, kind
        """)
    List<LinkCount> links(OrgId org, @BindList List<String> ids);

    @SqlQuery(
        """
        SELECT incident_id, user_id, name FROM incident_participant
        WHERE org_id = :org AND incident_id IN (<ids>) AND role = 'commander'
        """)
    List<Commander> commanders(OrgId org, @BindList List<String> ids);

    @SqlQuery(
        """
        SELECT DISTINCT incident_id FROM incident_hold
        WHERE org_id = :org AND incident_id IN (<ids>)
        """)
    List<String> holding(OrgId org, @BindList List<String> ids);
  }
}
