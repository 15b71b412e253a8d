package io.svc.server.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Batch;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import io.svc.server.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * SQL statements for many sessions together: one transaction records the decisions of many callers.
 */
final class SessionRows {
  static final String APPEND =
      """
      UPDATE agent_session SET next_seq = next_seq + ?,
        last_at = CASE WHEN last_at < ? THEN ? ELSE last_at END,
        tool_calls = tool_calls + ?, decisions = decisions + ?, denied = denied + ?,
        warned = warned + ?, redacted = redacted + ?, approvals = approvals + ?,
        alerts = alerts + ?, input_tokens = input_tokens + ?, output_tokens = output_tokens + ?,
        risk_peak = CASE WHEN risk_peak < ? THEN ? ELSE risk_peak END, data_classes = ?
      WHERE org_id = ? AND session_id = ?
      """;

  static final String INSERT_EVIDENCE =
      """
      INSERT INTO evidence (org_id, session_id, seq, evidence_id, type, at, severity, summary,
        data, decision_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String INSERT =
      """
      INSERT INTO agent_session (org_id, session_id, agent_id, external_id, started_by, trace_id,
        outcome, started_at, last_at, ended_at, next_seq, tool_calls, decisions, denied, warned,
        redacted, approvals, alerts, input_tokens, output_tokens, risk_peak, data_classes)
      VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, NULL, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]')
      ON CONFLICT (org_id, agent_id, external_id) DO NOTHING
      """;

  private static final String START =
      "UPDATE agent_session SET started_at = ? WHERE org_id = ? AND session_id = ?";

  /** The first entry of a session is its start, with the same time. */
  private static final String START_ENTRY =
      """
      UPDATE evidence SET at = ? WHERE org_id = ? AND session_id = ? AND seq = 1
        AND at = (SELECT started_at FROM agent_session WHERE org_id = ? AND session_id = ?)
      """;

  private final Tx tx;
  private final OrgId org;

  SessionRows(Tx tx, OrgId org) {
    this.tx = tx;
    this.org = org;
  }

  /** An agent's identifier of a session. */
  record SessionName(String agentId, String name) {}

  /** The properties of a session that determine how it is continued. */
  record StoredSession(
      String id,
      SessionName name,
      Instant startedAt,
      long nextSeq,
      List<String> dataClasses,
      Instant lastAt,
      boolean isEnded) {
    private static final String COLUMNS =
        "s.session_id, s.agent_id, s.external_id, s.started_at, s.next_seq, s.data_classes,"
            + " s.last_at, s.outcome";

    /** Maps a row without reflection, because every decision reads one. */
    static StoredSession read(ResultSet row) throws SQLException {
      return new StoredSession(
          row.getString(1),
          new SessionName(row.getString(2), row.getString(3)),
          Instant.ofEpochMilli(row.getLong(4)),
          row.getLong(5),
          List.of(Json.readStored(row.getString(6), String[].class)),
          Instant.ofEpochMilli(row.getLong(7)),
          !row.getString(8).isEmpty());
    }

    boolean isActive(Instant now) {
      return !isEnded && now.isBefore(lastAt.plus(AgentSession.IDLE));
    }
  }

  Map<String, StoredSession> byId(Collection<String> ids) {
    List<Object> values = new ArrayList<>(List.of(org.value()));
    values.addAll(ids);
    repeatLast(values, 1, ids.size());
    String sql =
        "SELECT "
            + StoredSession.COLUMNS
            + " FROM agent_session s WHERE s.org_id = ? AND s.session_id IN ("
            + String.join(", ", Collections.nCopies(values.size() - 1, "?"))
            + ")"
            + lock();
    Map<String, StoredSession> found = new HashMap<>();
    tx.rows(sql, StoredSession::read, values.toArray())
        .forEach(session -> found.put(session.id(), session));
    return found;
  }

  Map<SessionName, StoredSession> byName(List<SessionName> names) {
    List<Object> values = new ArrayList<>();
    names.forEach(name -> values.addAll(List.of(name.agentId(), name.name())));
    repeatLast(values, 2, names.size());
    // The names come first: in SQLite, CROSS JOIN fixes the join order, so that the index is used.
    String join = tx.vendor() == Vendor.SQLITE ? " wanted CROSS JOIN" : " wanted,";
    String sql =
        "SELECT "
            + StoredSession.COLUMNS
            + " FROM (VALUES "
            + String.join(", ", Collections.nCopies(values.size() / 2, "(?, ?)"))
            + ")"
            + join
            + " agent_session s WHERE s.org_id = ? AND s.agent_id = wanted.column1"
            + " AND s.external_id = wanted.column2"
            + lock();
    values.add(org.value());
    Map<SessionName, StoredSession> found = new HashMap<>();
    tx.rows(sql, StoredSession::read, values.toArray())
        .forEach(session -> found.put(session.name(), session));
    return found;
  }

  /**
   * Repeats the last of some keys until their number is a power of two, so that few statements are
   * prepared for groups of all sizes.
   */
  private static void repeatLast(List<Object> values, int valuesOfKey, int keys) {
    List<Object> last = List.copyOf(values.subList(values.size() - valuesOfKey, values.size()));
    for (int i = keys; Integer.bitCount(i) > 1; i++) {
      values.addAll(last);
    }
  }

  /** Locks rows in a fixed order, which prevents deadlocks. */
  private String lock() {
    return tx.vendor() == Vendor.POSTGRESQL ? " ORDER BY s.session_id FOR UPDATE OF s" : "";
  }

  /** Creates missing sessions; returns for each whether it was created. */
  int[] insert(List<SessionBatch.SessionRequest> requests, List<String> ids, Instant now) {
    try (Batch batch = tx.batch(INSERT)) {
      for (int i = 0; i < ids.size(); i++) {
        SessionBatch.SessionRequest request = requests.get(i);
        AgentSession.Origin origin = request.origin();
        long at = request.startedAt(now).toEpochMilli();
        batch.row(
            org.value(),
            ids.get(i),
            request.agentId(),
            request.name(),
            origin.trigger(),
            origin.traceId(),
            at,
            at);
      }
      return batch.run();
    }
  }

  /** Moves the start of sessions, both in the session and in its timeline. */
  void start(Map<String, Instant> starts) {
    if (starts.isEmpty()) {
      return;
    }
    try (Batch sessions = tx.batch(START);
        Batch entries = tx.batch(START_ENTRY)) {
      starts.forEach(
          (sessionId, at) -> {
            sessions.row(at.toEpochMilli(), org.value(), sessionId);
            entries.row(at.toEpochMilli(), org.value(), sessionId, org.value(), sessionId);
          });
      entries.run();
      sessions.run();
    }
  }

  void append(Batch batch, String sessionId, CountDeltas weight, Set<String> dataClasses) {
    long now = tx.now().toEpochMilli();
    batch.row(
        (long) weight.drafts(),
        now,
        now,
        weight.count(Evidence.Type.TOOL_CALL),
        weight.count(Evidence.Type.POLICY_DECISION),
        weight.denied(),
        weight.warned(),
        weight.count(Evidence.Type.REDACTION),
        weight.count(Evidence.Type.APPROVAL_REQUESTED),
        weight.count(Evidence.Type.ALERT),
        weight.inputTokens(),
        weight.outputTokens(),
        weight.risk(),
        weight.risk(),
        dataClasses.isEmpty() ? "[]" : Json.text(dataClasses),
        org.value(),
        sessionId);
  }

  void insert(Batch batch, String sessionId, Evidence request) {
    batch.row(
        org.value(),
        sessionId,
        request.seq(),
        request.id(),
        request.type().toString(),
        request.at().toEpochMilli(),
        request.severity().label(),
        request.summary(),
        Json.text(request.data()),
        request.decisionId().orElse(""));
  }

  /** The contribution of entries to the counts of their session. */
  record CountDeltas(
      int drafts,
      Map<Evidence.Type, Long> types,
      long denied,
      long warned,
      long inputTokens,
      long outputTokens,
      long risk) {

    static CountDeltas of(List<Evidence.Draft> drafts) {
      Map<Evidence.Type, Long> types = new EnumMap<>(Evidence.Type.class);
      long denied = 0;
      long warned = 0;
      long input = 0;
      long output = 0;
      long risk = 0;
      for (Evidence.Draft draft : drafts) {
        types.merge(draft.type(), 1L, Long::sum);
        JsonNode data = draft.data();
        if (draft.type() == Evidence.Type.POLICY_DECISION) {
          denied += data.path("effect").asText().equals("deny") ? 1 : 0;
          warned += data.path("effect").asText().equals("warn") ? 1 : 0;
        }
        if (draft.type() == Evidence.Type.LLM_CALL) {
          input += Math.max(0, data.path("inputTokens").asLong());
          output += Math.max(0, data.path("outputTokens").asLong());
        }
        risk = Math.max(risk, data.path("riskScore").asLong());
      }
      return new CountDeltas(drafts.size(), types, denied, warned, input, output, risk);
    }

    long count(Evidence.Type type) {
      return types.getOrDefault(type, 0L);
    }
  }
}
