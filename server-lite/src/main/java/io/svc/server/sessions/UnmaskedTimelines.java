package io.svc.server.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Entries of timelines that earlier versions wrote, whose content lost secrets alone. The original
 * of an entry is that of its decision.
 */
public final class UnmaskedTimelines {
  private final Database database;

  /** Statements of these entries. */
  interface EntryStore {
    /** A stored entry. */
    record Row(String sessionId, long seq, String data) {}

    @SqlQuery(
        """
        SELECT session_id, seq, data FROM evidence
        WHERE org_id = :org AND masking = 0 ORDER BY session_id, seq LIMIT :most
        """)
    List<Row> unmasked(OrgId org, int most);

    @SqlUpdate(
        """
        UPDATE evidence SET data = :data, masking = 1
        WHERE org_id = :org AND session_id = :sessionId AND seq = :seq AND masking = 0
        """)
    int mask(OrgId org, String sessionId, long seq, String data);
  }

  public UnmaskedTimelines(Database database) {
    this.database = database;
  }

  /**
   * Masks some of them, in a separate transaction.
   *
   * @param mask the mask of the tenant
   * @param most how many at once
   * @return how many were left to mask before, at most that many
   */
  public int mask(OrgId org, UnaryOperator<JsonNode> mask, int most) {
    List<EntryStore.Row> masked = new ArrayList<>();
    for (EntryStore.Row row : database.read(tx -> tx.on(EntryStore.class).unmasked(org, most))) {
      ObjectNode data = (ObjectNode) Json.own(row.data());
      data.properties()
          .forEach(
              member -> {
                if (SessionView.Entry.isContent(member.getKey())) {
                  member.setValue(mask.apply(member.getValue()));
                }
              });
      masked.add(new EntryStore.Row(row.sessionId(), row.seq(), Json.text(data)));
    }
    if (!masked.isEmpty()) {
      database.change(
          tx ->
              masked.forEach(
                  row ->
                      tx.on(EntryStore.class).mask(org, row.sessionId(), row.seq(), row.data())));
    }
    return masked.size();
  }
}
