package server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How rows of a table are copied: {@code n} is the number of the copy, {@code t} the row that it is a
 * copy of.
 *
 * @param models the table or statement that the copies are made of; its rows take turns
 * @param only a further condition of theirs
 * @param different expressions of the columns that are another in each copy
 */
record Copies(
    String table, String models, String only, long count, Map<String, String> different) {
  private static final long DAY = 24L * 3600 * 1000;

  /** Kept by every retention, on whatever day a kept store is measured again. */
  private static final int DAYS = 30;

  /** People write them, however many agents there are. */
  private static final long POLICIES = 100;

  /** Of many machines, and those that were revoked. */
  private static final long KEYS = 1_000;

  private static final String SEVERITY =
      "CASE n % 7 WHEN 0 THEN 'critical' WHEN 1 THEN 'high' WHEN 2 THEN 'low' ELSE 'medium' END";

  /** Names are as long as real ones, and in the order of their numbers. */
  static String id(String prefix, long number) {
    return String.format(java.util.Locale.ROOT, "%s_01KA000000%016d", prefix, number);
  }

  private static String id(String prefix, String number) {
    return "'" + prefix + "_01KA000000' || printf('%016d', " + number + ")";
  }

  /** The store of {@code rows} decisions, a session with every fifth, an agent with every hundredth. */
  static List<Copies> of(long rows) {
    long agents = agents(rows);
    long sessions = rows / 5;
    String at = time(rows);
    String atFifth = time(sessions);
    String agent = id("agt", "n % " + agents);
    String ofSession = id("agt", "((n - 1) / 5 + 1) % " + agents);
    String session = id("ses", "(n - 1) / 5 + 1");
    List<Copies> all = new ArrayList<>();
    all.add(
        copies("agent", agents)
            .with("agent_id", id("agt", "n % " + agents))
            .with("external_id", "t.external_id || '-' || n")
            .with("name", "t.name || ' ' || n")
            .with("search", "t.search || ' number ' || n")
            .with("environment", "CASE n % 3 WHEN 0 THEN 'production' WHEN 1 THEN 'staging' ELSE '' END")
            .with("first_seen_at", time(agents))
            .with("last_seen_at", time(agents)));
    all.add(
        copies("agent_session", sessions)
            .with("session_id", id("ses", "n"))
            .with("agent_id", agent)
            .with("external_id", "'run-' || n")
            .with("trace_id", "printf('%032d', n)")
            .with("started_at", atFifth)
            .with("last_at", atFifth)
            .with("ended_at", atFifth));
    all.add(
        copies("decision", rows)
            .models("(SELECT * FROM demo_decision)")
            .with("decision_id", id("dec", "n"))
            .with("event_seq", "n")
            .with("agent_id", ofSession)
            .with("session_id", session)
            .with("decided_at", at)
            .with("search", "t.search || ' number ' || n || CASE n WHEN 10 THEN ' zebra' ELSE '' END"));
    all.add(
        copies("evidence", rows)
            .with("session_id", session)
            .with("seq", "n + 1000")
            .with("evidence_id", id("evi", "n"))
            .with("decision_id", id("dec", "n"))
            .with("at", at));
    // A session that went on for long.
    all.add(
        copies("evidence", rows / 50)
            .with("session_id", "'" + id("ses", sessions) + "'")
            .with("seq", "n + 2000000")
            .with("evidence_id", id("evi", "n + 2000000"))
            .with("at", time(rows / 50)));
    all.add(
        copies("event", rows)
            .models("(SELECT * FROM demo_event)")
            .with("event_seq", "n")
            .with("group_seq", "n")
            // Each claim was told of once.
            .with("feed", "CASE n % 5 WHEN 0 THEN 'attestation' ELSE t.feed END")
            .with("event_type", "CASE n % 5 WHEN 0 THEN 'attestation.issued' ELSE t.event_type END")
            .with("event_id", id("evt", "n"))
            .with("agent_id", ofSession)
            .with("session_id", session)
            .with("at", at));
    all.add(
        copies("audit_entry", rows)
            .with("seq", "n + 1000")
            .with("category", "'mcp'")
            .with("category_seq", "n + 1000")
            .with("at", at));
    all.add(
        copies("mcp_finding", share(rows, 5))
            .with("finding_key", "t.finding_key || n")
            .with("finding_id", id("fnd", "n"))
            .with("seq", "n + 100")
            .with("file_key", "t.file_key || (n / 20)")
            .with("server_id", id("mcp", "n / 20"))
            .with("server", "'server ' || (n / 20)")
            .with("severity", SEVERITY)
            .with(
                "status",
                "CASE n % 30 WHEN 0 THEN 'open' WHEN 1 THEN 'new' WHEN 2 THEN 'suppressed' ELSE 'fixed' END")
            .with(
                "search",
                "t.search || ' server ' || (n / 20) || CASE n WHEN 10 THEN ' zebra crossing' ELSE '' END")
            .with("first_seen_at", atFifth)
            .with("last_seen_at", atFifth));
    all.add(
        copies("mcp_server", share(rows, 100))
            .with("server_id", id("mcp", "n"))
            .with("server_key", "t.server_key || n")
            .with("file_key", "t.file_key || n")
            .with("name", "'server ' || n")
            .with("search", "t.search || ' server ' || n"));
    all.add(
        copies("mcp_report", share(rows, 25))
            .with("report_id", id("rpt", "n"))
            .with("seq", "n + 100"));
    all.add(
        copies("alert", rows)
            .with("alert_id", id("alr", "n"))
            .with("fingerprint", "t.fingerprint || n")
            .with("severity", SEVERITY)
            .with("triage_status", "CASE n % 100 WHEN 0 THEN 'open' ELSE 'resolved' END")
            .with("status", "CASE n % 50 WHEN 0 THEN 'failed' ELSE 'delivered' END")
            .with("agent_id", agent)
            .with("first_seen_at", at)
            .with("last_seen_at", at)
            .with("created_at", at)
            .with("closed_at", "CASE n % 100 WHEN 0 THEN NULL ELSE " + at + " END"));
    all.add(
        copies("alert_entry", rows)
            .with("alert_id", id("alr", "n"))
            .with("entry_id", id("ent", "n")));
    all.add(
        copies("incident", share(rows, 5))
            .with("incident_id", id("inc", "n"))
            .with("number", "n + 100")
            .with("severity", SEVERITY)
            .with("status", "CASE n % 100 WHEN 0 THEN 'open' ELSE 'closed' END")
            .with("opened_at", atFifth)
            .with("search", "t.search || ' number ' || n"));
    all.add(
        copies("incident_entry", share(rows, 5))
            .with("incident_id", id("inc", "n"))
            .with("entry_id", id("evi", "n")));
    all.add(
        copies("discovered_asset", share(rows, 5))
            .with("asset_id", id("ast", "n"))
            .with("external_id", "'wf_' || n")
            .with("agent_id", "''")
            .with("source", "CASE n % 10 WHEN 0 THEN 'n8n' ELSE t.source END")
            .with("review_state", "CASE n % 20 WHEN 0 THEN 'unreviewed' ELSE 'approved' END")
            .with("search", "t.search || ' workflow ' || n"));
    all.add(
        copies("discovered_snapshot", share(rows, 5))
            .with("snapshot_id", id("snp", "n"))
            .with("asset_id", id("ast", "n")));
    all.add(
        copies("approval", share(rows, 5))
            .only("AND status NOT IN ('pending', 'approved', 'executing')")
            .with("approval_id", id("apr", "n"))
            .with("action_digest", "t.action_digest || n")
            .with("agent_id", agent)
            .with("requested_at", atFifth)
            .with("closed_at", atFifth)
            .with("search", "t.search || ' number ' || n"));
    all.add(
        copies("attestation_claim", share(rows, 5))
            .with("claim_id", id("clm", "n"))
            .with("event_seq", "n * 5")
            .with("expires_at", "t.expires_at + CASE n % 500 WHEN 0 THEN 31536000000 ELSE 0 END")
            .with("agent_id", agent)
            .with("issued_at", atFifth)
            .with("search", "t.search || ' number ' || n"));
    all.add(
        copies("certification_event", share(rows, 10))
            .with("seq", "n + 100")
            .with("cert_id", id("crt", "n"))
            .with("workflow_id", "t.workflow_id || '-' || n")
            .with("asset_id", id("ast", "n"))
            .with("at", time(rows / 10)));
    all.add(
        copies("certified_workflow", share(rows, 10))
            .with("asset_id", id("ast", "n"))
            .with("cert_id", id("crt", "n"))
            .with("seq", "n + 100")
            .with("workflow_id", "t.workflow_id || '-' || n")
            .with("agent_id", "''")
            .with("due_at", "NULL"));
    all.add(
        copies("runtime_log", share(rows, 5))
            .with("session_id", session)
            .with("at", atFifth)
            .with("log_id", id("log", "n")));
    all.add(
        copies("trace_link", share(rows, 5))
            .with("session_id", session)
            .with("trace_id", "printf('%032d', n)"));
    all.add(
        copies("report", share(rows, 100))
            .with("report_id", id("rep", "n")));
    all.add(
        copies("policy", POLICIES)
            .only("AND stage = 'draft'")
            .with("policy_id", id("pol", "n"))
            .with("name", "t.name || ' ' || n")
            .with("stage", "'draft'")
            .with("enabled", "0")
            .with("search", "t.search || ' number ' || n"));
    all.add(
        copies("policy_version", POLICIES)
            .only("AND version = 1")
            .with("policy_id", id("pol", "n")));
    all.add(
        copies("rollout_transition", share(rows, 100))
            .with("transition_id", id("trn", "n")));
    all.add(
        copies("lifecycle_transition", share(rows, 10))
            .with("transition_id", id("trn", "n"))
            .with("agent_id", agent));
    all.add(
        copies("api_key", KEYS)
            .with("key_id", id("key", "n"))
            .with("public_id", "'K' || n")
            .with("name", "t.name || ' ' || n"));
    all.add(
        copies("invitation", 200)
            .only("AND status <> 'pending'")
            .with("invitation_id", id("inv", "n"))
            .with("token_hash", "t.token_hash || n"));
    return all;
  }

  static long agents(long rows) {
    return share(rows, 100);
  }

  /** Of what there is less of than decisions; the smaller store has ten thousand of each. */
  private static long share(long rows, long part) {
    return Math.max(Math.min(rows, 10_000), rows / part);
  }

  /** What is told of the rows of a table in another one. */
  static List<String> counts(long rows) {
    return List.of(
        "UPDATE event_feed SET first_seq = 1, next_seq = " + rows + " + 1",
        "UPDATE event SET at = (SELECT last_at FROM event_feed) WHERE event_seq = " + rows,
        "UPDATE detection_cursor SET seq = " + rows,
        "INSERT OR REPLACE INTO audit_head (org_id, category, seq, hash) SELECT org_id, '', max(seq), ''"
            + " FROM audit_entry UNION ALL SELECT org_id, 'mcp', max(category_seq), '' FROM audit_entry"
            + " WHERE category = 'mcp'",
        "UPDATE agent_session SET next_seq = 1 + COALESCE((SELECT max(seq) FROM evidence e WHERE"
            + " e.org_id = agent_session.org_id AND e.session_id = agent_session.session_id), 0)",
        """
        INSERT OR REPLACE INTO mcp_count (org_id, name, n)
        SELECT :org, 'findings.' || status || '.' || severity, count(*) FROM mcp_finding
        WHERE org_id = :org GROUP BY status, severity
        UNION ALL SELECT :org, 'finding.seq', max(seq) FROM mcp_finding WHERE org_id = :org
        UNION ALL SELECT :org, 'reports', max(seq) FROM mcp_report WHERE org_id = :org
        UNION ALL SELECT :org, name, (SELECT count(*) FROM mcp_server WHERE org_id = :org)
        FROM (SELECT 'servers' AS name UNION ALL SELECT 'servers.present'
          UNION ALL SELECT 'servers.unreviewed')
        """,
        "UPDATE incident_sequence SET last = (SELECT max(number) FROM incident)",
        "UPDATE certification_tenant SET next_seq = (SELECT max(seq) + 1 FROM certification_event),"
            + " certified = (SELECT count(*) FROM certified_workflow WHERE status = 'CERTIFIED')",
        """
        UPDATE discovery_tenant SET
          assets = (SELECT count(*) FROM discovered_asset),
          unreviewed = (SELECT count(*) FROM discovered_asset WHERE review_state = 'unreviewed')
        """);
  }

  private static String time(long count) {
    return "(SELECT last_at FROM event_feed) - "
        + DAYS * DAY
        + " + n * "
        + Math.max(1, (DAYS - 1) * DAY / Math.max(1, count));
  }

  private static Copies copies(String table, long count) {
    return new Copies(table, table, "", count, new LinkedHashMap<>());
  }

  private Copies with(String column, String expression) {
    Map<String, String> more = new LinkedHashMap<>(different);
    more.put(column, expression);
    return new Copies(table, models, only, count, more);
  }

  private Copies models(String statement) {
    return new Copies(table, statement, only, count, different);
  }

  private Copies only(String condition) {
    return new Copies(table, models, condition, count, different);
  }
}
