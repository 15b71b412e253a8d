package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys, members, profile and the end of a tenant, as an administrator sees them. */
class AdministrationTest {
  private static final Instant START = Instant.parse("2026-11-20T09:00:00Z");

  private final HandClock clock = HandClock.at(START);

  @TempDir Path directory;
  private TestServer server;
  private Client admin;

  @BeforeEach
  void start() {
    server =
        TestServer.start(
            directory,
            Map.of("SVC_SESSION_ABSOLUTE_HOURS", "24", "SVC_SESSION_IDLE_MINUTES", "1440"),
            clock);
    admin = server.admin();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Client member(Client inviter, String email, String role) {
    Answer invited = inviter.post("/api/admin/invite", Map.of("email", email, "role", role));
    String url = invited.json().path("inviteUrl").asText();
    Client member = server.visitor();
    Answer accepted =
        member.post(
            "/api/auth/accept-invite",
            Map.of(
                "token",
                url.substring(url.indexOf("#token=") + 7),
                "name",
                email,
                "password",
                TestServer.PASSWORD));
    assertThat(accepted.status()).as(accepted.toString()).isEqualTo(200);
    return member;
  }

  private Answer key(Client maker, Map<String, Object> body) {
    Map<String, Object> all = new HashMap<>(Map.of("name", "ci", "scopes", List.of("dashboard:*")));
    all.putAll(body);
    return maker.post("/api/admin/api-keys", all);
  }

  private Answer with(String key) {
    return server.visitor().with("Authorization", "Bearer " + key).get("/api/admin/tenant");
  }

  private static String userId(Client client) {
    return client.get("/api/auth/session").json().path("user").path("id").asText();
  }

  @Test
  void who_is_invited_chooses_a_name_and_one_that_is_taken_leaves_the_invitation_good() {
    String url =
        admin
            .post("/api/admin/invite", Map.of("email", "bea@example.com", "role", "role_auditor"))
            .json()
            .path("inviteUrl")
            .asText();
    String token = url.substring(url.indexOf("#token=") + 7);
    String taken = admin.get("/api/auth/session").json().path("user").path("username").asText();

    Answer rejected = accept(token, taken);
    Answer malformed = accept(token, "bea <b>");
    Answer accepted = accept(token, "bea");

    assertThat(rejected.code()).isEqualTo("username_exists");
    assertThat(malformed.json().path("errors").get(0).path("field").asText()).isEqualTo("username");
    assertThat(accepted.json().path("user").path("username").asText()).isEqualTo("bea");
    assertThat(accepted.json().path("user").path("email").asText()).isEqualTo("bea@example.com");
  }

  private Answer accept(String token, String username) {
    return server
        .visitor()
        .post(
            "/api/auth/accept-invite",
            Map.of("token", token, "username", username, "password", TestServer.PASSWORD));
  }

  @Test
  void a_key_is_shown_once_and_afterwards_only_its_prefix() {
    Answer created = key(admin, Map.of());
    String key = created.json().path("key").asText();

    assertThat(created.status()).isEqualTo(201);
    assertThat(key).matches("svck_[0-9A-Z]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}");
    assertThat(with(key).status()).isEqualTo(200);
    Answer list = admin.get("/api/admin/api-keys");
    JsonNode listed = list.json().path("apiKeys").get(0);
    assertThat(list.text()).doesNotContain(key).doesNotContain(key.substring(14, 46));
    assertThat(key).startsWith(listed.path("prefix").asText() + "_");
    assertThat(listed.path("useCount").asInt()).isEqualTo(1);
    assertThat(listed.path("lastUsedIp").asText()).isEqualTo("127.0.0.0/24");
    assertThat(listed.path("expiresAt").asText()).isEqualTo("2027-02-18T09:00:00.000Z");
  }

  @Test
  void a_key_is_taken_in_either_header_and_a_mistyped_one_in_none() {
    String key = key(admin, Map.of()).json().path("key").asText();
    Client visitor = server.visitor();

    assertThat(visitor.with("X-Api-Key", key).get("/api/admin/tenant").status()).isEqualTo(200);
    String mistyped =
        key.substring(0, 20) + (key.charAt(20) == 'a' ? 'b' : 'a') + key.substring(21);
    assertThat(with(mistyped).code()).isEqualTo("unauthenticated");
    assertThat(
            visitor
                .with("Authorization", "Bearer " + key)
                .with("X-Api-Key", mistyped)
                .get("/api/admin/tenant")
                .code())
        .isEqualTo("unauthenticated");
  }

  @Test
  void a_key_ends_by_time_and_by_revocation() {
    Answer created = key(admin, Map.of("expiresInDays", 1));
    String key = created.json().path("key").asText();
    String id = created.json().path("apiKey").path("id").asText();
    assertThat(created.json().path("apiKey").path("status").asText()).isEqualTo("expiring");
    String other = key(admin, Map.of()).json().path("key").asText();

    clock.advance(Duration.ofHours(23));
    assertThat(with(key).status()).isEqualTo(200);
    clock.advance(Duration.ofHours(1));
    assertThat(with(key).code()).isEqualTo("key_expired");

    Client again = signedInAgain();
    assertThat(
            again.delete("/api/admin/api-keys/" + id).json().path("apiKey").path("status").asText())
        .isEqualTo("revoked");
    assertThat(with(key).code()).isEqualTo("key_revoked");
    assertThat(with(other).status()).isEqualTo(200);
    assertThat(again.delete("/api/admin/api-keys/key_01JD5Z8S4T3Q6V9X2B7N1M0KGE").status())
        .isEqualTo(404);
  }

  private Client signedInAgain() {
    Client client = server.visitor();
    String email = server.administrators().list().get(0).email();
    client.post("/api/auth/login", Map.of("email", email, "password", TestServer.PASSWORD));
    return client;
  }

  @Test
  void rotation_gives_a_new_key_and_lets_the_old_one_live_for_the_grace() {
    Answer created = key(admin, Map.of());
    String old = created.json().path("key").asText();
    String path =
        "/api/admin/api-keys/" + created.json().path("apiKey").path("id").asText() + "/rotate";

    Answer rotated = admin.post(path, Map.of("graceHours", 2));
    String fresh = rotated.json().path("key").asText();

    assertThat(rotated.status()).isEqualTo(201);
    assertThat(rotated.json().path("apiKey").path("rotatedFrom").asText())
        .isEqualTo(created.json().path("apiKey").path("id").asText());
    assertThat(with(old).status()).isEqualTo(200);
    assertThat(with(fresh).status()).isEqualTo(200);
    assertThat(admin.post(path).code()).isEqualTo("invalid_transition");
    clock.advance(Duration.ofHours(2));
    assertThat(with(old).code()).isEqualTo("key_revoked");
    assertThat(with(fresh).status()).isEqualTo(200);
  }

  @Test
  void a_key_may_be_bound_to_addresses() {
    String here =
        key(admin, Map.of("allowedIps", List.of("127.0.0.0/8"))).json().path("key").asText();
    String elsewhere =
        key(admin, Map.of("allowedIps", List.of("203.0.113.0/24"))).json().path("key").asText();

    assertThat(with(here).status()).isEqualTo(200);
    assertThat(with(elsewhere).code()).isEqualTo("forbidden");
    Answer wrong = key(admin, Map.of("allowedIps", List.of("example.com")));
    assertThat(wrong.code()).isEqualTo("validation_failed");
    assertThat(wrong.json().path("message").asText()).contains("example.com", "10.0.0.0/8");
  }

  @Test
  void an_operator_makes_keys_no_stronger_than_himself_and_sees_his_own() {
    Client operator = member(admin, "op@example.com", "role_operator");
    key(admin, Map.of());

    Answer tooStrong = key(operator, Map.of("role", "role_admin"));
    Answer own = key(operator, Map.of());
    Answer endless = key(operator, nullExpiry());

    assertThat(tooStrong.code()).isEqualTo("role_required");
    assertThat(own.json().path("apiKey").path("role").asText()).isEqualTo("role_operator");
    assertThat(endless.code()).isEqualTo("role_required");
    assertThat(operator.get("/api/admin/api-keys").json().path("total").asInt()).isEqualTo(1);
    assertThat(admin.get("/api/admin/api-keys").json().path("total").asInt()).isEqualTo(2);
    assertThat(operator.get("/api/admin/api-keys?offset=1").json().path("apiKeys")).isEmpty();
    assertThat(key(admin, nullExpiry()).json().path("apiKey").path("expiresAt").isNull()).isTrue();
  }

  @Test
  void keys_are_listed_in_pages_latest_first() {
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      created.add(0, key(admin, Map.of()).json().at("/apiKey/id").asText());
    }

    assertThat(keys("?limit=2")).isEqualTo(created.subList(0, 2));
    assertThat(keys("?limit=2&offset=2")).isEqualTo(created.subList(2, 4));
    assertThat(keys("?limit=2&offset=4")).isEqualTo(created.subList(4, 5));
    assertThat(keys("?offset=5")).isEmpty();
    assertThat(admin.get("/api/admin/api-keys?limit=2").json().path("total").asInt()).isEqualTo(5);
    assertThat(admin.get("/api/admin/api-keys?limit=0").code()).isEqualTo("invalid_parameter");
    assertThat(admin.get("/api/admin/api-keys?offset=-1").code()).isEqualTo("invalid_parameter");
  }

  private List<String> keys(String query) {
    List<String> ids = new ArrayList<>();
    admin
        .get("/api/admin/api-keys" + query)
        .json()
        .path("apiKeys")
        .forEach(key -> ids.add(key.path("id").asText()));
    return ids;
  }

  private static Map<String, Object> nullExpiry() {
    Map<String, Object> body = new HashMap<>();
    body.put("expiresInDays", null);
    return body;
  }

  @Test
  void without_scopes_a_key_gets_those_of_machines() {
    Answer created = admin.post("/api/admin/api-keys", Map.of("name", "ci"));

    assertThat(created.json().path("apiKey").path("scopes").toString())
        .contains("reports:write", "eval:write")
        .doesNotContain("dashboard");
    assertThat(with(created.json().path("key").asText()).code()).isEqualTo("scope_required");
  }

  @Test
  void without_a_role_a_key_gets_the_least_that_its_scopes_can_be_used_with() {
    Client operator = member(admin, "op2@example.com", "role_operator");
    Map<String, Object> certify =
        Map.of("scopes", List.of("certifications:read", "certifications:write"));

    assertThat(role(key(admin, Map.of("scopes", List.of("eval:write")))))
        .isEqualTo("role_operator");
    assertThat(role(key(admin, Map.of("scopes", List.of())))).isEqualTo("role_admin");
    assertThat(role(key(admin, certify))).isEqualTo("role_approver");
    assertThat(role(key(operator, certify))).isEqualTo("role_operator");
  }

  private static String role(Answer created) {
    return created.json().path("apiKey").path("role").asText();
  }

  @Test
  void the_last_administrator_stays_one() {
    String id = userId(admin);

    Answer demoted = admin.put("/api/admin/members/" + id + "/role", Map.of("role", "role_viewer"));
    Answer removed = admin.delete("/api/admin/members/" + id);

    assertThat(demoted.code()).isEqualTo("last_admin");
    assertThat(removed.code()).isEqualTo("last_admin");
    assertThat(admin.get("/api/admin/members").json().path("members").get(0).path("role").asText())
        .isEqualTo("role_admin");
  }

  @Test
  void an_administrator_signs_a_member_out_everywhere() {
    Client second = member(admin, "two@example.com", "role_operator");
    String id = userId(second);

    assertThat(second.delete("/api/admin/members/" + id + "/sessions").status()).isEqualTo(403);
    assertThat(admin.delete("/api/admin/members/" + id + "/sessions").status()).isEqualTo(200);

    assertThat(second.get("/api/auth/session").status()).isEqualTo(401);
    assertThat(admin.get("/api/auth/session").status()).isEqualTo(200);
    assertThat(admin.get("/api/admin/audit-log").text()).contains("member.end_sessions");
  }

  @Test
  void another_role_or_removal_ends_the_members_sessions() {
    Client second = member(admin, "two@example.com", "role_admin");
    String id = userId(second);
    String key = key(second, Map.of()).json().path("key").asText();

    Answer changed = admin.put("/api/admin/members/" + id + "/role", Map.of("role", "ROLE_VIEWER"));

    assertThat(changed.json().path("member").path("role").asText()).isEqualTo("role_viewer");
    assertThat(second.get("/api/auth/session").status()).isEqualTo(401);
    assertThat(with(key).status()).isEqualTo(200);
    Answer removed = admin.delete("/api/admin/members/" + id);
    assertThat(removed.json().path("revokedKeys").asInt()).isEqualTo(1);
    assertThat(with(key).code()).isEqualTo("key_revoked");
    assertThat(admin.delete("/api/admin/members/" + id).status()).isEqualTo(404);
  }

  @Test
  void an_invitation_is_good_once_for_a_week_and_until_it_is_replaced() {
    Map<String, Object> body = Map.of("email", "guest@example.com");
    String first = token(admin.post("/api/admin/invite", body));
    String second = token(admin.post("/api/admin/invite", body));

    assertThat(accept(first).code()).isEqualTo("token_invalid");
    assertThat(accept(second).status()).isEqualTo(200);
    assertThat(accept(second).code()).isEqualTo("token_invalid");
    assertThat(admin.post("/api/admin/invite", body).code()).isEqualTo("conflict");
    String late = token(admin.post("/api/admin/invite", Map.of("email", "late@example.com")));
    clock.advance(Duration.ofDays(7));
    assertThat(accept(late).code()).isEqualTo("token_invalid");
    assertThat(signedInAgain().get("/api/admin/invite").text()).contains("\"expired\"");
  }

  @Test
  void an_invitation_can_be_taken_back() {
    Answer invited = admin.post("/api/admin/invite", Map.of("email", "guest@example.com"));
    String id = invited.json().path("invitation").path("id").asText();

    assertThat(admin.delete("/api/admin/invite?id=" + id).status()).isEqualTo(200);
    assertThat(accept(token(invited)).code()).isEqualTo("token_invalid");
    assertThat(admin.delete("/api/admin/invite?id=inv_01JD5Z8S4T3Q6V9X2B7N1M0KGE").status())
        .isEqualTo(404);
    assertThat(admin.delete("/api/admin/invite").code()).isEqualTo("invalid_parameter");
  }

  private static String token(Answer invited) {
    String url = invited.json().path("inviteUrl").asText();
    return url.substring(url.indexOf("#token=") + 7);
  }

  private Answer accept(String token) {
    return server
        .visitor()
        .post(
            "/api/auth/accept-invite",
            Map.of("token", token, "password", TestServer.PASSWORD, "name", "Guest"));
  }

  @Test
  void the_profile_accepts_valid_fields_and_reports_all_invalid_ones() {
    Answer wrong =
        admin.put(
            "/api/admin/tenant",
            Map.of(
                "timezone",
                "Mars/Olympus",
                "settings",
                Map.of("riskThreshold", 101, "calibrationThreshold", "high")));
    Answer right =
        admin.put(
            "/api/admin/tenant",
            Map.of(
                "name",
                "Acme",
                "settings",
                Map.of("risk_threshold", 40, "retentionDays", Map.of("events", 30))));

    assertThat(wrong.code()).isEqualTo("validation_failed");
    assertThat(wrong.json().path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder(
            "timezone", "settings.riskThreshold", "settings.calibrationThreshold");
    JsonNode tenant = right.json().path("tenant");
    assertThat(tenant.path("name").asText()).isEqualTo("Acme");
    assertThat(tenant.path("settings").path("riskThreshold").asInt()).isEqualTo(40);
    assertThat(tenant.path("settings").path("retentionDays").path("events").asInt()).isEqualTo(30);
    assertThat(tenant.path("settings").path("retentionDays").path("audit").asInt()).isEqualTo(2555);
  }

  @Test
  void two_who_change_the_profile_at_once_do_not_overwrite_each_other() {
    String tag = admin.get("/api/admin/tenant").header("ETag").orElseThrow();
    assertThat(admin.with("If-None-Match", tag).get("/api/admin/tenant").status()).isEqualTo(304);

    Answer first = admin.with("If-Match", tag).put("/api/admin/tenant", Map.of("name", "First"));
    Answer second = admin.with("If-Match", tag).put("/api/admin/tenant", Map.of("name", "Second"));

    assertThat(first.status()).isEqualTo(200);
    assertThat(second.code()).isEqualTo("precondition_failed");
    assertThat(admin.get("/api/admin/tenant").text())
        .contains("First")
        .doesNotContain("\"Second\"");
  }

  @Test
  void a_deletion_waits_a_day_and_can_be_canceled() {
    String key = key(admin, Map.of()).json().path("key").asText();
    String slug = admin.get("/api/admin/tenant").json().path("tenant").path("slug").asText();
    assertThat(admin.post("/api/admin/tenant/delete", Map.of("confirm", "other")).code())
        .isEqualTo("validation_failed");

    Answer asked = admin.post("/api/admin/tenant/delete", Map.of("confirm", slug));

    assertThat(asked.status()).isEqualTo(202);
    JsonNode deletion = asked.json().path("deletion");
    assertThat(deletion.path("scheduledFor").asText()).isEqualTo("2026-11-21T09:00:00.000Z");
    assertThat(deletion.path("completesBy").asText()).isEqualTo("2026-11-23T09:00:00.000Z");
    assertThat(admin.get("/api/auth/session").status()).isEqualTo(401);
    assertThat(with(key).code()).isEqualTo("key_revoked");
    Client again = signedInAgain();
    assertThat(again.post("/api/admin/tenant/delete").json().path("deletion").path("id"))
        .isEqualTo(deletion.path("id"));
    assertThat(again.get("/api/auth/session").text()).contains("tenant_deletion");
    assertThat(
            again
                .post("/api/admin/tenant/delete/cancel")
                .json()
                .path("deletion")
                .path("status")
                .asText())
        .isEqualTo("canceled");
    assertThat(again.post("/api/admin/tenant/delete/cancel").code())
        .isEqualTo("invalid_transition");
    assertThat(with(key).status()).isEqualTo(200);
  }

  @Test
  void the_audit_log_has_pages_categories_and_csv() {
    for (int i = 0; i < 5; i++) {
      admin.put("/api/admin/tenant", Map.of("name", "=cmd|' /C calc'!A" + i));
    }
    key(admin, Map.of());

    JsonNode page = admin.get("/api/admin/audit-log?limit=2&offset=1").json();
    JsonNode tenant = admin.get("/api/admin/audit-log?category=TENANT&limit=3").json();
    Answer csv = admin.get("/api/admin/audit-log?format=CSV");

    assertThat(page.path("total").asInt()).isEqualTo(7);
    assertThat(page.path("entries").findValuesAsText("action"))
        .containsExactly("tenant.update", "tenant.update");
    assertThat(tenant.path("total").asInt()).isEqualTo(6);
    assertThat(tenant.path("entries")).hasSize(3);
    assertThat(csv.header("Content-Type")).contains("text/csv; charset=utf-8");
    assertThat(csv.text().lines()).hasSize(8).anyMatch(line -> line.contains(",'=cmd|"));
    assertThat(admin.get("/api/admin/audit-log?format=xml").code()).isEqualTo("unsupported_format");
    assertThat(admin.get("/api/admin/audit-log?limit=0").code()).isEqualTo("invalid_parameter");
    assertThat(admin.get("/api/admin/audit-log/verify").json().path("ok").asBoolean()).isTrue();
  }
}
