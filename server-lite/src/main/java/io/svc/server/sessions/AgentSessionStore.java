package io.svc.server.sessions;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for sessions and their entries. */
interface AgentSessionStore {
  /** The number of an agent's sessions. */
  record Count(String agentId, long n) {}

  @SqlQuery("SELECT * FROM agent_session WHERE org_id = :org AND session_id = :id")
  Optional<AgentSession> find(OrgId org, String id);

  @SqlQuery(
      """
      SELECT * FROM agent_session
      WHERE org_id = :org AND agent_id = :agentId AND external_id = :externalId
      """)
  Optional<AgentSession> named(OrgId org, String agentId, String externalId);

  /** Ends an unnamed session; its own identifier becomes its name. */
  @SqlUpdate(
      """
      UPDATE agent_session SET external_id = session_id
      WHERE org_id = :org AND agent_id = :agentId AND external_id = '' AND last_at <= :idleSince
      """)
  int closeIdle(OrgId org, String agentId, Instant idleSince);

  @SqlUpdate(
      """
      UPDATE agent_session SET outcome = :outcome, ended_at = :now,
        external_id = CASE WHEN external_id = '' THEN session_id ELSE external_id END
      WHERE org_id = :org AND session_id = :id AND outcome = ''
      """)
  int end(OrgId org, String id, AgentSession.Outcome outcome, Instant now);

  /** Extends a session beyond its reported end. */
  @SqlUpdate(
      """
      UPDATE agent_session SET outcome = :outcome, ended_at = :at
      WHERE org_id = :org AND session_id = :id AND ended_at < :at
      """)
  int extend(OrgId org, String id, AgentSession.Outcome outcome, Instant at);

  /** Selects the data of tool calls among some entries of the latest sessions of an agent. */
  @SqlQuery(
      """
      SELECT data FROM (
        SELECT type, data FROM evidence WHERE org_id = :org AND session_id IN (
          SELECT session_id FROM agent_session WHERE org_id = :org AND agent_id = :agentId
          ORDER BY session_id DESC LIMIT :sessions)
        LIMIT :entries) latest
      WHERE type = 'tool_call'
      """)
  List<String> toolCalls(OrgId org, String agentId, int sessions, int entries);

  @SqlQuery(
      """
      SELECT * FROM evidence
      WHERE org_id = :org AND session_id = :sessionId AND (at, seq) > (:at, :seq)
      ORDER BY at, seq LIMIT :limit OFFSET :offset
      """)
  List<Evidence> timeline(OrgId org, String sessionId, long at, long seq, int offset, int limit);

  /** Selects the latest entries that belong to decisions, latest first. */
  @SqlQuery(
      """
      SELECT * FROM evidence
      WHERE org_id = :org AND session_id = :sessionId AND decision_id <> ''
        AND severity IN (<severities>)
      ORDER BY at DESC, seq DESC LIMIT :limit
      """)
  List<Evidence> decided(
      OrgId org, String sessionId, @BindList("severities") List<String> severities, int limit);

  @SqlQuery(
      """
      SELECT count(*) FROM evidence
      WHERE org_id = :org AND session_id = :sessionId AND decision_id <> ''
        AND severity IN (<severities>)
      """)
  long countDecided(OrgId org, String sessionId, @BindList("severities") List<String> severities);

  @SqlQuery(
      """
      SELECT * FROM agent_session
      WHERE org_id = :org AND agent_id = :agentId
      ORDER BY session_id DESC LIMIT :limit OFFSET :offset
      """)
  List<AgentSession> ofAgent(OrgId org, String agentId, int limit, int offset);

  @SqlQuery("SELECT count(*) FROM agent_session WHERE org_id = :org AND agent_id = :agentId")
  long count(OrgId org, String agentId);

  @SqlQuery(
      """
      SELECT agent_id, count(*) AS n FROM agent_session
      WHERE org_id = :org AND agent_id IN (<agentIds>) GROUP BY agent_id
      """)
  List<Count> counts(OrgId org, @BindList List<String> agentIds);

  @SqlQuery(
      "SELECT agent_id, count(*) AS n FROM agent_session WHERE org_id = :org GROUP BY agent_id")
  List<Count> allCounts(OrgId org);

  /**
   * Finds sessions by their own identifier, the caller's, or the trace's. Duplicates are harmless
   * here. A union without duplicates would be sorted by identifier, for which SQLite scans all
   * sessions.
   */
  @SqlQuery(
      """
      SELECT * FROM agent_session WHERE org_id = :org AND session_id IN (
        SELECT session_id FROM agent_session WHERE org_id = :org AND session_id = :name
        UNION ALL SELECT session_id FROM agent_session WHERE org_id = :org AND external_id = :name
        UNION ALL SELECT session_id FROM agent_session WHERE org_id = :org AND trace_id = :name)
      ORDER BY session_id DESC LIMIT :most
      """)
  List<AgentSession> called(OrgId org, String name, int most);

  /** Returns sessions that started before a time and had no activity since; oldest first. */
  @SqlQuery(
      """
      SELECT session_id FROM agent_session
      WHERE org_id = :org AND started_at < :before AND last_at < :before
      ORDER BY started_at LIMIT :limit
      """)
  List<String> restingSince(OrgId org, Instant before, int limit);

  @SqlQuery(
      """
      SELECT session_id FROM agent_session
      WHERE org_id = :org AND session_id IN (<ids>) AND started_at < :before AND last_at < :before
      """)
  List<String> restingOf(OrgId org, @BindList("ids") List<String> ids, Instant before);

  @SqlUpdate(
      """
      DELETE FROM evidence WHERE org_id = :org AND (session_id, at, seq) IN (
        SELECT session_id, at, seq FROM evidence
        WHERE org_id = :org AND session_id IN (<ids>) ORDER BY session_id, at, seq LIMIT :most)
      """)
  int removeEvidence(OrgId org, @BindList("ids") List<String> ids, int most);

  @SqlUpdate("DELETE FROM agent_session WHERE org_id = :org AND session_id IN (<ids>)")
  int remove(OrgId org, @BindList("ids") List<String> ids);
}
