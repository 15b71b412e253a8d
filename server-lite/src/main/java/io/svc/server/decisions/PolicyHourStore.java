package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for hourly statistics of policies. */
interface PolicyHourStore {
  /** The results of a policy over several hours. */
  record PolicyTotals(
      String policyId, long wouldDeny, long denied, Optional<Instant> lastMatchedAt) {}

  String ADD =
      """
      INSERT INTO policy_hour (org_id, policy_id, hour, would_deny, denied, last_matched_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (org_id, policy_id, hour) DO UPDATE SET
        would_deny = policy_hour.would_deny + excluded.would_deny,
        denied = policy_hour.denied + excluded.denied,
        last_matched_at = COALESCE(excluded.last_matched_at, policy_hour.last_matched_at)
      """;

  @SqlQuery(
      """
      SELECT policy_id,
        sum(CASE WHEN hour >= :from THEN would_deny ELSE 0 END) AS would_deny,
        sum(CASE WHEN hour >= :from THEN denied ELSE 0 END) AS denied,
        max(last_matched_at) AS last_matched_at
      FROM policy_hour WHERE org_id = :org AND policy_id IN (<policyIds>)
      GROUP BY policy_id
      """)
  List<PolicyTotals> sums(OrgId org, @BindList("policyIds") List<String> policyIds, long from);

  /** A set of policies and the number of its evaluations. */
  record EvaluationCount(String members, long evaluations) {}

  String ADD_TO_SET =
      """
      INSERT INTO policy_set_hour (org_id, set_id, hour, evaluations) VALUES (?, ?, ?, ?)
      ON CONFLICT (org_id, hour, set_id)
      DO UPDATE SET evaluations = policy_set_hour.evaluations + excluded.evaluations
      """;

  @SqlQuery(
      """
      SELECT s.members, h.evaluations FROM (
        SELECT set_id, sum(evaluations) AS evaluations FROM policy_set_hour
        WHERE org_id = :org AND hour >= :from GROUP BY set_id) h
      JOIN policy_set s ON s.org_id = :org AND s.set_id = h.set_id
      """)
  List<EvaluationCount> evaluated(OrgId org, long from);

  @SqlUpdate("DELETE FROM policy_set_hour WHERE org_id = :org AND hour < :before")
  int pruneSets(OrgId org, long before);

  @SqlUpdate("DELETE FROM policy_set_hour WHERE org_id = :org")
  int deleteSets(OrgId org);

  @SqlUpdate("DELETE FROM policy_hour WHERE org_id = :org AND hour < :before")
  int prune(OrgId org, long before);

  @SqlUpdate("DELETE FROM policy_hour WHERE org_id = :org")
  int deleteAll(OrgId org);
}
