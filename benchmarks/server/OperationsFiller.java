package server;

import io.svc.server.db.Database;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills the store of a server that is stopped with copies of an alert, an incident and a discovered
 * asset. Of a hundred alerts and incidents one goes on, and of twenty assets one waits for a
 * review.
 */
final class OperationsFiller {
  private static final int AT_ONCE = 50_000;
  private static final String NUMBER = "printf('%016d', n)";
  private static final String SEVERITY =
      "CASE n % 7 WHEN 0 THEN 'critical' WHEN 1 THEN 'high' WHEN 2 THEN 'low' ELSE 'medium' END";

  private OperationsFiller() {}

  static void fill(Path data, String org, long wanted) {
    Map<String, String> alert = new LinkedHashMap<>();
    alert.put("alert_id", "'alr_01KA000000' || " + NUMBER);
    alert.put("fingerprint", "t.fingerprint || n");
    alert.put("severity", SEVERITY);
    alert.put("triage_status", "CASE n % 100 WHEN 0 THEN 'open' ELSE 'resolved' END");
    alert.put("status", "CASE n % 50 WHEN 0 THEN 'failed' ELSE 'delivered' END");
    Map<String, String> incident = new LinkedHashMap<>();
    incident.put("incident_id", "'inc_01KA000000' || " + NUMBER);
    incident.put("number", "n + 1000000");
    incident.put("severity", SEVERITY);
    incident.put("status", "CASE n % 100 WHEN 0 THEN 'open' ELSE 'closed' END");
    incident.put("search", "t.search || ' number ' || n");
    Map<String, String> asset = new LinkedHashMap<>();
    asset.put("asset_id", "'ast_01KA000000' || " + NUMBER);
    asset.put("external_id", "'wf_' || n");
    asset.put("review_state", "CASE n % 20 WHEN 0 THEN 'unreviewed' ELSE 'approved' END");
    asset.put("search", "t.search || ' workflow ' || n");
    try (Database database = Database.sqlite(data.resolve("app.db"), 2, Clock.systemUTC())) {
      copy(database, org, "alert", alert, wanted);
      copy(database, org, "incident", incident, wanted);
      copy(database, org, "discovered_asset", asset, wanted);
      database.change(
          tx ->
              tx.handle()
                  .createUpdate(
                      """
                      UPDATE discovery_tenant SET
                        assets = (SELECT count(*) FROM discovered_asset WHERE org_id = :org),
                        unreviewed = (SELECT count(*) FROM discovered_asset
                          WHERE org_id = :org AND review_state = 'unreviewed')
                      WHERE org_id = :org
                      """)
                  .bind("org", org)
                  .execute());
    }
  }

  /** Copies a row of a table, with what is different in each; what is there already stays. */
  private static void copy(
      Database database, String org, String table, Map<String, String> different, long wanted) {
    for (long from = 1; from <= wanted; from += AT_ONCE) {
      long first = from;
      long last = Math.min(wanted, from + AT_ONCE - 1);
      database.change(
          tx -> {
            List<String> columns =
                tx.handle()
                    .createQuery("SELECT name FROM pragma_table_info('" + table + "')")
                    .mapTo(String.class)
                    .list();
            List<String> values =
                columns.stream().map(name -> different.getOrDefault(name, "t." + name)).toList();
            tx.handle()
                .createUpdate(
                    "INSERT OR IGNORE INTO "
                        + table
                        + " ("
                        + String.join(", ", columns)
                        + ") WITH RECURSIVE number (n) AS (SELECT "
                        + first
                        + " UNION ALL SELECT n + 1 FROM number WHERE n < "
                        + last
                        + ") SELECT "
                        + String.join(", ", values)
                        + " FROM number JOIN (SELECT * FROM "
                        + table
                        + " WHERE org_id = :org ORDER BY rowid LIMIT 1) t")
                .bind("org", org)
                .execute();
          });
    }
  }
}
