package io.svc.server.telemetry;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.agents.Agents;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.detection.DetectionService;
import io.svc.server.detection.Observation;
import io.svc.server.events.Event;
import io.svc.server.events.EventDraft;
import io.svc.server.events.Events;
import io.svc.server.runtime.RuntimeLogs;
import io.svc.server.runtime.TraceLinks;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.SessionBatch;
import io.svc.server.tenants.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes telemetry in one transaction, with few statements for many items. */
final class TelemetryWriter {
  private final Agents agents;
  private final AgentSessions sessions;
  private final Tenants tenants;
  private final Events events;
  private final DetectionService detection;
  private final RuntimeLogs logs;
  private final TraceLinks links;
  private final ControlPlane controlPlane;
  private final Cache<String, Instant> seen = Caffeine.newBuilder().maximumSize(100_000).build();

  TelemetryWriter(
      Agents agents,
      AgentSessions sessions,
      Tenants tenants,
      Events events,
      DetectionService detection,
      RuntimeLogs logs,
      TraceLinks links,
      ControlPlane controlPlane) {
    this.agents = agents;
    this.sessions = sessions;
    this.tenants = tenants;
    this.events = events;
    this.detection = detection;
    this.logs = logs;
    this.links = links;
    this.controlPlane = controlPlane;
  }

  /** An accepted item, with its agent and session. */
  private record Placed(int index, TelemetryItem item, String agentId, String sessionId) {}

  /** Writes items of a tenant; returns the result of each. */
  List<IngestResult> write(Tx tx, OrgId org, List<TelemetryItem> items) {
    IngestResult[] fates = new IngestResult[items.size()];
    Map<Integer, Participants.Place> places = places(tx, org, items, fates);
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < fates.length; i++) {
      keys.add(fates[i] == IngestResult.ACCEPTED ? items.get(i).key() : "");
    }
    boolean[] isNew = DeduplicationKeys.take(tx, org, keys);
    for (int i = 0; i < fates.length; i++) {
      if (!isNew[i]) {
        fates[i] = IngestResult.DUPLICATE;
        places.remove(i);
      }
    }
    List<Placed> placed = sessions(tx, org, items, fates, places);
    List<Event> told = events(tx, org, placed);
    observe(tx, org, placed, told);
    for (Placed one : placed) {
      if (!one.sessionId().isEmpty()) {
        one.item().logs().ifPresent(lines -> logs.append(tx, org, one.sessionId(), lines));
        one.item().trace().ifPresent(trace -> links.note(tx, org, one.sessionId(), trace));
      }
      one.item().change().ifPresent(change -> controlPlane.changed(tx, org, change));
    }
    seen(tx, org, placed);
    return List.of(fates);
  }

  private Map<Integer, Participants.Place> places(
      Tx tx, OrgId org, List<TelemetryItem> items, IngestResult[] fates) {
    Participants participants = new Participants(tx, org, agents, sessions, tenants);
    Map<Integer, Participants.Place> places = new TreeMap<>();
    for (int i = 0; i < fates.length; i++) {
      TelemetryItem item = items.get(i);
      fates[i] = IngestResult.ACCEPTED;
      if (item.boundTo().isPresent() || item.actor().isPresent()) {
        Optional<Participants.Place> place = participants.place(item);
        if (place.isPresent()) {
          places.put(i, place.get());
        } else if (item.boundTo().isPresent()) {
          fates[i] = IngestResult.OTHER_AGENT;
        } else {
          fates[i] = item.introduces() ? IngestResult.UNKNOWN_AGENT : IngestResult.UNRELATED;
        }
      }
    }
    return places;
  }

  /** The writes to a session. */
  private static final class Visit {
    private final List<Integer> items = new ArrayList<>();
    private Instant first = Instant.MAX;
  }

  private record Door(String agentId, String name) {}

  private List<Placed> sessions(
      Tx tx,
      OrgId org,
      List<TelemetryItem> items,
      IngestResult[] fates,
      Map<Integer, Participants.Place> places) {
    Map<Door, Visit> visits = new LinkedHashMap<>();
    places.forEach(
        (index, place) ->
            place
                .session()
                .ifPresent(
                    name -> {
                      Visit visit =
                          visits.computeIfAbsent(
                              new Door(place.agentId(), name), any -> new Visit());
                      visit.items.add(index);
                      Instant at = items.get(index).at();
                      visit.first = at.isBefore(visit.first) ? at : visit.first;
                    }));
    Map<Door, String> opened = visit(tx, org, items, visits);
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < fates.length; i++) {
      if (fates[i] == IngestResult.ACCEPTED) {
        Participants.Place place = places.get(i);
        String agentId = place == null ? "" : place.agentId();
        String sessionId =
            place == null
                ? ""
                : place.session().map(name -> opened.get(new Door(agentId, name))).orElse("");
        placed.add(new Placed(i, items.get(i), agentId, sessionId));
      }
    }
    return placed;
  }

  private Map<Door, String> visit(
      Tx tx, OrgId org, List<TelemetryItem> items, Map<Door, Visit> visits) {
    if (visits.isEmpty()) {
      return Map.of();
    }
    SessionBatch batch = sessions.batch(tx, org);
    Map<Door, SessionBatch.Wanted> wanted = new LinkedHashMap<>();
    visits.forEach((door, visit) -> wanted.put(door, wanted(door, visit, items)));
    Map<SessionBatch.Wanted, String> found = batch.open(wanted.values(), tx.now());
    Map<Door, String> opened = new LinkedHashMap<>();
    visits.forEach(
        (door, visit) -> {
          String id = requireNonNull(found.get(wanted.get(door)));
          opened.put(door, id);
          batch.startedAt(id, visit.first);
          visit.items.sort(Comparator.comparing(index -> items.get(index).at()));
          visit.items.forEach(index -> batch.append(id, items.get(index).entries()));
          for (int index : visit.items) {
            items
                .get(index)
                .ending()
                .flatMap(end -> sessions.ended(tx, org, id, end.outcome(), end.at(), end.data()))
                .ifPresent(entry -> batch.append(id, List.of(entry)));
          }
        });
    batch.write();
    return opened;
  }

  private static SessionBatch.Wanted wanted(Door door, Visit visit, List<TelemetryItem> items) {
    SessionReference run = items.get(visit.items.get(0)).run().orElseThrow();
    AgentSession.Origin origin =
        new AgentSession.Origin(run.trigger(), run.traceId(), Optional.of(visit.first));
    Optional<String> name = Optional.of(door.name());
    return run.isOfPlatform()
        ? new SessionBatch.Wanted(door.agentId(), Optional.empty(), name, origin)
        : new SessionBatch.Wanted(door.agentId(), name, Optional.empty(), origin);
  }

  private List<Event> events(Tx tx, OrgId org, List<Placed> placed) {
    List<EventDraft> drafts = new ArrayList<>();
    for (Placed one : placed) {
      one.item()
          .told()
          .ifPresent(
              told ->
                  drafts.add(
                      new EventDraft(
                          told.type(),
                          NonEmpty.of(one.agentId()),
                          NonEmpty.of(one.sessionId()),
                          told.payload())));
    }
    return events.appendEach(tx, org, drafts);
  }

  private void observe(Tx tx, OrgId org, List<Placed> placed, List<Event> told) {
    List<Observation> observed = new ArrayList<>();
    int event = 0;
    for (Placed one : placed) {
      String id = one.item().told().isPresent() ? told.get(event++).eventId() : "";
      if (one.item().seen().isPresent() && !one.agentId().isEmpty()) {
        observed.add(observation(one, one.item().seen().get(), id));
      }
    }
    if (!observed.isEmpty()) {
      detection.observe(tx, org, observed);
    }
  }

  private static Observation observation(Placed one, TelemetryItem.Seen seen, String id) {
    return new Observation(
        Observation.Kind.TELEMETRY,
        id,
        one.agentId(),
        one.sessionId(),
        one.item().at(),
        seen.action(),
        seen.server(),
        seen.tool(),
        seen.operation(),
        seen.method(),
        seen.host(),
        List.of(),
        seen.content().content(),
        false,
        seen.content().hidden(),
        Observation.Ruling.NONE);
  }

  /**
   * The last activity of an agent has a resolution of one minute, so most items do not update it.
   */
  private void seen(Tx tx, OrgId org, List<Placed> placed) {
    placed.stream()
        .map(Placed::agentId)
        .filter(id -> !id.isEmpty())
        .distinct()
        .sorted()
        .forEach(
            id -> {
              Instant before = seen.getIfPresent(id);
              if (before == null || !tx.now().isBefore(before.plus(Agents.SEEN_EVERY))) {
                agents.seen(tx, org, id, tx.now());
                tx.afterCommit(() -> seen.put(id, tx.now()));
              }
            });
  }
}
