package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that wait for people on their way through the proxy, and are given credentials then. */
@Tag("thorough")
@Timeout(180)
class ProxyApprovalTest {
  private static final String TOKEN = "sk_live_" + "Zq7".repeat(9);
  private static final String RULE =
      """
      version: 1
      kind: agent_policy
      metadata: {name: payments}
      rules:
        - id: large
          effect: require_approval
          reason: Payments need a finance lead.
          match: {action: [http_request]}
          when: has(args.amount) && args.amount > 500.0
          approval: {timeout_seconds: 120}
      """;

  private static TestServer server;
  private Governed governed;
  private Client program;
  private Client approver;
  private OtherServer other;

  @BeforeAll
  static void start() {
    server = TestServer.shared(Map.of("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8"));
  }

  @BeforeEach
  void begin() {
    governed = new Governed(server);
    Tenancy tenancy = governed.tenancy();
    program =
        tenancy
            .program(Role.OPERATOR, Scope.PROXY_USE)
            .with("X-Svc-Upstream-Scheme", "http")
            .with("X-Svc-Agent-Id", "bot");
    approver = tenancy.member(Role.APPROVER);
    expect(
        200,
        governed
            .admin()
            .put("/api/admin/tenant", Map.of("settings", Map.of("allowPlainHttp", true))));
    governed.move(governed.policy("draft", RULE), Stage.ENFORCE, Stage.ENFORCE);
    other = OtherServer.returningText("{\"charged\": 900}");
    expect(
        201,
        governed
            .admin()
            .put(
                "/api/egress/credentials",
                Map.of("pattern", other.host(), "secret", Map.of("token", TOKEN))));
  }

  @AfterEach
  void end() {
    other.close();
  }

  private Answer charge(int amount) {
    return program.post("/v1/proxy/" + other.host() + "/v1/charges", Map.of("amount", amount));
  }

  private Answer decide(String id, String decision) {
    return approver.post("/api/approvals/" + id + "/decide", Map.of("decision", decision));
  }

  private Answer response(String id) {
    return program.get("/v1/approvals/" + id + "/response");
  }

  private static void pause() {
    LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
  }

  private Answer answered(String id) {
    Answer answer = response(id);
    while (answer.status() == 202) {
      pause();
      answer = response(id);
    }
    return answer;
  }

  @Test
  void a_call_waits_for_people_is_sent_once_with_its_credential_and_answered_once() {
    expect(200, charge(400));
    assertThat(other.next().value("Authorization")).contains("Bearer " + TOKEN);

    Answer asked = charge(900);
    JsonNode reported = expect(202, asked);
    String id = reported.path("approval_id").asText();
    assertThat(reported.path("code").asText()).isEqualTo("approval_required");
    assertThat(reported.path("reason").asText()).isEqualTo("Payments need a finance lead.");
    assertThat(asked.header("Location")).contains("/v1/approvals/" + id);
    assertThat(asked.header("Retry-After")).isPresent();
    assertThat(expect(202, charge(900)).path("approval_id").asText()).isEqualTo(id);
    assertThat(other.unseen()).isZero();

    expect(200, decide(id, "approve"));
    Answer answer = answered(id);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("{\"charged\": 900}");
    OtherServer.Seen sent = other.next();
    assertThat(sent.line()).isEqualTo("POST /v1/charges HTTP/1.1");
    assertThat(sent.text()).isEqualTo("{\"amount\":900}");
    assertThat(sent.value("Authorization")).contains("Bearer " + TOKEN);
    assertThat(response(id).status()).isEqualTo(410);
    assertThat(other.unseen()).isZero();
    assertThat(expect(200, program.get("/v1/approvals/" + id)).path("status").asText())
        .isEqualTo("executed");
    assertThat(List.of(asked.text(), answer.toString())).noneMatch(text -> text.contains(TOKEN));
  }

  @Test
  void who_prefers_to_wait_gets_the_answer_of_the_other_server() {
    CompletableFuture<Answer> waiting =
        CompletableFuture.supplyAsync(
            () ->
                program
                    .with("Prefer", "wait=50")
                    .post("/v1/proxy/" + other.host() + "/v1/charges", Map.of("amount", 901)));
    String id = pending();

    expect(200, decide(id, "approve"));

    Answer answer = waiting.join();
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("{\"charged\": 900}");
    assertThat(other.next().line()).isEqualTo("POST /v1/charges HTTP/1.1");
    assertThat(other.unseen()).isZero();
  }

  @Test
  void what_people_deny_is_not_forwarded() {
    String id = expect(202, charge(902)).path("approval_id").asText();

    expect(200, decide(id, "deny"));

    Answer denied = response(id);
    assertThat(denied.status()).isEqualTo(403);
    assertThat(denied.code()).isEqualTo("approval_denied");
    assertThat(other.unseen()).isZero();
  }

  @Test
  void fifty_calls_that_wait_at_once_are_each_sent_once() {
    List<String> ids =
        AtOnce.run(50, i -> expect(202, charge(1000 + i)).path("approval_id").asText());

    AtOnce.run(50, i -> expect(200, decide(ids.get(i), "approve")));

    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).allSatisfy(id -> assertThat(answered(id).status()).isEqualTo(200));
    for (int i = 0; i < 50; i++) {
      other.next();
    }
    assertThat(other.unseen()).isZero();
  }

  private String pending() {
    JsonNode list = expect(200, approver.get("/api/approvals?status=pending"));
    while (list.path("approvals").isEmpty()) {
      pause();
      list = expect(200, approver.get("/api/approvals?status=pending"));
    }
    return list.at("/approvals/0/id").asText();
  }
}
