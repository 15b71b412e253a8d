package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.svc.server.TestServer;
import io.svc.server.config.RateLimitProfile;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Identifiers;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.Answer;
import io.svc.server.testing.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a route can rely on, tried on routes of its own. */
class CallTest {
  private static final String SECRET = "jdbc:postgresql://db/svc?password=hunter2";

  @TempDir private static Path directory;
  private static HttpServer server;

  @BeforeAll
  static void start() throws IOException {
    Path keyFile = Files.write(directory.resolve("key"), new byte[MasterKey.LENGTH]);
    RouteAccess open = RouteAccess.open(RateLimitBucket.NONE);
    Api api = new Api();
    api.get("/plain", open, call -> call.ok(Map.of("a", 1)));
    api.get("/versioned", open, call -> call.version(7).ok(Map.of("a", 1)));
    api.put(
        "/versioned",
        open,
        call -> {
          call.noBody();
          call.expectVersion(7);
          call.version(8).ok(Map.of());
        });
    api.post("/unread", open, call -> call.ok(Map.of()));
    api.post("/unchecked", open, call -> call.ok(Map.of("a", call.body().has("a"))));
    api.get(
        "/broken",
        open,
        call -> {
          throw new IllegalStateException(SECRET);
        });
    api.get(
        "/error",
        open,
        call -> {
          throw new StackOverflowError(SECRET);
        });
    api.get(
        "/full",
        open,
        call -> {
          throw new StoreUnavailableException(SECRET, new IOException(SECRET));
        });
    api.get("/things/{thingId}", open, call -> call.ok(Map.of("id", call.id("thingId", "thing"))));
    api.get(
        "/file",
        open,
        call ->
            call.download(
                "text/csv",
                "log.csv",
                out -> out.write("a,b\r\n".getBytes(StandardCharsets.UTF_8))));
    api.get(
        "/query",
        open,
        call -> {
          Query query = call.query();
          call.ok(
              Map.of(
                  "size", query.number("pageSize", 1, 200, 50),
                  "role", query.option("role", Role.class).map(Role::toString).orElse(""),
                  "since", query.time("since").map(Object::toString).orElse(""),
                  "q", query.text("q").orElse("")));
        });
    server =
        new HttpServer(
            new HttpServer.Settings(
                "127.0.0.1", 0, Optional.empty(), List.of(), TestServer.LAST_WORD),
            api.routes(),
            new NobodyKnown(),
            new RateLimits(RateLimitProfile.OFF),
            new CsrfTokens(new Keyring(MasterKey.read(keyFile))),
            new Identifiers(Clock.systemUTC()),
            new Unobserved(),
            Pages.NONE);
    server.start();
  }

  private static final class NobodyKnown implements Credentials {
    @Override
    public Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground) {
      return Optional.empty();
    }

    @Override
    public Optional<Caller> key(String key, Caller.Origin origin) {
      return Optional.empty();
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Answer send(String request, String... headers) {
    List<String> lines = new ArrayList<>(List.of(request + " HTTP/1.1", "Host: x"));
    lines.addAll(Arrays.asList(headers));
    lines.add("Connection: close");
    return RawClient.send(server.address(), lines.toArray(String[]::new));
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  @Test
  void what_was_read_already_is_not_sent_again() {
    String tag = send("GET /plain").header("ETag").orElseThrow();

    Answer again = send("GET /plain", "If-None-Match: \"other\", " + tag);

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.bytes()).isEmpty();
    assertThat(again.header("ETag")).contains(tag);
    assertThat(send("GET /plain", "If-None-Match: \"other\"").status()).isEqualTo(200);
  }

  @Test
  void a_version_is_returned_as_etag_for_if_match() {
    assertThat(send("GET /versioned").header("ETag")).contains("\"7\"");
    assertThat(send("GET /versioned", "If-None-Match: \"7\"").status()).isEqualTo(304);

    Answer changed = send("PUT /versioned", "If-Match: \"7\"");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.header("ETag")).contains("\"8\"");
    assertThat(send("PUT /versioned", "If-Match: *").status()).isEqualTo(200);
    assertThat(send("PUT /versioned").status()).isEqualTo(200);
    expect(send("PUT /versioned", "If-Match: \"6\""), 412, "precondition_failed");
    expect(send("PUT /versioned", "If-Match: 7"), 412, "precondition_failed");
  }

  @Test
  void a_route_that_does_not_check_its_body_fails_where_assertions_are_enabled() {
    assumeThat(HttpServer.class.desiredAssertionStatus()).isTrue();

    expect(send("POST /unread"), 500, "internal_error");
    String unchecked =
        "POST /unchecked HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}";
    expect(
        RawClient.sendBytes(server.address(), unchecked.getBytes(StandardCharsets.UTF_8)),
        500,
        "internal_error");
  }

  @Test
  void the_method_is_read_from_the_request_line_only() {
    for (String name : List.of("X-HTTP-Method-Override", "x-http-method", "X-Method-Override")) {
      assertThat(send("GET /versioned", name + ": PUT").header("ETag")).as(name).contains("\"7\"");
    }
  }

  @Test
  void a_charset_that_is_unknown_is_no_failure() {
    for (String charset : List.of("nothing", "\"", "\"utf-8\"", "utf-16", "")) {
      String type = "Content-Type: application/json; charset=" + charset;

      assertThat(send("GET /plain", type).status()).as(charset).isEqualTo(200);
      assertThat(send("PUT /versioned", type).status()).as(charset).isEqualTo(200);
      expect(send("GET /nowhere?a=%2B", type), 404, "not_found");
    }
  }

  @Test
  void an_internal_error_reveals_no_details() {
    for (String path : List.of("/broken", "/error")) {
      Answer answer = send("GET " + path);

      expect(answer, 500, "internal_error");
      assertThat(answer.text()).doesNotContain("hunter2", "Exception", "Error\"", "java");
      assertThat(answer.header("X-Request-Id")).contains(answer.json().path("requestId").asText());
    }
  }

  @Test
  void a_store_failure_is_reported_as_temporary() {
    Answer answer = send("GET /full");

    expect(answer, 503, "store_unavailable");
    assertThat(answer.header("Retry-After")).contains("5");
    assertThat(answer.text()).doesNotContain("hunter2");
  }

  @Test
  void what_cannot_be_an_identifier_never_gets_to_the_store() {
    assertThat(send("GET /things/thg_01JD5Z8S4T3Q6V9X2B7N1M0KGE").status()).isEqualTo(200);
    for (String id :
        List.of(
            "thg_",
            "01JD5Z8S4T3Q6V9X2B7N1M0KGE",
            "thg_01JD5Z8S4T3Q6V9X2B7N1M0KG",
            "thg_01JD5Z8S4T3Q6V9X2B7N1M0KGEE",
            "thg_01JD5Z8S4T3Q6V9X2B7N1M0KGI",
            "thg_01jd5z8s4t3q6v9x2b7n1m0kge",
            "%27--")) {
      expect(send("GET /things/" + id), 404, "not_found");
    }
  }

  @Test
  void a_download_has_a_file_name() {
    Answer answer = send("GET /file");

    assertThat(answer.text()).isEqualTo("a,b\r\n");
    assertThat(answer.header("Content-Type").orElse("")).startsWith("text/csv");
    assertThat(answer.header("Content-Disposition")).contains("attachment; filename=\"log.csv\"");
  }

  @Test
  void parameters_are_known_in_both_spellings_and_in_any_case() {
    assertThat(send("GET /query?page_size=7&role=ROLE_Admin").text())
        .contains("\"size\":7", "\"role\":\"role_admin\"");
    assertThat(send("GET /query?pageSize=7").text()).contains("\"size\":7");
    assertThat(send("GET /query?pageSize=1000").text()).contains("\"size\":200");
    for (String plus : List.of("%2B", "+")) {
      assertThat(send("GET /query?since=2026-11-20T09:28:30" + plus + "00:00").text())
          .contains("\"since\":\"2026-11-20T09:28:30Z\"");
    }
    assertThat(send("GET /query?pageSize=&q=%20%20").text()).contains("\"size\":50", "\"q\":\"\"");
  }

  @Test
  void a_parameter_that_is_wrong_is_named_with_its_value_and_what_was_expected() {
    for (String query :
        List.of(
            "page_size=0",
            "page_size=-1",
            "page_size=1.5",
            "page_size=99999999999999999999",
            "page_size=many",
            "role=root",
            "since=yesterday",
            "since=2026-11-20",
            "q=" + "x".repeat(1_001))) {
      Answer answer = send("GET /query?" + query);

      expect(answer, 400, "invalid_parameter");
      assertThat(answer.json().path("message").asText()).contains("expected").contains("\"");
    }
  }
}
