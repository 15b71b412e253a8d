package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.ContractCheck;
import io.svc.server.testing.RawClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is refused, and by whom: one body, no word about the inside. */
class ProblemTest {
  /** Names of classes, and lines of stack traces. */
  private static final Pattern INSIDE =
      Pattern.compile("java\\.|jakarta|javalin|jetty|jackson|io\\.svc|Exception|\\bat [a-z]+\\.");

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    JsonNode body = answer.json();
    assertThat(ContractCheck.errors("/components/schemas/ErrorResponse", answer.text()))
        .as("%s", answer)
        .isEmpty();
    assertThat(body.path("code").asText()).isEqualTo(code);
    assertThat(body.path("status").asInt()).isEqualTo(status);
    assertThat(body.path("type").asText()).isEqualTo("urn:svc:error:" + code);
    assertThat(body.path("detail")).isEqualTo(body.path("message"));
    assertThat(answer.header("X-Request-Id")).contains(body.path("requestId").asText());
    assertThat(answer.header("Content-Type")).contains("application/json");
    assertThat(answer.text()).doesNotContainPattern(INSIDE);
    expectHeaders(answer);
  }

  private static void expectHeaders(Answer answer) {
    assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.header("X-Frame-Options")).contains("DENY");
    assertThat(answer.header("Content-Security-Policy").orElse("").toString())
        .contains("default-src 'none'", "frame-ancestors 'none'");
    assertThat(answer.header("Referrer-Policy")).contains("same-origin");
    assertThat(answer.header("Cross-Origin-Resource-Policy")).contains("same-origin");
    assertThat(answer.header("Cache-Control")).contains("no-store");
    assertThat(answer.header("Server")).isEmpty();
    assertThat(answer.header("X-Powered-By")).isEmpty();
    assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api",
        "/api/",
        "/api/nothing",
        "/api/agents/../nothing",
        "/v1/nothing",
        "/v1/store/nothing",
        "/api/v1/nothing",
        "/API/auth/session",
        "/api/auth/session;a=b",
        "/api/%e2%82%ac",
        "/api/auth%20",
        "/api//auth/session"
      })
  void what_is_not_there_is_reported_in_json(String path) {
    Answer answer =
        RawClient.send(
            server.address(), "GET " + path + " HTTP/1.1", "Host: x", "Connection: close");

    assertThat(answer.status()).as("%s", answer).isIn(400, 404);
    expect(answer, answer.status(), answer.status() == 404 ? "not_found" : "bad_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%2f", "%2e%2e/", "..%2f", "%00", "%zz", "%", "%c0%af", "\\", "..;/"})
  void odd_paths_lead_nowhere(String oddity) {
    for (String path : List.of("/api/" + oddity + "healthz", "/" + oddity + "healthz")) {
      Answer answer =
          RawClient.send(
              server.address(), "GET " + path + " HTTP/1.1", "Host: x", "Connection: close");

      assertThat(answer.status()).as("%s", answer).isIn(400, 404);
      expect(answer, answer.status(), answer.status() == 404 ? "not_found" : "bad_request");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "PUT", "PATCH", "TRACE"})
  void an_unsupported_method_returns_the_allowed_ones(String method) {
    Answer answer =
        RawClient.send(
            server.address(),
            method + " /api/auth/session HTTP/1.1",
            "Host: x",
            "Content-Length: 0",
            "Connection: close");

    expect(answer, 405, "method_not_allowed");
    assertThat(answer.header("Allow").orElse("")).contains("GET");
  }

  @Test
  void a_method_that_is_unknown_is_rejected() {
    Answer answer =
        RawClient.send(server.address(), "FROB /healthz HTTP/1.1", "Host: x", "Connection: close");

    assertThat(answer.status()).as("%s", answer).isIn(400, 404, 405, 501);
    assertThat(answer.text()).doesNotContainPattern(INSIDE);
    expectHeaders(answer);
  }

  @Test
  void options_allows_no_other_site_anything() {
    Answer answer =
        RawClient.send(
            server.address(),
            "OPTIONS /api/auth/login HTTP/1.1",
            "Host: x",
            "Origin: https://evil.example",
            "Access-Control-Request-Method: POST",
            "Connection: close");

    assertThat(answer.status()).as("%s", answer).isIn(200, 204, 404, 405);
    expectHeaders(answer);
  }

  static Stream<List<String>> broken() {
    return Stream.of(
        List.of("GET /healthz", "Host: x"),
        List.of("GET /healthz HTTP/1.1 more", "Host: x"),
        List.of("GET /healthz HTTP/9.9", "Host: x"),
        List.of("GET /healthz HTTP/1.1"),
        List.of("GET /healthz HTTP/1.1", "Host: x", "Host: y"),
        List.of("GET /healthz HTTP/1.1", "Host: x", "No colon here"),
        List.of("GET /healthz HTTP/1.1", "Host: x", " folded: line"),
        List.of("GET /healthz HTTP/1.1", "Host: x", "Bad Name: x"),
        List.of("POST /api/auth/login HTTP/1.1", "Host: x", "Content-Length: -1"),
        List.of("POST /api/auth/login HTTP/1.1", "Host: x", "Content-Length: many"),
        List.of(
            "POST /api/auth/login HTTP/1.1", "Host: x", "Content-Length: 1", "Content-Length: 2"),
        List.of(
            "POST /api/auth/login HTTP/1.1",
            "Host: x",
            "Content-Length: 3",
            "Transfer-Encoding: chunked"),
        List.of("\u0000\u0001\u0002 / HTTP/1.1", "Host: x"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void a_request_that_is_none_gets_the_same_body(List<String> lines) {
    Answer answer = RawClient.send(server.address(), lines.toArray(String[]::new));

    assertThat(answer.status()).as("%s", answer).isEqualTo(400);
    expect(answer, 400, "bad_request");
  }

  @Test
  void headers_that_are_too_large_are_rejected() {
    Answer answer =
        RawClient.send(
            server.address(),
            "GET /healthz HTTP/1.1",
            "Host: x",
            "X-Long: " + "a".repeat(40_000),
            "Connection: close");

    expect(answer, 431, "headers_too_large");
  }

  @Test
  void an_address_that_is_too_long_is_rejected() {
    Answer answer =
        RawClient.send(
            server.address(),
            "GET /healthz?" + "a".repeat(40_000) + " HTTP/1.1",
            "Host: x",
            "Connection: close");

    assertThat(answer.status()).isIn(414, 431);
    expect(answer, answer.status(), answer.json().path("code").asText());
  }

  @Test
  void http_1_0_and_absolute_targets_are_served() {
    assertThat(RawClient.send(server.address(), "GET /healthz HTTP/1.0").status()).isEqualTo(200);
    assertThat(
            RawClient.send(
                    server.address(),
                    "GET " + server.address() + "/healthz HTTP/1.1",
                    "Host: " + server.address().getAuthority(),
                    "Connection: close")
                .status())
        .isEqualTo(200);
  }

  @Test
  void head_has_the_headers_of_get_and_no_body() {
    Answer get = server.visitor().get("/healthz");
    Answer head = server.visitor().send("HEAD", "/healthz");

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.bytes()).isEmpty();
    assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
    expectHeaders(head);
    Answer rejected = server.visitor().send("HEAD", "/api/auth/session");
    assertThat(rejected.status()).isEqualTo(401);
    assertThat(rejected.bytes()).isEmpty();
  }

  @Test
  void who_asks_for_a_problem_gets_it_under_its_own_type() {
    Answer answer =
        server
            .visitor()
            .with("Accept", "application/problem+json, application/json;q=0.5")
            .get("/api/auth/session");

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("Content-Type").orElse("")).startsWith("application/problem+json");
    assertThat(answer.code()).isEqualTo("unauthenticated");
  }

  @Test
  void every_request_has_a_name_of_its_own() {
    List<String> names =
        Stream.generate(() -> server.visitor().get("/healthz"))
            .limit(50)
            .map(answer -> answer.header("X-Request-Id").orElse(""))
            .toList();

    assertThat(names).doesNotHaveDuplicates().doesNotContain("");
  }

  @Test
  void a_name_that_the_client_gives_a_request_is_not_taken_over() {
    assertThat(server.visitor().with("X-Request-Id", "mine").get("/healthz").header("X-Request-Id"))
        .isNotEqualTo(Optional.of("mine"));
  }

  @Test
  void every_kind_of_answer_has_the_security_headers() {
    var admin = server.admin();
    expectHeaders(server.visitor().get("/healthz"));
    expectHeaders(server.visitor().get("/metrics"));
    expectHeaders(admin.get("/api/auth/session"));
    expectHeaders(admin.post("/api/auth/setup", Map.of("organizationName", "Example")));
    expectHeaders(server.visitor().get("/api/auth/logout"));
    Answer first = server.visitor().get("/api/openapi.json");
    Answer again =
        server
            .visitor()
            .with("If-None-Match", first.header("ETag").orElseThrow())
            .get("/api/openapi.json");
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.bytes()).isEmpty();
    expectHeaders(again);
  }

  @Test
  void values_of_the_caller_are_shown_without_control_characters() {
    Answer answer =
        server.visitor().get("/api/%1b%5b31mred%0d%0aSet-Cookie:%20a=b" + "x".repeat(300));

    assertThat(answer.header("Set-Cookie")).isEmpty();
    assertThat(answer.json().path("message").asText())
        .hasSizeLessThan(200)
        .doesNotContainPattern("\\p{Cntrl}");
  }
}
