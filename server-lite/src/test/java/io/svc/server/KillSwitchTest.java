package io.svc.server;

import static io.svc.server.Governed.ROLLOUT;
import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.policies.Stage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The switches that stop what policies do, for a whole organization. */
class KillSwitchTest {
  private static final String DASHBOARD = "/api/governance/kill-switch";
  private static final String VERSIONED = "/api/v1/governance/kill-switch";

  private static TestServer server;

  private Governed governed;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  @BeforeEach
  void found() {
    governed = new Governed(server);
  }

  private JsonNode use(String prefix, String operation, String reason) {
    return expect(200, governed.admin().post(prefix + "/" + operation, Map.of("reason", reason)));
  }

  private List<String> banners() {
    return texts(expect(200, governed.admin().get("/api/auth/session")).path("banners"), "code");
  }

  private JsonNode overview() {
    return expect(200, governed.admin().get("/api/overview")).at("/overview/killSwitch");
  }

  @ParameterizedTest
  @ValueSource(strings = {DASHBOARD, VERSIONED})
  void promotions_are_stopped_and_continue_again(String prefix) {
    String id = governed.policy("draft");

    JsonNode frozen = use(prefix, "freeze-rollouts", "incident 12");

    assertThat(frozen.path("operation").asText()).isEqualTo("freeze-rollouts");
    assertThat(frozen.path("changed").asBoolean()).isTrue();
    assertThat(frozen.path("frozen").asBoolean()).isTrue();
    assertThat(frozen.path("reason").asText()).isEqualTo("incident 12");
    assertThat(frozen.path("affectedPolicies")).isEmpty();
    JsonNode state = expect(200, governed.admin().get(prefix)).path("killSwitch");
    assertThat(state.path("frozen").asBoolean()).isTrue();
    assertThat(state.path("reason").asText()).isEqualTo("incident 12");
    assertThat(state.path("frozenBy")).isEqualTo(frozen.path("performedBy"));
    assertThat(banners()).containsExactly("rollouts_frozen");
    assertThat(overview().path("frozen").asBoolean()).isTrue();
    assertThat(overview().path("reason").asText()).isEqualTo("incident 12");
    assertThat(expect(200, governed.admin().get("/api/overview")).at("/overview/banners"))
        .isEqualTo(expect(200, governed.admin().get("/api/auth/session")).path("banners"));
    assertRejected(409, "rollout_frozen", governed.promote(id));
    JsonNode rollout = governed.rollout(id).path("rollout");
    assertThat(rollout.path("frozen").asBoolean()).isTrue();
    assertThat(rollout.path("canPromote").asBoolean(true)).isFalse();
    assertThat(texts(rollout.path("blockers"), "code")).containsExactly("rollout_frozen");

    JsonNode thawed = use(prefix, "unfreeze-rollouts", "over");

    assertThat(thawed.path("changed").asBoolean()).isTrue();
    assertThat(thawed.path("frozen").asBoolean(true)).isFalse();
    assertThat(expect(200, governed.admin().get(prefix)).at("/killSwitch/frozenAt").isNull())
        .isTrue();
    assertThat(banners()).isEmpty();
    assertThat(overview().path("frozen").asBoolean(true)).isFalse();
    expect(200, governed.promote(id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"freeze-rollouts", "unfreeze-rollouts", "disable-enforcement"})
  void a_switch_that_is_used_again_changes_nothing_and_is_noted(String operation) {
    governed.policyAt(Stage.ENFORCE);
    if (operation.equals("unfreeze-rollouts")) {
      use(DASHBOARD, "freeze-rollouts", "");
    }
    String type =
        switch (operation) {
          case "freeze-rollouts" -> "rollout.frozen";
          case "unfreeze-rollouts" -> "rollout.unfrozen";
          default -> "enforcement.disabled";
        };
    JsonNode first = use(DASHBOARD, operation, "one");
    JsonNode state = expect(200, governed.admin().get(DASHBOARD));

    JsonNode second = use(VERSIONED, operation, "two");

    assertThat(first.path("changed").asBoolean()).isTrue();
    assertThat(second.path("changed").asBoolean(true)).isFalse();
    assertThat(expect(200, governed.admin().get(DASHBOARD))).isEqualTo(state);
    List<JsonNode> events = governed.events(type);
    assertThat(events).hasSize(2);
    assertThat(events.get(0).at("/payload/reason").asText()).isEqualTo("one");
    String action = "kill_switch." + operation.replace('-', '_');
    assertThat(governed.audited()).startsWith(action, action);
    assertThat(governed.counted("svc_kill_switch_operations_total"))
        .containsEntry("operation=\"" + operation + "\"", 2.0);
  }

  @Test
  void only_administrators_can_use_them() {
    for (String operation :
        List.of("freeze-rollouts", "unfreeze-rollouts", "disable-enforcement")) {
      for (String prefix : List.of(DASHBOARD, VERSIONED)) {
        String path = prefix + "/" + operation;
        for (Role role : List.of(Role.OPERATOR, Role.APPROVER, Role.AUDITOR, Role.VIEWER)) {
          JsonNode body =
              assertRejected(403, "role_required", governed.tenancy().member(role).post(path));
          assertThat(body.path("message").asText())
              .contains("role_admin", "kill-switch:use", role.toString());
        }
        assertRejected(401, "unauthenticated", server.visitor().post(path));
      }
      String path = VERSIONED + "/" + operation;
      assertRejected(403, "role_required", governed.program(Role.OPERATOR).post(path));
      expect(200, governed.program(Role.ADMIN).post(path));
    }
    expect(200, governed.tenancy().member(Role.VIEWER).get(DASHBOARD));
    assertRejected(404, "not_found", governed.admin().post(DASHBOARD + "/freeze"));
    assertThat(governed.events("rollout.frozen")).hasSize(1);
  }

  @Test
  void every_policy_that_enforces_goes_back_to_observing_at_once() {
    String drafted = governed.policyAt(Stage.DRAFT);
    String observed = governed.policyAt(Stage.OBSERVE);
    String soft = governed.policyAt(Stage.SOFT_ENFORCE);
    String enforced = governed.policyAt(Stage.ENFORCE);
    String softly = governed.policyAt(Stage.ROLLBACK, Stage.SOFT_ENFORCE);
    String silently = governed.policyAt(Stage.ROLLBACK, Stage.OBSERVE);
    String off = governed.policyAt(Stage.ENFORCE);
    expect(200, governed.admin().post("/api/policies/" + off + "/toggle"));
    assertThat(governed.act("s1", "bash").path("decision").asText()).isEqualTo("deny");

    JsonNode switched = use(DASHBOARD, "disable-enforcement", "incident 12");

    assertThat(governed.act("s1", "bash").path("decision").asText()).isEqualTo("allow");
    assertThat(governed.act("s1", "bash").path("would_block").asBoolean()).isTrue();
    assertThat(switched.path("frozen").asBoolean(true)).isFalse();
    assertThat(texts(switched.path("affectedPolicies"), "policyId"))
        .containsExactlyInAnyOrder(soft, enforced, softly, off);
    assertThat(texts(switched.path("affectedPolicies"), "fromStage"))
        .containsExactlyInAnyOrder("soft_enforce", "enforce", "rollback", "enforce");
    assertThat(texts(switched.path("affectedPolicies"), "currentStage")).containsOnly("observe");
    for (String id : List.of(soft, enforced, softly, off, observed)) {
      assertThat(governed.stage(id)).isEqualTo("observe");
    }
    assertThat(governed.stage(drafted)).isEqualTo("draft");
    assertThat(governed.stage(silently)).isEqualTo("rollback");
    assertThat(governed.rollout(enforced).at("/history/0/action").asText())
        .isEqualTo("disable_enforcement");
    List<JsonNode> events = governed.events("enforcement.disabled");
    assertThat(events).hasSize(1);
    assertThat(texts(events.get(0).at("/payload/policies"), "policy_id"))
        .containsExactlyInAnyOrder(soft, enforced, softly, off);
    assertThat(governed.events("rollout.transition")).isEmpty();
    assertThat(banners()).containsExactly("enforcement_disabled");
    assertThat(overview().path("enforcementDisabledReason").asText()).isEqualTo("incident 12");
  }

  @Test
  void the_banner_goes_when_a_policy_is_in_force_again() {
    String id = governed.policy("observe");
    governed.act("s1", "bash");
    governed.replay(id);
    expect(200, governed.promote(id));
    use(VERSIONED, "disable-enforcement", "incident 12");
    assertThat(governed.stage(id)).isEqualTo("observe");
    assertThat(overview().path("enforcementDisabledAt").isNull()).isFalse();

    // What spoke for the policy is not erased.
    expect(200, governed.promote(id));

    assertThat(governed.stage(id)).isEqualTo("soft_enforce");
    assertThat(banners()).isEmpty();
    assertThat(overview().path("enforcementDisabledAt").isNull()).isTrue();
  }

  @Test
  void what_continues_during_a_freeze_is_everything_but_promotions() {
    String enforced = governed.policyAt(Stage.ENFORCE);
    String observed = governed.policyAt(Stage.OBSERVE);
    use(DASHBOARD, "freeze-rollouts", "");

    assertThat(governed.act("s1", "bash").path("decision").asText()).isEqualTo("deny");
    expect(200, governed.rollback(enforced));
    expect(200, governed.admin().post(ROLLOUT + "/" + observed + "/redraft"));
    expect(202, governed.admin().post(ROLLOUT + "/" + observed + "/replay"));
    assertRejected(409, "rollout_frozen", governed.promote(observed));
    assertRejected(409, "rollout_frozen", governed.promote(enforced));
  }

  @Test
  void the_switches_of_one_organization_leave_others_alone() {
    Governed other = new Governed(server);
    String id = other.policyAt(Stage.ENFORCE);

    use(DASHBOARD, "freeze-rollouts", "");
    use(DASHBOARD, "disable-enforcement", "");

    assertThat(other.stage(id)).isEqualTo("enforce");
    assertThat(other.rollout(id).at("/killSwitch/frozen").asBoolean(true)).isFalse();
    assertThat(other.events("rollout.frozen")).isEmpty();
  }
}
