package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.RawClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where requests may come from, and which host they may name. */
class SitesTest {
  private static final String CHANGE = "/api/auth/setup";

  @TempDir private Path directory;

  private TestServer at(String baseUrl) {
    return TestServer.start(directory, Map.of("SVC_BASE_URL", baseUrl), Clock.systemUTC());
  }

  private static void expectRejected(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(403);
    assertThat(answer.code()).isEqualTo("csrf_rejected");
  }

  private static void assertAccepted(Answer answer) {
    assertThat(answer.code()).as("%s", answer).isNotEqualTo("csrf_rejected");
    assertThat(answer.status()).as("%s", answer).isIn(200, 201, 400);
  }

  @Test
  void a_browser_may_change_things_from_our_own_pages_only() {
    try (TestServer server = TestServer.start(directory)) {
      Client admin = server.admin();

      expectRejected(admin.with("Sec-Fetch-Site", "cross-site").post(CHANGE, Map.of()));
      expectRejected(admin.with("Sec-Fetch-Site", "same-site").post(CHANGE, Map.of()));
      expectRejected(admin.with("Sec-Fetch-Site", "odd").post(CHANGE, Map.of()));
      expectRejected(admin.with("Sec-Fetch-Site", "").post(CHANGE, Map.of()));
      assertAccepted(admin.with("Sec-Fetch-Site", "same-origin").post(CHANGE, Map.of()));
      assertAccepted(admin.with("Sec-Fetch-Site", "none").post(CHANGE, Map.of()));
    }
  }

  @Test
  void it_may_read_from_anywhere_because_no_other_page_sees_the_answer() {
    try (TestServer server = TestServer.start(directory)) {
      Answer answer = server.admin().with("Sec-Fetch-Site", "cross-site").get("/api/auth/session");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("Cross-Origin-Resource-Policy")).contains("same-origin");
      assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @Test
  void an_older_browser_is_known_by_its_origin() {
    try (TestServer server = TestServer.start(directory)) {
      Client admin = server.admin();
      String own = server.address().toString();

      assertAccepted(admin.with("Origin", own).post(CHANGE, Map.of()));
      for (String origin :
          List.of(
              "https://evil.example",
              "null",
              own.replace("http:", "https:"),
              own + "0",
              own + ".evil.example",
              "")) {
        expectRejected(admin.with("Origin", origin).post(CHANGE, Map.of()));
      }
    }
  }

  @Test
  void fetch_metadata_takes_precedence_over_the_origin() {
    try (TestServer server = TestServer.start(directory)) {
      expectRejected(
          server
              .admin()
              .with("Sec-Fetch-Site", "cross-site")
              .with("Origin", server.address().toString())
              .post(CHANGE, Map.of()));
    }
  }

  @Test
  void signing_in_is_no_exception() {
    try (TestServer server = TestServer.start(directory)) {
      expectRejected(
          server
              .visitor()
              .with("Sec-Fetch-Site", "cross-site")
              .post("/api/auth/login", Map.of("username", "a", "password", "b")));
    }
  }

  @Test
  void a_token_is_checked_where_one_is_sent() {
    try (TestServer server = TestServer.start(directory)) {
      Client admin = server.admin();
      Client other = server.admin();
      String token = admin.get("/api/auth/session").json().path("csrfToken").asText();

      assertAccepted(admin.with("X-CSRF-Token", token).post(CHANGE, Map.of()));
      expectRejected(admin.with("X-CSRF-Token", token + "A").post(CHANGE, Map.of()));
      expectRejected(admin.with("X-CSRF-Token", "").post(CHANGE, Map.of()));
      expectRejected(other.with("X-CSRF-Token", token).post(CHANGE, Map.of()));
      assertThat(admin.with("X-CSRF-Token", "wrong").get("/api/auth/session").status())
          .isEqualTo(200);
    }
  }

  @Test
  void a_link_on_another_site_cannot_sign_out() {
    try (TestServer server = TestServer.start(directory)) {
      Client admin = server.admin();

      Answer answer = admin.with("Sec-Fetch-Site", "cross-site").get("/api/auth/logout");

      assertThat(answer.status()).isEqualTo(307);
      assertThat(answer.header("Set-Cookie")).isEmpty();
      assertThat(admin.get("/api/auth/session").status()).isEqualTo(200);
    }
  }

  private static Answer get(TestServer server, String path, String host) {
    return RawClient.send(
        server.address(), "GET " + path + " HTTP/1.1", "Host: " + host, "Connection: close");
  }

  @Test
  void with_a_base_url_no_other_host_is_served() {
    try (TestServer server = at("https://svc.example.com")) {
      assertThat(get(server, "/api/openapi.json", "svc.example.com").status()).isEqualTo(200);
      assertThat(get(server, "/api/openapi.json", "SVC.example.com:443").status()).isEqualTo(200);
      assertThat(get(server, "/api/openapi.json", "127.0.0.1:8080").status()).isEqualTo(200);
      assertThat(get(server, "/api/openapi.json", "localhost").status()).isEqualTo(200);
      for (String host :
          List.of("evil.example", "svc.example.com.evil.example", "xsvc.example.com", "10.0.0.1")) {
        Answer answer = get(server, "/api/openapi.json", host);

        assertThat(answer.status()).as("%s", answer).isEqualTo(421);
        assertThat(answer.code()).isEqualTo("misdirected_request");
      }
    }
  }

  @Test
  void probes_need_not_know_the_name_of_the_host() {
    try (TestServer server = at("https://svc.example.com")) {
      assertThat(get(server, "/healthz", "10.0.0.1").status()).isEqualTo(200);
      assertThat(get(server, "/readyz", "10.0.0.1").status()).isEqualTo(200);
      assertThat(get(server, "/metrics", "10.0.0.1").status()).isEqualTo(200);
    }
  }

  @Test
  void with_a_base_url_its_origin_is_ours() {
    try (TestServer server = at("https://svc.example.com")) {
      Client visitor = server.visitor();
      Map<String, String> login = Map.of("username", "nobody", "password", "whatever");

      assertThat(
              visitor
                  .with("Origin", "https://svc.example.com")
                  .post("/api/auth/login", login)
                  .status())
          .isEqualTo(401);
      expectRejected(
          visitor.with("Origin", server.address().toString()).post("/api/auth/login", login));
    }
  }
}
