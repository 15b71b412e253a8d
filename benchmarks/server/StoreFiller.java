package server;

import io.svc.server.db.Database;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Fills the store of a server that is stopped. The entries are copies of a real one, under numbers
 * of their own: as long as real ones and found as those are, but no chain, which listings do not look
 * at and a million hashes would take long to make.
 */
final class StoreFiller {
  private static final int AT_ONCE = 50_000;

  private static final String ENTRIES =
      """
      INSERT INTO audit_entry (org_id, seq, category, category_seq, at, entry, hash)
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)
      SELECT e.org_id, :seq + n, 'mcp', :categorySeq + n, e.at, e.entry, e.hash
      FROM number JOIN audit_entry e ON e.org_id = :org AND e.seq = :seq
      """;

  private static final String HEAD =
      """
      INSERT INTO audit_head (org_id, category, seq, hash) VALUES (:org, :category, :count, '')
      ON CONFLICT (org_id, category) DO UPDATE SET seq = audit_head.seq + :count
      """;

  /** Findings: one in ten is open, suppressed or new, and the oldest alone has a rare word. */
  private static final String FINDINGS =
      """
      INSERT INTO mcp_finding (org_id, finding_key, finding_id, seq, file_key, server_id, server,
        finding_type, severity, status, is_own, search, finding, report_id, first_seen_at,
        last_seen_at, fixed_at)
      WITH RECURSIVE number (n) AS (SELECT :seq + 1 UNION ALL SELECT n + 1 FROM number
        WHERE n < :seq + :count)
      SELECT f.org_id, f.finding_key || n, 'fnd_01KA000000' || printf('%016d', n), n,
        f.file_key || (n / 20), 'mcp_01KA000000' || printf('%016d', n / 20), 'server ' || (n / 20),
        f.finding_type,
        CASE n % 7 WHEN 0 THEN 'critical' WHEN 1 THEN 'high' WHEN 2 THEN 'low' ELSE 'medium' END,
        CASE n % 30 WHEN 0 THEN 'open' WHEN 1 THEN 'new' WHEN 2 THEN 'suppressed' ELSE 'fixed' END,
        f.is_own,
        replace(replace(f.search, 'server 1', 'server ' || (n / 20)), 'dana', 'dana' || (n / 100))
          || CASE n WHEN 10 THEN ' zebra crossing' ELSE '' END,
        f.finding, f.report_id, f.first_seen_at, f.last_seen_at, NULL
      FROM number JOIN mcp_finding f ON f.org_id = :org AND f.seq = 1
      """;

  private static final String SERVERS =
      """
      INSERT INTO mcp_server (org_id, server_id, server_key, file_key, name, source, config_path,
        assets, has_assets, search, review_state, review_reason, review_note, reviewed_by,
        reviewed_at, lifecycle_state, in_baseline, drift, critical_open, high_open, medium_open,
        low_open, info_open, last_report_id, first_seen_at, last_seen_at, version)
      WITH RECURSIVE number (n) AS (SELECT :seq UNION ALL SELECT n + 1 FROM number
        WHERE n < :seq + :count - 1)
      SELECT m.org_id, 'mcp_01KA000000' || printf('%016d', n), m.server_key || n, m.file_key || n,
        'server ' || n, m.source, m.config_path, m.assets, m.has_assets,
        replace(m.search, 'server 1', 'server ' || n), m.review_state, m.review_reason,
        m.review_note, m.reviewed_by, m.reviewed_at, m.lifecycle_state, m.in_baseline, m.drift,
        m.critical_open, m.high_open, m.medium_open, m.low_open, m.info_open, m.last_report_id,
        m.first_seen_at, m.last_seen_at, m.version
      FROM number JOIN (SELECT * FROM mcp_server WHERE org_id = :org AND name = 'server 1' LIMIT 1) m
      """;

  private static final String REPORTS =
      """
      INSERT INTO mcp_report
      WITH RECURSIVE number (n) AS (SELECT :seq + 1 UNION ALL SELECT n + 1 FROM number
        WHERE n < :seq + :count)
      SELECT org_id, 'rpt_01KA000000' || printf('%016d', n), n, source, config_path, status,
        servers_scanned, findings_count, critical_count, high_count, medium_count, low_count,
        info_count, new_findings, fixed_findings, reopened_findings, drift_findings, scanned_at,
        received_at, uploaded_by, duplicates
      FROM number JOIN mcp_report r ON r.org_id = :org AND r.seq = 1
      """;

  private static final String COUNTS =
      """
      INSERT OR REPLACE INTO mcp_count (org_id, name, n)
      SELECT :org, 'findings.' || status || '.' || severity, count(*) FROM mcp_finding
      WHERE org_id = :org GROUP BY status, severity
      UNION ALL SELECT :org, 'finding.seq', max(seq) FROM mcp_finding WHERE org_id = :org
      UNION ALL SELECT :org, 'reports', max(seq) FROM mcp_report WHERE org_id = :org
      UNION ALL SELECT :org, name, (SELECT count(*) FROM mcp_server WHERE org_id = :org)
      FROM (SELECT 'servers' AS name UNION ALL SELECT 'servers.present'
        UNION ALL SELECT 'servers.unreviewed')
      """;

  private StoreFiller() {}

  /** Adds findings to those of a report, a server with every 20th and a report with every 5th. */
  static void addFindings(Path data, String org, long wanted) {
    try (Database database = Database.sqlite(data.resolve("app.db"), 2, Clock.systemUTC())) {
      add(database, org, FINDINGS, "SELECT max(seq) FROM mcp_finding WHERE org_id = ?", wanted);
      add(
          database,
          org,
          SERVERS,
          "SELECT count(*) FROM mcp_server WHERE org_id = ? AND server_id LIKE 'mcp_01KA000000%'",
          wanted / 20);
      add(database, org, REPORTS, "SELECT max(seq) FROM mcp_report WHERE org_id = ?", wanted / 5);
      database.change(tx -> tx.handle().createUpdate(COUNTS).bind("org", org).execute());
    }
  }

  private static void add(
      Database database, String org, String insert, String last, long wanted) {
    long count;
    do {
      count =
          database.write(
              tx -> {
                long seq =
                    tx.handle().createQuery(last).bind(0, org).mapTo(Long.class).one();
                long some = Math.min(AT_ONCE, wanted - seq);
                if (some > 0) {
                  tx.handle()
                      .createUpdate(insert)
                      .bind("org", org)
                      .bind("seq", seq)
                      .bind("count", some)
                      .execute();
                }
                return some;
              });
    } while (count > 0);
  }

  /** Adds entries to a tenant's audit log, until it has as many as are wanted. */
  static void addAuditEntries(Path data, String org, long wanted) {
    try (Database database = Database.sqlite(data.resolve("app.db"), 2, Clock.systemUTC())) {
      boolean isMore = true;
      while (isMore) {
        isMore = database.write(tx -> addSome(new Step(tx, org), wanted));
      }
    }
  }

  private static boolean addSome(Step step, long wanted) {
    long seq = step.last("");
    long count = Math.min(AT_ONCE, wanted - seq);
    if (count <= 0) {
      return false;
    }
    step.tx()
        .handle()
        .createUpdate(ENTRIES)
        .bind("org", step.org())
        .bind("seq", seq)
        .bind("categorySeq", step.last("mcp"))
        .bind("count", count)
        .execute();
    step.advance("", count);
    step.advance("mcp", count);
    return true;
  }

  private record Step(io.svc.server.db.Tx tx, String org) {
    long last(String category) {
      return tx.handle()
          .createQuery("SELECT seq FROM audit_head WHERE org_id = ? AND category = ?")
          .bind(0, org)
          .bind(1, category)
          .mapTo(Long.class)
          .findOne()
          .orElse(0L);
    }

    void advance(String category, long count) {
      tx.handle()
          .createUpdate(HEAD)
          .bind("org", org)
          .bind("category", category)
          .bind("count", count)
          .execute();
    }
  }
}
