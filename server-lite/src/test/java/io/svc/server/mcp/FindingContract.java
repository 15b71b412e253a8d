package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings over several reports. */
abstract class FindingContract extends McpContract {
  @Test
  void a_finding_is_new_then_open_then_fixed_then_open_again() {
    upload(report().finding("stays", "low", "a").finding("leaves", "high", "a"));
    assertThat(statuses()).containsExactly("leaves=new", "stays=new");
    String first = get("/api/mcp/findings?q=leaves").at("/findings/0/finding_id").asText();

    upload(report().finding("stays", "low", "a").finding("leaves", "high", "a"));
    assertThat(statuses()).containsExactly("leaves=open", "stays=open");

    Sample third = report().finding("stays", "low", "a");
    assertThat(upload(third).path("findings_new").asInt()).isZero();
    assertThat(statuses()).containsExactly("leaves=fixed", "stays=open");
    JsonNode fixed = get("/api/mcp/findings?status=fixed").at("/findings/0");
    assertThat(fixed.path("fixed_at").asText()).endsWith("Z");
    assertThat(get("/api/mcp/reports").at("/reports/0/fixedFindings").asInt()).isEqualTo(1);

    JsonNode answer = upload(report().finding("leaves", "high", "a"));
    assertThat(answer.path("findings_new").asInt()).isZero();
    assertThat(statuses()).containsExactly("leaves=open", "stays=fixed");
    JsonNode back = get("/api/mcp/findings?status=open").at("/findings/0");
    assertThat(back.path("fixed_at").isNull()).isTrue();
    assertThat(back.path("finding_id").asText()).isEqualTo(first);
    assertThat(back.path("first_seen_at").asText())
        .isLessThanOrEqualTo(back.path("last_seen_at").asText());
    assertThat(get("/api/mcp/reports").at("/reports/0/reopenedFindings").asInt()).isEqualTo(1);
  }

  @Test
  void a_finding_without_a_fingerprint_is_known_by_its_type_server_and_file() {
    upload(report().finding("plain", "low", "a", f -> f.remove("extensions")));
    upload(report().finding("plain", "low", "a", f -> f.remove("extensions")));

    assertThat(statuses()).containsExactly("plain=open");
  }

  @Test
  void two_findings_of_one_fingerprint_are_two() {
    upload(report().finding("twice", "low", "a").finding("twice", "low", "a"));
    assertThat(statuses()).containsExactly("twice=new", "twice=new");

    upload(report().finding("twice", "low", "a"));
    assertThat(statuses()).containsExactly("twice=fixed", "twice=open");
  }

  @Test
  void reports_of_other_files_fix_nothing() {
    upload(report().finding("stays", "low", "a"));
    upload(report().with("config_path", "/other/mcp.json").finding("other", "low", "a"));
    upload(report().with("source", "vscode").finding("third", "low", "a"));

    assertThat(statuses()).containsExactly("other=new", "stays=new", "third=new");
    assertThat(get("/api/mcp").path("total").asInt()).isEqualTo(3);
  }

  @Test
  void a_partial_report_fixes_only_what_it_can_judge() {
    upload(report().finding("seen", "low", "a").finding("skipped", "low", "b"));

    upload(report().with("status", "partial").finding("other", "low", "a"));

    assertThat(statuses()).containsExactly("other=new", "seen=fixed", "skipped=new");
  }

  @Test
  void a_suppressed_finding_is_not_counted_and_opens_when_it_is_suppressed_no_longer() {
    upload(report().finding("accepted", "high", "a", f -> f.put("suppressed", true)));
    assertThat(statuses()).containsExactly("accepted=suppressed");
    assertThat(server("a").at("/severityCounts/high").asInt()).isZero();

    upload(report().finding("accepted", "high", "a"));
    assertThat(statuses()).containsExactly("accepted=open");
    assertThat(server("a").at("/severityCounts/high").asInt()).isEqualTo(1);
  }

  @Test
  void servers_count_their_open_findings() {
    upload(report().finding("one", "high", "a").finding("two", "low", "a"));
    upload(report().finding("one", "critical", "a"));

    JsonNode counts = server("a").path("severityCounts");
    assertThat(counts.toString())
        .isEqualTo("{\"critical\":1,\"high\":0,\"medium\":0,\"low\":0,\"info\":0}");
  }

  @Test
  void figures_for_the_overview_count_what_is_open() {
    upload(report().finding("one", "high", "a").finding("two", "low", "b"));
    upload(report().finding("one", "high", "a"));

    McpInventory.Overview overview =
        site.database().read(tx -> site.mcp().inventory().overview(tx, site.org("acme")));

    assertThat(overview.servers()).isEqualTo(2);
    assertThat(overview.unreviewed()).isEqualTo(2);
    assertThat(overview.drifted()).isZero();
    assertThat(overview.findingsBySeverity().toString().replaceAll("[{}]", "").split(", "))
        .containsExactlyInAnyOrder("info=0", "low=0", "medium=0", "high=1", "critical=0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "severity=high|one",
        "severity=HIGH,medium|one three",
        "finding_type=two|two",
        "findingType=two|two",
        "server=b|three",
        "server=c|",
        "q=FOUND AT B|three",
        "q=50%25|",
        "status=new|three",
        "status=fixed,open|one two",
        "status=fixed,open&severity=low,high|one two",
        "status=fixed,open&severity=low,medium|two",
        "severity=low&status=fixed|two",
      })
  void the_list_is_narrowed(String query, String types) {
    upload(report().finding("one", "high", "a").finding("two", "low", "a"));
    upload(report().finding("one", "high", "a").finding("three", "medium", "b"));

    JsonNode page = get("/api/mcp/findings?" + query.replace(" ", "%20"));

    List<String> found = new ArrayList<>(texts(page.path("findings"), "finding_type"));
    found.sort(null);
    assertThat(String.join(" ", found)).isEqualTo(types == null ? "" : types);
    assertThat(page.path("total_size").asInt()).isEqualTo(found.size());
    assertThat(page.path("total_is_minimum").asBoolean()).isFalse();
  }

  @Test
  void the_list_is_narrowed_by_the_identifier_of_a_server() {
    upload(report().finding("one", "high", "a").finding("two", "low", "b"));

    JsonNode page = get("/api/mcp/findings?server=" + serverId("b"));

    assertThat(texts(page.path("findings"), "finding_type")).containsExactly("two");
    assertThat(page.at("/findings/0/server_id").asText()).isEqualTo(serverId("b"));
    assertThat(page.at("/findings/0/report_id").asText()).startsWith("rpt_");
  }

  @Test
  void pages_follow_each_other_without_gaps_while_findings_come_in() {
    Sample report = report();
    for (int i = 0; i < 5; i++) {
      report.finding("type" + i, "low", "a");
    }
    upload(report);
    JsonNode first = get("/api/mcp/findings?page_size=2");
    upload(report().with("config_path", "/other").finding("late", "low", "a"));

    List<String> seen = new ArrayList<>(texts(first.path("findings"), "finding_type"));
    String token = first.path("next_page_token").asText();
    while (!token.isEmpty()) {
      JsonNode page = get("/api/mcp/findings?page_size=2&page_token=" + token);
      seen.addAll(texts(page.path("findings"), "finding_type"));
      token = page.path("next_page_token").asText();
    }

    assertThat(seen).containsExactly("type4", "type3", "type2", "type1", "type0");
    assertThat(first.path("total_size").asInt()).isEqualTo(5);
    assertThat(get("/api/mcp/findings?page_size=1000").path("findings")).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "page_token=x",
        "page_token=!",
        "page_token=ZmluZGluZ3M6eA",
        "page_size=0",
        "severity=awful",
        "status=gone"
      })
  void a_wrong_parameter_is_rejected(String query) {
    Answer answer = admin.get("/api/mcp/findings?" + query);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("invalid_parameter");
  }

  @Test
  void findings_of_one_server_are_listed() {
    upload(report().finding("one", "high", "a").finding("two", "low", "b"));

    JsonNode ofServer = get("/api/mcp/" + serverId("a") + "/findings");

    assertThat(ofServer.path("total").asInt()).isEqualTo(1);
    assertThat(ofServer.at("/findings/0/finding_type").asText()).isEqualTo("one");
    Answer other = site.client("other", Role.ADMIN).get("/api/mcp/" + serverId("a") + "/findings");
    assertThat(other.status()).isEqualTo(404);
  }

  @Test
  void totals_do_not_depend_on_counting_rows() {
    upload(report().finding("one", "high", "a"));
    site.database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "UPDATE mcp_count SET n = 7 WHERE org_id = ? AND name = 'reports'",
                        site.org("acme").value()));

    assertThat(get("/api/mcp/reports").path("total").asInt()).isEqualTo(7);
  }

  @Test
  void counts_are_what_counting_the_rows_gives() {
    upload(report().finding("one", "high", "a").finding("two", "low", "b"));
    upload(report().finding("one", "low", "a", f -> f.put("suppressed", true)).asset("a", "x"));
    upload(report().finding("two", "low", "b").asset("b", "x").asset("c", "y"));
    site.database()
        .read(
            tx -> {
              Object rows =
                  tx.handle()
                      .createQuery(
                          """
                          SELECT 'findings.' || status || '.' || severity AS name, count(*) AS n
                          FROM mcp_finding WHERE org_id = :org GROUP BY status, severity
                          """)
                      .bind("org", site.org("acme"))
                      .map((r, c) -> r.getString("name") + "=" + r.getLong("n"))
                      .set();
              Object counts =
                  tx.handle()
                      .createQuery(
                          "SELECT name, n FROM mcp_count WHERE org_id = :org AND name LIKE 'findings.%'"
                              + " AND n <> 0")
                      .bind("org", site.org("acme"))
                      .map((r, c) -> r.getString("name") + "=" + r.getLong("n"))
                      .set();
              assertThat(counts).isEqualTo(rows);
              return true;
            });
    assertThat(get("/api/mcp").path("total").asInt()).isEqualTo(3);
  }

  @Test
  void all_of_a_tenant_can_be_removed() {
    upload(report().finding("one", "high", "a").asset("a", "npx"));
    admin.post("/api/mcp/baseline", "{\"all\": true}");
    Sample stored = Sample.of(site.org("other")).finding("kept", "low", "a");
    site.client("other", Role.ADMIN).post(UPLOAD, stored.json());

    long removed =
        site.database().write(tx -> site.mcp().inventory().removeAll(tx, site.org("acme")));

    // A report, its body, a server, a finding, a baseline and its asset, and the counts of them.
    assertThat(removed).isGreaterThan(6);
    assertThat(get("/api/mcp").path("total").asInt()).isZero();
    assertThat(get("/api/mcp/findings").path("total_size").asInt()).isZero();
    assertThat(
            site.client("other", Role.ADMIN)
                .get("/api/mcp/findings")
                .json()
                .path("total_size")
                .asInt())
        .isEqualTo(1);
  }

  @Test
  void a_drift_finding_of_a_removed_server_does_not_bring_it_back() {
    upload(
        report()
            .finding(
                "baseline_drift",
                "low",
                "gone",
                f -> ((ObjectNode) f.get("extensions")).put("change", "removed")));

    assertThat(get("/api/mcp").path("total").asInt()).isZero();
    assertThat(get("/api/mcp/findings").at("/findings/0/server_id").isNull()).isTrue();
  }
}
