package io.svc.server.mail;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for outbound mail. */
interface MailStore {
  /** A mail to be sent. */
  record Row(OrgId orgId, String mailId, String subjectId, String sealed, int attempts) {}

  /** The result of a mail. */
  record Outcome(String subjectId, String status) {}

  @SqlUpdate(
      """
      INSERT INTO outgoing_mail (org_id, mail_id, subject_id, sealed, status, attempts, next_at,
        last_error, created_at)
      VALUES (:org, :mailId, :subjectId, :sealed, 'pending', 0, :now, '', :now)
      """)
  void insert(OrgId org, String mailId, String subjectId, String sealed, Instant now);

  /** Leases due mails. If the process dies, another one leases them after the lease expires. */
  @SqlQuery(
      """
      UPDATE outgoing_mail SET next_at = :until, attempts = attempts + 1
      WHERE status = 'pending' AND next_at <= :now AND (org_id, mail_id) IN (
        SELECT org_id, mail_id FROM outgoing_mail
        WHERE status = 'pending' AND next_at <= :now ORDER BY next_at LIMIT :most)
      RETURNING org_id, mail_id, subject_id, sealed, attempts
      """)
  List<Row> take(Instant now, Instant until, int most);

  @SqlUpdate(
      """
      UPDATE outgoing_mail SET status = :status, sealed = '', last_error = :error
      WHERE org_id = :org AND mail_id = :mailId
      """)
  void settle(OrgId org, String mailId, String status, String error);

  @SqlUpdate(
      """
      UPDATE outgoing_mail SET next_at = :nextAt, last_error = :error
      WHERE org_id = :org AND mail_id = :mailId
      """)
  void postpone(OrgId org, String mailId, Instant nextAt, String error);

  @SqlQuery(
      """
      SELECT status FROM outgoing_mail WHERE org_id = :org AND subject_id = :subjectId
      ORDER BY mail_id DESC LIMIT 1
      """)
  Optional<String> status(OrgId org, String subjectId);

  /** The results of all stored mails, the latest last. */
  @SqlQuery("SELECT subject_id, status FROM outgoing_mail WHERE org_id = :org ORDER BY mail_id")
  List<Outcome> outcomes(OrgId org);

  /** For all tenants, for monitoring of the instance. */
  @SqlQuery("SELECT count(*) FROM outgoing_mail WHERE status = 'pending'")
  long countPending();

  @SqlUpdate("DELETE FROM outgoing_mail WHERE status <> 'pending' AND created_at < :before")
  int deleteSettled(Instant before);
}
