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
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.sessionlogs.TraceLinks;
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
  private final SessionLogs logs;
  private final TraceLinks links;
  private final PlatformChangeHandler controlPlane;
  private final Cache<String, Instant> seen = Caffeine.newBuilder().maximumSize(100_000).build();

  TelemetryWriter(
      Agents agents,
      AgentSessions sessions,
      Tenants tenants,
      Events events,
      DetectionService detection,
      SessionLogs logs,
      TraceLinks links,
      PlatformChangeHandler controlPlane) {
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
  private record AcceptedItem(int index, TelemetryItem item, String agentId, String sessionId) {}

  /** Writes items of a tenant; returns the result of each. */
  List<IngestResult> write(Tx tx, OrgId org, List<TelemetryItem> items) {
    IngestResult[] results = new IngestResult[items.size()];
    Map<Integer, AgentSessionResolver.AgentAndSession> participantsByIndex =
        resolveParticipants(tx, org, items, results);
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      keys.add(results[i] == IngestResult.ACCEPTED ? items.get(i).key() : "");
    }
    boolean[] isNew = DeduplicationKeys.insertNew(tx, org, keys);
    for (int i = 0; i < results.length; i++) {
      if (!isNew[i]) {
        results[i] = IngestResult.DUPLICATE;
        participantsByIndex.remove(i);
      }
    }
    List<AcceptedItem> placedItems = sessions(tx, org, items, results, participantsByIndex);
    List<Event> appended = events(tx, org, placedItems);
    observe(tx, org, placedItems, appended);
    for (AcceptedItem item : placedItems) {
      if (!item.sessionId().isEmpty()) {
        item.item().logs().ifPresent(lines -> logs.append(tx, org, item.sessionId(), lines));
        item.item().trace().ifPresent(trace -> links.note(tx, org, item.sessionId(), trace));
      }
      item.item().change().ifPresent(change -> controlPlane.changed(tx, org, change));
    }
    seen(tx, org, placedItems);
    return List.of(results);
  }

  private Map<Integer, AgentSessionResolver.AgentAndSession> resolveParticipants(
      Tx tx, OrgId org, List<TelemetryItem> items, IngestResult[] results) {
    AgentSessionResolver participants =
        new AgentSessionResolver(tx, org, agents, sessions, tenants);
    Map<Integer, AgentSessionResolver.AgentAndSession> participantsByIndex = new TreeMap<>();
    for (int i = 0; i < results.length; i++) {
      TelemetryItem item = items.get(i);
      results[i] = IngestResult.ACCEPTED;
      if (item.boundTo().isPresent() || item.actor().isPresent()) {
        Optional<AgentSessionResolver.AgentAndSession> participant = participants.resolve(item);
        if (participant.isPresent()) {
          participantsByIndex.put(i, participant.get());
        } else if (item.boundTo().isPresent()) {
          results[i] = IngestResult.OTHER_AGENT;
        } else {
          results[i] = item.introduces() ? IngestResult.UNKNOWN_AGENT : IngestResult.UNRELATED;
        }
      }
    }
    return participantsByIndex;
  }

  /** The writes to a session. */
  private static final class SessionWrites {
    private final List<Integer> items = new ArrayList<>();
    private Instant first = Instant.MAX;
  }

  private record SessionKey(String agentId, String name) {}

  private List<AcceptedItem> sessions(
      Tx tx,
      OrgId org,
      List<TelemetryItem> items,
      IngestResult[] results,
      Map<Integer, AgentSessionResolver.AgentAndSession> participantsByIndex) {
    Map<SessionKey, SessionWrites> visits = new LinkedHashMap<>();
    participantsByIndex.forEach(
        (index, participant) ->
            participant
                .session()
                .ifPresent(
                    name -> {
                      SessionWrites visit =
                          visits.computeIfAbsent(
                              new SessionKey(participant.agentId(), name),
                              any -> new SessionWrites());
                      visit.items.add(index);
                      Instant at = items.get(index).at();
                      visit.first = at.isBefore(visit.first) ? at : visit.first;
                    }));
    Map<SessionKey, String> opened = visit(tx, org, items, visits);
    List<AcceptedItem> placedItems = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (results[i] == IngestResult.ACCEPTED) {
        AgentSessionResolver.AgentAndSession participant = participantsByIndex.get(i);
        String agentId = participant == null ? "" : participant.agentId();
        String sessionId =
            participant == null
                ? ""
                : participant
                    .session()
                    .map(name -> opened.get(new SessionKey(agentId, name)))
                    .orElse("");
        placedItems.add(new AcceptedItem(i, items.get(i), agentId, sessionId));
      }
    }
    return placedItems;
  }

  private Map<SessionKey, String> visit(
      Tx tx, OrgId org, List<TelemetryItem> items, Map<SessionKey, SessionWrites> visits) {
    if (visits.isEmpty()) {
      return Map.of();
    }
    SessionBatch batch = sessions.batch(tx, org);
    Map<SessionKey, SessionBatch.SessionRequest> sessionRequests = new LinkedHashMap<>();
    visits.forEach(
        (sessionKey, visit) ->
            sessionRequests.put(sessionKey, sessionRequest(sessionKey, visit, items)));
    Map<SessionBatch.SessionRequest, String> found = batch.open(sessionRequests.values(), tx.now());
    Map<SessionKey, String> opened = new LinkedHashMap<>();
    visits.forEach(
        (sessionKey, visit) -> {
          String id = requireNonNull(found.get(sessionRequests.get(sessionKey)));
          opened.put(sessionKey, id);
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

  private static SessionBatch.SessionRequest sessionRequest(
      SessionKey sessionKey, SessionWrites visit, List<TelemetryItem> items) {
    SessionReference run = items.get(visit.items.get(0)).run().orElseThrow();
    AgentSession.Origin origin =
        new AgentSession.Origin(run.trigger(), run.traceId(), Optional.of(visit.first));
    Optional<String> name = Optional.of(sessionKey.name());
    return run.isOfPlatform()
        ? new SessionBatch.SessionRequest(sessionKey.agentId(), Optional.empty(), name, origin)
        : new SessionBatch.SessionRequest(sessionKey.agentId(), name, Optional.empty(), origin);
  }

  private List<Event> events(Tx tx, OrgId org, List<AcceptedItem> items) {
    List<EventDraft> drafts = new ArrayList<>();
    for (AcceptedItem item : items) {
      item.item()
          .feedEvent()
          .ifPresent(
              told ->
                  drafts.add(
                      new EventDraft(
                          told.type(),
                          NonEmpty.of(item.agentId()),
                          NonEmpty.of(item.sessionId()),
                          told.payload())));
    }
    return events.appendEach(tx, org, drafts);
  }

  private void observe(Tx tx, OrgId org, List<AcceptedItem> items, List<Event> appended) {
    List<Observation> observed = new ArrayList<>();
    int event = 0;
    for (AcceptedItem item : items) {
      String id = item.item().feedEvent().isPresent() ? appended.get(event++).eventId() : "";
      if (item.item().seen().isPresent() && !item.agentId().isEmpty()) {
        observed.add(observation(item, item.item().seen().get(), id));
      }
    }
    if (!observed.isEmpty()) {
      detection.observe(tx, org, observed);
    }
  }

  private static Observation observation(
      AcceptedItem item, TelemetryItem.DetectionObservation seen, String id) {
    return new Observation(
        Observation.Kind.TELEMETRY,
        id,
        item.agentId(),
        item.sessionId(),
        item.item().at(),
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
        Observation.PolicyDecision.NONE);
  }

  /**
   * The last activity of an agent has a resolution of one minute, so most items do not update it.
   */
  private void seen(Tx tx, OrgId org, List<AcceptedItem> items) {
    items.stream()
        .map(AcceptedItem::agentId)
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
