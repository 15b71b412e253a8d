package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.testing.OtherSide;
import io.svc.server.testing.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class ServerDoctorCommandTest {
  @TempDir private Path home;
  private Operator operator;

  @BeforeEach
  void hireOperator() {
    operator = new Operator(home).with("SVC_PORT", "0");
  }

  private void startOnce() {
    try (TestServer server = TestServer.start(home)) {
      server.admin();
    }
  }

  /** What was said on one level, as {@code check: message}. */
  private static List<String> messagesOfLevel(Ran ran, String level) {
    List<String> messages = new ArrayList<>();
    for (JsonNode diagnosis : ran.json().path("checks")) {
      if (diagnosis.path("level").asText().equals(level)) {
        messages.add(diagnosis.path("check").asText() + ": " + diagnosis.path("message").asText());
      }
    }
    return messages;
  }

  private Ran examine() {
    return operator.run("doctor", "--format", "json");
  }

  @Test
  void a_sound_installation_gets_no_complaint() {
    startOnce();

    Ran ran = operator.run("doctor");

    assertThat(ran.out())
        .contains("ok       store")
        .contains("app.db is intact")
        .contains("all chains intact")
        .contains("0 errors, 0 warnings");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void before_the_first_start_there_are_only_warnings_and_nothing_is_created() {
    Ran ran = examine();

    assertThat(ran.exitCode()).isZero();
    assertThat(messagesOfLevel(ran, "warning")).anyMatch(line -> line.contains("the first start"));
    assertThat(home.resolve("data")).doesNotExist();
  }

  @Test
  void settings_that_cannot_be_read_are_errors() {
    operator.with("SVC_PORT", "ninety");

    Ran ran = examine();

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(messagesOfLevel(ran, "error"))
        .singleElement()
        .asString()
        .contains("SVC_PORT is \"ninety\"");
  }

  @Test
  void a_server_that_others_reach_should_not_be_as_open_as_one_for_oneself() {
    startOnce();
    operator.with("SVC_HOST", "0.0.0.0").with("SVC_METRICS_TOKEN", "tooshort");

    Ran ran = examine();

    assertThat(messagesOfLevel(ran, "warning"))
        .anyMatch(line -> line.contains("registration is open"))
        .anyMatch(line -> line.contains("base_url is not set"))
        .anyMatch(line -> line.contains("metrics_token is shorter than 16"));
    assertThat(ran.out()).doesNotContain("tooshort");
    assertThat(ran.exitCode()).isZero();

    operator.with("SVC_BASE_URL", "http://svc.example.com");
    assertThat(messagesOfLevel(examine(), "warning"))
        .anyMatch(line -> line.contains("unencrypted"));
  }

  @Test
  void a_broken_store_is_an_error() throws IOException {
    startOnce();
    byte[] store = Files.readAllBytes(home.resolve("data/app.db"));
    for (int i = 8_192; i < 16_384; i++) {
      store[i] = (byte) i;
    }
    Files.write(home.resolve("data/app.db"), store);

    Ran ran = examine();

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(messagesOfLevel(ran, "error"))
        .anyMatch(line -> line.startsWith("store: app.db is broken"));
  }

  @Test
  void a_missing_a_weak_and_an_open_master_key_are_distinguished() throws IOException {
    startOnce();
    Path key = home.resolve("data/master.key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(messagesOfLevel(examine(), "warning"))
        .anyMatch(line -> line.startsWith("master-key:") && line.contains("read by other users"));

    Files.write(key, new byte[32]);
    assertThat(messagesOfLevel(examine(), "error"))
        .anyMatch(line -> line.contains("is not random"));

    Files.delete(key);
    Ran ran = examine();
    assertThat(messagesOfLevel(ran, "error")).anyMatch(line -> line.contains("for the store"));
    assertThat(key).doesNotExist();
  }

  @Test
  void a_clock_that_was_set_back_shows_by_the_files() throws IOException {
    startOnce();
    Files.setLastModifiedTime(
        home.resolve("data/app.db"), FileTime.from(Instant.now().plusSeconds(7_200)));

    assertThat(messagesOfLevel(examine(), "warning"))
        .anyMatch(line -> line.contains("the clock was set back"));
  }

  @Test
  void servers_that_cannot_be_reached_are_errors_without_their_passwords() {
    startOnce();
    operator
        .with("SVC_SMTP_URL", "smtp://user:canary-7d1f@127.0.0.1:1?from=svc@example.com")
        .with("SVC_OIDC_ISSUER", "http://127.0.0.1:1")
        .with("SVC_OIDC_CLIENT_ID", "svc")
        .with("SVC_OIDC_CLIENT_SECRET", "canary-5b22-long-enough");

    Ran ran = examine();

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(messagesOfLevel(ran, "error"))
        .anyMatch(line -> line.startsWith("mail:") && line.contains("refused the connection"))
        .anyMatch(line -> line.startsWith("single-sign-on:"));
    assertThat(ran.out() + ran.err()).doesNotContain("canary");
  }

  @Test
  void the_vault_is_asked_whether_it_knows_the_token() throws IOException {
    startOnce();
    try (OtherSide vault = new OtherSide()) {
      operator
          .with("SVC_VAULT_ADDR", vault.url())
          .with("SVC_VAULT_TOKEN", "hvs.canary-of-the-token")
          .with("SVC_VAULT_NAMESPACE", "admin");
      vault.answers(200, "{\"data\": {\"ttl\": 2764800, \"policies\": [\"default\", \"svc\"]}}");
      assertThat(messagesOfLevel(examine(), "ok"))
          .anyMatch(line -> line.endsWith("accepts the token"));
      vault.answers(200, "{\"data\": {\"ttl\": 0, \"policies\": [\"root\"]}}");
      assertThat(messagesOfLevel(examine(), "warning"))
          .anyMatch(line -> line.contains("a root token"));
      vault.answers(200, "{\"data\": {\"ttl\": 3600, \"policies\": [\"default\"]}}");
      assertThat(messagesOfLevel(examine(), "warning"))
          .anyMatch(line -> line.contains("3600 seconds more"));
      vault.answers(403, "{\"errors\": [\"permission denied\"]}");
      assertThat(messagesOfLevel(examine(), "error"))
          .anyMatch(line -> line.contains("rejected the token"));
      vault.answers(503, "{\"errors\": [\"Vault is sealed\"]}");
      Ran sealed = examine();
      assertThat(messagesOfLevel(sealed, "error")).anyMatch(line -> line.contains("is sealed"));
      vault.answers(200, "<html>");
      assertThat(messagesOfLevel(examine(), "error"))
          .anyMatch(line -> line.contains("is a Vault server"));

      assertThat(sealed.out() + sealed.err()).doesNotContain("canary");
      assertThat(vault.requests().get(0).line()).isEqualTo("GET /v1/auth/token/lookup-self");
      assertThat(vault.requests().get(0).headers())
          .containsEntry("x-vault-token", "hvs.canary-of-the-token")
          .containsEntry("x-vault-namespace", "admin");
    }
    assertThat(messagesOfLevel(examine(), "error"))
        .anyMatch(line -> line.startsWith("vault: ") && line.contains("does not respond"));
  }

  @Test
  void a_port_in_use_is_an_error_and_a_running_server_is_not() throws IOException {
    startOnce();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      operator.with("SVC_PORT", Integer.toString(socket.getLocalPort()));

      assertThat(messagesOfLevel(examine(), "error"))
          .anyMatch(line -> line.contains("is not available"));
    }
    try (TestServer server = TestServer.start(home)) {
      operator.with("SVC_PORT", Integer.toString(server.address().getPort()));

      Ran ran = examine();

      assertThat(messagesOfLevel(ran, "ok"))
          .anyMatch(line -> line.startsWith("lock: locked by svc-server"));
      assertThat(ran.exitCode()).isZero();
    }
  }

  @Test
  void postgresql_is_asked_for_its_version() {
    String url = PostgresServer.required().newDatabase();
    operator.with("SVC_DATABASE_URL", url);
    assertThat(operator.run("migrate").exitCode()).isZero();

    Ran ran = examine();

    assertThat(messagesOfLevel(ran, "ok")).anyMatch(line -> line.startsWith("store: PostgreSQL "));
    assertThat(ran.exitCode()).as(ran.out()).isZero();
  }

  @Test
  void an_unknown_format_is_rejected() {
    startOnce();

    assertThat(operator.run("doctor", "--format", "xml").err())
        .contains("--format is \"xml\"; expected text or json");
  }
}
