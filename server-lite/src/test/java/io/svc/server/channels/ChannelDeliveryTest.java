package io.svc.server.channels;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.svc.rules.Severity;
import io.svc.server.Reports;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.integrations.WebhookSignature;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherSide;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alerts on their way from a report to the other side, through a whole server. */
class ChannelDeliveryTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  @TempDir private static Path directory;
  private static GreenMail mail;
  private static TestServer server;

  private OtherSide other;
  private Tenancy tenancy;

  @BeforeAll
  static void startServer() {
    mail = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    mail.start();
    server =
        TestServer.start(
            directory,
            Map.of(
                "SVC_EGRESS_ALLOW_PRIVATE",
                "127.0.0.0/8",
                "SVC_SMTP_URL",
                "smtp://127.0.0.1:"
                    + mail.getSmtp().getPort()
                    + "?from=svc@example.com&starttls=off"),
            Clock.systemUTC());
  }

  @BeforeEach
  void start() throws IOException, FolderException {
    mail.purgeEmailFromAllMailboxes();
    other = new OtherSide();
    tenancy = new Tenancy(server);
  }

  @AfterEach
  void stop() {
    other.close();
  }

  @AfterAll
  static void stopServer() {
    server.close();
    mail.stop();
  }

  private String channel(String type, Map<String, String> config) {
    Answer created =
        tenancy
            .admin()
            .post(
                "/api/admin/integrations",
                Map.of("type", type, "name", "Our " + type, "config", config));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.json().at("/integration/id").asText();
  }

  /** A finding that is new is an alert; tells its identifier. */
  private String raise() {
    Answer sent =
        tenancy
            .program(Role.OPERATOR, Scope.REPORTS_WRITE)
            .post(
                "/api/v1/mcp/reports",
                Reports.withOneFinding(tenancy.org().value(), Severity.CRITICAL));
    assertThat(sent.status()).as(sent.toString()).isEqualTo(201);
    return tenancy.admin().get("/api/alerts").json().at("/alerts/0/id").asText();
  }

  private JsonNode alert(String id) {
    return tenancy.admin().get("/api/alerts/" + id).json().path("alert");
  }

  /** The alert, once something holds for it. */
  private JsonNode awaited(String id, Predicate<JsonNode> wanted) {
    long end = System.nanoTime() + 20_000_000_000L;
    JsonNode alert = alert(id);
    while (!wanted.test(alert)) {
      assertThat(System.nanoTime()).as(alert.toPrettyString()).isLessThan(end);
      pause();
      alert = alert(id);
    }
    return alert;
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode awaitStatus(String id, String status) {
    return awaited(id, alert -> alert.path("status").asText().equals(status));
  }

  private JsonNode body(int index) {
    return Json.readStored(other.requests().get(index).body());
  }

  @Test
  void a_webhook_is_signed_and_specifies_what_happened() {
    channel("webhook", Map.of("url", other.url() + "/hook", "secret", SECRET));
    String id = raise();
    JsonNode alert = awaitStatus(id, "delivered");

    assertThat(other.requests()).hasSize(1);
    OtherSide.Asked asked = other.requests().get(0);
    assertThat(asked.line()).isEqualTo("POST /hook");
    Instant time = Instant.ofEpochSecond(Long.parseLong(asked.headers().get("webhook-timestamp")));
    Map<String, String> expected =
        WebhookSignature.headers(
            SECRET,
            asked.headers().get("webhook-id"),
            time,
            asked.body().getBytes(StandardCharsets.UTF_8));
    assertThat(asked.headers()).containsAllEntriesOf(expected);
    JsonNode body = body(0);
    assertThat(body.path("type").asText()).isEqualTo("alert.raised");
    assertThat(body.at("/data/alert_id").asText()).isEqualTo(id);
    assertThat(body.at("/data/severity").asText()).isEqualTo("critical");
    assertThat(body.at("/data/url").asText()).endsWith("/alerts/" + id);

    JsonNode reported = alert.at("/delivery/channels/0");
    assertThat(reported.path("status").asText()).isEqualTo("delivered");
    assertThat(reported.at("/attempts/0/status_code").asInt()).isEqualTo(200);
    assertThat(reported.path("next_attempt_at").isNull()).isTrue();
    assertThat(integrationStatus(reported.path("integration_id").asText())).isEqualTo("connected");
  }

  private String integrationStatus(String id) {
    return tenancy
        .admin()
        .get("/api/admin/integrations/" + id)
        .json()
        .at("/integration/status")
        .asText();
  }

  @Test
  void slack_gets_text_without_markup_of_others() {
    String id = channel("slack", Map.of("webhookUrl", other.url() + "/services/T0/B0/x"));
    rule("{title} <!channel> & more");
    awaitStatus(raise(), "delivered");

    String text = body(0).path("text").asText();
    assertThat(text).contains("&lt;!channel&gt; &amp; more").doesNotContain("<!channel>");
    assertThat(text).contains("|Open in the dashboard>");
    assertThat(integrationStatus(id)).isEqualTo("connected");
  }

  private void rule(String template) {
    JsonNode rules = tenancy.admin().get("/api/alerts/rules").json().path("rules");
    Answer changed =
        tenancy
            .admin()
            .put(
                "/api/alerts/rules/" + rules.at("/0/id").asText(),
                Map.of("actions", java.util.List.of(Map.of("type", "all", "template", template))));
    assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
  }

  @Test
  void pagerduty_opens_and_closes_one_incident() {
    channel("pagerduty", Map.of("routingKey", "R0123456789ABCDEF", "baseUrl", other.url()));
    String id = raise();
    awaitStatus(id, "delivered");
    tenancy.admin().send("PATCH", "/api/alerts/" + id, Map.of("triage_status", "resolved"));
    awaited(id, alert -> other.requests().size() == 2);

    JsonNode opened = body(0);
    JsonNode closed = body(1);
    assertThat(opened.path("event_action").asText()).isEqualTo("trigger");
    assertThat(opened.at("/payload/severity").asText()).isEqualTo("critical");
    assertThat(closed.path("event_action").asText()).isEqualTo("resolve");
    assertThat(closed.path("dedup_key")).isEqualTo(opened.path("dedup_key"));
    assertThat(other.requests().get(0).line()).isEqualTo("POST /v2/enqueue");
  }

  @Test
  void a_siem_gets_a_detection_finding() {
    channel(
        "siem_webhook",
        Map.of("url", other.url() + "/siem", "authorization", "Splunk 0123456789abcdef"));
    String id = raise();
    awaitStatus(id, "delivered");

    JsonNode finding = body(0);
    assertThat(finding.path("class_uid").asInt()).isEqualTo(2004);
    assertThat(finding.path("type_uid").asInt()).isEqualTo(200401);
    assertThat(finding.path("severity_id").asInt()).isEqualTo(5);
    assertThat(finding.at("/finding_info/uid").asText()).isEqualTo(id);
    assertThat(other.requests().get(0).headers())
        .containsEntry("authorization", "Splunk 0123456789abcdef");
  }

  @Test
  void a_mail_goes_to_all_recipients_with_an_identifier_of_the_message() throws Exception {
    channel("email", Map.of("recipients", "sec@example.com,ops@example.com"));
    String id = raise();
    awaitStatus(id, "delivered");

    MimeMessage received = mail.getReceivedMessages()[0];
    assertThat(mail.getReceivedMessages()).hasSize(2);
    assertThat(received.getAllRecipients())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("sec@example.com", "ops@example.com");
    assertThat(received.getSubject()).startsWith("[CRITICAL] ");
    assertThat(received.getMessageID()).matches("<msg_[0-9A-Z]{26}@example\\.com>");
    assertThat((String) received.getContent()).contains("/alerts/" + id);
  }

  @ParameterizedTest
  @CsvSource({
    "500, retrying, degraded",
    "408, retrying, degraded",
    "429, retrying, degraded",
    "404, failed, degraded",
    "302, failed, degraded",
    "401, failed, error"
  })
  void an_answer_decides_whether_it_is_tried_again(int status, String delivery, String channel) {
    String integration = channel("webhook", Map.of("url", other.url()));
    tenancy.admin().post("/api/admin/integrations/" + integration + "/test");
    assertThat(integrationStatus(integration)).isEqualTo("connected");
    other.answers(status, "no");
    String id = raise();
    JsonNode alert = awaitStatus(id, delivery);

    JsonNode attempt = alert.at("/delivery/channels/0/attempts/0");
    assertThat(attempt.path("status_code").asInt()).isEqualTo(status);
    assertThat(attempt.path("error").asText())
        .isEqualTo("webhook responded with " + status + "; expected a 2xx status.");
    assertThat(integrationStatus(integration)).isEqualTo(channel);
    assertThat(alert.at("/delivery/channels/0/next_attempt_at").isNull())
        .isEqualTo(delivery.equals("failed"));
    assertThat(server.visitor().get("/metrics").text())
        .containsPattern(
            "svc_alert_deliveries_total\\{reason=\"[a-z0-9_]+\",result=\"" + delivery + "\"");
  }

  @Test
  void a_webhook_whose_secret_was_changed_is_signed_with_both_for_a_day() {
    String integration = channel("webhook", Map.of("url", other.url(), "secret", SECRET));
    String newer = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    Answer changed =
        tenancy
            .admin()
            .put(
                "/api/admin/integrations/" + integration,
                Map.of("config", Map.of("secret", newer)));
    assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
    assertThat(changed.text()).doesNotContain("former");
    awaitStatus(raise(), "delivered");

    OtherSide.Asked asked = other.requests().get(0);
    String id = asked.headers().get("webhook-id");
    Instant time = Instant.ofEpochSecond(Long.parseLong(asked.headers().get("webhook-timestamp")));
    byte[] body = asked.body().getBytes(StandardCharsets.UTF_8);
    assertThat(asked.headers().get("webhook-signature"))
        .isEqualTo(
            WebhookSignature.headers(newer, id, time, body).get("webhook-signature")
                + " "
                + WebhookSignature.headers(SECRET, id, time, body).get("webhook-signature"));
  }

  @Test
  void a_failing_channel_raises_an_alert_on_the_others() throws IOException {
    try (OtherSide broken = new OtherSide()) {
      String integration = channel("webhook", Map.of("url", broken.url()));
      channel("slack", Map.of("webhookUrl", other.url()));
      broken.answers(401, "no");
      String id = raise();
      awaitStatus(id, "partially_delivered");

      JsonNode alerts =
          tenancy.admin().get("/api/alerts?threat_type=integration_failure").json().path("alerts");
      assertThat(alerts).hasSize(1);
      assertThat(alerts.at("/0/destination").asText()).isEqualTo(integration);
      awaitStatus(alerts.at("/0/id").asText(), "partially_delivered");
      assertThat(other.requests()).hasSize(2);
      assertThat(
              tenancy
                  .admin()
                  .get("/api/alerts?threat_type=integration_failure")
                  .json()
                  .path("alerts"))
          .hasSize(1);
    }
  }

  @Test
  @Timeout(60)
  void the_channels_of_a_tenant_that_leaves_are_not_used() {
    String integration = channel("webhook", Map.of("url", other.url()));
    other.answers(503, "no");
    String id = raise();
    awaitStatus(id, "retrying");
    assertThat(other.requests()).hasSize(1);
    assertThat(tenancy.admin().post("/api/admin/tenant/delete").status()).isEqualTo(202);
    Client admin = tenancy.member(Role.ADMIN);
    assertThat(admin.post("/api/admin/integrations/" + integration + "/test").status())
        .isEqualTo(409);
    assertThat(admin.post("/api/alerts/" + id + "/resend").status()).isEqualTo(200);
    String attempts = "/alert/delivery/channels/0/attempts";
    while (admin.get("/api/alerts/" + id).json().at(attempts).size() < 2) {
      pause();
    }
    assertThat(admin.get("/api/alerts/" + id).json().at(attempts + "/1/error").asText())
        .contains("is being deleted");
    assertThat(other.requests()).hasSize(1);
  }

  @Test
  void failed_deliveries_are_resent_on_demand() {
    channel("webhook", Map.of("url", other.url()));
    other.answers(404, "no");
    String id = raise();
    awaitStatus(id, "failed");
    other.answers(200, "{}");
    Answer again = tenancy.admin().post("/api/alerts/" + id + "/resend");
    assertThat(again.status()).as(again.toString()).isEqualTo(200);

    JsonNode alert = awaitStatus(id, "delivered");
    assertThat(alert.at("/delivery/attempts").asInt()).isEqualTo(2);
  }

  @Test
  void a_channel_that_never_answers_keeps_no_other_waiting() throws IOException {
    try (OtherSide slow = new OtherSide()) {
      slow.silent();
      channel("webhook", Map.of("url", slow.url()));
      channel("slack", Map.of("webhookUrl", other.url()));
      String id = raise();

      JsonNode alert =
          awaited(id, item -> item.at("/delivery/channels/1/status").asText().equals("delivered"));
      assertThat(alert.at("/delivery/channels/0/status").asText()).isEqualTo("delivering");
      slow.answersAgain();
      awaitStatus(id, "delivered");
    }
  }

  @Test
  void an_address_that_may_not_be_called_is_not_called() {
    channel("webhook", Map.of("url", "https://169.254.169.254/latest/meta-data"));
    JsonNode alert = awaitStatus(raise(), "failed");

    assertThat(alert.at("/delivery/channels/0/attempts/0/error").asText())
        .contains("169.254.169.254")
        .contains("is blocked");
  }

  @Test
  void a_disabled_channel_receives_nothing() {
    String integration = channel("webhook", Map.of("url", other.url()));
    other.answers(503, "no");
    String id = raise();
    awaitStatus(id, "retrying");
    other.answers(200, "{}");
    tenancy.admin().put("/api/admin/integrations/" + integration, Map.of("enabled", false));

    assertThat(tenancy.admin().post("/api/alerts/" + id + "/resend").status()).isEqualTo(200);
    JsonNode alert = awaitStatus(id, "failed");
    assertThat(alert.at("/delivery/channels/0/attempts/1/error").asText())
        .isEqualTo("The channel is disabled.");
    assertThat(other.requests()).hasSize(1);
  }
}
