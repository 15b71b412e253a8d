package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Approved baselines, and what differs from them. */
abstract class BaselineContract extends McpContract {
  private JsonNode approve(Object body) {
    Answer answer = admin.post("/api/mcp/baseline", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json().path("baseline");
  }

  private JsonNode approveAll() {
    return approve(Map.of("all", true, "note", "first"));
  }

  @Test
  void without_a_baseline_there_is_null_and_nothing_differs() {
    upload(report().asset("a", "npx"));

    assertThat(get("/api/mcp/baseline").path("baseline").isNull()).isTrue();
    JsonNode diff = get("/api/mcp/baseline/diff");
    assertThat(diff.toString())
        .isEqualTo(
            "{\"baseline_id\":\"\",\"added_assets\":[],\"removed_assets\":[],"
                + "\"modified_assets\":[],\"drift_findings\":[]}");
  }

  @Test
  void an_approval_makes_a_baseline_of_the_servers_there_are() {
    upload(report().asset("a", "npx").asset("b", "npx"));

    JsonNode baseline = approveAll();

    assertThat(baseline.path("baseline_id").asText()).startsWith("bsl_");
    assertThat(baseline.path("org_id").asText()).isEqualTo(site.org("acme").value());
    assertThat(baseline.path("version").asInt()).isEqualTo(1);
    assertThat(baseline.path("approved_by").asText()).isEqualTo("key of role_admin");
    assertThat(baseline.path("approved_at").asText()).endsWith("Z");
    assertThat(baseline.path("config_hash").asText()).startsWith("sha256:");
    assertThat(baseline.path("note").asText()).isEqualTo("first");
    assertThat(texts(baseline.path("assets"), "server_name")).containsExactly("a", "b");
    assertThat(get("/api/mcp/baseline").path("baseline")).isEqualTo(baseline);
    assertThat(server("a").path("inBaseline").asBoolean()).isTrue();
    assertThat(server("a").path("reviewState").asText()).isEqualTo("approved");
    assertThat(site.audited("acme")).contains("baseline.approve");
    assertThat(get("/api/mcp/baseline/diff").path("drift_findings")).isEmpty();
  }

  @Test
  void each_approval_is_a_new_version_and_the_old_one_stays() {
    upload(report().asset("a", "npx").asset("b", "npx"));
    JsonNode first = approve(Map.of("serverIds", List.of(serverId("a"))));
    JsonNode second = approve(Map.of("serverIds", List.of(serverId("b"))));

    assertThat(texts(first.path("assets"), "name")).containsExactly("a");
    assertThat(texts(second.path("assets"), "name")).containsExactly("a", "b");
    assertThat(second.path("version").asInt()).isEqualTo(2);
    assertThat(second.path("baseline_id")).isNotEqualTo(first.path("baseline_id"));
    assertThatThrownBy(
            () ->
                site.database()
                    .change(tx -> tx.handle().execute("UPDATE mcp_baseline SET note = 'x'")))
        .hasStackTraceContaining("append-only");
    assertThatThrownBy(
            () ->
                site.database()
                    .change(tx -> tx.handle().execute("UPDATE mcp_baseline_asset SET asset = 'x'")))
        .hasStackTraceContaining("append-only");
  }

  @Test
  void an_asset_that_was_sent_without_an_identifier_or_with_another_has_one_that_stays() {
    upload(
        report()
            .asset("a", "npx", asset -> asset.put("asset_id", ""))
            .asset("b", "npx", asset -> asset.remove("asset_id"))
            .asset("c", "npx", asset -> asset.put("asset_id", "my own")));
    approve(Map.of("serverIds", List.of(serverId("a"))));

    List<String> added = texts(get("/api/mcp/baseline/diff").path("added_assets"), "asset_id");
    assertThat(added).hasSize(2).doesNotHaveDuplicates();
    assertThat(added).allMatch(id -> id.matches("ast_[0-9A-HJKMNP-TV-Z]{26}"));
    String approved = get("/api/mcp/baseline").at("/baseline/assets/0/asset_id").asText();
    assertThat(approved).matches("ast_[0-9A-HJKMNP-TV-Z]{26}").isNotIn(added);

    upload(report().asset("a", "node", asset -> asset.put("asset_id", "")));

    JsonNode diff = get("/api/mcp/baseline/diff");
    assertThat(diff.at("/modified_assets/0/changed_fields").toString())
        .isEqualTo("[\"command\",\"config_hash\"]");
  }

  @Test
  void what_cannot_be_approved_is_named() {
    upload(report().finding("one", "low", "nameless"));
    Answer none = admin.post("/api/mcp/baseline", Map.of("all", true));
    Answer without =
        admin.post("/api/mcp/baseline", Map.of("serverIds", List.of(serverId("nameless"))));
    Answer empty = admin.post("/api/mcp/baseline", Map.of());
    Answer unknown =
        admin.post(
            "/api/mcp/baseline", Map.of("serverIds", List.of("mcp_01JD5Z8S4T3Q6V9X2B7N1M0KGE")));

    assertThat(none.status()).isEqualTo(409);
    assertThat(without.status()).isEqualTo(409);
    assertThat(without.json().path("message").asText()).contains("\"nameless\"");
    assertThat(empty.status()).isEqualTo(400);
    assertThat(unknown.status()).isEqualTo(404);
  }

  @Test
  void rejected_and_quarantined_servers_are_not_approved() {
    upload(report().asset("a", "npx").asset("b", "npx"));
    admin.post("/api/mcp/review", Map.of("serverId", serverId("b"), "decision", "quarantine"));

    Answer named = admin.post("/api/mcp/baseline", Map.of("serverIds", List.of(serverId("b"))));

    assertThat(named.status()).isEqualTo(409);
    assertThat(named.json().path("message").asText()).contains("\"b\"");
    assertThat(texts(approveAll().path("assets"), "name")).containsExactly("a");
    assertThat(server("b").path("reviewState").asText()).isEqualTo("quarantined");
  }

  @Test
  void assets_can_be_approved_before_they_are_reported() {
    Sample future = report().asset("a", "npx", "-y");
    JsonNode asset = future.json().at("/extensions/assets/0").deepCopy();
    ((ObjectNode) asset.get("extensions")).put("config_path", Sample.PATH);

    approve(Map.of("assets", List.of(asset), "note", "planned"));
    JsonNode answer = upload(future);

    assertThat(answer.path("drift_findings").asInt()).isZero();
    assertThat(server("a").path("inBaseline").asBoolean()).isTrue();
  }

  @Test
  void an_asset_that_names_no_file_is_that_of_the_only_server_of_its_name() {
    upload(report().asset("a", "npx", "-y").asset("b", "npx"));
    upload(report().with("config_path", "/home/ada/other.json").asset("b", "npx"));

    approve(Map.of("assets", List.of(asset("a"), asset("planned"))));
    Answer several = admin.post("/api/mcp/baseline", Map.of("assets", List.of(asset("b"))));

    assertThat(server("a").path("inBaseline").asBoolean()).isTrue();
    JsonNode diff = get("/api/mcp/baseline/diff");
    assertThat(texts(diff.path("modified_assets"), "server_name")).containsExactly("a");
    assertThat(texts(diff.path("removed_assets"), "server_name")).containsExactly("planned");
    assertThat(several.status()).isEqualTo(400);
    assertThat(texts(several.json().path("errors"), "field"))
        .containsExactly("assets[0].extensions.source");
  }

  /** With the members of the specification, and no others. */
  private static Map<String, Object> asset(String name) {
    return Map.ofEntries(
        Map.entry("asset_id", ""),
        Map.entry("kind", "server"),
        Map.entry("server_name", name),
        Map.entry("name", name),
        Map.entry("command", "node"),
        Map.entry("args", List.of("server.js")),
        Map.entry("env_keys", Map.of("TOKEN", "***")),
        Map.entry("auth_mode", ""),
        Map.entry("tool_count", 0),
        Map.entry("resource_count", 0),
        Map.entry("description", ""),
        Map.entry("config_hash", "sha256:" + "0".repeat(64)));
  }

  @Test
  void differences_are_reported_with_before_and_after() {
    upload(report().asset("a", "npx", "-y", "pkg@1").asset("b", "npx"));
    String id = approveAll().path("baseline_id").asText();
    upload(report().asset("a", "npx", "-y", "pkg@2").asset("c", "deno"));

    JsonNode diff = get("/api/mcp/baseline/diff");

    assertThat(diff.path("baseline_id").asText()).isEqualTo(id);
    assertThat(texts(diff.path("added_assets"), "name")).containsExactly("c");
    assertThat(texts(diff.path("removed_assets"), "name")).containsExactly("b");
    JsonNode modified = diff.at("/modified_assets/0");
    assertThat(modified.path("server_name").asText()).isEqualTo("a");
    assertThat(modified.path("changed_fields").toString()).isEqualTo("[\"args\",\"config_hash\"]");
    assertThat(modified.at("/before/args/1").asText()).isEqualTo("pkg@1");
    assertThat(modified.at("/after/args/1").asText()).isEqualTo("pkg@2");
    assertThat(texts(diff.path("drift_findings"), "severity"))
        .containsExactly("high", "high", "low");
    assertThat(server("a").path("drift").toString()).isEqualTo("[\"args\"]");
    assertThat(server("c").path("inBaseline").asBoolean()).isFalse();
    McpInventory.Overview overview =
        site.database().read(tx -> site.mcp().inventory().overview(tx, site.org("acme")));
    assertThat(overview.drifted()).isEqualTo(1);
    assertThat(overview.servers()).isEqualTo(2);
  }

  @Test
  void drift_of_an_upload_makes_findings_that_the_next_approval_settles() {
    upload(report().asset("a", "npx").asset("b", "npx"));
    approveAll();

    JsonNode answer = upload(report().asset("a", "node").asset("c", "deno"));

    assertThat(answer.path("drift_findings").asInt()).isEqualTo(3);
    assertThat(answer.path("findings_received").asInt()).isZero();
    assertThat(answer.path("findings_count").asInt()).isZero();
    JsonNode found = get("/api/mcp/findings?finding_type=baseline_drift");
    assertThat(found.path("total_size").asInt()).isEqualTo(3);
    assertThat(texts(found.path("findings"), "server")).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(server("a").at("/severityCounts/high").asInt()).isEqualTo(1);

    upload(report().asset("a", "node").asset("c", "deno"));
    assertThat(get("/api/mcp/findings?status=open").path("total_size").asInt()).isEqualTo(3);

    approve(Map.of("serverIds", List.of(serverId("a"))));
    assertThat(texts(get("/api/mcp/findings?status=fixed").path("findings"), "server"))
        .containsExactly("a");
    assertThat(server("a").path("drift")).isEmpty();
    assertThat(server("a").at("/severityCounts/high").asInt()).isZero();

    approve(Map.of("serverIds", List.of(serverId("b"))));
    assertThat(texts(get("/api/mcp/baseline").at("/baseline/assets"), "name")).containsExactly("a");

    approveAll();
    assertThat(get("/api/mcp/findings?status=open,new").path("total_size").asInt()).isZero();
    assertThat(get("/api/mcp/baseline/diff").path("drift_findings")).isEmpty();
  }

  @Test
  void a_renamed_server_is_one_difference_of_low_severity_that_one_approval_settles() {
    upload(report().asset("a", "npx").asset("b", "deno"));
    approveAll();
    upload(report().asset("a", "npx").asset("c", "deno"));

    JsonNode diff = get("/api/mcp/baseline/diff");

    assertThat(diff.path("added_assets")).isEmpty();
    assertThat(diff.path("removed_assets")).isEmpty();
    assertThat(diff.at("/modified_assets/0/before/server_name").asText()).isEqualTo("b");
    assertThat(texts(diff.path("drift_findings"), "severity")).containsExactly("low");
    assertThat(diff.at("/drift_findings/0/extensions/change").asText()).isEqualTo("renamed");
    assertThat(server("c").path("drift").toString()).isEqualTo("[\"server_name\"]");
    approve(Map.of("serverIds", List.of(serverId("c"))));
    assertThat(get("/api/mcp/baseline/diff").path("drift_findings")).isEmpty();
    assertThat(get("/api/mcp/findings?status=open,new").path("total_size").asInt()).isZero();
    assertThat(texts(get("/api/mcp/baseline").at("/baseline/assets"), "name"))
        .containsExactly("a", "c");
  }

  @Test
  void the_approval_of_a_renamed_server_keeps_others_with_the_same_command() {
    upload(report().asset("a", "npx", "-y", "db").asset("b", "npx", "-y", "db"));
    approveAll();
    upload(report().asset("a", "npx", "-y", "db").asset("c", "npx", "-y", "db"));

    JsonNode baseline = approve(Map.of("serverIds", List.of(serverId("c"))));

    assertThat(texts(baseline.path("assets"), "name")).containsExactly("a", "c");
    assertThat(get("/api/mcp/baseline/diff").path("drift_findings")).isEmpty();
  }

  @Test
  void renamed_servers_with_the_same_command_are_approved_one_by_one_or_together() {
    upload(report().asset("a", "npx").asset("b", "npx").asset("c", "npx"));
    approveAll();
    upload(report().asset("d", "npx").asset("e", "npx").asset("f", "npx"));

    JsonNode one = approve(Map.of("serverIds", List.of(serverId("e"))));
    JsonNode all = approve(Map.of("serverIds", List.of(serverId("f"), serverId("d"))));

    assertThat(texts(one.path("assets"), "name")).containsExactly("a", "c", "e");
    assertThat(texts(all.path("assets"), "name")).containsExactlyInAnyOrder("d", "e", "f");
    assertThat(get("/api/mcp/baseline/diff").path("drift_findings")).isEmpty();
    assertThat(get("/api/mcp/findings?status=open,new").path("total_size").asInt()).isZero();
    assertThat(server("a").path("inBaseline").asBoolean()).isFalse();
  }

  @Test
  void a_renamed_server_that_the_scanner_reports_itself_is_reported_once() {
    upload(report().asset("b", "deno"));
    approveAll();

    upload(
        report()
            .asset("c", "deno")
            .finding(
                "baseline_drift",
                "low",
                "c",
                f ->
                    ((ObjectNode) f.get("extensions"))
                        .put("change", "renamed")
                        .put("previous_name", "b")));

    assertThat(texts(get("/api/mcp/findings").path("findings"), "server")).containsExactly("c");
  }

  @Test
  void drift_that_the_scanner_reports_itself_is_reported_once() {
    upload(report().asset("a", "npx"));
    approveAll();

    JsonNode answer = upload(report().asset("a", "node").finding("baseline_drift", "high", "a"));

    assertThat(answer.path("drift_findings").asInt()).isEqualTo(1);
    assertThat(get("/api/mcp/findings").path("total_size").asInt()).isEqualTo(1);
  }

  @Test
  void a_report_without_assets_leaves_drift_as_it_was() {
    upload(report().asset("a", "npx"));
    approveAll();
    upload(report().asset("a", "node"));

    JsonNode answer = upload(report());

    assertThat(answer.path("drift_findings").asInt()).isZero();
    assertThat(statuses()).containsExactly("baseline_drift=new");
    assertThat(server("a").path("drift").toString()).isEqualTo("[\"command\"]");
  }

  @Test
  void a_partial_report_does_not_mark_skipped_servers_as_removed() {
    upload(report().asset("a", "npx").asset("b", "npx"));
    approveAll();

    JsonNode answer = upload(report().with("status", "partial").asset("a", "npx"));

    assertThat(answer.path("drift_findings").asInt()).isZero();
    assertThat(server("b").path("inBaseline").asBoolean()).isTrue();
  }

  @Test
  void a_baseline_is_its_tenants_alone() {
    upload(report().asset("a", "npx"));
    approveAll();

    assertThat(
            site.client("other", Role.ADMIN)
                .get("/api/mcp/baseline")
                .json()
                .path("baseline")
                .isNull())
        .isTrue();
  }
}
