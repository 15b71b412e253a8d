package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.testing.Client;
import io.svc.server.testing.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class AdminCommandsTest {
  private static final String PASSWORD = "canary of nine lives";

  @TempDir private Path home;
  private Operator operator;

  @BeforeEach
  void hireOperator() throws IOException {
    operator = new Operator(home);
    Files.writeString(home.resolve("password"), PASSWORD + "\n");
  }

  private static int login(TestServer server, String email, String password) {
    return server
        .visitor()
        .post("/api/auth/login", Map.of("email", email, "password", password))
        .status();
  }

  @Test
  void an_administrator_created_while_a_server_is_running_can_sign_in_at_once() {
    try (TestServer server = TestServer.start(home)) {
      Ran ran =
          operator.run(
              "admin",
              "create",
              "dana@example.com",
              "--workspace",
              "Acme",
              "--password-file",
              "password");

      assertThat(ran.exitCode()).as(ran.err()).isZero();
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err())
          .contains("dana@example.com is an administrator of \"Acme\" (acme)")
          .doesNotContain(PASSWORD);
      assertThat(login(server, "dana@example.com", PASSWORD)).isEqualTo(200);
    }
  }

  @Test
  void a_generated_password_is_printed_once_and_alone() {
    try (TestServer server = TestServer.start(home)) {
      Ran ran = operator.run("admin", "create", "dana@example.com", "--generate-password");

      String password = ran.out().strip();
      assertThat(ran.out()).hasLineCount(1);
      assertThat(password).hasSize(24);
      assertThat(ran.err()).doesNotContain(password);
      assertThat(login(server, "dana@example.com", password)).isEqualTo(200);
    }
  }

  @Test
  void a_second_administrator_joins_a_workspace_by_its_slug() {
    try (TestServer server = TestServer.start(home)) {
      assertThat(server.visitor().get("/healthz").status()).isEqualTo(200);
      operator.run(
          "admin", "create", "a@example.com", "--workspace", "Acme", "--generate-password");
      Ran second =
          operator.run("admin", "create", "b@example.com", "--org", "acme", "--generate-password");
      Ran lost =
          operator.run("admin", "create", "c@example.com", "--org", "acne", "--generate-password");

      assertThat(second.exitCode()).as(second.err()).isZero();
      assertThat(lost.exitCode()).isEqualTo(2);
      assertThat(lost.err()).contains("--org is \"acne\"").contains("acme");
      assertThat(lost.out()).isEmpty();
      assertThat(operator.run("admin", "list").out())
          .contains("a@example.com  acme  never signed in")
          .contains("b@example.com  acme");
      assertThat(
              operator
                  .run("admin", "list", "--format", "json")
                  .json()
                  .at("/administrators/1/slug")
                  .asText())
          .isEqualTo("acme");
    }
  }

  @Test
  void a_new_password_ends_the_sessions_of_the_old_one() {
    try (TestServer server = TestServer.start(home)) {
      Client admin = server.admin();
      String email = admin.get("/api/auth/session").json().at("/user/email").asText();

      Ran ran =
          operator.typing(PASSWORD).run("admin", "reset-password", email, "--password-file", "-");

      assertThat(ran.exitCode()).as(ran.err()).isZero();
      assertThat(admin.get("/api/admin/members").status()).isEqualTo(401);
      assertThat(login(server, email, TestServer.PASSWORD)).isEqualTo(401);
      assertThat(login(server, email, PASSWORD)).isEqualTo(200);
    }
  }

  @Test
  void errors_never_contain_a_password() {
    try (TestServer server = TestServer.start(home)) {
      assertThat(server.visitor().get("/healthz").status()).isEqualTo(200);
      operator.run("admin", "create", "a@example.com", "--generate-password");

      assertThat(operator.run("admin", "create", "a@example.com", "--generate-password").err())
          .contains("the user \"a@example.com\" already exists");
      assertThat(operator.run("admin", "create", "nobody", "--generate-password").err())
          .contains("EMAIL is \"nobody\"");
      assertThat(operator.run("admin", "create", "b@example.com").err())
          .contains("use either --password-file FILE or --generate-password");
      assertThat(
              operator.run("admin", "reset-password", "z@example.com", "--generate-password").err())
          .contains("there is no user \"z@example.com\"");
      Ran weak =
          operator
              .typing("password1")
              .run("admin", "create", "b@example.com", "--password-file", "-");
      assertThat(weak.err())
          .contains("error: this password is too common")
          .doesNotContain("password1");
      assertThat(weak.exitCode()).isEqualTo(2);
      Ran argument = operator.run("admin", "create", "b@example.com", "--password", PASSWORD);
      assertThat(argument.exitCode()).isEqualTo(2);
      assertThat(argument.err()).doesNotContain(PASSWORD);
    }
  }

  @Test
  void a_shared_database_is_administered_just_the_same() {
    operator.with("SVC_DATABASE_URL", PostgresServer.required().newDatabase());
    assertThat(operator.run("migrate", "--dry-run").out()).contains("pending 1 tables");
    assertThat(operator.run("migrate").exitCode()).isZero();

    Ran ran = operator.run("admin", "create", "dana@example.com", "--generate-password");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(operator.run("admin", "list").out()).startsWith("dana@example.com  workspace");
    assertThat(operator.run("audit", "verify").out()).contains("workspace: 1 entry, intact");
  }

  @Test
  void without_a_store_no_store_is_created() {
    Ran ran = operator.run("admin", "list");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("there is no data directory").contains("start the server once");
    assertThat(home.resolve("data")).doesNotExist();
  }
}
