package io.svc.server.audit;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for the audit log. */
interface AuditStore {
  /** Advances and locks the head of a chain, or of a category in it. */
  @SqlQuery(
      """
      INSERT INTO audit_head (org_id, category, seq, hash) VALUES (:org, :category, 1, '')
      ON CONFLICT (org_id, category) DO UPDATE SET seq = audit_head.seq + 1
      RETURNING seq, hash
      """)
  ChainPosition advance(OrgId org, String category);

  @SqlUpdate("UPDATE audit_head SET hash = :hash WHERE org_id = :org AND category = ''")
  void setHash(OrgId org, String hash);

  @SqlUpdate(
      """
      INSERT INTO audit_entry (org_id, seq, category, category_seq, at, entry, hash)
      VALUES (:org, :seq, :category, :categorySeq, :at, :entry, :hash)
      """)
  void insert(
      OrgId org,
      long seq,
      String category,
      long categorySeq,
      Instant at,
      String entry,
      String hash);

  @SqlQuery("SELECT seq, hash FROM audit_head WHERE org_id = :org AND category = :category")
  Optional<ChainPosition> head(OrgId org, String category);

  @SqlQuery(
      """
      SELECT seq, category, category_seq, at, entry, hash FROM audit_entry
      WHERE org_id = :org AND seq > :after AND seq <= :upTo
      ORDER BY seq DESC
      """)
  List<AuditEntry> latest(OrgId org, long after, long upTo);

  @SqlQuery(
      """
      SELECT seq, category, category_seq, at, entry, hash FROM audit_entry
      WHERE org_id = :org AND category = :category AND category_seq > :after
        AND category_seq <= :upTo
      ORDER BY category_seq DESC
      """)
  List<AuditEntry> latestOf(OrgId org, String category, long after, long upTo);

  @SqlQuery(
      """
      SELECT seq, category, category_seq, at, entry, hash FROM audit_entry
      WHERE org_id = :org AND seq > :after
      ORDER BY seq LIMIT :limit
      """)
  List<AuditEntry> following(OrgId org, long after, int limit);

  @SqlQuery(
      """
      SELECT seq, hash FROM audit_erasure WHERE org_id = :org
      ORDER BY seq DESC LIMIT 1
      """)
  Optional<ChainPosition> erased(OrgId org);

  @SqlUpdate(
      """
      INSERT INTO audit_erasure (org_id, seq, hash, at) VALUES (:org, :seq, :hash, :at)
      ON CONFLICT (org_id, seq) DO NOTHING
      """)
  void erase(OrgId org, long seq, String hash, Instant at);

  /**
   * Returns the last entry after {@code after} that precedes the first retained entry.
   *
   * @param most the number of the last entry to check
   */
  @SqlQuery(
      """
      SELECT seq, hash FROM audit_entry
      WHERE org_id = :org AND seq > :after AND seq <= :most
        AND seq < COALESCE(
          (SELECT e.seq FROM audit_entry e
           WHERE e.org_id = :org AND e.seq > :after AND e.seq <= :most AND e.at >= :before
           ORDER BY e.seq LIMIT 1),
          :most + 1)
      ORDER BY seq DESC LIMIT 1
      """)
  Optional<ChainPosition> lastBefore(OrgId org, long after, long most, Instant before);

  /** The number of the first remaining entry of a category. */
  @SqlQuery(
      """
      SELECT category_seq FROM audit_entry WHERE org_id = :org AND category = :category
      ORDER BY category_seq LIMIT 1
      """)
  Optional<Long> firstOf(OrgId org, String category);

  @SqlUpdate("DELETE FROM audit_checkpoint WHERE org_id = :org AND seq <= :seq")
  int removeCheckpoints(OrgId org, long seq);

  /** Removes and locks the head of a chain, which records its end. */
  @SqlQuery("DELETE FROM audit_head WHERE org_id = :org AND category = '' RETURNING seq, hash")
  Optional<ChainPosition> removeHead(OrgId org);

  @SqlUpdate("DELETE FROM audit_head WHERE org_id = :org")
  void removeCategories(OrgId org);

  @SqlUpdate("DELETE FROM audit_checkpoint WHERE org_id = :org")
  void removeCheckpoints(OrgId org);

  @SqlUpdate("DELETE FROM audit_entry WHERE org_id = :org AND seq <= :seq")
  int deleteErased(OrgId org, long seq);

  @SqlUpdate(
      """
      INSERT INTO audit_checkpoint (org_id, seq, hash, at, signature)
      VALUES (:org, :seq, :hash, :at, :signature)
      ON CONFLICT (org_id, seq) DO NOTHING
      """)
  void insertCheckpoint(OrgId org, long seq, String hash, Instant at, String signature);

  @SqlQuery(
      """
      SELECT seq, hash, at, signature FROM audit_checkpoint WHERE org_id = :org AND seq > :after
      ORDER BY seq
      """)
  List<AuditCheckpoint> checkpoints(OrgId org, long after);

  /** All chains of all tenants: for the job that signs and the command that verifies. */
  @SqlQuery("SELECT org_id FROM audit_head WHERE category = '' ORDER BY org_id")
  List<OrgId> chains();

  /** The heads of all chains of all tenants: for backups. */
  @SqlQuery("SELECT org_id AS org, seq, hash FROM audit_head WHERE category = '' ORDER BY org_id")
  List<AuditHead> heads();

  /** A position in a chain. */
  record ChainPosition(long seq, String hash) {}
}
