package io.svc.server.discovery;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for saved views. */
interface SavedViewStore {
  String COLUMNS =
      """
      SELECT view_id AS id, owner_id, resource, name, filters, columns, sort, shared, created_at,
        updated_at, version
      FROM saved_view
      """;

  @SqlUpdate(
      """
      INSERT INTO saved_view (org_id, view_id, owner_id, resource, name, name_key, filters, columns,
        sort, shared, created_at, updated_at, version)
      VALUES (:org, :id, :ownerId, :resource, :name, :key, :filters, :columns,
        :sort, :shared, :now, :now, 1)
      ON CONFLICT (org_id, owner_id, resource, name_key) DO NOTHING
      """)
  int insert(OrgId org, String id, String ownerId, @BindRecord SavedViews.Draft draft, Instant now);

  /** Selects the views of an owner, and shared views of others. */
  @SqlQuery(
      COLUMNS
          + """
          WHERE org_id = :org AND (owner_id = :ownerId OR shared)
          ORDER BY name_key, view_id
          """)
  List<SavedView> visible(OrgId org, String ownerId);

  @SqlQuery(COLUMNS + "WHERE org_id = :org AND view_id = :id")
  Optional<SavedView> find(OrgId org, String id);

  @SqlQuery(
      """
      SELECT view_id FROM saved_view
      WHERE org_id = :org AND owner_id = :ownerId AND resource = :resource AND name_key = :nameKey
      """)
  Optional<String> named(OrgId org, String ownerId, SavedView.ViewedList resource, String nameKey);

  @SqlQuery("SELECT count(*) FROM saved_view WHERE org_id = :org AND owner_id = :ownerId")
  long count(OrgId org, String ownerId);

  @SqlUpdate(
      """
      UPDATE saved_view SET name = :name, name_key = :key, filters = :filters,
        columns = :columns, sort = :sort, shared = :shared, updated_at = :now,
        version = version + 1
      WHERE org_id = :org AND view_id = :id
      """)
  int update(OrgId org, String id, @BindRecord SavedViews.Draft draft, Instant now);

  @SqlUpdate("DELETE FROM saved_view WHERE org_id = :org AND view_id = :id")
  int remove(OrgId org, String id);
}
