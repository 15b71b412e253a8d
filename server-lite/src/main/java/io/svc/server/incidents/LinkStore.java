package io.svc.server.incidents;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for links and participants of incidents. */
interface LinkStore {
  /** A link of an incident. */
  record Link(
      @JsonProperty("type") LinkKind kind,
      @JsonProperty("id") String refId,
      Instant addedAt,
      String addedBy,
      String note) {}

  /** A participant of a war room. */
  record Participant(String userId, String name, WarRoomRole role, Instant joinedAt) {}

  @SqlUpdate(
      """
      INSERT INTO incident_link (org_id, incident_id, kind, ref_id, link_id, added_at, added_by,
        note)
      VALUES (:org, :id, :kind, :refId, :linkId, :now, :by, :note)
      ON CONFLICT (org_id, incident_id, kind, ref_id) DO NOTHING
      """)
  int add(
      OrgId org,
      String id,
      LinkKind kind,
      String refId,
      String linkId,
      Instant now,
      String by,
      String note);

  @SqlQuery(
      """
      SELECT kind, ref_id, added_at, added_by, note FROM incident_link
      WHERE org_id = :org AND incident_id = :id ORDER BY link_id
      """)
  List<Link> all(OrgId org, String id);

  @SqlQuery(
      """
      SELECT ref_id FROM incident_link
      WHERE org_id = :org AND incident_id = :id AND kind = :kind ORDER BY link_id
      """)
  List<String> refs(OrgId org, String id, LinkKind kind);

  @SqlQuery(
      """
      SELECT count(*) FROM incident_link
      WHERE org_id = :org AND incident_id = :id AND kind = :kind
      """)
  long count(OrgId org, String id, LinkKind kind);

  @SqlQuery(
      """
      SELECT kind, ref_id, added_at, added_by, note FROM incident_link
      WHERE org_id = :org AND incident_id = :id AND ref_id = :refId
      """)
  Optional<Link> find(OrgId org, String id, String refId);

  @SqlUpdate(
      """
      DELETE FROM incident_link
      WHERE org_id = :org AND incident_id = :id AND kind = :kind AND ref_id = :refId
      """)
  int remove(OrgId org, String id, LinkKind kind, String refId);

  @SqlQuery(
      """
      SELECT user_id, name, role, joined_at FROM incident_participant
      WHERE org_id = :org AND incident_id = :id ORDER BY joined_at, user_id
      """)
  List<Participant> participants(OrgId org, String id);

  @SqlUpdate(
      """
      INSERT INTO incident_participant (org_id, incident_id, user_id, name, role, joined_at)
      VALUES (:org, :id, :userId, :name, :role, :now)
      ON CONFLICT (org_id, incident_id, user_id) DO UPDATE SET role = excluded.role,
        name = excluded.name
      """)
  int seat(OrgId org, String id, String userId, String name, WarRoomRole role, Instant now);

  /** Turns the current holder of a role into a plain participant. */
  @SqlUpdate(
      """
      UPDATE incident_participant SET role = 'participant'
      WHERE org_id = :org AND incident_id = :id AND role = :role
      """)
  int vacate(OrgId org, String id, WarRoomRole role);

  @SqlUpdate(
      """
      DELETE FROM incident_participant
      WHERE org_id = :org AND incident_id = :id AND user_id = :userId
      """)
  int leave(OrgId org, String id, String userId);
}
