package io.svc.server.approvals;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for dependent records of approvals: votes, events, sealed calls and responses. */
interface RecordStore {
  /** A vote of a member. */
  record Vote(
      String userId,
      String userName,
      ApprovalVoting.Choice decision,
      String comment,
      Instant decidedAt) {}

  /** An entry in an approval's history. */
  record HistoryEntry(Instant at, String type, String actor, String detail) {}

  /** Replaces an earlier vote of the same member. */
  @SqlUpdate(
      """
      INSERT INTO approval_vote (org_id, approval_id, user_id, user_name, decision, comment,
        decided_at)
      VALUES (:org, :id, :userId, :userName, :decision, :comment,
        :now)
      ON CONFLICT (org_id, approval_id, user_id) DO UPDATE SET decision = excluded.decision,
        comment = excluded.comment, decided_at = excluded.decided_at
      """)
  int vote(
      OrgId org,
      String id,
      String userId,
      String userName,
      ApprovalVoting.Choice decision,
      String comment,
      Instant now);

  @SqlQuery(
      """
      SELECT user_id, user_name, decision, comment, decided_at FROM approval_vote
      WHERE org_id = :org AND approval_id = :id ORDER BY decided_at, user_id
      """)
  List<Vote> votes(OrgId org, String id);

  @SqlUpdate(
      """
      INSERT INTO approval_event (org_id, approval_id, event_id, at, type, actor, detail)
      VALUES (:org, :id, :eventId, :now, :type, :actor, :detail)
      """)
  int note(
      OrgId org, String id, String eventId, Instant now, String type, String actor, String detail);

  @SqlQuery(
      """
      SELECT at, type, actor, detail FROM approval_event
      WHERE org_id = :org AND approval_id = :id ORDER BY event_id LIMIT :most
      """)
  List<HistoryEntry> events(OrgId org, String id, int most);

  @SqlQuery("SELECT count(*) FROM approval_event WHERE org_id = :org AND approval_id = :id")
  long countEvents(OrgId org, String id);

  @SqlUpdate(
      """
      INSERT INTO approval_payload (org_id, approval_id, kind, sealed, kept_until)
      VALUES (:org, :id, :kind, :sealed, :keptUntil)
      """)
  int keep(OrgId org, String id, PayloadKind kind, String sealed, Optional<Instant> keptUntil);

  @SqlQuery(
      """
      SELECT sealed FROM approval_payload
      WHERE org_id = :org AND approval_id = :id AND kind = :kind
        AND (kept_until IS NULL OR kept_until > :now)
      """)
  Optional<String> sealedPayload(OrgId org, String id, PayloadKind kind, Instant now);

  @SqlUpdate("DELETE FROM approval_payload WHERE org_id = :org AND approval_id = :id")
  int wipe(OrgId org, String id);

  /** Clears expired responses. */
  @SqlUpdate("DELETE FROM approval_payload WHERE kept_until IS NOT NULL AND kept_until <= :now")
  int wipeEnded(Instant now);

  @SqlUpdate("DELETE FROM approval_vote WHERE org_id = :org AND approval_id IN (<ids>)")
  int removeVotes(OrgId org, @BindList("ids") List<String> ids);

  @SqlUpdate("DELETE FROM approval_event WHERE org_id = :org AND approval_id IN (<ids>)")
  int removeEvents(OrgId org, @BindList("ids") List<String> ids);

  @SqlUpdate("DELETE FROM approval_payload WHERE org_id = :org AND approval_id IN (<ids>)")
  int removePayloads(OrgId org, @BindList("ids") List<String> ids);

  /** The kind of a sealed payload of an approval. */
  enum PayloadKind {
    /** The held call, sealed. */
    CALL,
    /** The response. */
    ANSWER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
