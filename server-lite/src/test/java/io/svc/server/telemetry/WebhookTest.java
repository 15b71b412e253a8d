package io.svc.server.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.integrations.WebhookSignature;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What platforms tell of themselves, and who is believed to be one. */
class WebhookTest {
  private static final String SECRET =
      "whsec_" + Base64.getEncoder().encodeToString("0123456789abcdef0123".getBytes(UTF_8));

  private final Instant now = Clock.systemUTC().instant();
  private TestServer server;
  private Told told;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    told = new Told(server);
  }

  private String connect(String type, Map<String, Object> config) {
    Map<String, Object> all = new HashMap<>(config);
    all.put("webhookSecret", SECRET);
    Answer answer =
        told.admin()
            .post("/api/admin/integrations", Map.of("type", type, "name", "ours", "config", all));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    assertThat(answer.text()).doesNotContain(SECRET);
    return answer.json().at("/integration/id").asText();
  }

  private String n8n() {
    return connect("n8n", Map.of("baseUrl", "https://n8n.example.com", "apiKey", "key-1"));
  }

  private Answer post(String id, String header, String value, String body) {
    return server.visitor().with(header, value).post("/v1/telemetry/webhooks/" + id, body);
  }

  private static String hex(String secret, String head, String body) {
    return HexFormat.of().formatHex(WebhookSignature.mac(secret, head, body.getBytes(UTF_8)));
  }

  private JsonNode signed(String id, String body) {
    Answer answer = post(id, "X-Svc-Signature", "sha256=" + hex(SECRET, "", body), body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    return answer.json();
  }

  @Test
  void rejects_an_event_of_another_organization_but_no_message_of_a_platform_that_has_the_name() {
    String id = n8n();
    String foreign = "\"org_id\": \"org_01JD5Z8S4T3Q6V9X2B7N1M0KGE\"";
    String event = "[{\"event_type\": \"deploy.done\", \"payload\": {}, " + foreign + "}]";
    String message = "{\"kind\": \"deploy\", " + foreign + "}";

    Answer answer = post(id, "X-Svc-Signature", "sha256=" + hex(SECRET, "", event), event);

    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    assertThat(answer.code()).isEqualTo("org_mismatch");
    assertThat(signed(id, message).path("accepted").asInt()).isEqualTo(1);
  }

  private String streamed(String id, String name, String payload) {
    return """
    {"__type": "$$EventMessage", "id": "%s", "ts": "%s", "eventName": "%s",
     "message": "%s", "payload": %s}\
    """
        .formatted(id, Json.time(now), name, name, payload);
  }

  @Test
  void log_streaming_of_n8n_reports_runs_their_nodes_and_changes() {
    String id = n8n();
    String run = "\"executionId\": \"77\", \"workflowId\": \"wf_9\", \"workflowName\": \"Intake\"";
    String body =
        "["
            + String.join(
                ",",
                streamed("1", "n8n.workflow.started", "{" + run + ", \"isManual\": true}"),
                streamed("2", "n8n.node.started", "{" + run + ", \"nodeName\": \"Send\"}"),
                streamed(
                    "3",
                    "n8n.node.finished",
                    "{"
                        + run
                        + ", \"nodeType\": \"n8n-nodes-base.gmail\", \"nodeName\": \"Send\"}"),
                streamed(
                    "4",
                    "n8n.workflow.failed",
                    "{"
                        + run
                        + ", \"errorMessage\": \"no mailbox\", \"lastNodeExecuted\": \"Send\"}"),
                streamed(
                    "5",
                    "n8n.audit.workflow.updated",
                    "{\"userId\": \"u1\", \"_email\": \"jane.doe@example.com\", \"workflowId\":"
                        + " \"wf_9\"}"),
                streamed("6", "n8n.audit.user.api.created", "{\"userId\": \"u1\"}"))
            + "]";

    JsonNode answer = signed(id, body);
    JsonNode again = signed(id, body);

    assertThat(answer.path("accepted").asInt()).as(answer.toString()).isEqualTo(5);
    assertThat(again.path("duplicates").asInt()).isEqualTo(5);
    JsonNode session = told.sessions("Intake").get(0);
    assertThat(session.path("status").asText()).isEqualTo("failed");
    assertThat(session.path("trigger").asText()).isEqualTo("manual");
    assertThat(Told.types(session))
        .containsExactlyInAnyOrder("session_started", "tool_call", "error", "session_ended");
    JsonNode change = told.feed("ControlPlaneChangeEvent").get(0).path("payload");
    assertThat(change.path("change_type").asText()).isEqualTo("workflow_updated");
    assertThat(change.path("resource_id").asText()).isEqualTo("wf_9");
    assertThat(told.feed("telemetry.event").toString()).contains("n8n.audit.user.api.created");
    assertThat(told.storedText()).doesNotContain("jane.doe@example.com");
  }

  @Test
  void the_error_trigger_of_n8n_reports_a_failed_run() {
    signed(
        n8n(),
        """
        {"execution": {"id": "231", "url": "https://n8n.example.com/execution/231",
          "error": {"message": "Example Error Message", "stack": "Stacktrace"},
          "lastNodeExecuted": "Node With Error", "mode": "manual"},
         "workflow": {"id": "1", "name": "Example Workflow"}}\
        """);

    assertThat(told.sessions("Example Workflow").get(0).path("status").asText())
        .isEqualTo("failed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zapier|{\"zap_id\": 123, \"zap_title\": \"Leads\", \"zap_run_id\": \"r1\", \"status\":"
            + " \"errored\"}|Leads|failed",
        "make|{\"scenarioId\": 5, \"scenarioName\": \"Leads\", \"executionId\": \"e1\", \"status\":"
            + " \"success\"}|Leads|completed",
        "power_automate|{\"workflow\": {\"name\": \"0f1\", \"type\":"
            + " \"Microsoft.Logic/workflows\", \"run\": {\"name\": \"0858\"}, \"tags\":"
            + " {\"flowDisplayName\": \"Leads\"}}, \"status\": \"Succeeded\"}|Leads|completed"
      })
  void other_platforms_report_runs_in_their_words(
      String type, String body, String agent, String status) {
    Map<String, Object> config =
        type.equals("make") ? Map.of("baseUrl", "https://eu1.make.com", "apiToken", "t") : Map.of();

    JsonNode answer = signed(connect(type, config), body);

    assertThat(answer.path("accepted").asInt()).as(answer.toString()).isEqualTo(1);
    assertThat(told.agent(agent).path("platform").asText()).isEqualTo(type);
    assertThat(told.sessions(agent).get(0).path("status").asText()).isEqualTo(status);
  }

  @Test
  void a_workflow_that_was_deleted_there_is_gone_here_at_once() {
    String id = n8n();
    Answer imported =
        told.admin()
            .post(
                "/api/admin/integrations/" + id + "/import",
                "{\"id\": \"wf_9\", \"name\": \"Intake\", \"active\": true, \"nodes\": [],"
                    + " \"connections\": {}}");
    assertThat(imported.status()).as(imported.text()).isBetween(200, 202);
    String asset = told.admin().get("/api/discovery").json().at("/assets/0/id").asText();

    signed(id, streamed("9", "n8n.audit.workflow.deleted", "{\"workflowId\": \"wf_9\"}"));

    assertThat(told.admin().get("/api/discovery/" + asset).text()).contains("removed");
  }

  @Test
  void unknown_content_is_retained_without_what_is_personal() {
    JsonNode answer = signed(n8n(), "{\"anything\": [1, {\"mail\": \"jane.doe@example.com\"}]}");

    assertThat(answer.path("accepted").asInt()).isEqualTo(1);
    assertThat(told.feed("telemetry.event").toString())
        .contains("n8n.webhook")
        .contains("anything")
        .doesNotContain("jane.doe");
  }

  @Test
  void unsigned_requests_get_the_same_response_as_unknown_senders() {
    String id = n8n();
    String body = "{}";
    String good = hex(SECRET, "", body);

    Answer wrong = post(id, "X-Svc-Signature", "sha256=" + hex("other", "", body), body);
    Answer stranger =
        post("itg_01JD5ZZZZZZZZZZZZZZZZZZZZZ", "X-Svc-Signature", "sha256=" + good, body);
    Answer changed = post(id, "X-Svc-Signature", "sha256=" + good, "{ }");
    Answer none = post(id, "X-Other", "x", body);

    for (Answer rejected : new Answer[] {wrong, stranger, changed, none}) {
      assertThat(rejected.status()).isEqualTo(401);
      assertThat(rejected.json().path("message")).isEqualTo(wrong.json().path("message"));
    }
  }

  @Test
  void a_signature_with_a_time_is_good_for_five_minutes() {
    String id = n8n();
    String fresh = Long.toString(now.getEpochSecond());
    String old = Long.toString(now.minus(Duration.ofMinutes(6)).getEpochSecond());

    assertThat(
            post(
                    id,
                    "X-Svc-Signature",
                    "t=" + fresh + ",v1=" + hex(SECRET, fresh + ".", "{}"),
                    "{}")
                .status())
        .isEqualTo(202);
    assertThat(
            post(id, "X-Svc-Signature", "t=" + old + ",v1=" + hex(SECRET, old + ".", "{}"), "{}")
                .status())
        .isEqualTo(401);
    assertThat(
            post(id, "X-Svc-Signature", "t=" + fresh + ",v1=" + hex(SECRET, "", "{}"), "{}")
                .status())
        .isEqualTo(401);
  }

  @Test
  void a_platform_that_cannot_sign_sends_the_secret() {
    String id = n8n();

    assertThat(post(id, "X-Svc-Webhook-Secret", SECRET, "{}").status()).isEqualTo(202);
    assertThat(post(id, "X-Svc-Webhook-Secret", SECRET + "x", "{}").status()).isEqualTo(401);
    assertThat(post(id, "X-Svc-Webhook-Secret", "", "{}").status()).isEqualTo(401);
  }

  @Test
  void the_former_secret_is_good_while_the_other_is_brought_in() {
    String id = n8n();

    Answer changed =
        told.admin()
            .put(
                "/api/admin/integrations/" + id,
                Map.of("config", Map.of("webhookSecret", "another-secret-0123456789")));

    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(post(id, "X-Svc-Webhook-Secret", SECRET, "{}").status()).isEqualTo(202);
    assertThat(post(id, "X-Svc-Webhook-Secret", "another-secret-0123456789", "{}").status())
        .isEqualTo(202);
  }

  @Test
  void an_integration_without_a_secret_or_switched_off_takes_nothing() {
    String id =
        told.admin()
            .post(
                "/api/admin/integrations",
                Map.of("type", "zapier", "name", "bare", "config", Map.of()))
            .json()
            .at("/integration/id")
            .asText();
    String off = n8n();
    told.admin().put("/api/admin/integrations/" + off, Map.of("enabled", false));

    assertThat(post(id, "X-Svc-Webhook-Secret", "no signature uses this", "{}").status())
        .isEqualTo(401);
    assertThat(post(off, "X-Svc-Webhook-Secret", SECRET, "{}").status()).isEqualTo(401);
  }
}
