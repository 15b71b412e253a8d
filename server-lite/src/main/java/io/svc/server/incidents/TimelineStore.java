package io.svc.server.incidents;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for timelines and notes. */
interface TimelineStore {
  /** A stored entry; its details are JSON. */
  record EntryRow(
      String entryId, Instant at, TimelineEntryType type, String actor, String text, String data) {}

  /** A stored note. */
  record NoteRow(
      String noteId,
      String authorId,
      String authorName,
      String body,
      boolean pinned,
      Instant createdAt) {}

  @SqlUpdate(
      """
      INSERT INTO incident_entry (org_id, incident_id, entry_id, at, type, actor, text, data)
      VALUES (:org, :id, :entryId, :at, :type, :actor, :text, :data)
      """)
  int write(
      OrgId org,
      String id,
      String entryId,
      Instant at,
      TimelineEntryType type,
      String actor,
      String text,
      String data);

  /** Returns the latest entries, latest first. */
  @SqlQuery(
      """
      SELECT entry_id, at, type, actor, text, data FROM incident_entry
      WHERE org_id = :org AND incident_id = :id ORDER BY entry_id DESC LIMIT :most
      """)
  List<EntryRow> latest(OrgId org, String id, int most);

  @SqlQuery("SELECT count(*) FROM incident_entry WHERE org_id = :org AND incident_id = :id")
  long count(OrgId org, String id);

  @SqlUpdate(
      """
      INSERT INTO incident_note (org_id, incident_id, note_id, author_id, author_name, body,
        pinned, created_at)
      VALUES (:org, :id, :noteId, :authorId, :authorName, :body, :pinned, :now)
      """)
  int note(
      OrgId org,
      String id,
      String noteId,
      String authorId,
      String authorName,
      String body,
      boolean pinned,
      Instant now);

  /** Returns pinned notes, then the latest, latest first. */
  @SqlQuery(
      """
      SELECT note_id, author_id, author_name, body, pinned, created_at FROM incident_note
      WHERE org_id = :org AND incident_id = :id
      ORDER BY CASE WHEN pinned THEN 0 ELSE 1 END, note_id DESC LIMIT :most
      """)
  List<NoteRow> notes(OrgId org, String id, int most);

  @SqlQuery("SELECT count(*) FROM incident_note WHERE org_id = :org AND incident_id = :id")
  long countNotes(OrgId org, String id);
}
