package io.svc.server.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.OtherSide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Approvals through a whole server, as agents and people see them. */
@Timeout(180)
class ApprovalRoutesTest {
  private static final String SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  private static final HandClock CLOCK = HandClock.now();

  @TempDir private static Path directory;
  private static TestServer server;

  private Tenancy tenancy;
  private Client admin;
  private Client approver;
  private Client program;

  @BeforeAll
  static void start() {
    server = TestServer.start(directory, Map.of("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8"), CLOCK);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void found() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
    approver = tenancy.member(Role.APPROVER);
    program = tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE, Scope.GOVERNANCE_READ);
  }

  private static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  private static void assertRejected(int status, String code, Answer answer) {
    expect(status, answer);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  private String policy(String terms) {
    String dsl =
        """
        version: 1
        kind: agent_policy
        metadata: {name: payments}
        rules:
          - id: large
            effect: require_approval
            severity: high
            reason: Payments need a finance lead.
            match: {tool: [pay]}
            approval: {%s}
        """
            .formatted(terms);
    String id =
        expect(201, admin.post("/api/policies", Map.of("name", "p", "mode", "observe", "dsl", dsl)))
            .at("/policy/id")
            .asText();
    enforce(id);
    return id;
  }

  private void enforce(String id) {
    Policies policies = new Policies();
    server
        .database()
        .change(
            tx ->
                policies.setStage(
                    tx,
                    tenancy.org(),
                    policies.lock(tx, tenancy.org(), id),
                    Stage.ENFORCE,
                    Stage.ENFORCE,
                    policies.lock(tx, tenancy.org(), id).activeVersion(),
                    "usr_test"));
  }

  private Answer send(Map<String, Object> arguments, String approvalId) {
    return program.post(
        "/v1/eval",
        Map.of(
            "agent_id",
            "bot",
            "session_id",
            "run-1",
            "approval_id",
            approvalId,
            "context",
            Map.of("justification", "invoice 8812"),
            "action",
            Map.of(
                "type",
                "tool_call",
                "tool",
                "pay",
                "destination",
                "https://api.example.com/v1/charges?key=9",
                "arguments",
                arguments)));
  }

  private JsonNode pay(int amount) {
    return expect(200, send(Map.of("amount", amount), ""));
  }

  private JsonNode pay(int amount, String approvalId) {
    return expect(200, send(Map.of("amount", amount), approvalId));
  }

  private static String id(JsonNode answer) {
    assertThat(answer.path("decision").asText()).as("%s", answer).isEqualTo("require_approval");
    return answer.at("/approval/approval_id").asText();
  }

  private Answer vote(Client member, String id, String decision) {
    return member.post(
        "/api/approvals/" + id + "/decide", Map.of("decision", decision, "comment", "seen"));
  }

  private JsonNode approval(String id) {
    return expect(200, admin.get("/api/approvals/" + id)).path("approval");
  }

  private String status(String id) {
    return approval(id).path("status").asText();
  }

  private static void until(BooleanSupplier isSo) {
    for (int i = 0; i < 200 && !isSo.getAsBoolean(); i++) {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    assertThat(isSo.getAsBoolean()).isTrue();
  }

  @Test
  void an_agent_continues_once_after_people_agreed() {
    policy("timeout_seconds: 600");
    JsonNode asked = pay(900);
    String id = id(asked);

    assertThat(asked.path("allowed").asBoolean()).isFalse();
    assertThat(asked.at("/approval/status").asText()).isEqualTo("pending");
    assertThat(asked.at("/approval/status_url").asText()).isEqualTo("/v1/approvals/" + id);
    assertThat(asked.at("/approval/channels")).isEmpty();
    assertThat(pay(900, id).at("/approval/status").asText()).isEqualTo("pending");
    JsonNode polled = expect(200, program.get("/v1/approvals/" + id));
    assertThat(polled.path("remaining_seconds").asInt()).isBetween(590, 600);
    assertThat(polled.at("/action/host").asText()).isEqualTo("api.example.com");
    assertThat(polled.at("/action/path").asText()).isEqualTo("/v1/charges");
    assertThat(polled.at("/action/arguments_preview/amount").asInt()).isEqualTo(900);
    assertThat(polled.path("justification").asText()).isEqualTo("invoice 8812");

    JsonNode decided = expect(200, vote(approver, id, "approve")).path("approval");
    assertThat(decided.path("status").asText()).isEqualTo("approved");
    assertThat(decided.at("/decisions/0/assurance").asText()).isEqualTo("session");
    // Another action does not go on with it.
    assertThat(pay(901, id).path("reason_code").asText()).isEqualTo("approval_invalid");
    JsonNode granted = pay(900, id);
    assertThat(granted.path("decision").asText()).isEqualTo("allow");
    assertThat(granted.path("allowed").asBoolean()).isTrue();
    assertThat(granted.path("reason_code").asText()).isEqualTo("approval_granted");
    assertThat(status(id)).isEqualTo("executed");
    JsonNode again = pay(900, id);
    assertThat(again.path("decision").asText()).isEqualTo("deny");
    assertThat(again.path("reason_code").asText()).isEqualTo("approval_invalid");

    JsonNode session =
        expect(200, admin.get("/api/sessions/" + asked.path("session_id").asText()))
            .path("session");
    List<String> types = new ArrayList<>();
    session.path("timeline").forEach(entry -> types.add(entry.path("type").asText()));
    assertThat(types).contains("approval_requested", "approval_resolved");
    assertThat(session.at("/counts/approvals").asInt()).isEqualTo(2);
    List<String> events = new ArrayList<>();
    expect(200, program.get("/api/v1/governance/events?limit=500"))
        .path("events")
        .forEach(event -> events.add(event.path("event_type").asText()));
    assertThat(events).contains("approval.requested", "approval.resolved");
    List<String> audited = new ArrayList<>();
    expect(200, admin.get("/api/admin/audit-log?category=approval"))
        .path("entries")
        .forEach(entry -> audited.add(entry.path("action").asText()));
    assertThat(audited).containsExactly("approval.consume", "approval.approve", "approval.vote");
  }

  @Test
  void people_are_asked_once_about_the_very_same() {
    policy("timeout_seconds: 600");
    String first = id(pay(1));

    assertThat(id(pay(1))).isEqualTo(first);
    assertThat(id(pay(2))).isNotEqualTo(first);
    JsonNode list = expect(200, admin.get("/api/approvals?status=pending&q=charges"));
    assertThat(list.path("total").asInt()).isEqualTo(2);
    assertThat(expect(200, admin.get("/api/overview")).at("/overview/approvals/pending").asInt())
        .isEqualTo(2);
    assertThat(expect(200, admin.get("/api/search/resources?q=charges")).path("approvals"))
        .hasSize(2);
    JsonNode page = expect(200, admin.get("/api/approvals?limit=1"));
    assertThat(page.at("/approvals/0/id").asText()).isNotEqualTo(first);
    assertThat(
            expect(200, admin.get("/api/approvals?cursor=" + page.path("cursor").asText()))
                .at("/approvals/0/id")
                .asText())
        .isEqualTo(first);
  }

  @Test
  void a_whole_number_that_is_too_large_for_a_double_is_distinguished_from_its_neighbor() {
    policy("timeout_seconds: 600");
    String first = id(expect(200, send(Map.of("account", 9007199254740993L), "")));

    assertThat(id(expect(200, send(Map.of("account", 9007199254740992L), "")))).isNotEqualTo(first);
  }

  @Test
  void a_requester_cannot_approve_their_own_call() {
    policy("timeout_seconds: 600");
    String id = id(pay(1));

    assertRejected(403, "forbidden", vote(admin, id, "approve"));
    assertThat(approval(id).path("mayApprove").asBoolean()).isFalse();
    assertThat(
            expect(200, approver.get("/api/approvals/" + id))
                .at("/approval/mayApprove")
                .asBoolean())
        .isTrue();
    expect(200, admin.post("/api/approvals/" + id + "/cancel", Map.of("comment", "no more")));
    assertThat(status(id)).isEqualTo("cancelled");
    assertRejected(409, "invalid_transition", vote(approver, id, "approve"));
    assertThat(pay(1, id).path("reason_code").asText()).isEqualTo("approval_denied");
    assertRejected(403, "approval_denied", program.get("/v1/approvals/" + id + "/response"));
  }

  @Test
  void who_decides_is_a_member_of_the_group_or_has_the_permission() {
    policy("group: finance-leads");
    String id = id(pay(1));
    Client operator = tenancy.member(Role.OPERATOR);
    assertRejected(403, "forbidden", vote(operator, id, "deny"));
    assertRejected(403, "forbidden", vote(tenancy.member(Role.VIEWER), id, "deny"));
    assertRejected(403, "forbidden", vote(tenancy.member(Role.AUDITOR), id, "deny"));
    JsonNode members = expect(200, admin.get("/api/admin/members")).path("members");
    List<String> ofRole = new ArrayList<>();
    members.forEach(
        member -> {
          if (member.path("role").asText().equals("role_operator")
              || member.path("role").asText().equals("role_viewer")) {
            ofRole.add(member.path("userId").asText());
          }
        });

    assertRejected(
        400,
        "validation_failed",
        admin.put(
            "/api/admin/tenant",
            Map.of("settings", Map.of("approvalGroups", Map.of("finance-leads", List.of("x"))))));
    expect(
        200,
        admin.put(
            "/api/admin/tenant",
            Map.of("settings", Map.of("approvalGroups", Map.of("finance-leads", ofRole)))));

    assertRejected(403, "forbidden", vote(approver, id, "approve"));
    assertRejected(403, "forbidden", vote(tenancy.member(Role.VIEWER), id, "approve"));
    expect(200, vote(operator, id, "approve"));
    assertThat(status(id)).isEqualTo("approved");
    String other = id(pay(2));
    expect(200, vote(tenancy.member(Role.ADMIN), other, "deny"));
    assertThat(status(other)).isEqualTo("denied");
  }

  @Test
  void a_key_decides_nothing() {
    policy("timeout_seconds: 600");
    String id = id(pay(1));
    Client key = tenancy.program(Role.ADMIN, Scope.values());

    assertRejected(401, "unauthenticated", vote(key, id, "approve"));
    expect(
        404, new Tenancy(server).program(Role.ADMIN, Scope.PROXY_USE).get("/v1/approvals/" + id));
  }

  @Test
  void as_many_agree_as_the_policy_wants_each_with_one_voice() {
    policy("approvals_required: 2");
    String id = id(pay(1));

    expect(200, vote(approver, id, "approve"));
    expect(200, vote(approver, id, "approve"));
    assertThat(status(id)).isEqualTo("pending");
    expect(200, vote(tenancy.member(Role.APPROVER), id, "approve"));
    assertThat(status(id)).isEqualTo("approved");
    expect(200, vote(approver, id, "approve"));
    assertRejected(409, "invalid_transition", vote(approver, id, "deny"));

    String other = id(pay(2));
    expect(200, vote(approver, other, "approve"));
    expect(200, vote(approver, other, "deny"));
    assertThat(status(other)).isEqualTo("denied");
    assertThat(approval(other).path("decisions")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"demoted", "locked", "removed"})
  void the_vote_of_a_member_who_may_no_longer_decide_does_not_count(String change) {
    policy("approvals_required: 2");
    String id = id(pay(1));
    expect(200, vote(approver, id, "approve"));
    assertThat(approval(id).at("/decisions/0/counted").asBoolean()).isTrue();
    String member = approval(id).at("/decisions/0/approver").asText();

    switch (change) {
      case "demoted" ->
          expect(
              200,
              admin.put("/api/admin/members/" + member + "/role", Map.of("role", "role_viewer")));
      case "locked" -> tenancy.lock(member);
      default -> expect(200, admin.delete("/api/admin/members/" + member));
    }

    assertThat(approval(id).at("/decisions/0/counted").asBoolean()).isFalse();
    expect(200, vote(tenancy.member(Role.APPROVER), id, "approve"));
    assertThat(status(id)).isEqualTo("pending");
    expect(200, vote(tenancy.member(Role.ADMIN), id, "approve"));
    assertThat(status(id)).isEqualTo("approved");
  }

  @Test
  void an_approval_ends_with_the_policies_that_asked_for_it() {
    String policy = policy("timeout_seconds: 600");
    String pending = id(pay(1));
    String given = id(pay(2));
    expect(200, vote(approver, given, "approve"));
    // What only looks on changes nothing.
    expect(
        201,
        admin.post(
            "/api/policies",
            Map.of(
                "name",
                "q",
                "mode",
                "observe",
                "dsl",
                """
                version: 1
                kind: agent_policy
                metadata: {name: q}
                rules:
                  - {id: a, effect: deny, match: {tool: [pay]}}
                """)));
    assertThat(pay(1, pending).at("/approval/status").asText()).isEqualTo("pending");

    expect(200, admin.post("/api/policies/" + policy + "/toggle"));
    assertRejected(409, "approval_stale", vote(approver, pending, "approve"));
    assertThat(status(pending)).isEqualTo("stale");
    assertRejected(409, "approval_stale", program.get("/v1/approvals/" + pending + "/response"));

    policy("timeout_seconds: 700");
    assertThat(pay(2, given).path("reason_code").asText()).isEqualTo("approval_stale");
    assertThat(status(given)).isEqualTo("stale");
    assertThat(id(pay(1))).isNotEqualTo(pending);
  }

  @Test
  void it_expires_exactly_at_its_deadline() {
    policy("timeout_seconds: 60");
    JsonNode asked = pay(1);
    String id = id(asked);
    CLOCK.advance(Duration.ofSeconds(60));

    assertThat(expect(200, program.get("/v1/approvals/" + id)).path("status").asText())
        .isEqualTo("expired");
    assertRejected(409, "invalid_transition", vote(approver, id, "approve"));
    assertRejected(403, "approval_expired", program.get("/v1/approvals/" + id + "/response"));
    assertThat(pay(1, id).path("reason_code").asText()).isEqualTo("approval_expired");
    until(() -> expect(200, admin.get("/api/approvals?status=expired")).path("total").asInt() == 1);
    assertThat(
            expect(200, admin.get("/api/sessions/" + asked.path("session_id").asText())).toString())
        .contains("Approval expired");
    String next = id(pay(1));
    assertThat(next).isNotEqualTo(id);
    expect(200, vote(approver, next, "approve"));
    CLOCK.advance(ApprovalTransitions.USABLE);
    assertThat(pay(1, next).path("reason_code").asText()).isEqualTo("approval_expired");
  }

  @Test
  void a_freeze_stops_the_time_and_what_is_left_of_it_is_left_afterwards() {
    policy("timeout_seconds: 100");
    String id = id(pay(1));
    CLOCK.advance(Duration.ofSeconds(40));
    expect(
        200, admin.post("/api/governance/kill-switch/freeze-rollouts", Map.of("reason", "drill")));
    CLOCK.advance(Duration.ofMinutes(20));

    JsonNode frozen = expect(200, program.get("/v1/approvals/" + id));
    assertThat(frozen.path("status").asText()).isEqualTo("pending");
    assertThat(frozen.path("paused").asBoolean()).isTrue();
    assertThat(frozen.path("pause_reason").asText()).contains("drill");
    assertThat(frozen.path("remaining_seconds").asInt()).isEqualTo(60);
    assertRejected(409, "conflict", vote(approver, id, "approve"));
    until(() -> approval(id).path("events").toString().contains("paused"));
    expect(
        200, admin.post("/api/governance/kill-switch/unfreeze-rollouts", Map.of("reason", "over")));

    assertThat(approval(id).path("remainingSeconds").asInt()).isEqualTo(60);
    expect(200, vote(approver, id, "approve"));
    expect(
        200, admin.post("/api/governance/kill-switch/freeze-rollouts", Map.of("reason", "drill")));
    assertThat(pay(1, id).path("allowed").asBoolean()).isFalse();
    expect(
        200, admin.post("/api/governance/kill-switch/unfreeze-rollouts", Map.of("reason", "over")));
    assertThat(pay(1, id).path("reason_code").asText()).isEqualTo("approval_granted");
  }

  @Test
  void an_agent_that_is_contained_gets_nothing_approved_meanwhile() {
    policy("timeout_seconds: 100");
    JsonNode asked = pay(1);
    String id = id(asked);
    String incident =
        expect(
                201,
                admin.post(
                    "/api/incidents",
                    Map.of("title", "leak", "agentIds", List.of(asked.path("agent_id").asText()))))
            .at("/incident/id")
            .asText();
    Map<String, String> contain = Map.of("action", "quarantine", "reason", "It leaks");
    expect(
        200,
        admin.put(
            "/api/incidents/" + incident,
            Map.of("addAgentIds", List.of(asked.path("agent_id").asText()))));
    expect(200, admin.post("/api/incidents/" + incident + "/contain", contain));

    assertRejected(409, "conflict", vote(approver, id, "approve"));
    assertThat(approval(id).path("pauseReason").asText()).contains("It leaks");
    expect(200, vote(approver, id, "deny"));
  }

  @Tag("thorough")
  @Test
  void fifty_agents_ask_and_are_answered_at_once() {
    policy("timeout_seconds: 600");
    List<String> ids = AtOnce.run(50, i -> id(pay(i)));
    assertThat(new HashSet<>(ids)).hasSize(50);
    assertThat(new HashSet<>(AtOnce.run(50, i -> id(pay(7))))).hasSize(1);

    AtOnce.run(50, i -> expect(200, vote(approver, ids.get(i), i % 5 == 0 ? "deny" : "approve")));
    List<String> ends = AtOnce.run(50, i -> pay(i, ids.get(i)).path("reason_code").asText());

    assertThat(ends).filteredOn("approval_granted"::equals).hasSize(40);
    assertThat(ends).filteredOn("approval_denied"::equals).hasSize(10);
  }

  @Test
  void of_two_who_decide_at_once_one_does() {
    policy("timeout_seconds: 600");
    Client other = tenancy.member(Role.APPROVER);
    for (int round = 0; round < 10; round++) {
      String id = id(pay(round));
      List<Integer> statuses =
          AtOnce.run(
              2, i -> vote(i == 0 ? approver : other, id, i == 0 ? "approve" : "deny").status());

      assertThat(statuses).containsExactlyInAnyOrder(200, 409);
    }
  }

  @Test
  void of_many_who_use_one_approval_one_does() {
    policy("timeout_seconds: 600");
    String id = id(pay(1));
    expect(200, vote(approver, id, "approve"));

    List<String> ends = AtOnce.run(20, i -> pay(1, id).path("reason_code").asText());

    assertThat(ends).filteredOn("approval_granted"::equals).hasSize(1);
  }

  @Test
  void a_waiting_caller_receives_the_decision() {
    policy("timeout_seconds: 600");
    String id = id(pay(1));
    List<Answer> answers =
        AtOnce.run(
            2,
            i -> {
              if (i == 0) {
                return program.with("Prefer", "wait=20").get("/v1/approvals/" + id);
              }
              until(() -> status(id).equals("pending"));
              return vote(approver, id, "approve");
            });

    Answer waited = answers.get(0);
    assertThat(expect(200, waited).path("status").asText()).isEqualTo("approved");
    assertThat(waited.header("Preference-Applied")).contains("wait=20");
  }

  @Tag("thorough")
  @Test
  void many_who_wait_leave_the_others_their_threads() {
    policy("timeout_seconds: 600");
    String id = id(pay(1));

    List<Long> took =
        AtOnce.run(
            60,
            i -> {
              long begun = System.nanoTime();
              expect(200, program.with("Prefer", "wait=3").get("/v1/approvals/" + id));
              return Duration.ofNanos(System.nanoTime() - begun).toMillis();
            });

    assertThat(took).filteredOn(millis -> millis >= 2_900).hasSizeBetween(1, 16);
  }

  @Test
  void what_an_argument_hides_is_nowhere() throws IOException {
    policy("timeout_seconds: 600");
    String id = id(expect(200, send(Map.of("token", SECRET), "")));
    expect(200, vote(approver, id, "approve"));
    expect(200, program.get("/v1/approvals/" + id));
    expect(200, admin.get("/api/approvals"));

    assertThat(server.answers()).noneMatch(answer -> answer.text().contains(SECRET));
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(
                new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
            .as("%s", file)
            .doesNotContain(SECRET);
      }
    }
    // What is masked cannot be found by trying, since the digest is keyed for the tenant.
    String digest = approval(id).path("actionDigest").asText();
    Tenancy mine = tenancy;
    found();
    policy("timeout_seconds: 600");
    String same = id(expect(200, send(Map.of("token", SECRET), "")));
    assertThat(approval(same).path("actionDigest").asText()).isNotEqualTo(digest);
    assertThat(mine.org()).isNotEqualTo(tenancy.org());
  }

  @Test
  void approvers_are_notified_on_the_channels_of_the_policy() throws IOException {
    try (OtherSide other = new OtherSide()) {
      for (String name : List.of("one", "two")) {
        expect(
            201,
            admin.post(
                "/api/admin/integrations",
                Map.of(
                    "type",
                    name.equals("one") ? "webhook" : "slack",
                    "name",
                    name,
                    "config",
                    Map.of(name.equals("one") ? "url" : "webhookUrl", other.url() + "/" + name))));
      }
      expect(
          200, admin.put("/api/admin/tenant", Map.of("settings", Map.of("allowPlainHttp", true))));
      policy("channels: [slack, email]");
      JsonNode asked = expect(200, send(Map.of("amount", 1, "note", "argument-of-mine"), ""));
      String id = id(asked);

      assertThat(asked.at("/approval/channels").toString()).isEqualTo("[\"slack\"]");
      until(() -> !other.requests().isEmpty());
      String message = other.requests().get(0).body();
      assertThat(other.requests().get(0).line()).isEqualTo("POST /two");
      assertThat(message)
          .contains("/approvals/" + id, "Payments need a finance lead.")
          .doesNotContain("argument-of-mine");
      assertThat(other.requests()).hasSize(1);
      expect(200, vote(approver, id, "deny"));
      JsonNode alert = expect(200, admin.get("/api/alerts")).at("/alerts/0");
      assertThat(alert.path("threat_type").asText()).isEqualTo("approval_requested");
      assertThat(alert.path("triage_status").asText()).isEqualTo("resolved");
    }
  }
}
