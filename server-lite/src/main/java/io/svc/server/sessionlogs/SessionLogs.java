package io.svc.server.sessionlogs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.db.Batch;
import io.svc.server.db.Identifiers;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.DecisionTraces;
import io.svc.server.http.ApiException;
import io.svc.server.redaction.Masking;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.Evidence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Logs of agent sessions. Lines from other senders are stored here. Lines of decisions are read
 * from the timeline of their session, which contains them. Safe for many threads.
 */
public final class SessionLogs {
  private final Identifiers identifiers;
  private final AgentSessions sessions;
  private final LogText text;

  public SessionLogs(Identifiers identifiers, AgentSessions sessions, Masking masking) {
    this.identifiers = identifiers;
    this.sessions = sessions;
    this.text = new LogText(masking);
  }

  /** Lines that may be stored; only masking creates them. */
  public static final class MaskedLines {
    private final List<Object[]> rows;

    private MaskedLines(List<Object[]> rows) {
      this.rows = rows;
    }
  }

  /** Masks and cuts lines; called before a transaction, because it takes time. */
  public MaskedLines prepare(List<LogDraft> drafts) {
    List<Object[]> rows = new ArrayList<>(drafts.size());
    for (LogDraft draft : drafts) {
      rows.add(
          new Object[] {
            draft.at().toEpochMilli(),
            identifiers.next("log_"),
            draft.severity().weight(),
            draft.severity().toString(),
            draft.source().toString(),
            text.text(draft.message(), LogText.LONGEST_MESSAGE),
            text.text(draft.traceId(), LogText.LONGEST_ID),
            text.text(draft.spanId(), LogText.LONGEST_ID),
            text.attributes(draft.attributes())
          });
    }
    return new MaskedLines(rows);
  }

  /**
   * Adds lines to a session.
   *
   * @throws ApiException when the tenant has no such session
   */
  public void append(Tx tx, OrgId org, String sessionId, MaskedLines lines) {
    require(tx, org, sessionId);
    if (lines.rows.isEmpty()) {
      return;
    }
    try (Batch batch = tx.batch(SessionLogStore.INSERT)) {
      for (Object[] row : lines.rows) {
        Object[] values = new Object[row.length + 2];
        values[0] = org.value();
        values[1] = sessionId;
        System.arraycopy(row, 0, values, 2, row.length);
        batch.row(values);
      }
      batch.run();
    }
  }

  /** The latest lines of a session in the order of their times, and the total number. */
  record Page(List<LogLine> lines, long total) {}

  /**
   * Returns the latest lines of a session.
   *
   * @param least the minimum severity
   * @throws ApiException when the tenant has no such session
   */
  Page page(Tx tx, OrgId org, String sessionId, LogSeverity least, int limit) {
    AgentSession session = require(tx, org, sessionId);
    Set<Severity> severities = atLeast(least);
    List<Evidence> decided = sessions.decided(tx, org, sessionId, severities, limit);
    SessionLogStore store = tx.on(SessionLogStore.class);
    List<LogLine> lines = new ArrayList<>(store.latest(org, sessionId, least.weight(), limit));
    Map<String, String> traces =
        DecisionTraces.ofDecisions(
            tx,
            org,
            decided.stream().flatMap(entry -> entry.decisionId().stream()).distinct().toList());
    decided.forEach(entry -> lines.add(line(entry, session, traces)));
    lines.sort(LogLine.IN_ORDER);
    return new Page(
        List.copyOf(lines.subList(Math.max(0, lines.size() - limit), lines.size())),
        store.count(org, sessionId, least.weight())
            + sessions.countDecided(tx, org, sessionId, severities));
  }

  private AgentSession require(Tx tx, OrgId org, String sessionId) {
    return sessions
        .find(tx, org, sessionId)
        .orElseThrow(() -> ApiException.notFound("session", sessionId));
  }

  private static Set<Severity> atLeast(LogSeverity least) {
    Set<Severity> severities = EnumSet.noneOf(Severity.class);
    for (Severity severity : Severity.values()) {
      if (LogSeverity.of(severity).compareTo(least) >= 0) {
        severities.add(severity);
      }
    }
    return severities;
  }

  private static LogLine line(Evidence entry, AgentSession session, Map<String, String> traces) {
    String trace =
        Objects.requireNonNullElse(traces.get(entry.decisionId().orElse("")), session.traceId());
    ObjectNode attributes = JsonNodeFactory.instance.objectNode();
    attributes.put("evidence_type", entry.type().toString());
    entry.decisionId().ifPresent(id -> attributes.put("decision_id", id));
    return new LogLine(
        "log_" + entry.id().substring(entry.id().indexOf('_') + 1),
        entry.at(),
        LogSeverity.of(entry.severity()),
        LogSource.EVAL,
        entry.summary(),
        NonEmpty.of(trace),
        Optional.empty(),
        attributes);
  }

  /** Deletes a limited number of lines from before a time; returns their number. */
  int prune(Tx tx, OrgId org, Instant before, int limit) {
    return tx.on(SessionLogStore.class).removeOlder(org, before, limit);
  }
}
