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
  public record Wanted(
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      AgentSession.Origin origin) {
    public Wanted {
      externalId = externalId.map(String::strip).filter(text -> !text.isEmpty());
      runId = runId.map(String::strip).filter(text -> !text.isEmpty());
    }

    String name() {
      return externalId.or(() -> runId).orElse(UNNAMED);
    }

    SessionRows.Name key() {
      return new SessionRows.Name(agentId, name());
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

    Timeline(AgentSession row) {
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
  public Map<Wanted, String> open(Collection<Wanted> wanted, Instant now) {
    Map<Wanted, String> opened = new HashMap<>();
    byId(wanted, opened);
    Set<Wanted> left = new LinkedHashSet<>(wanted);
    left.removeAll(opened.keySet());
    byName(left, opened, now);
    left.removeAll(opened.keySet());
    if (!left.isEmpty()) {
      begin(left, opened, now);
      left.removeAll(opened.keySet());
      // Another server may have created one in the meantime, which is used.
      byName(left, opened, now);
    }
    return opened;
  }

  private void byId(Collection<Wanted> wanted, Map<Wanted, String> opened) {
    Set<String> ids = new LinkedHashSet<>();
    wanted.stream().filter(Wanted::isById).forEach(one -> ids.add(one.name()));
    if (ids.isEmpty()) {
      return;
    }
    Map<String, AgentSession> found = rows.byId(ids);
    for (Wanted one : wanted) {
      AgentSession row = found.get(one.name());
      if (one.isById() && row != null && row.agentId().equals(one.agentId())) {
        opened.put(one, take(row));
      }
    }
  }

  private void byName(Set<Wanted> wanted, Map<Wanted, String> opened, Instant now) {
    if (wanted.isEmpty()) {
      return;
    }
    Map<SessionRows.Name, AgentSession> found =
        rows.byName(wanted.stream().map(Wanted::key).distinct().toList());
    for (Wanted one : wanted) {
      AgentSession row = found.get(one.key());
      if (row != null
          && (!one.name().equals(UNNAMED) || row.status(now) == AgentSession.Status.ACTIVE)) {
        opened.put(one, take(row));
      }
    }
  }

  private String take(AgentSession row) {
    timelines.computeIfAbsent(row.id(), id -> new Timeline(row));
    return row.id();
  }

  private void begin(Set<Wanted> wanted, Map<Wanted, String> opened, Instant now) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    Map<SessionRows.Name, Wanted> begun = new LinkedHashMap<>();
    wanted.forEach(
        one ->
            begun.merge(
                one.key(), one, (a, b) -> b.startedAt(now).isBefore(a.startedAt(now)) ? b : a));
    for (Wanted one : begun.values()) {
      if (one.name().equals(UNNAMED)) {
        store.closeIdle(org, one.agentId(), now.minus(AgentSession.IDLE));
      }
    }
    List<String> ids = begun.keySet().stream().map(name -> identifiers.next("ses_")).toList();
    int[] inserted = rows.insert(List.copyOf(begun.values()), ids, now);
    int place = 0;
    for (Wanted one : begun.values()) {
      if (inserted[place] > 0) {
        Instant startedAt = one.startedAt(now);
        timelines.put(ids.get(place), new Timeline(startedAt));
        append(ids.get(place), List.of(started(one, startedAt)));
        opened.put(one, ids.get(place));
      }
      place++;
    }
  }

  private static Evidence.Draft started(Wanted wanted, Instant now) {
    String trigger = wanted.origin().trigger();
    Map<String, String> data = new LinkedHashMap<>();
    wanted.runId().ifPresent(run -> data.put("runId", run));
    if (!trigger.isEmpty()) {
      data.put("trigger", trigger);
    }
    return Evidence.Draft.of(
        Evidence.Type.SESSION_STARTED,
        now,
        wanted.runId().map(run -> "Run " + run).orElse("Session")
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
      AgentSession row = rows.byId(List.of(sessionId)).get(sessionId);
      if (row == null) {
        throw ApiException.notFound("session", sessionId);
      }
      take(row);
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
              rows.append(sessions, sessionId, weigh(timeline), timeline.dataClasses);
              for (Evidence one : numbered(timeline)) {
                rows.insert(evidence, sessionId, one);
                written.add(one);
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

  private static SessionRows.Weight weigh(Timeline timeline) {
    for (Evidence.Draft draft : timeline.drafts) {
      JsonNode classes = draft.data().path("classification");
      classes.forEach(name -> timeline.dataClasses.add(name.asText()));
    }
    return SessionRows.Weight.of(timeline.drafts);
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
