package io.svc.server.approvals;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.evidence.UnmaskedRecords;
import io.svc.server.json.Json;
import io.svc.server.redaction.ContentMask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Approvals of earlier versions. Only secrets were masked in their preview. */
public final class UnmaskedApprovals implements UnmaskedRecords {
  private final Database database;

  /** Statements of these approvals. */
  interface PreviewStore {
    /** The action as an approval shows it. */
    record Row(
        String approvalId, String path, String arguments, String justification, String search) {}

    @SqlQuery(
        """
        SELECT approval_id, path, arguments, justification, search FROM approval
        WHERE org_id = :org AND masking = 0 ORDER BY approval_id LIMIT :most
        """)
    List<Row> unmasked(OrgId org, int most);

    @SqlUpdate(
        """
        UPDATE approval SET path = :path, arguments = :arguments, justification = :justification,
          search = :search, masking = 1
        WHERE org_id = :org AND approval_id = :approvalId AND masking = 0
        """)
    int mask(
        OrgId org,
        String approvalId,
        String path,
        String arguments,
        String justification,
        String search);
  }

  public UnmaskedApprovals(Database database) {
    this.database = database;
  }

  @Override
  public int mask(OrgId org, ContentMask mask, int most) {
    List<PreviewStore.Row> masked = new ArrayList<>();
    for (PreviewStore.Row row :
        database.read(tx -> tx.on(PreviewStore.class).unmasked(org, most))) {
      String path = mask.address(row.path());
      String justification = mask.text(row.justification());
      masked.add(
          new PreviewStore.Row(
              row.approvalId(),
              path,
              Json.text(mask.node(Json.own(row.arguments()))),
              justification,
              // The text is in lower case, so patterns of the tenant may not match.
              replaced(
                  replaced(row.search(), row.path(), path), row.justification(), justification)));
    }
    if (!masked.isEmpty()) {
      database.change(
          tx ->
              masked.forEach(
                  row ->
                      tx.on(PreviewStore.class)
                          .mask(
                              org,
                              row.approvalId(),
                              row.path(),
                              row.arguments(),
                              row.justification(),
                              row.search())));
    }
    return masked.size();
  }

  private static String replaced(String search, String before, String after) {
    return before.isEmpty()
        ? search
        : search.replace(new SearchText().with(before).toString(), after.toLowerCase(Locale.ROOT));
  }
}
