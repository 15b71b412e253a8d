package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Agents;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherServer;
import io.svc.server.testing.RawClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls through the outbound proxy, as no-code steps make them, to a server of real sockets. */
class ProxyTest {
  private static final String CANARY = "CaNaRy7qZ";

  @TempDir static Path directory;
  private static TestServer server;
  private Governed governed;
  private String key;
  private OtherServer other;
  private int decided;

  @BeforeAll
  static void start() {
    server =
        TestServer.start(
            directory,
            Map.of(
                "SVC_EGRESS_ALLOW_PRIVATE",
                "127.0.0.0/8, 169.254.0.0/16, ::/96, 2002::/16, 64:ff9b::/96",
                "SVC_PROXY_TIMEOUT_SECONDS",
                "2"),
            Clock.systemUTC());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void begin() {
    governed = new Governed(server);
    key = governed.tenancy().key(Role.OPERATOR, Scope.PROXY_USE, Scope.EVAL_WRITE);
    settings(Map.of("allowPlainHttp", true));
    other = OtherServer.returningText("hello");
  }

  @AfterEach
  void end() {
    other.close();
  }

  private void settings(Map<String, ?> settings) {
    expect(200, governed.admin().put("/api/admin/tenant", Map.of("settings", settings)));
  }

  private void other(OtherServer.Script script) {
    other.close();
    other = new OtherServer(script);
  }

  private void policy(String rules) {
    String dsl =
        """
        version: 1
        kind: agent_policy
        metadata: {name: egress}
        rules:
        """;
    String id = governed.policy("draft", dsl + rules.indent(2));
    governed.move(id, Stage.ENFORCE, Stage.ENFORCE);
  }

  /** A request with a key, to the letter. */
  private Answer send(String line, String body, String... headers) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                line + " HTTP/1.1", "Host: svc.example", "Connection: close", "X-Api-Key: " + key));
    lines.add("X-Svc-Upstream-Scheme: http");
    lines.addAll(Arrays.asList(headers));
    if (!body.isEmpty()) {
      lines.add("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length);
    }
    Answer answer =
        RawClient.sendBytes(
            server.address(),
            (String.join("\r\n", lines) + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
    if (answer.header("X-Svc-Decision-Id").isPresent()) {
      decided++;
    }
    return answer;
  }

  private Answer get(String path, String... headers) {
    return send("GET /v1/proxy/" + other.host() + path, "", headers);
  }

  private Answer post(String path, String json, String... headers) {
    List<String> all = new ArrayList<>(List.of("Content-Type: application/json"));
    all.addAll(Arrays.asList(headers));
    return send("POST /v1/proxy/" + other.host() + path, json, all.toArray(String[]::new));
  }

  private static void expectError(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
    assertThat(answer.header("X-Svc-Error")).as("%s", answer).contains(code);
    assertThat(answer.header("X-Svc-Request-Id")).as("%s", answer).isPresent();
  }

  private List<JsonNode> events(String type) {
    Client program = governed.program(Role.OPERATOR);
    List<JsonNode> found = new ArrayList<>();
    expect(200, program.get("/api/v1/governance/events?limit=500"))
        .path("events")
        .forEach(
            event -> {
              if (event.path("event_type").asText().equals(type)) {
                found.add(event);
              }
            });
    return found;
  }

  /** Of the last one, which is told behind its answer. */
  private JsonNode lastCall() {
    List<JsonNode> calls = events("ToolCallEvent");
    for (int i = 0; i < 500 && calls.size() < decided; i++) {
      java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
      calls = events("ToolCallEvent");
    }
    assertThat(calls).hasSize(decided);
    return calls.get(calls.size() - 1).path("payload");
  }

  @Test
  void a_step_that_sends_only_a_key_gets_what_the_other_server_says() {
    Answer answer = get("/v1/charges/ch_8812?limit=3");

    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("hello");
    assertThat(answer.header("Content-Type")).contains("text/plain");
    assertThat(answer.header("X-Svc-Decision")).contains("allow");
    assertThat(answer.header("X-Svc-Decision-Id").orElseThrow()).startsWith("dec_");
    assertThat(answer.header("X-Svc-Request-Id").orElseThrow()).startsWith("req_");
    assertThat(answer.header("Content-Security-Policy")).isEmpty();
    OtherServer.Seen seen = other.next();
    assertThat(seen.line()).isEqualTo("GET /v1/charges/ch_8812?limit=3 HTTP/1.1");
    assertThat(seen.value("Host")).contains(other.host());
    JsonNode agents = expect(200, governed.admin().get("/api/agents"));
    assertThat(agents.at("/agents/0/name").asText()).isEqualTo("test");
    assertThat(agents.at("/agents/0/platform").asText()).isEqualTo("proxy");
  }

  @Test
  void a_call_is_recorded_with_its_outcome_and_without_values() {
    get("/v1/charges/ch_8812/refunds?token=" + CANARY, "X-Svc-Session-Id: run-7");

    JsonNode call = lastCall();
    assertThat(call.path("host").asText()).isEqualTo("127.0.0.1");
    assertThat(call.path("path_template").asText()).isEqualTo("/v1/charges/{id}/refunds");
    assertThat(call.path("status_code").asInt()).isEqualTo(200);
    assertThat(call.path("outcome").asText()).isEqualTo("forwarded");
    assertThat(call.path("decision").asText()).isEqualTo("allow");
    assertThat(call.path("response_bytes").asInt()).isEqualTo(5);
    JsonNode decided = events("egress.decision").get(0).path("payload");
    assertThat(decided.path("decision_id")).isEqualTo(call.path("decision_id"));
    assertThat(decided.path("host").asText()).isEqualTo("127.0.0.1");
    String session = events("ToolCallEvent").get(0).path("session_id").asText();
    JsonNode logs =
        expect(200, governed.admin().get("/api/store/runtime-logs?session_id=" + session));
    assertThat(logs.toString()).contains("GET 127.0.0.1/v1/charges/{id}/refunds: status 200");
  }

  @Test
  void a_policy_keeps_a_call_from_leaving() {
    policy(
        """
        - id: no-writes
          effect: deny
          reason: Nothing is written there.
          match: {action: [http_request], method: [POST], destination: {host: ["127.0.0.1"]}}
        """);

    Answer answer = post("/v1/things", "{}");

    expectError(answer, 403, "egress_denied");
    assertThat(answer.json().path("reason").asText()).isEqualTo("Nothing is written there.");
    assertThat(answer.json().path("rule_id").asText()).isEqualTo("no-writes");
    assertThat(answer.json().path("policy_id").asText()).startsWith("pol_");
    assertThat(answer.header("X-Svc-Decision-Id"))
        .contains(answer.json().path("decision_id").asText());
    assertThat(other.unseen()).isZero();
    assertThat(lastCall().path("outcome").asText()).isEqualTo("denied");
    assertThat(get("/v1/things").status()).isEqualTo(200);
  }

  @Test
  void arguments_are_checked_and_taken_out_of_what_is_sent() {
    policy(
        """
        - id: large
          effect: deny
          match: {action: [http_request]}
          when: "has(args.amount) && args.amount > 500"
        - id: no-mail
          effect: redact
          match: {action: [http_request]}
          redact: {entities: [EMAIL_ADDRESS]}
        """);

    expectError(post("/pay", "{\"amount\": 900}"), 403, "egress_denied");
    Answer answer = post("/pay", "{\"amount\": 9, \"to\": \"jane@example.com\", \"n\": [1.5]}");
    Answer form =
        send(
            "POST /v1/proxy/" + other.host() + "/pay",
            "amount=9&to=jane%40example.com&a=1&a=2",
            "Content-Type: application/x-www-form-urlencoded");

    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.header("X-Svc-Decision")).contains("redact");
    assertThat(other.next().text())
        .isEqualTo("{\"amount\":9,\"to\":\"<EMAIL_ADDRESS_1>\",\"n\":[1.5]}");
    // A text is not compared with a number: what cannot be evaluated is denied.
    expectError(form, 403, "egress_denied");
  }

  @Test
  void what_cannot_be_read_is_denied_where_a_rule_needs_it_and_sent_where_none_does() {
    policy(
        """
        - id: large
          effect: deny
          match: {action: [http_request], path: ["/pay"]}
          when: "has(args.amount) && args.amount > 500"
        - id: no-mail
          effect: redact
          match: {action: [http_request], path: ["/mail"]}
          redact: {entities: [EMAIL_ADDRESS]}
        """);
    String large = "{\"amount\": 1, \"text\": \"" + "x".repeat(1 << 20) + "\"}";
    List<String[]> unreadable =
        List.of(
            new String[] {large, "Content-Type: application/json"},
            new String[] {"{\"amount\": 900, \"amount\": 1}", "Content-Type: application/json"},
            new String[] {"{\"amount\": 900}", "Content-Type: text/plain"},
            new String[] {
              "{\"amount\": 1}", "Content-Type: application/json", "Content-Encoding: gzip"
            },
            new String[] {
              "{\"amount\": 1}", "Content-Type: application/json", "Content-Type: text/plain"
            });
    for (String[] first : unreadable) {
      String[] headers = Arrays.copyOfRange(first, 1, first.length);
      for (String path : List.of("/pay", "/mail")) {
        expectError(
            send("POST /v1/proxy/" + other.host() + path, first[0], headers), 403, "egress_denied");
      }
      Answer passed = send("POST /v1/proxy/" + other.host() + "/other", first[0], headers);
      assertThat(passed.status()).as("%s", passed).isEqualTo(200);
      assertThat(other.next().text()).isEqualTo(first[0]);
    }
    assertThat(other.unseen()).isZero();
  }

  @Test
  void calls_of_a_contained_agent_are_not_forwarded() {
    assertThat(get("/", "X-Svc-Agent-Id: bot").status()).isEqualTo(200);
    String id = expect(200, governed.admin().get("/api/agents?q=bot")).at("/agents/0/id").asText();
    server
        .database()
        .write(
            tx ->
                new Agents(new Identifiers(Clock.systemUTC()))
                    .denyEgress(tx, governed.tenancy().org(), id, true));

    Answer answer = get("/", "X-Svc-Agent-Id: bot");

    expectError(answer, 403, "egress_denied");
    assertThat(answer.json().path("reason_code").asText()).isEqualTo("agent_contained");
    assertThat(get("/", "X-Svc-Agent-Id: other").status()).isEqualTo(200);
  }

  @Test
  void headers_that_are_not_for_the_other_server_do_not_reach_it() {
    settings(Map.of("allowPlainHttp", true, "proxyStripHeaders", List.of("X-Internal-User")));
    List<String> stopped =
        List.of(
            "Authorization: Bearer a",
            "Proxy-Connection: keep-alive",
            "Cookie: a=b",
            "X-Svc-Agent-Id: bot",
            "X-Svc-Anything: a",
            "X-Vault-Token: a",
            "X-Forwarded-For: 10.0.0.1",
            "X-Forwarded-Anything: a",
            "Forwarded: for=a",
            "Via: 1.1 a",
            "X-Real-IP: 10.0.0.1",
            "X-Amz-Security-Token: a",
            "X-Goog-Api-Key: a",
            "X-Goog-IAM-Authorization-Token: a",
            "X-Ms-Access-Token: a",
            "TE: trailers",
            "Trailer: x",
            "Keep-Alive: timeout=5",
            "X-Hop: a",
            "X-INTERNAL-USER: a");
    List<String> headers = new ArrayList<>(stopped);
    headers.add("Connection: x-hop, close");
    headers.addAll(
        List.of(
            "X-Vendor-Thing: kept",
            "Accept: a/b",
            "Accept: c/d",
            "Origin: https://a.example",
            "Sec-Fetch-Site: cross-site",
            "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "User-Agent: step/1.0"));

    Answer answer = get("/", headers.toArray(String[]::new));

    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    OtherServer.Seen seen = other.next();
    for (String header : stopped) {
      assertThat(seen.values(header.split(":", 2)[0])).as(header).isEmpty();
    }
    assertThat(seen.values("Accept")).containsExactly("a/b", "c/d");
    assertThat(seen.value("X-Vendor-Thing")).contains("kept");
    assertThat(seen.value("User-Agent")).contains("step/1.0");
    assertThat(seen.value("Origin")).contains("https://a.example");
    assertThat(String.join("\n", seen.headers())).doesNotContain(key);
    assertThat(lastCall().path("trace_id").asText()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
  }

  @Test
  void answers_lose_what_is_of_the_connection_and_cookies() {
    other(
        (request, out) ->
            out.write(
                String.join(
                        "\r\n",
                        "HTTP/1.1 201 Made",
                        "Set-Cookie: a=b",
                        "X-Svc-Decision: forged",
                        "X-Hop: a",
                        "Connection: X-Hop",
                        "Cache-Control: max-age=5",
                        "X-Two: 1",
                        "X-Two: 2",
                        "Date: Sun, 06 Nov 1994 08:49:37 GMT",
                        "Content-Length: 2",
                        "",
                        "ok")
                    .getBytes(StandardCharsets.US_ASCII)));

    Answer answer = get("/");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Set-Cookie")).isEmpty();
    assertThat(answer.header("X-Hop")).isEmpty();
    assertThat(answer.headers().allValues("X-Svc-Decision")).containsExactly("allow");
    assertThat(answer.headers().allValues("X-Two")).containsExactly("1", "2");
    assertThat(answer.headers().allValues("Cache-Control")).containsExactly("max-age=5");
    assertThat(answer.headers().allValues("Date")).containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(answer.header("Content-Type")).isEmpty();
    settings(Map.of("allowPlainHttp", true, "proxyAllowSetCookie", true));
    assertThat(get("/").header("Set-Cookie")).contains("a=b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a%2Fb//c;x=1/d%20e?q=%2e%2e/..&&z",
        "/a|b{c}\"^`<>",
        "/",
        "",
        "/%E4%BD%A0?%zz=1",
        "//double//slash//"
      })
  void a_path_reaches_the_other_server_to_the_letter(String path) {
    Answer answer = get(path);
    if (path.contains("%zz")) {
      expectError(answer, 400, "invalid_parameter");
      return;
    }
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(other.next().line()).isEqualTo("GET " + (path.isEmpty() ? "/" : path) + " HTTP/1.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a/../b",
        "/..",
        "/.",
        "/%2e%2e/b",
        "/a/.%2E",
        "/a%2F..%2Fb",
        "/a/..;x/b",
        "/a/..%5cb"
      })
  void a_path_that_means_another_is_rejected(String path) {
    assertThat(get(path).status()).isEqualTo(400);
    assertThat(other.unseen()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "[::a9fe:a9fe]",
        "[2002:a9fe:a9fe::]",
        "[64:ff9b::a9fe:a9fe]",
        "10.0.0.1",
        "0.0.0.0",
        "[::]",
        "[fd00:ec2::254]",
        "100.64.0.1",
        "192.168.1.1",
        "224.0.0.1",
        "[fe80::1]",
        "[fc00::1]"
      })
  void addresses_that_are_never_called_are_denied(String host) {
    Answer answer = send("GET /v1/proxy/" + host + "/latest/meta-data/", "");

    expectError(answer, 403, "egress_denied");
    assertThat(lastCall().path("outcome").asText()).isEqualTo("denied");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user@127.0.0.1",
        "127.0.0.1%2f@x",
        "a b",
        "%31.example",
        "127.0.0.1:99999",
        "[::1",
        ":80",
        "127.0.0.1:0",
        "[fe80::1%25eth0]",
        "xn--a\\b"
      })
  void what_is_no_host_is_rejected(String host) {
    assertThat(send("GET /v1/proxy/" + host + "/", "").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @MethodSource("io.svc.server.config.HostSpellings#ambiguous")
  void an_ambiguous_host_is_rejected_before_policies_are_evaluated(String host) {
    int before = decided;
    Answer answer = send("GET /v1/proxy/" + host + ":" + other.port() + "/", "");

    assertThat(answer.status()).as("%s", answer).isEqualTo(400);
    assertThat(decided).isEqualTo(before);
    assertThat(other.unseen()).isZero();
  }

  @Test
  void policies_see_the_host_that_is_connected_to() {
    policy(
        """
        - id: here
          effect: deny
          match: {action: [http_request], destination: {host: [localhost]}}
        """);
    for (String host : List.of("localhost", "LOCALHOST", "LocalHost")) {
      Answer answer = send("GET /v1/proxy/" + host + ":" + other.port() + "/", "");
      expectError(answer, 403, "egress_denied");
      assertThat(answer.json().path("rule_id").asText()).as(host).isEqualTo("here");
    }
    assertThat(other.unseen()).isZero();
  }

  @Test
  void the_server_itself_is_not_called() {
    String self = "127.0.0.1:" + server.address().getPort();

    expectError(send("GET /v1/proxy/" + self + "/healthz", ""), 403, "egress_denied");
    expectError(
        send("GET /v1/proxy/localhost:" + server.address().getPort() + "/", ""),
        403,
        "egress_denied");
  }

  @Test
  void a_redirect_is_an_answer() {
    other(
        (request, out) ->
            out.write(
                String.join(
                        "\r\n",
                        "HTTP/1.1 302 Found",
                        "Location: http://169.254.169.254/",
                        "Content-Length: 0",
                        "",
                        "")
                    .getBytes(StandardCharsets.US_ASCII)));

    Answer answer = get("/");

    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.header("Location")).contains("http://169.254.169.254/");
    other.next();
    assertThat(other.unseen()).isZero();
  }

  @Test
  void the_whole_address_may_stand_in_a_header() {
    Answer answer =
        send("GET /v1/proxy", "", "X-Svc-Target-Url: http://" + other.host() + "/a%2Fb?c=d");

    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(other.next().line()).isEqualTo("GET /a%2Fb?c=d HTTP/1.1");
    expectError(send("GET /v1/proxy", ""), 400, "invalid_parameter");
    expectError(
        send("GET /v1/proxy", "", "X-Svc-Target-Url: ftp://a.example/"), 400, "invalid_parameter");
    expectError(
        send("GET /v1/proxy/a.example/", "", "X-Svc-Target-Url: https://b.example/"),
        400,
        "invalid_parameter");
  }

  @Test
  void encryption_is_left_out_only_where_the_tenant_allows_it() {
    settings(Map.of("allowPlainHttp", false));

    expectError(get("/"), 400, "invalid_parameter");
    assertThat(other.unseen()).isZero();
  }

  @Test
  void a_key_needs_the_scope_and_is_in_either_header() {
    String request = "GET /v1/proxy/" + other.host() + "/";
    String eval = governed.tenancy().key(Role.OPERATOR, Scope.EVAL_WRITE);
    String[] plain = {"Host: a", "Connection: close", "X-Svc-Upstream-Scheme: http"};

    Answer none = RawClient.send(server.address(), request + " HTTP/1.1", plain[0], plain[1]);
    Answer authorization =
        RawClient.send(
            server.address(),
            request + " HTTP/1.1",
            plain[0],
            plain[1],
            "Authorization: Bearer " + key);
    Answer scope =
        RawClient.send(
            server.address(), request + " HTTP/1.1", plain[0], plain[1], "X-Api-Key: " + eval);
    Answer proxy =
        RawClient.send(
            server.address(),
            request + " HTTP/1.1",
            plain[0],
            plain[1],
            plain[2],
            "Proxy-Authorization: Bearer " + key);

    expectErrorWithoutId(none, 401, "unauthenticated");
    expectErrorWithoutId(authorization, 401, "unauthenticated");
    expectErrorWithoutId(scope, 403, "scope_required");
    assertThat(proxy.status()).as("%s", proxy).isEqualTo(200);
    assertThat(String.join("\n", other.next().headers())).doesNotContain(key);
  }

  private static void expectErrorWithoutId(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.header("X-Svc-Error")).contains(code);
  }

  @Test
  void methods_that_could_echo_credentials_are_not_forwarded() {
    assertThat(send("TRACE /v1/proxy/" + other.host() + "/", "").status()).isEqualTo(405);
    for (String method : List.of("GET", "DELETE", "OPTIONS", "PUT", "PATCH", "POST")) {
      Answer answer = send(method + " /v1/proxy/" + other.host() + "/m", "");
      assertThat(answer.status()).as("%s", answer).isEqualTo(200);
      assertThat(other.next().line()).isEqualTo(method + " /m HTTP/1.1");
    }
  }

  @Test
  void nothing_that_a_call_carries_stays_behind() throws java.io.IOException {
    post(
        "/reset/" + CANARY + "?token=" + CANARY + "&x=" + CANARY,
        "{\"password\": \"" + CANARY + "\"}",
        "Authorization: Bearer " + CANARY,
        "X-Vendor: " + CANARY,
        "Cookie: a=" + CANARY);
    post("/x?token=" + CANARY, CANARY, "Authorization: Basic " + CANARY);

    assertThat(other.next().line()).contains(CANARY);
    String events =
        governed.program(Role.OPERATOR).get("/api/v1/governance/events?limit=500").text();
    assertThat(events).contains("ToolCallEvent").doesNotContain("token=").doesNotContain(CANARY);
    assertThat(governed.admin().get("/api/admin/audit-log").text()).doesNotContain(CANARY);
  }
}
