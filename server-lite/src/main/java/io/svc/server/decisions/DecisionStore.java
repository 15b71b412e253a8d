package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for decisions. */
interface DecisionStore {
  /** A further condition: the decisions in the timeline of a session. */
  String OF_SESSION =
      """
      AND session_id = :sessionId AND decision_id IN (
        SELECT e.decision_id FROM evidence e
        WHERE e.org_id = :org AND e.session_id = :sessionId AND e.decision_id <> '')
      """;

  /** A decision of a session, for replays. */
  record ReplayRow(
      String decisionId,
      String agentId,
      String sessionId,
      String tool,
      String setId,
      Instant decidedAt,
      String unreplayable,
      String facts,
      String sealed,
      String outcomes) {}

  @SqlUpdate(
      """
      INSERT INTO policy_set (org_id, set_id, members) VALUES (:org, :setId, :members)
      ON CONFLICT (org_id, set_id) DO NOTHING
      """)
  int insertSet(OrgId org, String setId, String members);

  @SqlQuery("SELECT members FROM policy_set WHERE org_id = :org AND set_id = :setId")
  Optional<String> set(OrgId org, String setId);

  @SqlQuery(
      """
      SELECT decision_id, agent_id, session_id, tool, set_id, decided_at, unreplayable, facts,
        sealed, outcomes
      FROM decision
      WHERE org_id = :org
      """
          + OF_SESSION
          + " ORDER BY decision_id LIMIT :limit")
  List<ReplayRow> ofSession(OrgId org, String sessionId, int limit);

  @SqlQuery(
      """
      SELECT decision_id, agent_id, session_id, tool, set_id, decided_at, unreplayable, facts,
        sealed, outcomes
      FROM decision
      WHERE org_id = :org AND decision_id >= :first AND decided_at >= :from
      ORDER BY decision_id DESC LIMIT :limit
      """)
  List<ReplayRow> since(OrgId org, String first, Instant from, int limit);

  /** The stored content of a decision. */
  record ContentRow(
      String decisionId,
      String agentId,
      String sessionId,
      String action,
      String tool,
      String unreplayable,
      String facts,
      String sealed) {}

  @SqlQuery(
      """
      SELECT decision_id, agent_id, session_id, action, tool, unreplayable, facts, sealed
      FROM decision WHERE org_id = :org AND decision_id = :decisionId
      """)
  Optional<ContentRow> stored(OrgId org, String decisionId);

  /** A set of policies; its members are JSON. */
  record PolicySetRow(String setId, String members) {}

  @SqlQuery("SELECT set_id, members FROM policy_set WHERE org_id = :org AND members LIKE :pattern")
  List<PolicySetRow> setsNaming(OrgId org, String pattern);

  @SqlQuery(
      """
      SELECT session_id FROM (
        SELECT session_id, set_id, decided_at FROM decision
        WHERE org_id = :org AND decision_id >= :first AND decision_id < :last
          AND decided_at >= :from AND decided_at < :to
        ORDER BY decision_id DESC LIMIT :looked) latest
      WHERE set_id IN (<sets>)
      GROUP BY session_id ORDER BY max(decided_at) DESC, session_id LIMIT :most
      """)
  List<String> sessionsOf(
      OrgId org,
      @BindList("sets") List<String> sets,
      String first,
      String last,
      Instant from,
      Instant to,
      int looked,
      int most);

  /** Deletes the decisions of the first timeline entries of sessions. */
  @SqlUpdate(
      """
      DELETE FROM decision WHERE org_id = :org AND session_id IN (<ids>) AND decision_id IN (
        SELECT e.decision_id FROM evidence e
        WHERE e.org_id = :org AND e.session_id IN (<ids>)
        ORDER BY e.session_id, e.at, e.seq LIMIT :most)
      """)
  int removeOf(OrgId org, @BindList("ids") List<String> ids, int most);

  @SqlQuery(
      """
      SELECT DISTINCT session_id FROM evidence
      WHERE org_id = :org AND session_id IN (<sessionIds>) AND type = 'policy_decision'
        AND at >= :from AND at < :to
      """)
  List<String> sessionsWithin(
      OrgId org, @BindList("sessionIds") List<String> sessionIds, Instant from, Instant to);

  /** The tool and server of an action. */
  record ToolAndServer(String tool, String server) {}

  @SqlQuery(
      """
      SELECT DISTINCT tool, server FROM (
        SELECT tool, server FROM decision
        WHERE org_id = :org ORDER BY decision_id DESC LIMIT :looked) latest
      """)
  List<ToolAndServer> names(OrgId org, int looked);

  @SqlUpdate("DELETE FROM decision WHERE org_id = :org")
  int deleteAll(OrgId org);

  @SqlUpdate("DELETE FROM policy_set WHERE org_id = :org")
  int deleteSets(OrgId org);
}
