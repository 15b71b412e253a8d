package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cookie of a session, and whose word about the client is believed. */
class CookiesTest {
  @TempDir private Path directory;

  private TestServer start(Map<String, String> environment) {
    return TestServer.start(directory, environment, Clock.systemUTC());
  }

  private static Answer register(Client client) {
    return client.post(
        "/api/auth/register",
        Map.of(
            "email", "ada@example.com",
            "password", TestServer.PASSWORD,
            "workspaceName", "Example"));
  }

  private static String cookie(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isLessThan(400);
    assertThat(answer.headers().allValues("Set-Cookie")).hasSize(1);
    return answer.header("Set-Cookie").orElseThrow();
  }

  @Test
  void plain_http_has_a_plain_name() {
    try (TestServer server = start(Map.of())) {
      assertThat(cookie(register(server.visitor())))
          .matches("svc_session=[A-Za-z0-9_-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax");
    }
  }

  @Test
  void behind_tls_the_name_is_bound_to_the_host() {
    try (TestServer server = start(Map.of("SVC_BASE_URL", "https://svc.example.com"))) {
      Client visitor = server.visitor();
      Answer answer = register(visitor);

      assertThat(cookie(answer))
          .matches(
              "__Host-svc_session=[A-Za-z0-9_-]{43}; Path=/; Max-Age=43200; HttpOnly;"
                  + " SameSite=Lax; Secure");
      assertThat(answer.header("Strict-Transport-Security").orElse("")).contains("max-age=");
      assertThat(visitor.get("/api/auth/session").status()).isEqualTo(200);
      assertThat(cookie(visitor.get("/api/auth/logout")))
          .isEqualTo("__Host-svc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
    }
  }

  @Test
  void behind_tls_a_cookie_with_the_plain_name_is_nothing() {
    try (TestServer server = start(Map.of("SVC_BASE_URL", "https://svc.example.com"))) {
      Client visitor = server.visitor();
      register(visitor);
      Client thief = server.visitor();
      thief.setCookie("svc_session", visitor.cookie("__Host-svc_session"));

      assertThat(thief.get("/api/auth/session").status()).isEqualTo(401);
    }
  }

  @Test
  void the_life_of_the_cookie_is_that_of_the_session() {
    try (TestServer server = start(Map.of("SVC_SESSION_ABSOLUTE_HOURS", "2"))) {
      assertThat(cookie(register(server.visitor()))).contains("Max-Age=7200");
    }
  }

  @Test
  void a_trusted_proxy_may_declare_tls() {
    try (TestServer server = start(Map.of("SVC_TRUSTED_PROXIES", "127.0.0.0/8"))) {
      assertThat(cookie(register(server.visitor().with("X-Forwarded-Proto", "https"))))
          .startsWith("__Host-svc_session=")
          .endsWith("; Secure");
    }
  }

  @Test
  void untrusted_callers_may_not() {
    try (TestServer server = start(Map.of("SVC_TRUSTED_PROXIES", "10.0.0.0/8"))) {
      assertThat(cookie(register(server.visitor().with("X-Forwarded-Proto", "https"))))
          .startsWith("svc_session=")
          .doesNotContain("Secure");
    }
  }

  private static String addressOfSession(TestServer server) {
    return server
        .database()
        .read(
            tx -> tx.handle().createQuery("SELECT ip FROM web_session").mapTo(String.class).one());
  }

  @Test
  void the_client_is_the_nearest_address_that_is_no_proxy_of_ours() {
    try (TestServer server = start(Map.of("SVC_TRUSTED_PROXIES", "127.0.0.0/8,10.0.0.0/8"))) {
      register(server.visitor().with("X-Forwarded-For", "6.6.6.6, 203.0.113.7, 10.1.2.3"));

      assertThat(addressOfSession(server)).isEqualTo("203.0.113.7");
    }
  }

  @Test
  void without_trusted_proxies_the_client_is_who_connects() {
    try (TestServer server = start(Map.of())) {
      register(server.visitor().with("X-Forwarded-For", "203.0.113.7"));

      assertThat(addressOfSession(server)).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void what_is_no_address_is_not_believed() {
    try (TestServer server = start(Map.of("SVC_TRUSTED_PROXIES", "127.0.0.0/8"))) {
      register(server.visitor().with("X-Forwarded-For", "203.0.113.7, <script>"));

      assertThat(addressOfSession(server)).isEqualTo("127.0.0.1");
    }
  }
}
