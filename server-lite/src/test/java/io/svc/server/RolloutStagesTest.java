package io.svc.server;

import static io.svc.server.Governed.ROLLOUT;
import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From where policies can be moved to where, by whom, and what is told of it. */
class RolloutStagesTest {
  private static final String UNKNOWN_ID = "pol_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
  private static final String FREEZE = "/api/governance/kill-switch/freeze-rollouts";

  private static TestServer server;

  private Governed governed;

  /** Not shared: the counters of few organizations are read faster. */
  @BeforeAll
  static void start(@TempDir Path directory) {
    server = TestServer.start(directory, Map.of(), Clock.systemUTC());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void found() {
    governed = new Governed(server);
  }

  /** Asks on the versioned route or, with the same words, on the dashboard's. */
  private static Answer transition(Client who, String path, String id, String trigger) {
    return switch (path) {
      case "versioned" -> who.post(ROLLOUT + "/" + id + "/" + trigger);
      case "action" -> who.post("/api/governance/rollout/" + id, Map.of("action", trigger));
      case "queue" ->
          who.post("/api/governance/rollout", Map.of("policyId", id, "action", trigger));
      default -> throw new AssertionError(path);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "draft,        draft,        promote,  observe,  observe",
    "rollback,     draft,        promote,  observe,  observe",
    "rollback,     observe,      promote,  observe,  observe",
    "rollback,     soft_enforce, promote,  observe,  observe",
    "observe,      observe,      rollback, rollback, draft",
    "soft_enforce, soft_enforce, rollback, rollback, observe",
    "enforce,      enforce,      rollback, rollback, soft_enforce",
    "observe,      observe,      redraft,  draft,    draft",
    "rollback,     soft_enforce, redraft,  draft,    draft",
  })
  void each_transition_of_the_table_is_executed_and_audited(
      String from, String mode, String trigger, String to, String toMode) {
    for (String path : List.of("versioned", "action", "queue")) {
      String id = governed.policyAt(Stage.of(from).orElseThrow(), Stage.of(mode).orElseThrow());
      int before = governed.events("rollout.transition").size();

      JsonNode moved = expect(200, transition(governed.admin(), path, id, trigger));

      JsonNode now = governed.rollout(id);
      assertThat(now.at("/rollout/currentStage").asText()).isEqualTo(to);
      assertThat(now.at("/rollout/previousStage").asText()).isEqualTo(from);
      assertThat(now.at("/rollout/effectiveMode").asText()).isEqualTo(toMode);
      JsonNode noted = now.at("/history/0");
      assertThat(noted.path("id")).isEqualTo(moved.path("transitionId"));
      assertThat(noted.path("action").asText()).isEqualTo(trigger);
      assertThat(noted.path("fromStage").asText()).isEqualTo(from);
      assertThat(noted.path("toStage").asText()).isEqualTo(to);
      List<JsonNode> events = governed.events("rollout.transition");
      assertThat(events).hasSize(before + 1);
      JsonNode payload = events.get(before).path("payload");
      assertThat(payload.path("policy_id").asText()).isEqualTo(id);
      assertThat(payload.path("from_stage").asText()).isEqualTo(from);
      assertThat(payload.path("to_stage").asText()).isEqualTo(to);
      assertThat(payload.path("transitioned_by")).isEqualTo(noted.path("transitionedBy"));
      assertThat(payload.path("replay_job_id").isTextual()).isTrue();
      assertThat(payload.path("calibration_pass").isBoolean()).isTrue();
      assertThat(governed.audited()).startsWith("rollout." + trigger);
      assertThat(governed.counted("svc_rollout_transitions_total"))
          .containsEntry("policy_id=\"" + id + "\",stage=\"" + to + "\"", 1.0);
      if (path.equals("versioned")) {
        assertThat(moved.path("fromStage").asText()).isEqualTo(from);
        assertThat(moved.path("currentStage").asText()).isEqualTo(to);
        assertThat(moved.path("previousStage").asText()).isEqualTo(from);
        assertThat(moved.path("effectiveMode").asText()).isEqualTo(toMode);
      } else {
        assertThat(moved.path("queued").asBoolean()).isTrue();
        assertThat(moved.path("status").asText()).isEqualTo("completed");
        assertThat(moved.path("policyId").asText()).isEqualTo(id);
        assertThat(moved.path("action").asText()).isEqualTo(trigger);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "draft,        rollback, promote",
    "rollback,     rollback, 'promote, redraft'",
    "enforce,      promote,  rollback",
    "draft,        redraft,  promote",
    "soft_enforce, redraft,  'promote, rollback'",
    "enforce,      redraft,  rollback",
  })
  void what_is_not_in_the_table_is_rejected_with_what_would_be_possible(
      String from, String trigger, String allowed) {
    String id = governed.policyAt(Stage.of(from).orElseThrow());

    for (String path : List.of("versioned", "action", "queue")) {
      JsonNode body =
          assertRejected(
              409, "invalid_transition", transition(governed.admin(), path, id, trigger));

      assertThat(body.path("message").asText())
          .contains("is in " + from)
          .contains("\"" + trigger + "\"")
          .contains("Possible transitions: " + allowed);
      assertThat(governed.stage(id)).isEqualTo(from);
    }
    assertThat(governed.events("rollout.transition")).isEmpty();
    assertThat(governed.audited()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"OBSERVE", "SOFT_ENFORCE"})
  void towards_enforcing_there_is_no_way_without_evidence(Stage from) {
    String id = governed.policyAt(from);

    for (String path : List.of("versioned", "action", "queue")) {
      JsonNode body =
          assertRejected(
              422, "evidence_required", transition(governed.admin(), path, id, "promote"));
      assertThat(texts(body.path("errors"), "code")).containsExactly("evidence_missing");
    }
    assertThat(governed.stage(id)).isEqualTo(from.toString());
  }

  @Test
  void an_empty_policy_stays_a_draft() {
    String id =
        expect(201, governed.admin().post("/api/policies", Map.of("name", "later")))
            .at("/policy/id")
            .asText();

    JsonNode body = assertRejected(409, "invalid_transition", governed.promote(id));

    assertThat(body.path("message").asText()).contains("no rule");
    assertThat(governed.rollout(id).path("impact").isNull()).isTrue();
    assertRejected(
        409, "invalid_transition", governed.admin().post(ROLLOUT + "/" + id + "/replay"));
  }

  @Test
  void a_policy_cannot_be_created_in_an_enforcing_stage() {
    for (String mode : List.of("soft_enforce", "enforce", "rollback")) {
      assertRejected(
          400,
          "mode_not_allowed",
          governed
              .admin()
              .post("/api/policies", Map.of("name", "x", "dsl", Governed.DSL, "mode", mode)));
    }
    assertThat(governed.stage(governed.policy("draft"))).isEqualTo("draft");
    assertThat(governed.stage(governed.policy("observe"))).isEqualTo("observe");
  }

  @Test
  void of_two_reasons_for_refusal_the_first_in_order_is_reported() {
    String observed = governed.policyAt(Stage.OBSERVE);
    String enforced = governed.policyAt(Stage.ENFORCE);
    Client viewer = governed.tenancy().member(Role.VIEWER);
    for (String path : List.of("versioned", "action", "queue")) {
      // Who is unknown, and what is unknown.
      assertRejected(
          401, "unauthenticated", transition(server.visitor(), path, UNKNOWN_ID, "promote"));
      // Who may not, and what is unknown.
      assertRejected(403, "forbidden", transition(viewer, path, UNKNOWN_ID, "promote"));
    }
    expect(200, governed.admin().post(FREEZE, Map.of("reason", "incident 12")));
    for (String path : List.of("versioned", "action", "queue")) {
      // What is unknown, and frozen.
      assertRejected(404, "not_found", transition(governed.admin(), path, UNKNOWN_ID, "promote"));
      // Frozen, and from there nothing leads on.
      JsonNode frozen =
          assertRejected(
              409, "rollout_frozen", transition(governed.admin(), path, enforced, "promote"));
      assertThat(frozen.path("message").asText()).contains("incident 12");
      // Frozen, and without evidence.
      assertRejected(
          409, "rollout_frozen", transition(governed.admin(), path, observed, "promote"));
    }
    expect(200, governed.admin().post("/api/governance/kill-switch/unfreeze-rollouts"));
    // Elsewhere than expected, and without evidence.
    assertRejected(
        409, "invalid_transition", governed.promote(observed, Map.of("expected_stage", "draft")));
    // Thought to lead elsewhere, and without evidence.
    assertRejected(
        409, "invalid_transition", governed.promote(observed, Map.of("to_stage", "enforce")));
  }

  @Test
  void what_was_expected_is_compared_with_what_is() {
    String id = governed.policyAt(Stage.DRAFT);

    JsonNode body =
        assertRejected(
            409, "invalid_transition", governed.promote(id, Map.of("expectedStage", "observe")));
    assertThat(body.path("message").asText()).contains("\"promote\"", "expected stage: observe");
    assertRejected(
        409, "invalid_transition", governed.promote(id, Map.of("toStage", "soft_enforce")));
    assertRejected(400, "validation_failed", governed.promote(id, Map.of("toStage", "production")));
    expect(
        200,
        governed.promote(
            id, Map.of("expected_stage", "DRAFT", "to_stage", "observe", "reason", "change 881")));
    assertThat(governed.rollout(id).at("/history/0/reason").asText()).isEqualTo("change 881");
    assertRejected(
        409,
        "invalid_transition",
        governed
            .admin()
            .post(ROLLOUT + "/" + id + "/rollback", Map.of("expectedStage", "enforce")));
  }

  @Test
  void only_an_administrator_rolls_back_also_while_promotions_are_stopped() {
    String id = governed.policyAt(Stage.ENFORCE);
    expect(200, governed.admin().post(FREEZE));
    for (String path : List.of("versioned", "action", "queue")) {
      JsonNode body =
          assertRejected(
              403,
              "role_required",
              transition(governed.tenancy().member(Role.OPERATOR), path, id, "rollback"));
      assertThat(body.path("message").asText()).contains("role_admin").contains("role_operator");
    }
    for (Role role : List.of(Role.APPROVER, Role.AUDITOR, Role.VIEWER)) {
      assertRejected(
          403,
          "role_required",
          transition(governed.tenancy().member(role), "versioned", id, "rollback"));
      assertThat(transition(governed.tenancy().member(role), "queue", id, "rollback").status())
          .isEqualTo(403);
    }
    assertRejected(
        403,
        "role_required",
        transition(governed.program(Role.OPERATOR), "versioned", id, "rollback"));
    assertThat(governed.stage(id)).isEqualTo("enforce");

    expect(200, transition(governed.program(Role.ADMIN), "versioned", id, "rollback"));

    assertThat(governed.stage(id)).isEqualTo("rollback");
  }

  @Test
  void a_denied_rollback_is_recorded() {
    String id = governed.policyAt(Stage.ENFORCE);
    Client operator = governed.tenancy().member(Role.OPERATOR);
    for (String path : List.of("versioned", "action", "queue")) {
      assertRejected(403, "role_required", transition(operator, path, id, "rollback"));
    }
    // Who may not is told so, and not what else is wrong with what he sent.
    assertRejected(
        403,
        "role_required",
        operator.post(
            "/api/governance/rollout/" + id, Map.of("action", "rollback", "toStage", "moon")));

    JsonNode entries =
        expect(200, governed.admin().get("/api/admin/audit-log?category=auth&limit=4"))
            .path("entries");

    assertThat(texts(entries, "action")).containsOnly("access.denied").hasSize(4);
    assertThat(texts(entries, "target/name"))
        .containsExactly(
            "POST /api/governance/rollout/{policyId}",
            "POST /api/governance/rollout",
            "POST /api/governance/rollout/{policyId}",
            "POST /api/v1/governance/rollout/{policyId}/rollback");
  }

  @ParameterizedTest
  @ValueSource(strings = {"draft", "observe", "soft_enforce"})
  void a_rollback_may_lead_further_down(String mode) {
    String id = governed.policyAt(Stage.ENFORCE);

    JsonNode moved =
        expect(
            200,
            governed
                .admin()
                .post(
                    ROLLOUT + "/" + id + "/rollback",
                    Map.of("to_stage", mode, "reason", "false positives")));

    assertThat(moved.path("currentStage").asText()).isEqualTo("rollback");
    assertThat(moved.path("effectiveMode").asText()).isEqualTo(mode);
    JsonNode decision = governed.act("s1", "bash");
    assertThat(decision.path("decision").asText())
        .isEqualTo(mode.equals("soft_enforce") ? "warn" : "allow");
    assertThat(decision.path("would_block").asBoolean()).isEqualTo(!mode.equals("draft"));
  }

  @Test
  void a_rollback_never_leads_up() {
    for (String mode : List.of("observe", "soft_enforce", "enforce", "rollback")) {
      assertRejected(
          409,
          "invalid_transition",
          governed
              .admin()
              .post(
                  ROLLOUT + "/" + governed.policyAt(Stage.OBSERVE) + "/rollback",
                  Map.of("toStage", mode)));
    }
  }

  @Test
  void programs_move_policies_within_the_role_of_their_key() {
    String id = governed.policy("draft");
    String path = ROLLOUT + "/" + id;

    JsonNode moved = expect(200, governed.program(Role.OPERATOR).post(path + "/promote"));

    assertThat(moved.path("transitionedBy").asText()).startsWith("key_");
    assertRejected(403, "forbidden", governed.program(Role.VIEWER).post(path + "/redraft"));
    assertRejected(
        403,
        "scope_required",
        governed
            .tenancy()
            .program(Role.ADMIN, io.svc.server.http.Scope.GOVERNANCE_READ)
            .post(path + "/redraft"));
    expect(200, governed.program(Role.OPERATOR).post(path + "/redraft"));
    expect(202, governed.program(Role.OPERATOR).post(path + "/replay"));
  }

  @ParameterizedTest
  @EnumSource(Stage.class)
  void a_policy_is_switched_off_at_every_stage_and_stays_there(Stage stage) {
    String id = governed.policyAt(stage, stage == Stage.ROLLBACK ? Stage.SOFT_ENFORCE : stage);
    String path = "/api/policies/" + id + "/toggle";

    expect(200, governed.tenancy().member(Role.OPERATOR).post(path));

    assertThat(governed.stage(id)).isEqualTo(stage.toString());
    assertThat(governed.rollout(id).at("/rollout/enabled").asBoolean(true)).isFalse();
    JsonNode decision = governed.act("s1", "bash");
    assertThat(decision.path("reason_code").asText()).isEqualTo("no_policy");
    assertRejected(403, "forbidden", governed.tenancy().member(Role.APPROVER).post(path));
  }

  @ParameterizedTest
  @EnumSource(Stage.class)
  void only_a_draft_and_what_was_rolled_back_is_deleted(Stage stage) {
    String id = governed.policyAt(stage);
    String path = "/api/policies/" + id;
    assertRejected(403, "role_required", governed.tenancy().member(Role.OPERATOR).delete(path));

    Answer answer = governed.admin().delete(path);

    if (stage == Stage.DRAFT || stage == Stage.ROLLBACK) {
      expect(200, answer);
      assertRejected(404, "not_found", governed.admin().get(ROLLOUT + "/" + id));
      assertRejected(404, "not_found", governed.promote(id));
    } else {
      assertRejected(409, "invalid_transition", answer);
      assertThat(governed.stage(id)).isEqualTo(stage.toString());
    }
  }

  @Test
  void a_missing_or_unknown_action_returns_the_allowed_ones() {
    String id = governed.policy("draft");

    assertRejected(
        400, "validation_failed", governed.admin().post("/api/governance/rollout/" + id, "{}"));
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            governed.admin().post("/api/governance/rollout/" + id, Map.of("action", "approve")));
    assertThat(body.path("message").asText()).contains("approve", "attach_evidence", "rollback");
    assertRejected(
        400,
        "validation_failed",
        governed.admin().post("/api/governance/rollout", Map.of("action", "promote")));
  }

  @Test
  void policies_are_listed_by_stage_and_pulled_with_their_events() {
    String observed = governed.policy("observe");
    String drafted = governed.policy("draft");
    String back = governed.policyAt(Stage.ROLLBACK, Stage.OBSERVE);
    expect(200, governed.promote(drafted));

    JsonNode all = expect(200, governed.admin().get("/api/governance/rollout"));
    assertThat(texts(all.path("rollouts"), "policyId")).containsExactly(back, drafted, observed);
    assertThat(
            texts(
                expect(200, governed.admin().get("/api/governance/rollout?stage=rollback"))
                    .path("rollouts"),
                "policyId"))
        .containsExactly(back);
    JsonNode pulled = expect(200, governed.program(Role.VIEWER).get(ROLLOUT));
    assertThat(texts(pulled.path("events"), "event_type")).contains("rollout.transition");
    assertThat(pulled.path("resume_cursor").asText()).isNotEmpty();
    assertThat(
            expect(200, governed.admin().get(ROLLOUT + "?since=2999-01-01T00:00:00Z"))
                .path("rollouts"))
        .isEmpty();
    assertRejected(
        400,
        "invalid_parameter",
        governed.admin().get(ROLLOUT + "?since=%2B999999999-01-01T00:00:00Z"));
  }
}
