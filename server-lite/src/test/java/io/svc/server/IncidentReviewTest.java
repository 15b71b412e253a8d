package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.svc.server.http.Role;
import io.svc.server.testing.Client;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reviews of incidents, and what is written to people about them. */
class IncidentReviewTest {
  private static final String SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  private static final String PERSON = "jane.roe@customer.example";

  private static TestServer server;
  private static HttpServer slack;
  private static final List<String> TAKEN = new CopyOnWriteArrayList<>();
  private static volatile int status = 200;
  private Tenancy tenancy;
  private Client admin;
  private String path;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.shared(Map.of("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8"));
    slack = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slack.createContext(
        "/",
        exchange -> {
          TAKEN.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    slack.start();
  }

  @AfterAll
  static void stop() {
    slack.stop(0);
  }

  @BeforeEach
  void open() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
    TAKEN.clear();
    status = 200;
    String id =
        expect(
                201,
                admin.post(
                    "/api/incidents",
                    Map.of(
                        "title",
                        "Tokens <b>leaked</b>",
                        "summary",
                        "The bot told " + PERSON + " of it " + SECRET,
                        "severity",
                        "high",
                        "agentIds",
                        List.of(tenancy.agentId()))))
            .at("/incident/id")
            .asText();
    path = "/api/incidents/" + id;
  }

  private JsonNode incident() {
    return expect(200, admin.get(path)).path("incident");
  }

  private void resolve() {
    expect(
        200,
        admin.put(
            path,
            Map.of("status", "resolved", "resolution", "fixed", "resolutionNote", "rotated")));
  }

  private JsonNode review(Map<String, ?> change) {
    return expect(200, admin.put(path + "/review", change)).path("review");
  }

  private String integration() {
    return expect(
            201,
            admin.post(
                "/api/admin/integrations",
                Map.of(
                    "type",
                    "slack",
                    "name",
                    "war room",
                    "config",
                    Map.of(
                        "webhookUrl",
                        "http://127.0.0.1:" + slack.getAddress().getPort() + "/hook"))))
        .at("/integration/id")
        .asText();
  }

  @Test
  void there_is_none_before_the_incident_is_resolved() {
    JsonNode before = expect(200, admin.get(path + "/review"));
    assertThat(before.path("review").isNull()).isTrue();
    assertThat(before.path("available").asBoolean()).isFalse();
    assertRejected(409, "incident_not_resolved", admin.post(path + "/review"));
    assertRejected(404, "not_found", admin.put(path + "/review", Map.of("rootCause", "x")));
  }

  @Test
  void it_is_drafted_from_the_record() {
    expect(201, admin.post(path + "/notes", Map.of("body", "Looked at *it*")));
    resolve();

    JsonNode review = expect(201, admin.post(path + "/review")).path("review");

    assertThat(review.path("status").asText()).isEqualTo("draft");
    assertThat(review.path("impact").asText()).startsWith("1 agent, 0 sessions and 0 alerts");
    assertThat(review.path("rootCause").asText()).isEmpty();
    assertThat(review.at("/metrics/mttrSeconds").isNumber()).isTrue();
    assertThat(review.at("/metrics/mttcSeconds").isNull()).isTrue();
    assertThat(review.path("whatWentWell")).hasSize(2);
    assertThat(texts(review.path("timeline"), "type"))
        .containsSubsequence("opened", "note_added", "status_changed");
    assertThat(review.path("markdown").asText())
        .startsWith("# Review of incident 1: Tokens \\<b\\>leaked\\</b\\>")
        .contains("## Root cause", "Looked at \\*it\\*")
        .doesNotContain(SECRET, "<b>");
    assertThat(incident().path("reviewAvailable").asBoolean()).isTrue();
  }

  @Test
  void a_final_version_stays_and_a_correction_is_another() {
    resolve();
    expect(201, admin.post(path + "/review"));
    JsonNode edited = review(Map.of("rootCause", "Scope too wide", "status", "final"));
    assertThat(edited.path("status").asText()).isEqualTo("final");
    assertThat(edited.path("finalizedBy").asText()).startsWith("usr_");
    assertThat(edited.path("markdown").asText()).contains("Scope too wide");

    JsonNode corrected = review(Map.of("rootCause", "No expiry"));
    assertThat(corrected.path("version").asLong()).isEqualTo(2);
    assertThat(corrected.path("status").asText()).isEqualTo("draft");
    JsonNode first = expect(200, admin.get(path + "/review?version=1")).path("review");
    assertThat(first.path("rootCause").asText()).isEqualTo("Scope too wide");
    assertThat(first.path("status").asText()).isEqualTo("final");
    assertRejected(404, "not_found", admin.get(path + "/review?version=3"));
  }

  @Test
  void action_items_outlive_the_incident() {
    resolve();
    expect(201, admin.post(path + "/review"));
    String owner = tenancy.memberId();
    JsonNode item =
        review(
                Map.of(
                    "actionItems",
                    List.of(
                        Map.of(
                            "title", "Narrow the scope",
                            "ownerId", owner,
                            "dueDate", "2026-12-01"))))
            .at("/actionItems/0");
    assertThat(item.path("ownerId").asText()).isEqualTo(owner);
    assertThat(item.path("status").asText()).isEqualTo("open");
    review(Map.of("status", "final"));
    expect(200, admin.put(path, Map.of("status", "closed")));

    JsonNode done =
        review(Map.of("actionItems", List.of(Map.of("id", item.path("id"), "status", "done"))));

    assertThat(done.path("version").asLong()).isEqualTo(1);
    assertThat(done.at("/actionItems/0/status").asText()).isEqualTo("done");
    assertThat(done.at("/actionItems/0/dueDate").asText()).isEqualTo("2026-12-01");
    for (Map<String, String> bad :
        List.of(
            Map.of("id", "ait_00000000000000000000000001"),
            Map.of("title", "x", "dueDate", "soon"),
            Map.of("title", "x", "ownerId", "usr_00000000000000000000000001"),
            Map.of("dueDate", "2026-12-01"))) {
      assertRejected(
          400,
          "validation_failed",
          admin.put(path + "/review", Map.of("actionItems", List.of(bad))));
    }
  }

  @Test
  void who_has_not_seen_the_latest_revision_edits_nothing() {
    resolve();
    expect(201, admin.post(path + "/review"));
    review(Map.of("impact", "small"));
    assertRejected(
        409,
        "version_conflict",
        admin.put(path + "/review", Map.of("impact", "none", "expectedRevision", 1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"internal", "executive", "customer"})
  void a_draft_contains_figures_and_neither_secrets_nor_personal_data(String audience) {
    expect(201, admin.post(path + "/notes", Map.of("body", "evidence-4711")));
    JsonNode draft =
        expect(
                200,
                admin.post(
                    path + "/communications/draft",
                    Map.of("channel", "email", "audience", audience, "tone", "formal")))
            .path("communication");

    assertThat(draft.path("status").asText()).isEqualTo("draft");
    assertThat(draft.path("body").asText()).startsWith("Dear c");
    assertThat(draft.path("subject").asText()).isNotEmpty();
    assertThat(draft.toString()).doesNotContain(SECRET, PERSON, "evidence-4711");
    if (!audience.equals("internal")) {
      assertThat(draft.toString()).doesNotContain("leaked");
    }
  }

  @Test
  void a_message_is_sent_once_and_its_outcome_is_recorded() {
    String integrationId = integration();
    String draftId =
        expect(
                200,
                admin.post(
                    path + "/communications/draft",
                    Map.of("channel", "slack", "integrationId", integrationId)))
            .at("/communication/id")
            .asText();
    Client once = admin.with("Idempotency-Key", "send-1");
    Map<String, String> body = Map.of("communicationId", draftId);

    JsonNode sent =
        expect(200, once.post(path + "/communications/send", body)).path("communication");

    assertThat(sent.path("status").asText()).isEqualTo("sent");
    assertThat(texts(sent.path("deliveryAttempts"), "status")).containsExactly("sent");
    assertThat(TAKEN).hasSize(1);
    assertThat(TAKEN.get(0))
        .contains("Incident #1: Tokens &lt;b&gt;leaked&lt;/b&gt;")
        .doesNotContain(SECRET, PERSON);
    assertThat(expect(200, once.post(path + "/communications/send", body)).at("/communication/id"))
        .isEqualTo(sent.path("id"));
    assertRejected(409, "conflict", admin.post(path + "/communications/send", body));
    assertThat(TAKEN).hasSize(1);
    assertThat(incident().path("communicationsTotal").asLong()).isEqualTo(1);
    assertThat(texts(incident().path("timeline"), "text")).contains("slack was sent.");
  }

  @Test
  void chat_goes_by_the_only_way_that_there_is_and_is_noted_where_there_is_none() {
    Map<String, String> chat = Map.of("channel", "Chat", "body", "hi");
    JsonNode draft =
        expect(200, admin.post(path + "/communications/draft", Map.of("channel", "Chat")))
            .path("communication");
    assertThat(draft.path("channel").asText()).isEqualTo("slack");

    JsonNode failed =
        expect(200, admin.post(path + "/communications/send", chat)).path("communication");
    assertThat(failed.path("status").asText()).isEqualTo("failed");
    assertThat(failed.at("/deliveryAttempts/0/error").asText())
        .isEqualTo("No Slack integration is enabled.");

    String integrationId = integration();
    JsonNode sent =
        expect(
                200,
                admin.post(
                    path + "/communications/send",
                    Map.of("communicationId", draft.path("id").asText())))
            .path("communication");
    assertThat(sent.path("status").asText()).isEqualTo("sent");
    assertThat(sent.path("integrationId").asText()).isEqualTo(integrationId);

    integration();
    assertRejected(400, "validation_failed", admin.post(path + "/communications/send", chat));
  }

  @Test
  void what_could_not_be_sent_is_noted_and_can_be_sent_again() {
    status = 500;
    JsonNode failed =
        expect(
                200,
                admin.post(
                    path + "/communications/send",
                    Map.of("channel", "slack", "body", "hi", "integrationId", integration())))
            .path("communication");
    assertThat(failed.path("status").asText()).isEqualTo("failed");
    assertThat(failed.at("/deliveryAttempts/0/error").asText())
        .isEqualTo("Slack responded with 500.");
    status = 200;

    JsonNode sent =
        expect(
                200,
                admin.post(
                    path + "/communications/send",
                    Map.of("communicationId", failed.path("id").asText())))
            .path("communication");

    assertThat(sent.path("status").asText()).isEqualTo("sent");
    assertThat(texts(sent.path("deliveryAttempts"), "status")).containsExactly("sent", "failed");
  }

  @Test
  void email_without_a_mail_server_fails_with_a_reason() {
    JsonNode failed =
        expect(
                200,
                admin.post(
                    path + "/communications/send",
                    Map.of(
                        "channel",
                        "email",
                        "recipients",
                        List.of("dana@example.com"),
                        "subject",
                        "News",
                        "body",
                        "We are on it " + SECRET)))
            .path("communication");
    assertThat(failed.path("status").asText()).isEqualTo("failed");
    assertThat(failed.at("/deliveryAttempts/0/error").asText()).contains("smtp_url");
    assertThat(failed.toString()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"channel\": \"pigeon\", \"body\": \"x\"}",
        "{\"channel\": \"slack\", \"body\": \"x\", \"integrationId\": \"itg_1\"}",
        "{\"channel\": \"email\", \"body\": \"x\", \"subject\": \"s\"}",
        "{\"channel\": \"email\", \"body\": \"x\", \"recipients\": [\"a@example.com\"]}",
        "{\"channel\": \"email\", \"body\": \"x\", \"subject\": \"s\", \"recipients\": [\"me\"]}",
        "{\"channel\": \"email\", \"body\": \"x\", \"subject\": \"a\\nb\", \"recipients\":"
            + " [\"a@example.com\"]}"
      })
  void what_cannot_be_sent_is_rejected(String body) {
    assertRejected(400, "validation_failed", admin.post(path + "/communications/send", body));
    assertThat(incident().path("communicationsTotal").asLong()).isZero();
  }

  @Test
  void who_may_only_note_sends_and_reviews_nothing() {
    Client approver = tenancy.member(Role.APPROVER);
    assertRejected(403, "forbidden", approver.post(path + "/review"));
    assertRejected(
        403,
        "forbidden",
        approver.post(path + "/communications/draft", Map.of("channel", "email")));
  }
}
