package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of what policies did in each hour. */
interface PolicyHourStore {
  /** What a policy did in some hours. */
  record Sum(
      String policyId,
      long evaluations,
      long wouldDeny,
      long denied,
      Optional<Instant> lastMatchedAt) {}

  @SqlUpdate(
      """
      INSERT INTO policy_hour (org_id, policy_id, hour, evaluations, would_deny, denied,
        last_matched_at)
      VALUES (:org, :policyId, :hour, :evaluations, :wouldDeny, :denied, :lastMatchedAt)
      ON CONFLICT (org_id, policy_id, hour) DO UPDATE SET
        evaluations = policy_hour.evaluations + excluded.evaluations,
        would_deny = policy_hour.would_deny + excluded.would_deny,
        denied = policy_hour.denied + excluded.denied,
        last_matched_at = COALESCE(excluded.last_matched_at, policy_hour.last_matched_at)
      """)
  int add(
      OrgId org,
      String policyId,
      long hour,
      long evaluations,
      long wouldDeny,
      long denied,
      Optional<Instant> lastMatchedAt);

  @SqlQuery(
      """
      SELECT policy_id,
        sum(CASE WHEN hour >= :from THEN evaluations ELSE 0 END) AS evaluations,
        sum(CASE WHEN hour >= :from THEN would_deny ELSE 0 END) AS would_deny,
        sum(CASE WHEN hour >= :from THEN denied ELSE 0 END) AS denied,
        max(last_matched_at) AS last_matched_at
      FROM policy_hour WHERE org_id = :org AND policy_id IN (<policyIds>)
      GROUP BY policy_id
      """)
  List<Sum> sums(OrgId org, @BindList("policyIds") List<String> policyIds, long from);

  @SqlUpdate("DELETE FROM policy_hour WHERE org_id = :org")
  int deleteAll(OrgId org);
}
