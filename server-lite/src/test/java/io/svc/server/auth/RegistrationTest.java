package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Making a workspace, and setting it up. */
class RegistrationTest {
  @TempDir private Path directory;

  private TestServer start(String registration) {
    return TestServer.start(directory, Map.of("SVC_REGISTRATION", registration), Clock.systemUTC());
  }

  private static Map<String, Object> ada() {
    return new HashMap<>(
        Map.of(
            "username", "ada",
            "email", "ada@example.com",
            "name", "Ada Example",
            "password", TestServer.PASSWORD,
            "workspaceName", "Example Ltd"));
  }

  private static Answer register(Client client, Map<String, Object> body) {
    return client.post("/api/auth/register", body);
  }

  private static Map<String, Object> ada(String field, Object value) {
    Map<String, Object> body = ada();
    body.put(field, value);
    return body;
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  @Test
  void makes_a_workspace_and_signs_its_administrator_in() {
    try (TestServer server = start("open")) {
      Client ada = server.visitor();

      Answer answer = register(ada, ada());

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/user/role").asText()).isEqualTo("role_admin");
      assertThat(answer.json().at("/tenant/slug").asText()).isEqualTo("example-ltd");
      assertThat(answer.json().path("onboarded").asBoolean()).isFalse();
      assertThat(answer.json().path("redirectTo").asText()).isEqualTo("/setup");
      assertThat(ada.get("/api/auth/session").json().at("/user/email").asText())
          .isEqualTo("ada@example.com");
    }
  }

  @Test
  void the_organization_may_be_called_so_and_the_address_is_a_name() {
    try (TestServer server = start("open")) {
      Answer answer =
          register(
              server.visitor(),
              Map.of(
                  "email", "Grace@Example.com",
                  "password", TestServer.PASSWORD,
                  "organizationName", "Ärzte & Söhne"));

      assertThat(answer.json().at("/user/username").asText()).isEqualTo("Grace@Example.com");
      assertThat(answer.json().at("/tenant/slug").asText()).isEqualTo("arzte-sohne");
    }
  }

  @Test
  void a_name_or_an_address_that_is_taken_is_rejected_in_any_spelling() {
    try (TestServer server = start("open")) {
      register(server.visitor(), ada());

      expect(register(server.visitor(), ada()), 409, "username_exists");
      expect(register(server.visitor(), ada("email", "other@example.com")), 409, "username_exists");
      expect(register(server.visitor(), ada("username", "other")), 409, "username_exists");
      Map<String, Object> loud = ada("username", "ＡＤＡ");
      loud.put("email", "other@example.com");
      expect(register(server.visitor(), loud), 409, "username_exists");
      Map<String, Object> crossed = ada("username", "ADA@example.com");
      crossed.put("email", "other@example.com");
      expect(register(server.visitor(), crossed), 409, "username_exists");
    }
  }

  @Test
  void of_many_at_once_with_one_name_one_gets_it() {
    try (TestServer server = start("open")) {
      List<Integer> statuses =
          AtOnce.run(6, i -> register(server.visitor(), ada()).status()).stream().sorted().toList();

      assertThat(statuses).containsExactly(200, 409, 409, 409, 409, 409);
    }
  }

  @Test
  void a_rejected_registration_leaves_nothing() {
    try (TestServer server = start("open")) {
      register(server.visitor(), ada());
      register(server.visitor(), ada());

      assertThat(
              server
                  .database()
                  .<Integer>read(
                      tx ->
                          tx.handle()
                              .createQuery("SELECT count(*) FROM org")
                              .mapTo(Integer.class)
                              .one()))
          .isEqualTo(1);
    }
  }

  @Test
  void weak_passwords_are_rejected_with_the_reason() {
    try (TestServer server = start("open")) {
      for (String password :
          List.of(
              "short",
              "1234567",
              "password",
              "PASSWORD",
              "aaaaaaaaaaaa",
              "ada@example.com",
              "x".repeat(64) + "y".repeat(64) + "z")) {
        Answer answer = register(server.visitor(), ada("password", password));

        expect(answer, 400, "validation_failed");
        assertThat(answer.json().path("errors").findValuesAsText("field"))
            .containsExactly("password");
        assertThat(answer.text()).doesNotContain("aaaaaaaa", "xxxxxxxx");
      }
    }
  }

  @Test
  void everything_that_is_wrong_is_reported_at_once() {
    try (TestServer server = start("open")) {
      Answer answer =
          register(
              server.visitor(), Map.of("username", "no spaces", "email", "nowhere", "name", 7));

      expect(answer, 400, "validation_failed");
      assertThat(answer.json().path("errors").findValuesAsText("field"))
          .containsExactlyInAnyOrder("username", "email", "name", "password");
    }
  }

  @Test
  void an_address_to_sign_in_by_and_a_password_are_enough() {
    try (TestServer server = start("open")) {
      Client ada = server.visitor();

      Answer answer =
          register(ada, Map.of("username", "ada@example.com", "password", TestServer.PASSWORD));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/user/email").asText()).isEqualTo("ada@example.com");
      assertThat(answer.json().at("/tenant/name").asText())
          .isEqualTo("Workspace of ada@example.com");
      Answer setUp = ada.post("/api/auth/setup", Map.of("organizationName", "Example Ltd"));
      assertThat(setUp.json().at("/tenant/name").asText()).isEqualTo("Example Ltd");
      expect(
          register(server.visitor(), Map.of("username", "grace", "password", TestServer.PASSWORD)),
          400,
          "validation_failed");
    }
  }

  @Test
  void addresses_that_are_none_are_rejected() {
    try (TestServer server = start("open")) {
      for (String email :
          List.of(
              "a@",
              "@b.c",
              "a b@c.d",
              "a@b@c",
              "ada",
              "Ada <ada@example.com>",
              "a@b.c\r\nBcc: x@y.z",
              "x".repeat(250) + "@example.com")) {
        Answer answer = register(server.visitor(), ada("email", email));

        expect(answer, 400, "validation_failed");
        assertThat(answer.json().path("errors").findValuesAsText("field")).containsExactly("email");
      }
    }
  }

  @Test
  void first_only_takes_the_first() {
    try (TestServer server = start("first_only")) {
      List<Integer> statuses =
          AtOnce.run(
                  4,
                  i -> {
                    Map<String, Object> body = ada("username", "user" + i);
                    body.put("email", "user" + i + "@example.com");
                    return register(server.visitor(), body).status();
                  })
              .stream()
              .sorted()
              .toList();

      assertThat(statuses).containsExactly(200, 403, 403, 403);
    }
  }

  @Test
  void closed_and_invite_only_registration_reject_new_users() {
    for (String registration : List.of("invite", "closed")) {
      try (TestServer server = start(registration)) {
        expect(register(server.visitor(), ada()), 403, "registration_closed");
      }
    }
  }
}
