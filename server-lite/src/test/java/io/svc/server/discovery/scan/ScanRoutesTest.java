package io.svc.server.discovery.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.discovery.platform.Recorded;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScanRoutesTest {
  private static final String PATH = "/api/admin/integrations";

  private Recorded platform;
  private TestServer server;
  private Tenancy tenancy;
  private Client admin;

  @BeforeEach
  void start() throws IOException {
    platform = new Recorded();
    server = TestServer.shared(Map.of("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8"));
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
  }

  @AfterEach
  void stop() {
    platform.close();
  }

  @Test
  void what_a_scan_finds_is_discovered() {
    String id = n8n(Map.of());
    platform.n8n();
    JsonNode scan = scan(id);

    assertThat(scan.path("status").asText()).isEqualTo("completed");
    assertThat(scan.path("assetsFound").asInt()).isEqualTo(5);
    assertThat(scan.path("newAssets").asInt()).isEqualTo(5);
    Answer found = admin.get("/api/discovery?source=n8n");
    assertThat(found.json().path("assets").findValuesAsText("name"))
        .contains("Invoice intake", "Nightly ledger", "Third one", "OpenAI of ops");
    JsonNode reported = admin.get(PATH + "/" + id).json().path("integration");
    assertThat(reported.path("status").asText()).isEqualTo("connected");
    assertThat(reported.path("pollIntervalSeconds").asInt()).isEqualTo(900);
    assertThat(reported.path("lastScanAt").asText()).isEqualTo(scan.path("completedAt").asText());
    assertThat(reported.at("/lastScan/assetsFound").asInt()).isEqualTo(5);
  }

  @Test
  void secrets_in_what_nodes_are_given_are_neither_stored_nor_returned() {
    String id = n8n(Map.of());
    platform.n8n();
    scan(id);

    StringBuilder message = new StringBuilder(admin.get("/api/discovery").text());
    for (JsonNode asset : admin.get("/api/discovery").json().path("assets")) {
      String first = "/api/discovery/" + asset.path("id").asText();
      message.append(admin.get(first).text()).append(admin.get(first + "/history").text());
    }
    message.append(admin.get("/api/admin/audit-log").text());
    assertThat(message.toString()).doesNotContain(Recorded.CANARY, "canary-4711");
    assertThat(
            server
                .database()
                .<Integer>read(
                    tx ->
                        tx.handle()
                            .createQuery(
                                "SELECT count(*) FROM discovered_sighting"
                                    + " WHERE posture LIKE '%canary%'")
                            .mapTo(Integer.class)
                            .one()))
        .isZero();
  }

  @Test
  void an_untried_integration_is_scanned_by_itself_once_it_was_tested() throws Exception {
    String id = n8n(Map.of());
    platform.n8n().on("GET /api/v1/workflows?limit=1", 200, "{\"data\": []}");
    TimeUnit.MILLISECONDS.sleep(600);
    assertThat(platform.requests()).isEmpty();

    assertThat(admin.post(PATH + "/" + id + "/test", Map.of()).json().path("ok").asBoolean())
        .isTrue();
    JsonNode last = null;
    for (int i = 0; i < 200 && (last == null || last.isNull()); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
      last = admin.get(PATH + "/" + id).json().at("/integration/lastScan");
    }
    assertThat(last.path("status").asText()).isEqualTo("completed");
    assertThat(last.path("newAssets").asInt()).isEqualTo(5);
  }

  @Test
  void an_unscannable_platform_reports_the_reason() {
    String hook =
        createIntegration(
            Map.of("type", "webhook", "name", "h", "config", Map.of("url", "https://a.example/")));
    assertThat(scanError(hook))
        .isEqualTo(
            "The integration is of the type \"webhook\"; expected n8n, zapier, make or"
                + " power_automate.");
    String zapier = createIntegration(Map.of("type", "zapier", "name", "z"));
    assertThat(scanError(zapier))
        .isEqualTo(
            "The integration has no credentials for the platform; set them, or import an"
                + " export.");
    Answer test = admin.post(PATH + "/" + zapier + "/test", Map.of());
    assertThat(test.json().at("/error/code").asText()).isEqualTo("not_configured");
    String off = n8n(Map.of("enabled", false));
    assertThat(scanError(off)).isEqualTo("The integration is disabled; enable it first.");
  }

  @Test
  void an_export_is_taken_in_where_there_is_no_api() {
    String zapier = createIntegration(Map.of("type", "zapier", "name", "z"));
    Answer answer =
        admin.post(PATH + "/" + zapier + "/import", Recorded.json("zapier-export.json"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/scan/newAssets").asInt()).isEqualTo(2);
    assertThat(admin.get("/api/discovery?source=zapier").text())
        .contains("Hook to chat")
        .doesNotContain(Recorded.CANARY);
    Answer wrong = admin.post(PATH + "/" + zapier + "/import", Map.of("a", 1));
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.code()).isEqualTo("validation_failed");
    assertThat(admin.get("/api/admin/audit-log").text()).contains("integration.import");
  }

  @Test
  void a_failed_scan_returns_200_with_the_error() {
    String id = n8n(Map.of());
    platform.on(
        "GET /api/v1/workflows?limit=100&excludePinnedData=true", 403, "{\"m\": \"canary\"}");
    JsonNode scan = scan(id);

    assertThat(scan.path("status").asText()).isEqualTo("failed");
    assertThat(scan.path("error").asText()).isEqualTo("n8n responded with 403.");
    JsonNode reported = admin.get(PATH + "/" + id).json().path("integration");
    assertThat(reported.path("lastError").asText()).isEqualTo("n8n responded with 403.");
    assertThat(reported.at("/lastScan/status").asText()).isEqualTo("failed");
  }

  @Test
  void the_interval_has_bounds_and_is_of_platforms_alone() {
    String id = n8n(Map.of("pollIntervalSeconds", 60));
    assertThat(admin.put(PATH + "/" + id, Map.of("pollIntervalSeconds", 59)).status())
        .isEqualTo(400);
    Answer changed = admin.put(PATH + "/" + id, Map.of("pollIntervalSeconds", 3600));
    assertThat(changed.json().at("/integration/pollIntervalSeconds").asInt()).isEqualTo(3600);
    Answer renamed = admin.put(PATH + "/" + id, Map.of("name", "other"));
    assertThat(renamed.json().at("/integration/pollIntervalSeconds").asInt()).isEqualTo(3600);
    Answer hook =
        admin.post(
            PATH,
            Map.of(
                "type",
                "webhook",
                "name",
                "h",
                "config",
                Map.of("url", "https://a.example/"),
                "pollIntervalSeconds",
                60));
    assertThat(hook.json().at("/errors/0/field").asText()).isEqualTo("pollIntervalSeconds");
  }

  @Test
  void operators_scan_and_others_do_not() {
    String id = n8n(Map.of());
    platform.n8n();

    assertThat(post(Role.OPERATOR, id)).isEqualTo(200);
    assertThat(post(Role.AUDITOR, id)).isEqualTo(403);
    assertThat(post(Role.VIEWER, id)).isEqualTo(403);
  }

  private int post(Role role, String id) {
    return tenancy.member(role).post(PATH + "/" + id + "/scan", Map.of()).status();
  }

  private JsonNode scan(String id) {
    Answer answer = admin.post(PATH + "/" + id + "/scan", Map.of());
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().path("scan");
  }

  private String scanError(String id) {
    Answer answer = admin.post(PATH + "/" + id + "/scan", Map.of());
    assertThat(answer.status()).isEqualTo(409);
    return answer.json().path("message").asText();
  }

  private String n8n(Map<String, Object> more) {
    Map<String, Object> body = new HashMap<>(more);
    body.put("type", "n8n");
    body.put("name", "Production");
    body.put("config", Map.of("baseUrl", platform.url(), "apiKey", "key"));
    return createIntegration(body);
  }

  private String createIntegration(Map<String, Object> body) {
    Answer answer = admin.post(PATH, body);
    assertThat(answer.status()).isEqualTo(201);
    return answer.json().at("/integration/id").asText();
  }
}
