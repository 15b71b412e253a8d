package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Role;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports that come in. */
abstract class UploadContract extends McpContract {
  private static final String SECRET = "ghp_" + "R4nd0mT0k3nF0rT3st5Only9xYzQw8vB2cD1";

  @Test
  void a_report_is_answered_with_counts_of_the_services_own() {
    Sample report =
        report()
            .finding("hardcoded_secret", "critical", "postgres")
            .finding("suspicious_path", "medium", "postgres")
            .finding("tool_shadowing", "medium", "notes")
            .finding("unpinned_package", "low", "notes", f -> f.put("suppressed", true));

    JsonNode answer = upload(report);

    assertThat(answer.path("report_id").asText()).isEqualTo(report.id());
    assertThat(answer.path("org_id").asText()).isEqualTo(site.org("acme").value());
    assertThat(answer.path("status").asText()).isEqualTo("accepted");
    assertThat(answer.path("report_status").asText()).isEqualTo("complete");
    assertThat(answer.path("duplicate").asBoolean()).isFalse();
    assertThat(answer.path("findings_received").asInt()).isEqualTo(4);
    assertThat(answer.path("findings_new").asInt()).isEqualTo(3);
    assertThat(answer.path("findings_count").asInt()).isEqualTo(3);
    assertThat(answer.path("critical_count").asInt()).isEqualTo(1);
    assertThat(answer.path("high_count").asInt()).isZero();
    assertThat(answer.path("medium_count").asInt()).isEqualTo(2);
    assertThat(answer.path("low_count").asInt()).isZero();
    assertThat(answer.path("info_count").asInt()).isZero();
    assertThat(answer.path("servers_seen").asInt()).isEqualTo(2);
    assertThat(answer.path("drift_findings").asInt()).isZero();
    assertThat(answer.path("alerts_created").asInt()).isEqualTo(1);
    assertThat(answer.path("received_at").asText()).endsWith("Z");
    assertThat(answer.path("url").asText()).isEqualTo("/mcp/reports/" + report.id());
    assertThat(answer.size()).isEqualTo(18);
    JsonNode stored = get("/api/mcp/reports/" + report.id()).path("report");
    assertThat(stored.path("findings_count").asInt()).isEqualTo(3);
    assertThat(stored.path("critical_count").asInt()).isEqualTo(1);
    assertThat(stored.path("high_count").asInt()).isZero();
    assertThat(stored.path("findings")).hasSize(4);
    assertThat(site.accepted()).containsExactly(report.id());
    assertThat(site.audited("acme")).contains("report.upload").contains(report.id());
  }

  @Test
  void identifiers_are_opaque_behind_their_prefix() {
    Sample report =
        report()
            .with("report_id", "rpt_nightly-2026.11_1")
            .finding("hardcoded_secret", "high", "postgres", f -> f.put("finding_id", "fnd_1"))
            .finding("tool_shadowing", "low", "notes", f -> f.remove("finding_id"));

    JsonNode answer = upload(report);
    Answer again = admin.post(UPLOAD, report.json());

    assertThat(answer.path("report_id").asText()).isEqualTo("rpt_nightly-2026.11_1");
    assertThat(again.status()).isEqualTo(200);
    JsonNode stored = get("/api/mcp/reports/rpt_nightly-2026.11_1").path("report");
    assertThat(stored.at("/findings/0/finding_id").asText()).isEqualTo("fnd_1");
    assertThat(stored.at("/findings/1/finding_id").asText()).matches("fnd_[0-9A-Z]{26}");
    assertThat(admin.get("/api/mcp/reports/rpt_nightly%20").status()).isEqualTo(404);
  }

  @Test
  void a_report_that_comes_again_is_known() {
    Sample report = report().finding("hardcoded_secret", "high", "postgres");
    JsonNode first = upload(report);

    Answer again = admin.post(UPLOAD, report.json());

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json()).isEqualTo(((ObjectNode) first.deepCopy()).put("duplicate", true));
    JsonNode listed = get("/api/mcp/reports");
    assertThat(listed.path("total").asInt()).isEqualTo(1);
    assertThat(listed.path("reports").path(0).path("duplicate").asBoolean()).isTrue();
    assertThat(site.accepted()).hasSize(1);
  }

  @Test
  void the_order_of_names_and_wrong_counts_do_not_make_another_report() {
    Sample report = report().finding("hardcoded_secret", "high", "postgres");
    upload(report);

    ObjectNode turned = report.json().deepCopy();
    turned.set("source", turned.remove("source"));
    turned.put("high_count", 7);

    assertThat(admin.post(UPLOAD, turned).status()).isEqualTo(200);
  }

  @Test
  void another_report_under_a_known_identifier_is_rejected() {
    Sample report = report().finding("hardcoded_secret", "high", "postgres");
    upload(report);

    Answer other = admin.post(UPLOAD, report.finding("other", "low", "postgres").json());

    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("conflict");
    assertThat(get("/api/mcp/findings").path("total_size").asInt()).isEqualTo(1);
  }

  @Test
  void an_idempotency_key_gets_the_first_answer_again_and_no_other_body() {
    Sample report = report().finding("hardcoded_secret", "high", "postgres");
    Answer first = admin.with("Idempotency-Key", "upload-1").post(UPLOAD, report.json());

    Answer again = admin.with("Idempotency-Key", "upload-1").post(UPLOAD, report.json());
    Answer other = admin.with("Idempotency-Key", "upload-1").post(UPLOAD, report().json());
    Answer elsewhere =
        site.client("other", Role.ADMIN)
            .with("Idempotency-Key", "upload-1")
            .post(UPLOAD, Sample.of(site.org("other")).json());

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("idempotency_conflict");
    assertThat(elsewhere.status()).isEqualTo(201);
  }

  @Test
  void an_idempotency_key_is_forgotten_after_a_day() {
    admin.with("Idempotency-Key", "daily").post(UPLOAD, report().json());
    site.database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "UPDATE idempotent_reply SET created_at = ? WHERE org_id = ?",
                        System.currentTimeMillis() - 25 * 3_600_000L,
                        site.org("acme").value()));

    Answer next = admin.with("Idempotency-Key", "daily").post(UPLOAD, report().json());

    assertThat(next.status()).isEqualTo(201);
  }

  @Test
  void the_reports_own_identifier_as_key_tells_of_the_duplicate() {
    Sample report = report();
    admin.with("Idempotency-Key", report.id()).post(UPLOAD, report.json());

    Answer again = admin.with("Idempotency-Key", report.id()).post(UPLOAD, report.json());

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("duplicate").asBoolean()).isTrue();
  }

  @Test
  void an_idempotency_key_that_is_too_long_is_rejected() {
    Answer answer = admin.with("Idempotency-Key", "k".repeat(129)).post(UPLOAD, report().json());

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("invalid_parameter");
  }

  @Test
  void the_organisation_must_be_named_and_be_the_keys() {
    Answer missing = admin.post(UPLOAD, report().change(json -> json.remove("org_id")).json());
    Answer empty = admin.post(UPLOAD, report().with("org_id", "").json());
    Answer other = admin.post(UPLOAD, Sample.of(site.org("other")).json());

    assertThat(missing.status()).isEqualTo(400);
    assertThat(missing.json().path("errors").path(0).path("field").asText()).isEqualTo("org_id");
    assertThat(empty.status()).isEqualTo(400);
    assertThat(other.status()).isEqualTo(403);
    assertThat(other.code()).isEqualTo("org_mismatch");
    assertThat(get("/api/mcp/reports").path("total").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "report_id|\"rpt_\"",
        "report_id|\"report_1\"",
        "report_id|\"rpt_1/2\"",
        "report_id|7",
        "source|\"a/b\"",
        "source|null",
        "config_path|null",
        "status|\"broken\"",
        "status|null",
        "servers_scanned|-1",
        "findings_count|\"many\"",
        "scan_duration_ms|\"long\"",
        "scanned_at|\"yesterday\"",
        "scanned_at|null",
        "observed_at|\"+999999999-01-01T00:00:00Z\"",
        "markdown_summary|[]",
        "findings|null",
        "findings|{}",
        "extensions|[]",
        "findings[0].severity|\"awful\"",
        "findings[0].severity|null",
        "findings[0].finding_type|\"Not Snake\"",
        "findings[0].finding_type|null",
        "findings[0].finding_id|\"1\"",
        "findings[0].finding_id|\"fnd_a b\"",
        "findings[0].server|{}",
        "findings[0].detail|7",
        "findings[0].suppressed|\"no\"",
        "findings[0].processed_at|\"soon\"",
        "findings[0].extensions|\"none\"",
        "extensions.assets[0].server_name|7",
        "extensions.assets[0].args|\"-y\"",
        "extensions.assets[0].args|[1]",
        "extensions.assets[0].env_keys|\"A\"",
        "extensions.assets[0].tool_count|\"4\"",
        "extensions.assets[0].extensions|[]",
      })
  void a_wrong_field_is_named(String field, String value) throws Exception {
    Sample report =
        report().finding("hardcoded_secret", "high", "postgres").asset("postgres", "npx");
    int dot = field.lastIndexOf('.');
    String parent = dot < 0 ? "" : field.substring(0, dot);
    ObjectNode holder =
        (ObjectNode)
            report
                .json()
                .at(
                    parent.isEmpty()
                        ? ""
                        : "/" + parent.replaceAll("[\\[.]", "/").replace("]", ""));
    holder.set(field.substring(dot + 1), Json.read(value.getBytes(StandardCharsets.UTF_8)));

    Answer answer = admin.post(UPLOAD, report.json());

    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("validation_failed");
    assertThat(texts(answer.json().path("errors"), "field")).contains(field);
  }

  @Test
  void several_wrong_fields_are_reported_at_once() {
    Answer answer =
        admin.post(
            UPLOAD, report().with("status", "broken").with("scanned_at", "yesterday").json());

    assertThat(texts(answer.json().path("errors"), "field"))
        .containsExactlyInAnyOrder("status", "scanned_at");
  }

  @Test
  void more_than_five_thousand_findings_are_rejected() {
    Sample report = report();
    for (int i = 0; i <= ReportReader.MAX_FINDINGS; i++) {
      report.finding("many", "low", "server" + i);
    }

    Answer answer = admin.post(UPLOAD, report.json());

    assertThat(answer.status()).isEqualTo(400);
    assertThat(texts(answer.json().path("errors"), "field")).containsExactly("findings");
  }

  @Tag("thorough")
  @Test
  void five_thousand_findings_are_taken_twice() {
    Sample first = report();
    Sample second = report();
    for (int i = 0; i < ReportReader.MAX_FINDINGS; i++) {
      first.finding("many", "low", "server" + i % 100, f -> f.remove("extensions"));
      second.finding("many", "low", "server" + i % 100, f -> f.remove("extensions"));
    }

    assertThat(upload(first).path("findings_new").asInt()).isEqualTo(5_000);
    assertThat(upload(second).path("findings_new").asInt()).isZero();
    assertThat(get("/api/mcp/findings").path("total_size").asInt()).isEqualTo(5_000);
    // Of a narrowed list it is told that there are at least so many.
    assertThat(get("/api/mcp/findings?status=open").path("total_size").asInt()).isEqualTo(1_000);
  }

  @Test
  void what_the_schema_does_not_know_is_retained_among_the_extensions() {
    Sample report =
        report()
            .with("pipeline", "nightly")
            .finding("hardcoded_secret", "high", "postgres", f -> f.put("owner", "team-a"))
            .asset("postgres", "npx", a -> a.put("region", "eu"));
    upload(report);

    JsonNode stored = get("/api/mcp/reports/" + report.id()).path("report");

    assertThat(stored.path("extensions").path("pipeline").asText()).isEqualTo("nightly");
    assertThat(stored.at("/findings/0/extensions/owner").asText()).isEqualTo("team-a");
    assertThat(stored.at("/extensions/assets/0/extensions/region").asText()).isEqualTo("eu");
    assertThat(stored.has("pipeline")).isFalse();
  }

  @Test
  void no_secret_is_stored_wherever_it_is() throws Exception {
    String all =
        Json.text(
            report()
                .with("config_path", "/home/" + SECRET + "/mcp.json")
                .with("markdown_summary", "Found " + SECRET)
                .with("unknown", SECRET)
                .finding(
                    "hardcoded_secret",
                    "high",
                    "server-" + SECRET,
                    f -> {
                      f.put("detail", "It is " + SECRET);
                      f.put("remediation", "Remove " + SECRET);
                      f.put("config_path", SECRET);
                      f.put("suppressed_by", SECRET);
                      f.put("unknown", SECRET);
                      ((ObjectNode) f.get("extensions"))
                          .put("note", SECRET)
                          .put("password", "short-one-9")
                          .putObject("deep")
                          .putArray(SECRET)
                          .add("https://user:" + "p4ss-in-url" + "@example.com/x");
                    })
                .asset(
                    "asset-" + SECRET,
                    "run-" + SECRET,
                    a -> {
                      a.put("asset_id", SECRET);
                      a.put("kind", SECRET);
                      a.put("name", SECRET);
                      a.put("auth_mode", SECRET);
                      a.put("description", SECRET);
                      a.put("config_hash", SECRET);
                      a.putObject("env_keys").put("PG_URL", "value-of-env").put(SECRET, "x");
                      ((ObjectNode) a.get("extensions"))
                          .put("url", "https://example.com/?token=" + SECRET)
                          .put("transport", SECRET)
                          .put("api_key", "short-one-8")
                          .putArray("header_names")
                          .add(SECRET);
                    },
                    SECRET,
                    "https://me:p4ss-in-url@example.com/")
                .json());
    Answer answer = admin.post(UPLOAD, all);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);

    StringBuilder stored = new StringBuilder(answer.text());
    for (String table :
        List.of(
            "mcp_report",
            "mcp_report_body",
            "mcp_server",
            "mcp_finding",
            "mcp_count",
            "audit_entry",
            "idempotent_reply")) {
      site.database()
          .read(
              tx ->
                  tx.handle()
                      .createQuery("SELECT * FROM " + table + " WHERE org_id = :org")
                      .bind("org", site.org("acme"))
                      .mapToMap()
                      .list())
          .forEach(row -> stored.append(row).append('\n'));
    }
    assertThat(stored.toString())
        .doesNotContain(SECRET)
        .doesNotContain("p4ss-in-url")
        .doesNotContain("value-of-env")
        .doesNotContain("short-one-")
        .contains("PG_URL")
        .contains("***");
  }

  @Test
  void characters_that_are_no_text_are_replaced() {
    String odd =
        Json.text(
            report()
                .finding(
                    "odd",
                    "low",
                    "postgres",
                    f -> ((ObjectNode) f.get("extensions")).put("note", "ODD"))
                .json());

    Answer answer = admin.post(UPLOAD, odd.replace("ODD", "a\\u0000b\\ud800c"));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(get("/api/mcp/findings").at("/findings/0/extensions/note").asText())
        .isEqualTo("a\ufffdb\ufffdc");
  }

  @Test
  void a_report_may_come_packed() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(Json.bytes(report().json()));
    }

    Answer answer = admin.with("Content-Encoding", "gzip").post(UPLOAD, packed.toByteArray());

    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{", "\"report\"", ""})
  void what_is_no_object_of_json_is_rejected(String body) {
    Answer answer = admin.post(UPLOAD, body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("validation_failed");
  }

  @Test
  void of_one_report_sent_many_times_at_once_one_is_taken() throws Exception {
    Sample report = report().finding("one", "low", "a").asset("a", "npx");

    List<Integer> statuses = atOnce(6, i -> admin.post(UPLOAD, report.json()).status());

    assertThat(statuses).containsOnlyOnce(201).containsOnly(200, 201);
    assertThat(get("/api/mcp/reports").path("total").asInt()).isEqualTo(1);
  }

  @Test
  void reports_of_one_file_that_come_at_once_are_taken_one_after_the_other() throws Exception {
    List<Sample> reports = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      reports.add(report().finding("each", "low", "a").finding("only" + i, "low", "a"));
    }

    List<Integer> statuses = atOnce(6, i -> admin.post(UPLOAD, reports.get(i).json()).status());

    assertThat(statuses).containsOnly(201);
    assertThat(get("/api/mcp/reports").path("total").asInt()).isEqualTo(6);
    assertThat(statuses()).contains("each=open").hasSize(7);
    assertThat(get("/api/mcp/findings?status=fixed").path("total_size").asInt()).isEqualTo(5);
    assertThat(server("a").at("/severityCounts/low").asInt()).isEqualTo(2);
  }

  private static List<Integer> atOnce(int times, IntFunction<Integer> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(times);
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        int number = i;
        running.add(threads.submit(() -> work.apply(number)));
      }
      List<Integer> results = new ArrayList<>();
      for (Future<Integer> result : running) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void reports_are_listed_latest_first_page_by_page() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Sample report = report().finding("many", "low", "server" + i);
      upload(report);
      ids.add(0, report.id());
    }

    JsonNode first = get("/api/mcp/reports?limit=2");
    JsonNode last = get("/api/mcp/reports?limit=2&offset=4");

    assertThat(texts(first.path("reports"), "id")).isEqualTo(ids.subList(0, 2));
    assertThat(texts(last.path("reports"), "id")).isEqualTo(ids.subList(4, 5));
    assertThat(first.path("total").asInt()).isEqualTo(5);
    assertThat(get("/api/mcp/reports?offset=9").path("reports")).isEmpty();
    JsonNode latest = first.path("reports").path(0);
    assertThat(latest.path("newFindings").asInt()).isEqualTo(1);
    assertThat(latest.path("fixedFindings").asInt()).isEqualTo(1);
    assertThat(latest.path("uploadedBy").asText()).isEqualTo("key of role_admin");
    assertThat(latest.path("scannedAt").asText()).isEqualTo("2026-03-04T05:06:07.089Z");
  }

  @Test
  void a_report_is_its_tenants_alone() {
    Sample report = report().finding("many", "low", "server");
    upload(report);

    Answer other = site.client("other", Role.ADMIN).get("/api/mcp/reports/" + report.id());

    assertThat(other.status()).isEqualTo(404);
    assertThat(other.code()).isEqualTo("not_found");
    assertThat(site.client("other", Role.ADMIN).get("/api/mcp/findings").json().path("findings"))
        .isEmpty();
    assertThat(site.visitor().post(UPLOAD, report.json()).status()).isEqualTo(401);
  }
}
