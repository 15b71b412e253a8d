package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers and what people decide about them. */
abstract class InventoryContract extends McpContract {
  private Answer review(String server, String decision) {
    return admin.post(
        "/api/mcp/review",
        Map.of("serverId", serverId(server), "decision", decision, "note", "because"));
  }

  @Test
  void a_server_with_an_asset_is_returned_in_full() {
    Sample report =
        report()
            .asset(
                "postgres",
                "npx",
                a -> ((ObjectNode) a.get("extensions")).put("transport", "stdio"),
                "-y",
                "pkg@1.0.0");
    upload(report);

    JsonNode server = server("postgres");

    assertThat(server.path("id").asText()).startsWith("mcp_");
    assertThat(server.path("source").asText()).isEqualTo("cursor");
    assertThat(server.path("configPath").asText()).isEqualTo(Sample.PATH);
    assertThat(server.path("transport").asText()).isEqualTo("stdio");
    assertThat(server.path("command").asText()).isEqualTo("npx");
    assertThat(server.path("args").toString()).isEqualTo("[\"-y\",\"pkg@1.0.0\"]");
    assertThat(server.path("url").isNull()).isTrue();
    assertThat(server.path("envKeys").toString()).isEqualTo("{\"PG_URL\":\"***\"}");
    assertThat(server.path("authMode").asText()).isEmpty();
    assertThat(server.path("toolCount").asInt()).isEqualTo(4);
    assertThat(server.path("resourceCount").asInt()).isZero();
    assertThat(server.path("configHash").asText()).startsWith("sha256:");
    assertThat(server.path("reviewState").asText()).isEqualTo("unreviewed");
    assertThat(server.path("inBaseline").asBoolean()).isFalse();
    assertThat(server.path("drift")).isEmpty();
    assertThat(server.path("lifecycleState").asText()).isEqualTo("new");
    assertThat(server.path("lastReportId").asText()).isEqualTo(report.id());
    assertThat(server.path("agents").isArray()).isTrue();
    assertThat(server.path("firstSeenAt").asText()).endsWith("Z");
    JsonNode detail = get("/api/mcp/" + server.path("id").asText()).path("server");
    assertThat(detail.path("id")).isEqualTo(server.path("id"));
    assertThat(detail.at("/assets/0/server_name").asText()).isEqualTo("postgres");
    assertThat(detail.at("/assets/0/extensions/config_path").asText()).isEqualTo(Sample.PATH);
    assertThat(detail.path("findings").isArray()).isTrue();
  }

  @Test
  void a_server_known_only_from_findings_has_only_a_name() {
    upload(report().finding("one", "high", "notes"));

    JsonNode server = server("notes");

    assertThat(server.path("hasAssets").asBoolean()).isFalse();
    assertThat(server.path("command").asText()).isEmpty();
    assertThat(server.path("transport").asText()).isEmpty();
    JsonNode detail = get("/api/mcp/" + serverId("notes")).path("server");
    assertThat(detail.path("assets")).isEmpty();
    assertThat(texts(detail.path("findings"), "finding_type")).containsExactly("one");
  }

  @Test
  void a_server_is_new_active_changed_removed_and_active_again() {
    upload(report().asset("a", "npx", "-y").asset("b", "npx"));
    assertThat(server("a").path("lifecycleState").asText()).isEqualTo("new");
    upload(report().asset("a", "npx", "-y").asset("b", "npx"));
    assertThat(server("a").path("lifecycleState").asText()).isEqualTo("active");
    upload(report().asset("a", "node", "-y").asset("b", "npx"));
    assertThat(server("a").path("lifecycleState").asText()).isEqualTo("changed");
    upload(report().asset("b", "npx"));
    assertThat(server("a").path("lifecycleState").asText()).isEqualTo("removed");
    assertThat(texts(get("/api/mcp?reviewState=unreviewed").path("servers"), "name"))
        .doesNotContain("a");
    assertThat(get("/api/mcp").path("total").asInt()).isEqualTo(2);
    String id = serverId("a");

    upload(report().asset("a", "node", "-y").asset("b", "npx"));

    assertThat(server("a").path("lifecycleState").asText()).isEqualTo("active");
    assertThat(serverId("a")).isEqualTo(id);
  }

  @Test
  void a_file_without_servers_removes_all_of_them() {
    upload(report().asset("a", "npx"));
    upload(report().assets());

    assertThat(server("a").path("lifecycleState").asText()).isEqualTo("removed");
  }

  @Test
  void a_report_without_assets_and_one_that_is_partial_remove_no_server() {
    upload(report().asset("a", "npx").asset("b", "npx"));
    upload(report());
    upload(report().with("status", "partial").asset("b", "npx"));

    assertThat(server("a").path("lifecycleState").asText()).isEqualTo("new");
    assertThat(server("a").path("command").asText()).isEqualTo("npx");
    assertThat(server("b").path("lifecycleState").asText()).isEqualTo("active");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|approve|approved",
        "|reject|rejected",
        "|ignore|ignored",
        "|needs_info|needs_info",
        "|quarantine|quarantined",
        "|reset|unreviewed",
        "needs_info|approve|approved",
        "needs_info|reject|rejected",
        "needs_info|ignore|",
        "needs_info|needs_info|",
        "needs_info|quarantine|quarantined",
        "needs_info|reset|unreviewed",
        "approve|approve|",
        "approve|reject|rejected",
        "approve|ignore|",
        "approve|needs_info|",
        "approve|quarantine|quarantined",
        "approve|reset|unreviewed",
        "reject|approve|",
        "reject|reject|",
        "reject|ignore|",
        "reject|needs_info|",
        "reject|quarantine|quarantined",
        "reject|reset|unreviewed",
        "ignore|approve|",
        "ignore|reject|",
        "ignore|ignore|",
        "ignore|needs_info|",
        "ignore|quarantine|quarantined",
        "ignore|reset|unreviewed",
        "quarantine|approve|",
        "quarantine|reject|",
        "quarantine|ignore|",
        "quarantine|needs_info|",
        "quarantine|quarantine|quarantined",
        "quarantine|reset|unreviewed",
      })
  void every_move_is_allowed_or_rejected(String first, String decision, String state) {
    upload(report().asset("a", "npx"));
    if (first != null) {
      assertThat(review("a", first).status()).isEqualTo(200);
    }
    String before = server("a").path("reviewState").asText();

    Answer answer = review("a", decision);

    if (state != null) {
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.json().at("/server/reviewState").asText()).isEqualTo(state);
      assertThat(answer.json().at("/server/reviewNote").asText()).isEqualTo("because");
      assertThat(answer.json().at("/server/reviewedBy").asText()).isEqualTo("key of role_admin");
      assertThat(site.audited("acme")).contains("server.review").contains("\"to\":\"" + state);
    } else {
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.code()).isEqualTo("invalid_transition");
      assertThat(answer.json().path("message").asText())
          .contains("\"" + before + "\"")
          .contains("\"" + decision + "\"")
          .contains("reset");
      assertThat(server("a").path("reviewState").asText()).isEqualTo(before);
    }
  }

  @Test
  void a_review_needs_a_server_and_a_decision() {
    upload(report().asset("a", "npx"));

    Answer empty = admin.post("/api/mcp/review", Map.of());
    Answer unknown =
        admin.post(
            "/api/mcp/review",
            Map.of("serverId", "mcp_01JD5Z8S4T3Q6V9X2B7N1M0KGE", "decision", "approve"));
    Answer odd =
        admin.post("/api/mcp/review", Map.of("serverId", serverId("a"), "decision", "burn"));

    assertThat(texts(empty.json().path("errors"), "field"))
        .containsExactlyInAnyOrder("serverId", "decision");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(odd.status()).isEqualTo(400);
    assertThat(odd.json().path("message").asText()).contains("\"burn\"").contains("quarantine");
  }

  @Test
  void a_review_of_a_version_that_is_no_longer_is_rejected() {
    upload(report().asset("a", "npx"));
    Answer first = review("a", "needs_info");
    assertThat(first.header("ETag")).contains("\"2\"");

    Answer stale =
        admin
            .with("If-Match", "\"1\"")
            .post("/api/mcp/review", Map.of("serverId", serverId("a"), "decision", "approve"));
    Answer current =
        admin
            .with("If-Match", "\"2\"")
            .post("/api/mcp/review", Map.of("serverId", serverId("a"), "decision", "approve"));

    assertThat(stale.status()).isEqualTo(412);
    assertThat(current.status()).isEqualTo(200);
  }

  @Test
  void all_roles_may_read_but_not_decide() {
    upload(report().asset("a", "npx"));
    Map<String, Object> decision = Map.of("serverId", serverId("a"), "decision", "approve");

    for (Role role : List.of(Role.AUDITOR, Role.VIEWER)) {
      assertThat(site.client("acme", role).get("/api/mcp").status()).isEqualTo(200);
      assertThat(site.client("acme", role).post("/api/mcp/review", decision).status())
          .isEqualTo(403);
      assertThat(site.client("acme", role).post("/api/mcp/baseline", "{}").status()).isEqualTo(403);
    }
    assertThat(site.client("acme", Role.APPROVER).post("/api/mcp/review", decision).status())
        .isEqualTo(200);
    assertThat(site.client("other", Role.ADMIN).post("/api/mcp/review", decision).status())
        .isEqualTo(404);
    assertThat(site.client("other", Role.ADMIN).get("/api/mcp/" + serverId("a")).status())
        .isEqualTo(404);
    assertThat(site.visitor().get("/api/mcp").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "command,true",
    "args,true",
    "url,true",
    "transport,true",
    "auto_approve,true",
    "description,false",
    "env_keys,false",
    "tool_count,false"
  })
  void an_approval_lapses_when_what_is_started_changes(String field, boolean lapses) {
    upload(report().asset("a", "npx", "-y", "pkg"));
    review("a", "approve");

    upload(report().asset("a", "npx", a -> change(a, field), "-y", "pkg"));

    JsonNode server = server("a");
    assertThat(server.path("lifecycleState").asText()).isEqualTo("changed");
    assertThat(server.path("reviewState").asText()).isEqualTo(lapses ? "unreviewed" : "approved");
    assertThat(server.path("reviewReason").asText()).isEqualTo(lapses ? "drift" : "");
    assertThat(site.audited("acme").contains("server.approval_lapsed")).isEqualTo(lapses);
  }

  private static void change(ObjectNode asset, String field) {
    ObjectNode extensions = (ObjectNode) asset.get("extensions");
    asset.put("config_hash", "sha256:other");
    switch (field) {
      case "command" -> asset.put("command", "node");
      case "args" -> asset.putArray("args").add("-y").add("evil");
      case "url" -> extensions.put("url", "https://evil.example/");
      case "transport" -> extensions.put("transport", "sse");
      case "auto_approve" -> extensions.putArray("auto_approve").add("*");
      case "description" -> asset.put("description", "other");
      case "env_keys" -> asset.putObject("env_keys").put("OTHER", "***");
      case "tool_count" -> asset.put("tool_count", 5);
      default -> throw new AssertionError(field);
    }
  }

  @Test
  void a_second_asset_of_the_name_ends_an_approval() {
    upload(report().asset("a", "npx"));
    review("a", "approve");

    upload(report().asset("a", "npx").asset("a", "evil"));

    assertThat(server("a").path("reviewState").asText()).isEqualTo("unreviewed");
    assertThat(get("/api/mcp/" + serverId("a")).at("/server/assets")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "source=cursor|b a",
        "source=vscode|c",
        "reviewState=approved|a",
        "review_state=Unreviewed|c b",
        "q=NODE|b",
        "q=/project/|c",
        "q=nothing|",
        "source=cursor&reviewState=approved|a",
        "limit=1|c",
        "limit=1&offset=2|a",
      })
  void servers_are_found(String query, String names) {
    upload(report().asset("a", "npx").asset("b", "node"));
    upload(
        report()
            .with("source", "vscode")
            .with("config_path", "/project/mcp.json")
            .asset("c", "uvx"));
    review("a", "approve");

    JsonNode page = get("/api/mcp?" + query);

    assertThat(String.join(" ", texts(page.path("servers"), "name")))
        .isEqualTo(names == null ? "" : names);
    assertThat(page.path("total").asInt())
        .isEqualTo(query.startsWith("limit") ? 3 : page.path("servers").size());
  }

  @Test
  void wrong_parameters_are_rejected() {
    for (String query : List.of("reviewState=odd", "limit=0", "offset=-1", "offset=10001")) {
      Answer answer = admin.get("/api/mcp?" + query);
      assertThat(answer.status()).as(query).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("invalid_parameter");
    }
  }
}
