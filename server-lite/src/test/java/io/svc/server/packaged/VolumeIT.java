package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged server over much, with little memory. */
@Tag("thorough")
class VolumeIT {
  private static final int ROWS = Integer.getInteger("trust.rows", 8_000);
  private static final int CLIENTS = 4;
  private static final String LITTLE = "-Xmx256m";

  @TempDir Path directory;

  @Test
  void lists_exports_and_uploads_over_much_need_no_more_memory() throws Exception {
    Path data = directory.resolve("data");
    String session;
    String org;
    String key;
    try (PackagedServer server = PackagedServer.start(directory, data)) {
      Client admin = server.admin();
      org = admin.get("/api/admin/tenant").json().path("tenant").path("id").asText();
      key = admin.post("/api/admin/api-keys", Map.of("name", "volume")).json().path("key").asText();
      Client machine = server.visitor().with("X-Api-Key", key);
      upload(machine, report(org, 0, 20));
      for (int i = 0; i < 5; i++) {
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("action", "tool_call");
        call.put("server", "github");
        call.put("tool", "create_issue");
        call.put("arguments", Map.of("title", "Tokens left " + i, "body", "a text ".repeat(40)));
        call.put("agentId", "bot " + i);
        call.put("platform", "code");
        assertThat(machine.post("/v1/eval", call).status()).isEqualTo(200);
      }
      session = admin.cookie("svc_session");
      server.terminate();
      server.exitCode();
    }
    fill(data.resolve("app.db"));
    try (PackagedServer server =
        PackagedServer.launch(directory, LITTLE, "--port", "0", "--data-dir", data.toString())) {
      server.address();
      List<String> paths =
          List.of(
              "/api/governance/execution?limit=500",
              "/api/governance/execution?limit=500&q=giraffe",
              "/api/v1/governance/events?limit=500",
              "/api/v1/governance/execution?limit=500",
              "/api/mcp/findings?page_size=500",
              "/api/mcp?limit=500",
              "/api/mcp/baseline",
              "/api/alerts?page_size=500",
              "/api/admin/audit-log?format=csv&limit=100000",
              "/api/admin/audit-log/export",
              "/v1/store/certifications?format=csv",
              "/api/overview",
              "/api/search/resources?q=server");
      long largest = 0;
      for (String path : paths) {
        for (Answer answer : AtOnce.run(CLIENTS, i -> client(server, session).get(path))) {
          assertThat(answer.status()).as(path).isEqualTo(200);
          largest = Math.max(largest, answer.bytes().length);
        }
      }
      assertThat(foundByPages(client(server, session), "zebra")).isEqualTo(1);
      byte[] export = reportOfFindings(client(server, session));
      assertThat(export.length).isGreaterThan(ROWS * 50);
      Client machine = server.visitor().with("X-Api-Key", key);
      AtOnce.run(CLIENTS, i -> upload(machine, report(org, i + 1, 2_000)));

      assertThat(client(server, session).get("/readyz").status()).isEqualTo(200);
      assertThat(server.err()).doesNotContain("OutOfMemory");
      System.out.printf(
          "volume: %,d decisions, events, findings and audit entries; largest answer %.1f MB to %d"
              + " clients at once, export of findings %.1f MB, with -Xmx256m%n",
          ROWS, largest / 1e6, CLIENTS, export.length / 1e6);
    }
  }

  private static Client client(PackagedServer server, String session) {
    try {
      Client client = server.visitor();
      client.setCookie("svc_session", session);
      return client;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * How many decisions have a text: each page looks through some thousand, and says where to go on.
   */
  private static int foundByPages(Client admin, String text) {
    int found = 0;
    String cursor = "";
    for (int page = 0; page < 2 + ROWS / 10_000; page++) {
      JsonNode answer = admin.get("/api/governance/execution?limit=50&q=" + text + cursor).json();
      found += answer.path("decisions").size();
      if (!answer.path("has_more").asBoolean()) {
        return found;
      }
      cursor = "&cursor=" + answer.path("cursor").asText();
    }
    throw new AssertionError("the pages have no end");
  }

  /** A report over all findings, as CSV. */
  private static byte[] reportOfFindings(Client admin) throws InterruptedException {
    Answer ordered = admin.post("/api/reports", Map.of("type", "mcp"));
    assertThat(ordered.status()).as(ordered.toString()).isBetween(200, 202);
    String id = ordered.json().path("report").path("id").asText();
    for (int i = 0; i < 600; i++) {
      JsonNode report = admin.get("/api/reports/" + id).json().path("report");
      String status = report.path("status").asText();
      assertThat(status).as(report.toString()).isNotEqualTo("failed");
      if (status.equals("ready")) {
        Answer exported = admin.get("/api/reports/" + id + "/export?format=csv");
        assertThat(exported.status()).isEqualTo(200);
        return exported.bytes();
      }
      Thread.sleep(100);
    }
    throw new AssertionError("the report is not made");
  }

  private static Answer upload(Client admin, Map<String, Object> report) {
    Answer answer = admin.post("/api/v1/mcp/reports", report);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    return answer;
  }

  private static Map<String, Object> report(String org, int number, int count) {
    String time = "2026-11-20T10:00:00.000Z";
    Map<String, Object> times = new LinkedHashMap<>();
    times.put("observed_at", time);
    times.put("collected_at", time);
    times.put("processed_at", time);
    List<Map<String, Object>> findings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, Object> finding = new LinkedHashMap<>();
      finding.put("finding_id", String.format("fnd_01KA%02d%020d", number, i));
      finding.put("finding_type", "unpinned_package");
      finding.put("severity", "medium");
      finding.put("server", "server " + i);
      finding.put("detail", "The package has no version. ".repeat(10));
      finding.put("remediation", "Name one.");
      finding.put("config_path", "/home/dana/" + number + "/mcp.json");
      finding.put("source", "cursor");
      finding.put("suppressed", false);
      finding.put("suppressed_by", "");
      finding.putAll(times);
      finding.put("extensions", Map.of());
      findings.add(finding);
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("report_id", String.format("rpt_01KA%022d", number));
    report.put("org_id", org);
    report.put("source", "cursor");
    report.put("config_path", "/home/dana/" + number + "/mcp.json");
    report.put("status", "complete");
    report.put("servers_scanned", count);
    report.put("findings_count", count);
    report.put("critical_count", 0);
    report.put("high_count", 0);
    report.put("scan_duration_ms", 12.5);
    report.put("scanned_at", time);
    report.putAll(times);
    report.put("markdown_summary", count + " servers");
    report.put("findings", findings);
    report.put("extensions", Map.of());
    return report;
  }

  /** Copies of what is there, under numbers of their own. */
  private static void fill(Path file) throws SQLException {
    try (Connection store = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      copy(
          store,
          "decision",
          Map.of(
              "decision_id", "'dec_01KA000000' || printf('%016d', n)",
              "event_seq", "n + 1000",
              "search", "CASE n WHEN 1 THEN 'zebra' ELSE t.search END"));
      copy(
          store,
          "event",
          Map.of(
              "event_seq",
              "n + 1000",
              "group_seq",
              "n + 1000",
              "event_id",
              "'evt_01KA000000' || printf('%016d', n)"));
      copy(
          store,
          "audit_entry",
          Map.of("seq", "n + 1000", "category_seq", "n + 1000", "category", "'mcp'"));
      copy(
          store,
          "mcp_finding",
          Map.of(
              "finding_key", "t.finding_key || n",
              "finding_id", "'fnd_01KA000000' || printf('%016d', n)",
              "seq", "n + 1000"));
      try (Statement statement = store.createStatement()) {
        statement.execute("UPDATE event_feed SET next_seq = " + ROWS + " + 1001");
        statement.execute(
            "UPDATE mcp_count SET n = " + ROWS + " + 1000 WHERE name = 'finding.seq'");
        statement.execute("UPDATE audit_head SET seq = " + ROWS + " + 1000");
        statement.execute("UPDATE detection_cursor SET seq = " + ROWS + " + 1000");
      }
    }
  }

  private static void copy(Connection store, String table, Map<String, String> different)
      throws SQLException {
    try (Statement statement = store.createStatement()) {
      List<String> columns = new ArrayList<>();
      List<String> values = new ArrayList<>();
      try (ResultSet found =
          statement.executeQuery("SELECT name FROM pragma_table_info('" + table + "')")) {
        while (found.next()) {
          columns.add(found.getString(1));
          values.add(different.getOrDefault(found.getString(1), "t." + found.getString(1)));
        }
      }
      statement.execute(
          "INSERT INTO "
              + table
              + " ("
              + String.join(", ", columns)
              + ") WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number"
              + " WHERE n < "
              + ROWS
              + ") SELECT "
              + String.join(", ", values)
              + " FROM number CROSS JOIN (SELECT * FROM "
              + table
              + " ORDER BY rowid DESC LIMIT 1) t");
    }
  }
}
