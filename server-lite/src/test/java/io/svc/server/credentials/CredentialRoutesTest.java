package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialRoutesTest {
  private static final String PATH = "/api/egress/credentials";
  private static final String CANARY = "sk_live_canary5f3a9c";
  private static final String TOKEN = "hvs.canary-of-the-token";

  @TempDir private Path directory;
  private OtherSide vault;
  private TestServer server;
  private Tenancy tenancy;
  private Client admin;

  @BeforeEach
  void start() throws IOException {
    vault = new OtherSide();
    server =
        TestServer.start(
            directory,
            Map.of("SVC_VAULT_ADDR", vault.url(), "SVC_VAULT_TOKEN", TOKEN),
            Clock.systemUTC());
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
  }

  @AfterEach
  void stop() {
    server.close();
    vault.close();
  }

  private Answer put(Object body) {
    return admin.put(PATH, body);
  }

  private static Map<String, Object> embedded(String pattern, String token) {
    return Map.of("pattern", pattern, "secret", Map.of("token", token));
  }

  private String prefix() {
    return "svc/" + tenancy.org() + "/";
  }

  private static JsonNode credential(Answer answer) {
    return answer.json().path("credential");
  }

  private static List<String> fields(Answer answer) {
    return answer.json().path("errors").findValuesAsText("field");
  }

  private static String message(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    return answer.json().at("/errors/0/message").asText();
  }

  @Test
  void a_mapping_is_created_replaced_listed_and_removed() {
    Answer created = put(embedded("API.Stripe.com", CANARY));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(created.header("ETag")).contains("\"1\"");
    String id = credential(created).path("id").asText();
    assertThat(credential(created).path("pattern").asText()).isEqualTo("api.stripe.com");
    assertThat(credential(created).path("authType").asText()).isEqualTo("bearer");
    assertThat(credential(created).path("secretVersion").asLong()).isEqualTo(1);

    Answer replaced =
        put(
            Map.of(
                "pattern",
                "api.stripe.com",
                "authType",
                "header",
                "header",
                "X-Key",
                "prefix",
                "token ",
                "enabled",
                false));
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(credential(replaced).path("id").asText()).isEqualTo(id);
    assertThat(credential(replaced).path("prefix").asText()).isEqualTo("token ");
    assertThat(credential(replaced).path("secretVersion").asLong()).isEqualTo(1);
    assertThat(credential(replaced).path("version").asLong()).isEqualTo(2);

    JsonNode listed = admin.get(PATH).json();
    assertThat(listed.path("total").asInt()).isEqualTo(1);
    assertThat(listed.at("/credentials/0/enabled").asBoolean()).isFalse();
    assertThat(listed.at("/credentials/0/useCount24h").asLong()).isZero();
    assertThat(listed.at("/vault/mount").asText()).isEqualTo("secret");
    assertThat(listed.at("/vault/pathPrefix").asText()).isEqualTo(prefix());

    assertThat(admin.delete(PATH + "/" + id).status()).isEqualTo(200);
    assertThat(admin.get(PATH).json().path("total").asInt()).isZero();
    assertThat(admin.get("/api/admin/audit-log?category=credential").text())
        .contains("credential.create", "credential.update", "credential.delete");
  }

  @Test
  void the_same_again_changes_nothing() {
    put(embedded("api.stripe.com", CANARY));

    Answer again = put(embedded("API.stripe.com", CANARY));

    assertThat(again.status()).isEqualTo(200);
    assertThat(credential(again).path("version").asLong()).isEqualTo(1);
    assertThat(admin.get("/api/admin/audit-log?category=credential").json().path("total").asInt())
        .isEqualTo(1);
    Answer other = put(embedded("api.stripe.com", CANARY + "2"));
    assertThat(credential(other).path("version").asLong()).isEqualTo(2);
    assertThat(credential(other).path("secretVersion").asLong()).isEqualTo(2);
  }

  @Test
  void a_stored_secret_goes_to_no_other_host_without_being_sent_again() {
    String id = credential(put(embedded("api.stripe.com", CANARY))).path("id").asText();

    for (String elsewhere : List.of("evil.example.com", "*.stripe.com", "api.stripe.com:8443")) {
      Answer moved = put(Map.of("id", id, "pattern", elsewhere));
      assertThat(message(moved))
          .isEqualTo(
              "\"secret\" must be sent again, because the hosts of \"pattern\" have" + " changed.");
    }
    assertThat(put(Map.of("id", id, "pattern", "api.stripe.com/v1/*")).status()).isEqualTo(200);
    Answer basic = put(Map.of("id", id, "pattern", "api.stripe.com", "authType", "basic"));
    assertThat(message(basic)).contains("must be sent again");
  }

  @Test
  void what_was_changed_meanwhile_is_not_changed_blindly() {
    Answer created = put(embedded("api.stripe.com", CANARY));
    put(embedded("api.stripe.com", CANARY + "2"));
    Client careful = admin.with("If-Match", created.header("ETag").orElseThrow());

    assertThat(careful.put(PATH, embedded("api.stripe.com", CANARY + "3")).status()).isEqualTo(412);
    String first = PATH + "/" + credential(created).path("id").asText();
    assertThat(careful.delete(first).status()).isEqualTo(412);
    assertThat(careful.put(PATH, embedded("new.stripe.com", CANARY)).status()).isEqualTo(412);
    put(embedded("files.stripe.com", CANARY));
    Answer taken =
        put(
            Map.of(
                "id",
                credential(created).path("id").asText(),
                "pattern",
                "files.stripe.com",
                "secret",
                Map.of("token", CANARY)));
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.code()).isEqualTo("conflict");
  }

  @Test
  void everything_that_is_wrong_is_reported_without_the_secret() {
    Answer empty = put(Map.of("source", "vault", "secret", Map.of("token", CANARY)));
    assertThat(fields(empty)).containsExactlyInAnyOrder("pattern", "secret");
    Answer missing = put(Map.of("pattern", "api.stripe.com"));
    assertThat(message(missing)).isEqualTo("\"secret\" is missing.");
    Answer injected = put(embedded("api.stripe.com", CANARY + "\r\nX-Evil: 1"));
    assertThat(fields(injected)).containsExactly("secret.token");
    Answer host =
        put(
            Map.of(
                "pattern",
                "api.stripe.com",
                "authType",
                "header",
                "header",
                "Host",
                "secret",
                Map.of("token", CANARY)));
    assertThat(fields(host)).containsExactly("header");
    Answer useless =
        put(
            Map.of(
                "pattern",
                "api.stripe.com",
                "header",
                "X-Key",
                "prefix",
                "x",
                "secret",
                Map.of("token", CANARY)));
    assertThat(fields(useless)).containsExactlyInAnyOrder("header", "prefix");
    Answer both =
        put(
            Map.of(
                "pattern",
                "api.stripe.com",
                "authType",
                "basic",
                "secret",
                Map.of("token", CANARY, "username", "dana")));
    assertThat(fields(both)).containsExactly("secret");
    assertThat(put(Map.of("pattern", "api.stripe.com", "secret", CANARY)).status()).isEqualTo(400);
    assertThat(put(embedded("*.com", CANARY)).text())
        .contains("anyone can register a name below com");
    hasNoSecret();
  }

  private void hasNoSecret() {
    assertThat(server.answers())
        .allSatisfy(answer -> assertThat(answer.text()).doesNotContain(CANARY, TOKEN, vault.url()));
    assertThat(admin.get("/api/admin/audit-log?limit=100").text()).doesNotContain(CANARY, TOKEN);
  }

  @ParameterizedTest
  @CsvSource({
    "svc/org_01JD5Z8S4T3Q6V9X2B7N1M0KGE/stripe",
    "OWN../org_01JD5Z8S4T3Q6V9X2B7N1M0KGE/stripe",
    "OWN%2e%2e/stripe",
    "OWNstripe?version=1",
    "stripe",
    "OWN"
  })
  void another_tenants_secret_is_out_of_reach(String path) {
    Answer rejected =
        put(
            Map.of(
                "pattern",
                "api.stripe.com",
                "source",
                "vault",
                "vaultPath",
                path.replace("OWN", prefix())));

    assertThat(fields(rejected)).containsExactly("vaultPath");
    assertThat(message(rejected)).contains("must begin with \"" + prefix() + "\"");
    assertThat(vault.requests()).isEmpty();
  }

  @Test
  void the_mount_is_the_operators() {
    Answer other = put(Map.of("pattern", "api.stripe.com", "source", "vault", "vaultMount", "sys"));
    assertThat(message(other))
        .isEqualTo("The operator configures \"vaultMount\"; it is \"secret\".");
    Answer same =
        put(Map.of("pattern", "api.stripe.com", "source", "vault", "vaultMount", "secret"));
    assertThat(same.status()).isEqualTo(201);
    assertThat(credential(same).path("vaultPath").asText()).isEqualTo(prefix() + "api.stripe.com");
    assertThat(credential(same).path("authType").isNull()).isTrue();
    assertThat(credential(same).path("secretVersion").isNull()).isTrue();
  }

  @Test
  void a_test_asks_the_vault_and_reports_nothing_of_the_secret() {
    String own = prefix() + "payments/stripe";
    Answer created = put(Map.of("pattern", "*.stripe.com", "source", "vault", "vaultPath", own));
    String test = PATH + "/" + credential(created).path("id").asText() + "/test";
    vault.answers(200, VaultSecretsTest.found("{\"token\": \"" + CANARY + "\"}", 3));

    JsonNode good = admin.post(test).json().path("test");
    assertThat(good.path("ok").asBoolean()).isTrue();
    assertThat(good.path("ref").asText()).isEqualTo(own + "@v3");
    assertThat(vault.requests().get(0).line()).isEqualTo("GET /v1/secret/data/" + own);
    assertThat(vault.requests().get(0).headers()).containsEntry("x-vault-token", TOKEN);

    vault.answers(403, "{\"errors\": [\"" + CANARY + "\"]}");
    JsonNode bad = admin.post(test).json().path("test");
    assertThat(bad.path("ok").asBoolean()).isFalse();
    assertThat(bad.path("error").asText())
        .isEqualTo("The vault does not let this server read \"" + own + "\".");
    assertThat(admin.get(PATH).json().at("/credentials/0/lastError").asText())
        .isEqualTo(bad.path("error").asText());
    assertThat(admin.get("/api/admin/audit-log?category=credential").text())
        .contains("credential.test", "failure");

    vault.answers(200, VaultSecretsTest.found("{\"token\": \"" + CANARY + "\"}", 4));
    admin.post(test);
    assertThat(admin.get(PATH).json().at("/credentials/0/lastError").isNull()).isTrue();
    hasNoSecret();
  }

  @Test
  void operators_test_auditors_read_and_administrators_alone_write() {
    String first =
        PATH + "/" + credential(put(embedded("api.stripe.com", CANARY))).path("id").asText();
    Client operator = tenancy.member(Role.OPERATOR);
    Client auditor = tenancy.member(Role.AUDITOR);
    Client viewer = tenancy.member(Role.VIEWER);

    assertThat(operator.post(first + "/test").json().at("/test/ok").asBoolean()).isTrue();
    assertThat(operator.get(PATH).status()).isEqualTo(200);
    assertThat(operator.delete(first).status()).isEqualTo(403);
    assertThat(operator.put(PATH, embedded("a.example.com", "x")).status()).isEqualTo(403);
    assertThat(auditor.get(PATH).status()).isEqualTo(200);
    assertThat(auditor.post(first + "/test").status()).isEqualTo(403);
    assertThat(viewer.get(PATH).status()).isEqualTo(403);
    hasNoSecret();
  }

  @Test
  void a_server_without_a_vault_reports_that() throws IOException {
    try (TestServer plain = TestServer.start(directory.resolve("plain"))) {
      Client somebody = new Tenancy(plain).admin();

      assertThat(somebody.get(PATH).json().path("vault").isNull()).isTrue();
      assertThat(message(somebody.put(PATH, Map.of("pattern", "a.example.com", "source", "vault"))))
          .isEqualTo(
              "\"source\" is \"vault\", but this server has no vault; the operator sets"
                  + " vault_addr.");
    }
  }
}
