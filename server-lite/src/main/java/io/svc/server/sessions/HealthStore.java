package io.svc.server.sessions;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** Statements of how agents fare. */
interface HealthStore {
  /**
   * How the late sessions of an agent went.
   *
   * @param ended of which somebody said that they ended
   */
  record Fare(
      String agentId, long sessions, long decisions, long denied, long ended, long failed) {}

  @SqlQuery(
      """
      SELECT agent_id, count(*) AS sessions, CAST(sum(decisions) AS BIGINT) AS decisions,
        CAST(sum(denied) AS BIGINT) AS denied, count(*) FILTER (WHERE outcome <> '') AS ended,
        count(*) FILTER (WHERE outcome = 'failed') AS failed
      FROM agent_session
      WHERE org_id = :org AND agent_id IN (<agentIds>) AND session_id >= :first
      GROUP BY agent_id
      """)
  List<Fare> fares(OrgId org, @BindList("agentIds") List<String> agentIds, String first);

  @SqlQuery(
      """
      SELECT agent_id, count(*) AS sessions, CAST(sum(decisions) AS BIGINT) AS decisions,
        CAST(sum(denied) AS BIGINT) AS denied, count(*) FILTER (WHERE outcome <> '') AS ended,
        count(*) FILTER (WHERE outcome = 'failed') AS failed
      FROM agent_session
      WHERE org_id = :org AND started_at >= :since
      GROUP BY agent_id
      """)
  List<Fare> allFares(OrgId org, Instant since);
}
