package io.svc.server.integrations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherSide;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IntegrationRoutesTest {
  private static final String PATH = "/api/admin/integrations";
  private static final String KEY = "n8n_api_0123456789x9Kd";

  @TempDir private static Path directory;
  private static GreenMail mail;
  private static TestServer server;

  private OtherSide other;
  private Tenancy tenancy;
  private Client admin;

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
    admin = tenancy.admin();
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

  @Test
  void everything_that_is_missing_is_reported_at_once() {
    Answer empty = admin.post(PATH, Map.of());
    assertThat(empty.status()).isEqualTo(400);
    assertThat(empty.code()).isEqualTo("validation_failed");
    assertThat(fields(empty)).containsExactlyInAnyOrder("type", "name");

    Answer bare = admin.post(PATH, Map.of("type", "oidc"));
    assertThat(fields(bare)).containsExactlyInAnyOrder("name", "config.issuer", "config.clientId");
    Answer half =
        admin.post(
            PATH, Map.of("type", "power_automate", "name", "x", "config", Map.of("tenantId", "t")));
    assertThat(fields(half)).containsExactlyInAnyOrder("config.clientId", "config.clientSecret");
    assertThat(fields(admin.post(PATH, Map.of("type", "fax", "name", "x"))))
        .containsExactly("type");
  }

  @Test
  void addresses_and_recipients_are_checked_when_they_are_written() {
    assertThat(message("webhook", Map.of("url", "ftp://a.example/")))
        .isEqualTo("\"config.url\": The address begins with \"ftp:\"; expected an https address.");
    assertThat(message("webhook", Map.of("url", "https://me:pw@a.example/")))
        .isEqualTo("\"config.url\": The address contains a user name; remove it.");
    assertThat(message("webhook", Map.of("url", "not an address")))
        .contains("expected an address such as https://example.com/path");
    assertThat(message("email", Map.of("recipients", List.of("dana@example.com", "nobody"))))
        .isEqualTo(
            "\"config.recipients\" contains \"nobody\"; expected an address such as"
                + " dana@example.com.");
    assertThat(message("github", Map.of("token", "two\nlines")))
        .isEqualTo("\"config.token\" has a character that is not printable ASCII.");
    assertThat(message("slack", Map.of("webhookUrl", "••••abcd")))
        .isEqualTo("\"config.webhookUrl\" is masked, but no value is stored; send the value.");
  }

  @Test
  void what_follows_the_question_mark_of_an_address_is_a_secret() {
    String token = "a1B2c3D4e5F6g7H8i9J0";
    String url = other.url() + "/hook?token=" + token;
    String id =
        admin
            .post(PATH, Map.of("type", "webhook", "name", "hook", "config", Map.of("url", url)))
            .json()
            .at("/integration/id")
            .asText();
    Answer told = admin.get(PATH + "/" + id);
    String shown = told.json().at("/integration/config/url").asText();

    assertThat(shown).isEqualTo(other.url() + "/hook?\u2022\u2022\u2022\u2022i9J0");
    assertThat(told.text() + admin.get(PATH).text()).doesNotContain(token);
    ObjectNode sentBack = (ObjectNode) told.json();
    ((ObjectNode) sentBack.path("integration")).put("name", "renamed");
    Answer stored = admin.put(PATH + "/" + id, sentBack);
    assertThat(stored.status()).as("%s", stored).isEqualTo(200);
    assertThat(stored.json().at("/integration/name").asText()).isEqualTo("renamed");
    assertThat(stored.json().at("/integration/config/url").asText()).isEqualTo(shown);
    admin.post(PATH + "/" + id + "/test");
    assertThat(other.requests().get(0).line()).contains("/hook?token=" + token);
    Answer another =
        admin.put(
            PATH + "/" + id, Map.of("config", Map.of("url", shown.replace("/hook", "/elsewhere"))));
    assertThat(another.status()).isEqualTo(400);
    assertThat(another.text()).doesNotContain(token);
  }

  @Test
  void a_secret_is_written_and_never_returned() {
    String id = n8n();
    Answer told = admin.get(PATH + "/" + id);

    assertThat(told.json().at("/integration/config/apiKey").asText()).isEqualTo("••••x9Kd");
    assertThat(told.json().at("/integration/status").asText()).isEqualTo("draft");
    assertThat(told.json().at("/integration/category").asText()).isEqualTo("platform");
    Answer listed = admin.get(PATH);
    assertThat(listed.json().at("/total").asInt()).isEqualTo(1);
    assertThat(listed.text() + admin.get("/api/admin/audit-log").text()).doesNotContain(KEY);
  }

  @Test
  void the_masked_value_sent_back_keeps_the_stored_one() {
    String id = n8n();
    JsonNode shown = admin.get(PATH + "/" + id).json().at("/integration");

    Answer changed =
        admin.put(PATH + "/" + id, Map.of("name", "renamed", "config", shown.path("config")));
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().at("/integration/name").asText()).isEqualTo("renamed");
    assertThat(changed.json().at("/integration/version").asInt()).isEqualTo(2);
    test(id);
    assertThat(other.requests().get(0).headers()).containsEntry("x-n8n-api-key", KEY);

    assertThat(fields(admin.put(PATH + "/" + id, Map.of("config", Map.of("apiKey", "••••wxyz")))))
        .containsExactly("config.apiKey");
  }

  @Test
  void a_stored_secret_is_not_sent_to_another_address() throws IOException {
    String id = n8n();
    try (OtherSide attacker = new OtherSide()) {
      Answer moved =
          admin.put(
              PATH + "/" + id,
              Map.of("config", Map.of("baseUrl", attacker.url(), "apiKey", "••••x9Kd")));

      assertThat(moved.status()).isEqualTo(400);
      assertThat(moved.json().at("/errors/0/message").asText())
          .isEqualTo("\"config.apiKey\" must be sent again, because the address has changed.");
      assertThat(
              admin
                  .put(
                      PATH + "/" + id,
                      Map.of("config", Map.of("baseUrl", attacker.url(), "apiKey", "new one")))
                  .status())
          .isEqualTo(200);
      assertThat(
              admin
                  .put(
                      PATH + "/" + id,
                      Map.of("config", Map.of("baseUrl", attacker.url() + "/below")))
                  .status())
          .isEqualTo(200);
    }
  }

  @Test
  void the_type_stays_and_required_fields_cannot_be_taken_away() {
    String id = n8n();
    Map<String, Object> config = new java.util.HashMap<>();
    config.put("apiKey", null);

    assertThat(fields(admin.put(PATH + "/" + id, Map.of("type", "make")))).containsExactly("type");
    assertThat(fields(admin.put(PATH + "/" + id, Map.of("config", config))))
        .containsExactly("config.apiKey");
  }

  @Test
  void a_change_of_what_was_seen_otherwise_is_rejected() {
    String id = n8n();

    assertThat(admin.with("If-Match", "\"7\"").put(PATH + "/" + id, Map.of("name", "x")).status())
        .isEqualTo(412);
    assertThat(admin.with("If-Match", "\"7\"").delete(PATH + "/" + id).status()).isEqualTo(412);
    assertThat(admin.with("If-Match", "\"1\"").delete(PATH + "/" + id).status()).isEqualTo(200);
    assertThat(admin.get(PATH + "/" + id).status()).isEqualTo(404);
    assertThat(admin.put(PATH + "/" + id, Map.of("name", "x")).status()).isEqualTo(404);
    assertThat(admin.delete(PATH + "/" + id).status()).isEqualTo(404);
  }

  /** What each type is asked by a test. */
  record Case(String type, Map<String, String> config, String line, Map<String, String> headers) {}

  static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "slack", Map.of("webhookUrl", "URL/services/T/B/x"), "POST /services/T/B/x", Map.of()),
        new Case(
            "webhook",
            Map.of("url", "URL/hook?a=b", "authorization", "Bearer t"),
            "POST /hook?a=b",
            Map.of("authorization", "Bearer t", "content-type", "application/json")),
        new Case(
            "siem_webhook",
            Map.of("url", "URL/collector", "authorization", "Splunk t"),
            "POST /collector",
            Map.of("authorization", "Splunk t")),
        new Case(
            "pagerduty", Map.of("routingKey", "r", "baseUrl", "URL"), "POST /v2/enqueue", Map.of()),
        new Case(
            "n8n",
            Map.of("baseUrl", "URL/", "apiKey", "k"),
            "GET /api/v1/workflows?limit=1",
            Map.of("x-n8n-api-key", "k")),
        new Case(
            "zapier",
            Map.of("accessToken", "t", "baseUrl", "URL"),
            "GET /v2/zaps?limit=1",
            Map.of("authorization", "Bearer t")),
        new Case(
            "make",
            Map.of("apiToken", "t", "baseUrl", "URL"),
            "GET /api/v2/users/me",
            Map.of("authorization", "Token t")),
        new Case(
            "github",
            Map.of("token", "t", "baseUrl", "URL/api/v3"),
            "GET /api/v3/rate_limit",
            Map.of("authorization", "Bearer t")),
        new Case(
            "power_automate",
            Map.of("tenantId", "a b", "clientId", "c", "clientSecret", "s&", "loginUrl", "URL"),
            "POST /a%20b/oauth2/v2.0/token",
            Map.of("content-type", "application/x-www-form-urlencoded")),
        new Case(
            "otlp",
            Map.of("endpoint", "URL", "authorization", "Basic x"),
            "POST /v1/traces",
            Map.of("authorization", "Basic x")),
        new Case(
            "vault",
            Map.of("address", "URL", "token", "hvs.1", "namespace", "team"),
            "GET /v1/auth/token/lookup-self",
            Map.of("x-vault-token", "hvs.1", "x-vault-namespace", "team")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_test_asks_what_shows_whether_the_credentials_are_good(Case one) {
    Map<String, String> config = new java.util.HashMap<>(one.config());
    config.replaceAll((name, value) -> value.replace("URL", other.url()));
    String id = createIntegration(one.type(), config);

    JsonNode result = test(id);

    assertThat(result.path("ok").asBoolean()).isTrue();
    assertThat(result.path("error").isNull()).isTrue();
    assertThat(other.requests().get(0).line()).isEqualTo(one.line());
    assertThat(other.requests().get(0).headers()).containsAllEntriesOf(one.headers());
    assertThat(status(id)).isEqualTo("connected");
  }

  @Test
  void a_test_message_specifies_that_it_is_one() {
    test(createIntegration("slack", Map.of("webhookUrl", other.url() + "/s")));
    test(createIntegration("webhook", Map.of("url", other.url(), "secret", "whsec_c2VjcmV0")));
    test(
        createIntegration(
            "pagerduty", Map.of("routingKey", "key of routing", "baseUrl", other.url())));

    assertThat(other.requests())
        .hasSize(4)
        .allSatisfy(a -> assertThat(a.body()).contains("[Test]"));
    assertThat(other.requests().get(1).headers())
        .containsKeys("webhook-id", "webhook-timestamp", "webhook-signature");
    assertThat(other.requests().get(2).body())
        .contains("\"trigger\"", "\"info\"", "key of routing");
    assertThat(other.requests().get(3).body()).contains("\"resolve\"");
  }

  @Test
  void rejected_credentials_are_an_error_and_still_a_good_answer() {
    String id = n8n();
    other.answers(401, "secret words of the other side");

    JsonNode result = test(id);

    assertThat(result.path("ok").asBoolean()).isFalse();
    assertThat(result.at("/error/code").asText()).isEqualTo("unauthorized");
    assertThat(result.at("/error/message").asText()).isEqualTo("n8n responded with 401.");
    JsonNode reported = admin.get(PATH + "/" + id).json().at("/integration");
    assertThat(reported.path("status").asText()).isEqualTo("error");
    assertThat(reported.path("lastError").asText()).isEqualTo("n8n responded with 401.");
    assertThat(reported.path("lastTest")).isEqualTo(result);
    assertThat(admin.get("/api/overview").json().at("/overview/integrations/failing").asInt())
        .isEqualTo(1);
    assertThat(admin.get("/api/admin/audit-log").text())
        .contains("integration.test", "\"failure\"")
        .doesNotContain("secret words");
  }

  @Test
  void other_failures_are_reported_by_what_they_are() {
    String id = n8n();
    other.answers(302, "");
    assertThat(test(id).at("/error/message").asText())
        .isEqualTo("n8n responded with 302; expected a 2xx status.");
    other.answers(200, "x".repeat(70_000));
    assertThat(test(id).at("/error/code").asText()).isEqualTo("too_large");
    assertThat(status(id)).isEqualTo("draft");
    assertThat(testOf("webhook", Map.of("url", "http://169.254.169.254/latest/meta-data")))
        .isEqualTo("blocked_address");
    assertThat(testOf("webhook", Map.of("url", server.address().toString())))
        .isEqualTo("blocked_address");
    assertThat(testOf("webhook", Map.of("url", "https://nowhere.invalid/")))
        .isEqualTo("unknown_host");
    other.close();
    assertThat(test(id).at("/error/code").asText()).isEqualTo("connect_failed");
  }

  @Test
  void an_identity_provider_must_call_itself_what_it_is_called() {
    String id = createIntegration("oidc", Map.of("issuer", other.url() + "/", "clientId", "c"));
    other.answers(200, "{\"issuer\": \"" + other.url() + "\"}");
    assertThat(test(id).path("ok").asBoolean()).isTrue();
    assertThat(other.requests().get(0).line()).isEqualTo("GET /.well-known/openid-configuration");

    other.answers(200, "{\"issuer\": \"https://evil.example\"}");
    assertThat(test(id).at("/error/code").asText()).isEqualTo("unexpected_answer");
    other.answers(200, "<html>");
    assertThat(test(id).at("/error/message").asText())
        .isEqualTo("The provider's metadata is not JSON.");
    assertThat(status(id)).isEqualTo("degraded");
  }

  @Test
  void a_test_mail_reaches_every_recipient() throws Exception {
    String id =
        createIntegration("email", Map.of("recipients", List.of("a@example.com", "b@example.com")));

    assertThat(test(id).path("ok").asBoolean()).isTrue();
    assertThat(mail.getReceivedMessages()).hasSize(2);
    assertThat(mail.getReceivedMessages()[0].getSubject()).isEqualTo("[Test] Svc Preflight");

    mail.stop();
    assertThat(test(id).at("/error/code").asText()).isEqualTo("mail_refused");
  }

  @Test
  void operators_test_and_only_administrators_change() {
    String id = n8n();
    Client operator = tenancy.member(Role.OPERATOR);

    assertThat(operator.post(PATH + "/" + id + "/test").status()).isEqualTo(200);
    assertThat(operator.get(PATH).status()).isEqualTo(200);
    assertThat(operator.put(PATH + "/" + id, Map.of("name", "x")).status()).isEqualTo(403);
    assertThat(tenancy.member(Role.AUDITOR).get(PATH).text()).contains("••••x9Kd");
    assertThat(tenancy.member(Role.VIEWER).get(PATH).status()).isEqualTo(403);
  }

  private String n8n() {
    return createIntegration("n8n", Map.of("baseUrl", other.url(), "apiKey", KEY));
  }

  private String createIntegration(String type, Map<String, ?> config) {
    Answer created =
        admin.post(PATH, Map.of("type", type, "name", "one of " + type, "config", config));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.json().at("/integration/id").asText();
  }

  private JsonNode test(String id) {
    Answer answer = admin.post(PATH + "/" + id + "/test");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json();
  }

  private String testOf(String type, Map<String, ?> config) {
    return test(createIntegration(type, config)).at("/error/code").asText();
  }

  private String status(String id) {
    return admin.get(PATH + "/" + id).json().at("/integration/status").asText();
  }

  private String message(String type, Map<String, ?> config) {
    Answer answer = admin.post(PATH, Map.of("type", type, "name", "x", "config", config));
    assertThat(answer.status()).isEqualTo(400);
    return answer.json().at("/errors/0/message").asText();
  }

  private static List<String> fields(Answer answer) {
    return answer.json().path("errors").findValuesAsText("field");
  }
}
