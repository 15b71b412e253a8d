package io.svc.server.sessions;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Batch;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The sessions of a tenant that one transaction writes to. They are opened together and appended to
 * together, with a number of statements that does not depend on the number of sessions. Existing
 * sessions remain locked until the transaction ends. Nothing is stored before {@link #write}.
 */
public final class SessionBatch {
  /** The name of a session that callers use without a name. */
  static final String UNNAMED = "";

  private final Tx tx;
  private final OrgId org;
  private final Identifiers identifiers;
  private final SessionRows rows;
  private final Map<String, Timeline> timelines = new LinkedHashMap<>();

  SessionBatch(Tx tx, OrgId org, Identifiers identifiers) {
    this.tx = tx;
    this.org = org;
    this.identifiers = identifiers;
    this.rows = new SessionRows(tx, org);
  }

  /**
   * A session to open.
   *
   * @param externalId an identifier of this service for a session of the agent, or the caller's
   *     identifier, unique for the agent; at most a few hundred characters
   * @param runId the platform's identifier of the run; used when there is no {@code externalId}.
   *     Without identifiers, it is the session of the agent with activity within {@link
   *     AgentSession#IDLE}, or a new one
   * @param origin stored with a new session
   */
  public record SessionRequest(
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      AgentSession.Origin origin) {
    public SessionRequest {
      externalId = externalId.map(String::strip).filter(text -> !text.isEmpty());
      runId = runId.map(String::strip).filter(text -> !text.isEmpty());
    }

    String name() {
      return externalId.or(() -> runId).orElse(UNNAMED);
    }

    SessionRows.SessionName key() {
      return new SessionRows.SessionName(agentId, name());
    }

    Instant startedAt(Instant now) {
      return origin.startedAt().orElse(now);
    }

    boolean isById() {
      return externalId.filter(Identifiers::isWellFormed).isPresent();
    }
  }

  /** The stored state of a session and the entries to append. */
  private static final class Timeline {
    private final long nextSeq;
    private final Instant storedStart;
    private final Set<String> dataClasses;
    private final List<Evidence.Draft> drafts = new ArrayList<>();
    private Instant start;

    /** Creates the timeline of a new session. */
    Timeline(Instant startedAt) {
      this.nextSeq = 1;
      this.storedStart = startedAt;
      this.start = startedAt;
      this.dataClasses = new TreeSet<>();
    }

    Timeline(SessionRows.StoredSession row) {
      this.nextSeq = row.nextSeq();
      this.storedStart = row.startedAt();
      this.start = row.startedAt();
      this.dataClasses = new TreeSet<>(row.dataClasses());
    }

    void add(List<Evidence.Draft> added) {
      drafts.addAll(added);
      added.forEach(draft -> startAt(draft.at()));
    }

    void startAt(Instant at) {
      start = at.isBefore(start) ? at : start;
    }

    boolean isEarlierThanStored() {
      return start.isBefore(storedStart);
    }
  }

  /** Finds or creates sessions; returns the identifier of each. */
  public Map<SessionRequest, String> open(Collection<SessionRequest> requests, Instant now) {
    Map<SessionRequest, String> opened = new HashMap<>();
    byId(requests, opened);
    Set<SessionRequest> unresolved = new LinkedHashSet<>(requests);
    unresolved.removeAll(opened.keySet());
    byName(unresolved, opened, now);
    unresolved.removeAll(opened.keySet());
    if (!unresolved.isEmpty()) {
      begin(unresolved, opened, now);
      unresolved.removeAll(opened.keySet());
      // Another server may have created one in the meantime, which is used.
      byName(unresolved, opened, now);
    }
    return opened;
  }

  private void byId(Collection<SessionRequest> requests, Map<SessionRequest, String> opened) {
    Set<String> ids = new LinkedHashSet<>();
    requests.stream().filter(SessionRequest::isById).forEach(request -> ids.add(request.name()));
    if (ids.isEmpty()) {
      return;
    }
    Map<String, SessionRows.StoredSession> found = rows.byId(ids);
    for (SessionRequest request : requests) {
      SessionRows.StoredSession row = found.get(request.name());
      if (request.isById() && row != null && row.name().agentId().equals(request.agentId())) {
        opened.put(request, track(row));
      }
    }
  }

  private void byName(
      Set<SessionRequest> requests, Map<SessionRequest, String> opened, Instant now) {
    if (requests.isEmpty()) {
      return;
    }
    Map<SessionRows.SessionName, SessionRows.StoredSession> found =
        rows.byName(requests.stream().map(SessionRequest::key).distinct().toList());
    for (SessionRequest request : requests) {
      SessionRows.StoredSession row = found.get(request.key());
      if (row != null && (!request.name().equals(UNNAMED) || row.isActive(now))) {
        opened.put(request, track(row));
      }
    }
  }

  private String track(SessionRows.StoredSession row) {
    timelines.computeIfAbsent(row.id(), id -> new Timeline(row));
    return row.id();
  }

  private void begin(
      Set<SessionRequest> requests, Map<SessionRequest, String> opened, Instant now) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    Map<SessionRows.SessionName, SessionRequest> begun = new LinkedHashMap<>();
    requests.forEach(
        request ->
            begun.merge(
                request.key(),
                request,
                (a, b) -> b.startedAt(now).isBefore(a.startedAt(now)) ? b : a));
    for (SessionRequest request : begun.values()) {
      if (request.name().equals(UNNAMED)) {
        store.closeIdle(org, request.agentId(), now.minus(AgentSession.IDLE));
      }
    }
    List<String> ids = begun.keySet().stream().map(name -> identifiers.next("ses_")).toList();
    int[] inserted = rows.insert(List.copyOf(begun.values()), ids, now);
    int index = 0;
    for (SessionRequest request : begun.values()) {
      if (inserted[index] > 0) {
        Instant startedAt = request.startedAt(now);
        timelines.put(ids.get(index), new Timeline(startedAt));
        append(ids.get(index), List.of(started(request, startedAt)));
        opened.put(request, ids.get(index));
      }
      index++;
    }
  }

  private static Evidence.Draft started(SessionRequest request, Instant now) {
    String trigger = request.origin().trigger();
    Map<String, String> data = new LinkedHashMap<>();
    request.runId().ifPresent(run -> data.put("runId", run));
    if (!trigger.isEmpty()) {
      data.put("trigger", trigger);
    }
    return Evidence.Draft.of(
        Evidence.Type.SESSION_STARTED,
        now,
        request.runId().map(run -> "Run " + run).orElse("Session")
            + " started"
            + (trigger.isEmpty() ? "" : " by " + trigger),
        data);
  }

  /**
   * Appends entries in the given order. An entry before the start of the session moves the start.
   *
   * @throws ApiException if the session does not exist
   */
  public void append(String sessionId, List<Evidence.Draft> drafts) {
    timeline(sessionId).add(drafts);
  }

  /**
   * Moves the start of a session to an earlier time.
   *
   * @throws ApiException if the session does not exist
   */
  public void startedAt(String sessionId, Instant at) {
    timeline(sessionId).startAt(at);
  }

  private Timeline timeline(String sessionId) {
    Timeline timeline = timelines.get(sessionId);
    if (timeline == null) {
      SessionRows.StoredSession row = rows.byId(List.of(sessionId)).get(sessionId);
      if (row == null) {
        throw ApiException.notFound("session", sessionId);
      }
      track(row);
      timeline = requireNonNull(timelines.get(sessionId));
    }
    return timeline;
  }

  /**
   * Stores the appended entries and returns them with identifiers and numbers, grouped by session.
   */
  public List<Evidence> write() {
    List<Evidence> written = new ArrayList<>();
    try (Batch sessions = tx.batch(SessionRows.APPEND);
        Batch evidence = tx.batch(SessionRows.INSERT_EVIDENCE)) {
      timelines.forEach(
          (sessionId, timeline) -> {
            if (!timeline.drafts.isEmpty()) {
              rows.append(sessions, sessionId, weightOf(timeline), timeline.dataClasses);
              for (Evidence entry : numbered(timeline)) {
                rows.insert(evidence, sessionId, entry);
                written.add(entry);
              }
            }
          });
      if (!written.isEmpty()) {
        sessions.run();
        evidence.run();
      }
    }
    Map<String, Instant> starts = new TreeMap<>();
    timelines.forEach(
        (sessionId, timeline) -> {
          if (timeline.isEarlierThanStored()) {
            starts.put(sessionId, timeline.start);
          }
        });
    rows.start(starts);
    timelines.clear();
    return written;
  }

  private static SessionRows.CountDeltas weightOf(Timeline timeline) {
    for (Evidence.Draft draft : timeline.drafts) {
      JsonNode classes = draft.data().path("classification");
      classes.forEach(name -> timeline.dataClasses.add(name.asText()));
    }
    return SessionRows.CountDeltas.of(timeline.drafts);
  }

  private List<Evidence> numbered(Timeline timeline) {
    List<Evidence> numbered = new ArrayList<>(timeline.drafts.size());
    long seq = timeline.nextSeq;
    for (Evidence.Draft draft : timeline.drafts) {
      numbered.add(
          new Evidence(
              identifiers.next("evi_"),
              seq++,
              draft.type(),
              draft.at(),
              draft.severity(),
              draft.summary(),
              draft.data(),
              draft.decisionId()));
    }
    return numbered;
  }
}
