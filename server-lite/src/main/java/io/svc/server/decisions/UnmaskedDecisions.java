package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.evidence.UnmaskedRecords;
import io.svc.server.json.Json;
import io.svc.server.redaction.ContentMask;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Decisions of earlier versions. Only secrets were masked in their facts, which are sealed as the
 * original, so that a replay has the same result as before.
 */
public final class UnmaskedDecisions implements UnmaskedRecords {
  private final Database database;
  private final SealedOriginals originals;

  /** Statements of these decisions. */
  interface FactsStore {
    /** The facts of a decision. */
    record Row(String decisionId, String facts) {}

    @SqlQuery(
        """
        SELECT decision_id, facts FROM decision
        WHERE org_id = :org AND masking = 0 ORDER BY decision_id LIMIT :most
        """)
    List<Row> unmasked(OrgId org, int most);

    @SqlUpdate(
        """
        UPDATE decision SET facts = :facts, sealed = :sealed, masking = 1
        WHERE org_id = :org AND decision_id = :decisionId AND masking = 0
        """)
    int mask(OrgId org, String decisionId, String facts, String sealed);
  }

  public UnmaskedDecisions(Database database, SealedOriginals originals) {
    this.database = database;
    this.originals = originals;
  }

  @Override
  public int mask(OrgId org, ContentMask mask, int most) {
    List<FactsStore.Row> rows = database.read(tx -> tx.on(FactsStore.class).unmasked(org, most));
    if (rows.isEmpty()) {
      return 0;
    }
    originals.prepare(org);
    Map<String, MaskedFacts> masked = new LinkedHashMap<>();
    for (FactsStore.Row row : rows) {
      JsonNode facts = Json.own(row.facts());
      masked.put(
          row.decisionId(),
          MaskedFacts.of(
              facts,
              facts,
              List.of(),
              mask,
              original -> originals.seal(org, row.decisionId(), original)));
    }
    database.change(
        tx ->
            masked.forEach(
                (id, facts) ->
                    tx.on(FactsStore.class).mask(org, id, facts.json(), facts.sealed())));
    return rows.size();
  }
}
