package io.svc.server.sessionlogs;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.DecisionTraces;
import io.svc.server.http.ApiException;
import io.svc.server.redaction.Masking;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import io.svc.server.tenants.TraceUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Links from sessions to traces: reported links, and links that callers named in decision requests.
 * Safe for many threads.
 */
public final class TraceLinks {
  private static final int MAX = 500;

  private final AgentSessions sessions;
  private final Tenants tenants;
  private final LogText text;

  public TraceLinks(AgentSessions sessions, Tenants tenants, Masking masking) {
    this.sessions = sessions;
    this.tenants = tenants;
    this.text = new LogText(masking);
  }

  /**
   * Stores a trace of a session, or updates a known one.
   *
   * @throws ApiException when the tenant has no such session
   */
  public void note(Tx tx, OrgId org, String sessionId, TraceDraft draft) {
    require(tx, org, sessionId);
    tx.on(TraceLinkStore.class)
        .note(
            org,
            sessionId,
            text.text(draft.traceId(), LogText.LONGEST_ID),
            text.text(draft.spanId(), LogText.LONGEST_ID),
            text.text(draft.name(), LogText.LONGEST_VALUE),
            draft.system(),
            draft.startedAt(),
            draft.duration().map(Duration::toMillis),
            draft.status());
  }

  /**
   * Returns the traces of a session in order of their start, at most some hundred.
   *
   * @throws ApiException when the tenant has no such session
   */
  List<TraceLink> ofSession(Tx tx, OrgId org, String sessionId) {
    AgentSession session = require(tx, org, sessionId);
    String template = tenants.get(tx, org).settings().traceUrlTemplate();
    List<TraceLink> links = new ArrayList<>();
    Map<String, DecisionTraces.Trace> callerTraces = callerTraces(tx, org, session);
    for (TraceLinkStore.Row row : tx.on(TraceLinkStore.class).ofSession(org, sessionId, MAX)) {
      callerTraces.remove(row.traceId());
      links.add(
          new TraceLink(
              row.traceId(),
              NonEmpty.of(row.spanId()),
              row.name(),
              row.system(),
              TraceUrl.of(template, row.traceId()),
              row.startedAt(),
              row.durationMs(),
              row.status()));
    }
    for (DecisionTraces.Trace trace : callerTraces.values()) {
      links.add(
          new TraceLink(
              trace.traceId(),
              Optional.empty(),
              "decisions",
              TraceDraft.TraceSystem.OTLP,
              TraceUrl.of(template, trace.traceId()),
              trace.first(),
              Optional.of(Duration.between(trace.first(), trace.last()).toMillis()),
              TraceDraft.Status.UNSET));
    }
    links.sort(Comparator.comparing(TraceLink::startedAt).thenComparing(TraceLink::traceId));
    return List.copyOf(links.subList(0, Math.min(MAX, links.size())));
  }

  /** Returns the traces that callers named with a decision or with the session. */
  private static Map<String, DecisionTraces.Trace> callerTraces(
      Tx tx, OrgId org, AgentSession session) {
    Map<String, DecisionTraces.Trace> traces = new TreeMap<>();
    if (!session.traceId().isEmpty()) {
      traces.put(
          session.traceId(),
          new DecisionTraces.Trace(session.traceId(), session.startedAt(), session.lastAt()));
    }
    for (DecisionTraces.Trace trace : DecisionTraces.ofSession(tx, org, session.id(), MAX)) {
      traces.put(trace.traceId(), trace);
    }
    return traces;
  }

  private AgentSession require(Tx tx, OrgId org, String sessionId) {
    return sessions
        .find(tx, org, sessionId)
        .orElseThrow(() -> ApiException.notFound("session", sessionId));
  }

  /** Deletes a limited number of traces that started before a time; returns their number. */
  int prune(Tx tx, OrgId org, Instant before, int limit) {
    return tx.on(TraceLinkStore.class).removeOlder(org, before, limit);
  }

  /** SQL statements for traces of sessions. */
  interface TraceLinkStore {
    /** A stored trace. */
    record Row(
        String traceId,
        String spanId,
        String name,
        TraceDraft.TraceSystem system,
        Instant startedAt,
        Optional<Long> durationMs,
        TraceDraft.Status status) {}

    @SqlUpdate(
        """
        INSERT INTO trace_link (org_id, session_id, trace_id, span_id, name, system, started_at,
          duration_ms, status)
        VALUES (:org, :sessionId, :traceId, :spanId, :name, :system, :startedAt, :durationMs, :status)
        ON CONFLICT (org_id, session_id, trace_id, span_id) DO UPDATE SET name = excluded.name,
          system = excluded.system, started_at = excluded.started_at,
          duration_ms = excluded.duration_ms, status = excluded.status
        """)
    int note(
        OrgId org,
        String sessionId,
        String traceId,
        String spanId,
        String name,
        TraceDraft.TraceSystem system,
        Instant startedAt,
        Optional<Long> durationMs,
        TraceDraft.Status status);

    @SqlQuery(
        """
        SELECT * FROM trace_link WHERE org_id = :org AND session_id = :sessionId
        ORDER BY started_at, trace_id, span_id LIMIT :most
        """)
    List<Row> ofSession(OrgId org, String sessionId, int most);

    @SqlUpdate(
        """
        DELETE FROM trace_link WHERE org_id = :org AND (session_id, trace_id, span_id) IN (
          SELECT session_id, trace_id, span_id FROM trace_link
          WHERE org_id = :org AND started_at < :before ORDER BY started_at LIMIT :most)
        """)
    int removeOlder(OrgId org, Instant before, int most);
  }

  /**
   * A trace of a session with a link to it.
   *
   * @param url empty if the tenant configured no trace URL
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record TraceLink(
      String traceId,
      Optional<String> spanId,
      String name,
      TraceDraft.TraceSystem system,
      Optional<String> url,
      Instant startedAt,
      Optional<Long> durationMs,
      TraceDraft.Status status) {}
}
