package io.svc.server.incidents;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for reviews and their action items. */
interface ReviewStore {
  /** A stored version of a review. */
  record Row(
      long version,
      String reviewId,
      ReviewView.ReviewStatus status,
      String content,
      String markdown,
      Instant generatedAt,
      String generatedBy,
      Instant updatedAt,
      Optional<Instant> finalizedAt,
      String finalizedBy,
      long revision) {}

  /** An action item. */
  record Item(
      String itemId,
      String title,
      String ownerId,
      String dueDate,
      ReviewView.ItemStatus status,
      Instant createdAt,
      Instant updatedAt) {}

  @SqlQuery(
      """
      SELECT * FROM incident_review WHERE org_id = :org AND incident_id = :id
      ORDER BY version DESC LIMIT 1
      """)
  Optional<Row> latest(OrgId org, String id);

  @SqlQuery(
      """
      SELECT * FROM incident_review
      WHERE org_id = :org AND incident_id = :id AND version = :version
      """)
  Optional<Row> version(OrgId org, String id, long version);

  @SqlUpdate(
      """
      INSERT INTO incident_review (org_id, incident_id, version, review_id, status, content,
        markdown, generated_at, generated_by, updated_at, finalized_by, revision)
      VALUES (:org, :id, :version, :reviewId, 'draft', :content,
        :markdown, :now, :by, :now, '', 1)
      """)
  int insert(
      OrgId org,
      String id,
      long version,
      String reviewId,
      String content,
      String markdown,
      String by,
      Instant now);

  @SqlUpdate(
      """
      UPDATE incident_review SET content = :content, markdown = :markdown, updated_at = :now,
        revision = revision + 1
      WHERE org_id = :org AND incident_id = :id AND version = :version AND status = 'draft'
      """)
  int edit(OrgId org, String id, long version, String content, String markdown, Instant now);

  @SqlUpdate(
      """
      UPDATE incident_review SET status = 'final', finalized_at = :now, finalized_by = :by,
        revision = revision + 1
      WHERE org_id = :org AND incident_id = :id AND version = :version AND status = 'draft'
      """)
  int finish(OrgId org, String id, long version, String by, Instant now);

  @SqlQuery(
      """
      SELECT item_id, title, owner_id, due_date, status, created_at, updated_at
      FROM incident_action_item WHERE org_id = :org AND incident_id = :id ORDER BY item_id
      """)
  List<Item> items(OrgId org, String id);

  @SqlUpdate(
      """
      INSERT INTO incident_action_item (org_id, incident_id, item_id, title, owner_id, due_date,
        status, created_at, updated_at)
      VALUES (:org, :id, :itemId, :title, :ownerId, :dueDate, :status, :now, :now)
      ON CONFLICT (org_id, incident_id, item_id) DO UPDATE SET title = excluded.title,
        owner_id = excluded.owner_id, due_date = excluded.due_date, status = excluded.status,
        updated_at = excluded.updated_at
      """)
  int setItem(
      OrgId org,
      String id,
      String itemId,
      String title,
      String ownerId,
      String dueDate,
      ReviewView.ItemStatus status,
      Instant now);
}
