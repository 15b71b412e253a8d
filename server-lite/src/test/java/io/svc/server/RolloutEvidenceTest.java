package io.svc.server;

import static io.svc.server.Governed.DSL;
import static io.svc.server.Governed.ROLLOUT;
import static io.svc.server.Governed.STRICTER_DSL;
import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What speaks for a promotion, and what does not. */
class RolloutEvidenceTest {
  private static final HandClock CLOCK = HandClock.now();

  @TempDir private static Path directory;
  private static TestServer server;

  private Governed governed;

  @BeforeAll
  static void start() {
    server = TestServer.start(directory, Map.of(), CLOCK);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void found() {
    governed = new Governed(server);
  }

  private void assertMissing(Answer promotion, String... codes) {
    JsonNode body = assertRejected(422, "evidence_required", promotion);
    assertThat(texts(body.path("errors"), "code")).containsExactly(codes);
    assertThat(texts(body.path("errors"), "field")).containsOnly("replayJobId");
  }

  private List<String> blockers(String id) {
    return texts(governed.rollout(id).at("/rollout/blockers"), "code");
  }

  private String replayed(String id, Map<String, ?> body) {
    return governed.replay(id, body).at("/replayJob/id").asText();
  }

  /** A policy that observed some sessions, in each of which a shell was asked for once. */
  private String observed(int sessions) {
    String id = governed.policy("observe");
    for (int i = 0; i < sessions; i++) {
      governed.act("s" + i, "bash");
      governed.act("s" + i, "list_files");
    }
    return id;
  }

  @Test
  void one_replay_serves_both_promotions() {
    String id = observed(3);
    String job = replayed(id, Map.of());

    JsonNode rollout = governed.rollout(id).path("rollout");
    assertThat(rollout.path("replayJobId").asText()).isEqualTo(job);
    assertThat(rollout.path("nextStage").asText()).isEqualTo("soft_enforce");
    assertThat(rollout.at("/calibration/pass").asBoolean()).isTrue();
    assertThat(rollout.at("/calibration/match").asInt()).isEqualTo(3);
    assertThat(rollout.at("/calibration/matchRatio").asDouble()).isEqualTo(1.0);
    assertThat(rollout.path("canPromote").asBoolean()).isTrue();
    JsonNode first = expect(200, governed.promote(id, Map.of("evidence_summary", "3 sessions")));
    JsonNode second = expect(200, governed.promote(id, Map.of("replay_job_id", job)));

    assertThat(first.path("currentStage").asText()).isEqualTo("soft_enforce");
    assertThat(second.path("currentStage").asText()).isEqualTo("enforce");
    for (JsonNode moved : List.of(first, second)) {
      assertThat(moved.path("replayJobId").asText()).isEqualTo(job);
      assertThat(moved.path("calibrationPass").asBoolean()).isTrue();
    }
    for (JsonNode event : governed.events("rollout.transition")) {
      assertThat(event.at("/payload/replay_job_id").asText()).isEqualTo(job);
      assertThat(event.at("/payload/calibration_pass").asBoolean()).isTrue();
    }
    assertThat(governed.rollout(id).at("/rollout/evidenceSummary").asText())
        .isEqualTo("3 sessions");
    assertThat(governed.act("s9", "bash").path("decision").asText()).isEqualTo("deny");
    assertRejected(409, "invalid_transition", governed.promote(id));
  }

  @Test
  void a_replay_of_another_policy_or_none_is_no_evidence() {
    String id = observed(1);
    String other = governed.policy("observe");
    governed.act("s0", "bash");
    String job = replayed(other, Map.of());

    assertMissing(governed.promote(id, Map.of("replayJobId", job)), "evidence_missing");
    assertMissing(
        governed.promote(id, Map.of("replayJobId", "rpl_01JD5Z8S4T3Q6V9X2B7N1M0KGE")),
        "evidence_missing");
    assertMissing(governed.promote(id), "evidence_missing");
  }

  @Test
  void a_replay_of_nothing_proves_nothing() {
    String id = governed.policy("observe");

    JsonNode job = governed.replay(id).path("replayJob");

    assertThat(job.path("status").asText()).isEqualTo("completed");
    assertThat(job.path("sessionCount").asInt(-1)).isZero();
    assertThat(job.path("matchRatio").asDouble(-1)).isZero();
    assertThat(job.path("calibrationPass").asBoolean(true)).isFalse();
    assertMissing(governed.promote(id), "calibration_failed", "too_few_samples");
    assertThat(
            governed
                .replay(id, Map.of("calibration_threshold", 0))
                .at("/replayJob/calibrationPass")
                .asBoolean(true))
        .isFalse();
  }

  @Test
  void other_rules_lose_the_evidence_and_other_words_keep_it() {
    String id = observed(1);
    String job = replayed(id, Map.of());
    governed.save(id, "# No shells, please.\n" + DSL.replace("name: no-shell", "name: shells"));
    expect(200, governed.admin().put("/api/policies/" + id, Map.of("name", "renamed")));
    assertThat(blockers(id)).isEmpty();

    governed.save(id, STRICTER_DSL);

    assertThat(blockers(id)).containsExactly("evidence_stale");
    assertMissing(governed.promote(id), "evidence_stale");
    assertMissing(governed.promote(id, Map.of("replayJobId", job)), "evidence_stale");
    governed.save(id, DSL);
    expect(200, governed.promote(id));
    assertThat(governed.stage(id)).isEqualTo("soft_enforce");
  }

  @Test
  void what_was_observed_before_a_change_of_words_is_replayed_after_it() {
    String id = observed(2);
    governed.save(id, "# No shells, please.\n" + DSL);

    assertThat(governed.replay(id).at("/replayJob/verdicts/match").asInt()).isEqualTo(2);
  }

  @Test
  void a_replay_that_diverged_is_rejected() {
    String id = observed(2);
    governed.act("s7", "mail");
    governed.save(id, STRICTER_DSL);

    JsonNode job = governed.replay(id).path("replayJob");

    assertThat(job.path("calibrationPass").asBoolean(true)).isFalse();
    assertThat(job.at("/verdicts/match").asInt()).isEqualTo(2);
    assertThat(job.at("/verdicts/diverged").asInt()).isEqualTo(1);
    assertMissing(governed.promote(id), "calibration_failed");
  }

  @Test
  void a_threshold_of_the_organization_decides_and_none_below_it_counts() {
    String id = observed(2);
    governed.act("s7", "mail");
    governed.save(id, STRICTER_DSL);
    String kind = replayed(id, Map.of("calibration_threshold", 0.5));
    assertThat(governed.rollout(id).at("/rollout/calibration/pass").asBoolean()).isTrue();
    assertMissing(governed.promote(id, Map.of("replayJobId", kind)), "calibration_failed");

    governed.set(Map.of("calibrationThreshold", 0.6));

    assertMissing(governed.promote(id, Map.of("replayJobId", kind)), "calibration_failed");
    String good = replayed(id, Map.of());
    expect(200, governed.promote(id, Map.of("replayJobId", good)));
  }

  @Test
  void everything_that_is_missing_is_reported_at_once() {
    governed.set(Map.of("minReplaySamples", 5, "evidenceMaxAgeHours", 1));
    String id = observed(2);
    String job = replayed(id, Map.of());
    assertMissing(governed.promote(id), "too_few_samples");
    assertThat(blockers(id)).containsExactly("too_few_samples");

    CLOCK.advance(Duration.ofMinutes(61));
    Client late = governed.tenancy().member(Role.ADMIN);
    Answer answer = late.post(ROLLOUT + "/" + id + "/promote", Map.of("replayJobId", job));

    assertMissing(answer, "too_few_samples", "evidence_expired");
  }

  @Test
  void old_evidence_is_replaced_by_new() {
    String id = observed(1);
    String job = replayed(id, Map.of());
    expect(200, governed.promote(id));
    CLOCK.advance(Duration.ofHours(169));
    Client late = governed.tenancy().member(Role.ADMIN);
    assertMissing(late.post(ROLLOUT + "/" + id + "/promote"), "evidence_expired");

    String asked =
        expect(202, late.post(ROLLOUT + "/" + id + "/replay")).path("replayJobId").asText();
    Governed.rest();
    while (!expect(200, late.get("/api/v1/governance/replays/" + asked))
        .at("/replayJob/status")
        .asText()
        .equals("completed")) {
      Governed.rest();
    }
    JsonNode moved = expect(200, late.post(ROLLOUT + "/" + id + "/promote"));

    assertThat(moved.path("replayJobId").asText()).isEqualTo(asked).isNotEqualTo(job);
    assertThat(moved.path("currentStage").asText()).isEqualTo("enforce");
  }

  @Test
  void a_new_version_of_an_enforced_policy_comes_into_force_by_promotion() {
    String id = governed.policyAt(Stage.ENFORCE);
    governed.act("s1", "bash");
    governed.save(id, STRICTER_DSL);
    JsonNode rollout = governed.rollout(id).path("rollout");
    assertThat(rollout.path("policyVersion").asInt()).isEqualTo(2);
    assertThat(rollout.path("activeVersion").asInt()).isEqualTo(1);
    assertThat(rollout.path("nextStage").asText()).isEqualTo("enforce");
    JsonNode meanwhile = governed.act("s2", "mail");
    assertThat(meanwhile.path("decision").asText()).isEqualTo("allow");
    assertThat(meanwhile.at("/shadow/0/candidate").asBoolean()).isTrue();
    assertMissing(governed.promote(id), "evidence_missing");

    governed.replay(id, Map.of("session_ids", List.of(sessionOf("s1"))));
    JsonNode moved = expect(200, governed.promote(id));

    assertThat(moved.path("currentStage").asText()).isEqualTo("enforce");
    assertThat(moved.path("policyVersion").asInt()).isEqualTo(2);
    assertThat(governed.act("s3", "mail").path("decision").asText()).isEqualTo("deny");
  }

  private String sessionOf(String name) {
    return governed.act(name, "bash").path("session_id").asText();
  }

  @Test
  void where_two_people_are_asked_for_one_is_not_enough() {
    governed.set(Map.of("requireTwoPersonPromotion", true));
    String id = observed(1);
    replayed(id, Map.of());

    JsonNode body = assertRejected(403, "forbidden", governed.promote(id));
    assertThat(body.path("message").asText()).contains("two people");
    assertThat(governed.stage(id)).isEqualTo("observe");

    expect(200, governed.tenancy().member(Role.OPERATOR).post(ROLLOUT + "/" + id + "/promote"));
  }

  @Test
  void who_made_a_key_is_the_one_who_acts_by_it() {
    governed.set(Map.of("requireTwoPersonPromotion", true));
    String id = observed(1);
    String path = ROLLOUT + "/" + id;
    Client own = governed.program(Role.OPERATOR);
    replayed(id, Map.of());

    assertRejected(403, "forbidden", own.post(path + "/promote"));
    String byKey = expect(202, own.post(path + "/replay")).path("replayJobId").asText();
    governed.ended(byKey);
    assertRejected(403, "forbidden", governed.promote(id));
    assertRejected(403, "forbidden", governed.program(Role.ADMIN).post(path + "/promote"));
    assertThat(governed.stage(id)).isEqualTo("observe");

    Client colleague = governed.tenancy().member(Role.OPERATOR);
    String key =
        expect(
                201,
                colleague.post(
                    "/api/admin/api-keys",
                    Map.of(
                        "name", "theirs",
                        "role", "role_operator",
                        "scopes", List.of("governance:write"))))
            .path("key")
            .asText();
    expect(200, server.visitor().with("X-Api-Key", key).post(path + "/promote"));
    assertThat(governed.stage(id)).isEqualTo("soft_enforce");
  }

  @Test
  void who_rotated_anothers_key_is_the_one_who_acts_by_it() {
    governed.set(Map.of("requireTwoPersonPromotion", true));
    String id = observed(1);
    replayed(id, Map.of());
    Client colleague = governed.tenancy().member(Role.OPERATOR);
    String keyId =
        expect(
                201,
                colleague.post(
                    "/api/admin/api-keys",
                    Map.of("name", "theirs", "scopes", List.of("governance:write"))))
            .at("/apiKey/id")
            .asText();

    String key =
        expect(201, governed.admin().post("/api/admin/api-keys/" + keyId + "/rotate"))
            .path("key")
            .asText();

    Client rotated = server.visitor().with("X-Api-Key", key);
    assertRejected(403, "forbidden", rotated.post(ROLLOUT + "/" + id + "/promote"));
    assertThat(governed.stage(id)).isEqualTo("observe");
  }

  @Test
  void a_refusal_for_want_of_a_second_person_comes_first_and_is_noted() {
    governed.set(Map.of("requireTwoPersonPromotion", true));
    String id = observed(1);
    replayed(id, Map.of());
    expect(200, governed.admin().post("/api/governance/kill-switch/freeze-rollouts"));

    assertRejected(403, "forbidden", governed.promote(id, Map.of("expectedStage", "draft")));
    assertRejected(
        409,
        "rollout_frozen",
        governed.tenancy().member(Role.OPERATOR).post(ROLLOUT + "/" + id + "/promote"));

    JsonNode entry =
        expect(200, governed.admin().get("/api/admin/audit-log?category=auth&limit=1"))
            .at("/entries/0");
    assertThat(entry.path("action").asText()).isEqualTo("access.denied");
    assertThat(entry.at("/target/name").asText())
        .isEqualTo("POST /api/v1/governance/rollout/{policyId}/promote");
  }

  /** What the view of a caller says, and what he is answered, must be the same. */
  private void agrees(Client caller, String id, String... codes) {
    JsonNode rollout = expect(200, caller.get("/api/governance/rollout/" + id)).path("rollout");
    assertThat(texts(rollout.path("blockers"), "code")).containsExactly(codes);
    assertThat(rollout.path("canPromote").asBoolean()).isEqualTo(codes.length == 0);
    assertThat(
            texts(
                expect(200, caller.get("/api/governance/rollout")).at("/rollouts/0/blockers"),
                "code"))
        .containsExactly(codes);
    Answer answer = caller.post(ROLLOUT + "/" + id + "/promote");
    if (codes.length == 0) {
      expect(200, answer);
    } else {
      String first = codes[0];
      assertThat(answer.code()).isIn(first, answer.status() == 422 ? "evidence_required" : first);
      assertThat(rollout.at("/blockers/0/message").asText())
          .isEqualTo(
              answer.status() == 422
                  ? answer.json().at("/errors/0/message").asText()
                  : answer.json().path("message").asText());
    }
  }

  @Test
  void the_preview_equals_the_response() {
    governed.set(Map.of("requireTwoPersonPromotion", true));
    Client colleague = governed.tenancy().member(Role.OPERATOR);
    String id = observed(1);
    agrees(governed.admin(), id, "evidence_missing");
    replayed(id, Map.of());

    agrees(governed.admin(), id, "forbidden");
    expect(200, governed.admin().post("/api/governance/kill-switch/freeze-rollouts"));
    agrees(governed.admin(), id, "forbidden", "rollout_frozen");
    agrees(colleague, id, "rollout_frozen");
    expect(200, governed.admin().post("/api/governance/kill-switch/unfreeze-rollouts"));
    spoil(id);
    agrees(colleague, id, "invalid_transition");
    governed.save(id, DSL + "# as before\n");
    expect(200, governed.admin().post("/api/policies/" + id + "/toggle"));
    // A policy that is switched off may go up: it has no effect where it comes to either.
    agrees(colleague, id);
    assertThat(governed.stage(id)).isEqualTo("soft_enforce");
  }

  /** The stored document fails a test of its own, as if an older version had taken it. */
  private static void spoil(String id) {
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "UPDATE policy_version SET dsl = ? WHERE policy_id = ?",
                        DSL
                            + "tests:\n  - {name: no, input: {action: tool_call, tool: bash},"
                            + " expect: {effect: allow}}\n",
                        id));
  }

  @Test
  void the_tests_of_a_policy_are_not_run_to_replay_it() {
    String id = observed(2);
    spoil(id);

    assertThat(governed.replay(id).at("/replayJob/verdicts/match").asInt()).isEqualTo(2);
    assertThat(governed.rollout(id).at("/impact/calls").asInt()).isEqualTo(4);
    assertThat(blockers(id)).containsExactly("invalid_transition");
    JsonNode body = assertRejected(409, "invalid_transition", governed.promote(id));
    assertThat(body.path("message").asText()).contains("not valid");
  }

  @Test
  void rollouts_are_listed_by_pages() {
    List<String> ids = List.of(observed(0), observed(0), governed.policy("draft"), observed(0));
    String path = "/api/governance/rollout";

    JsonNode page = expect(200, governed.admin().get(path + "?limit=2&offset=1"));
    JsonNode observing = expect(200, governed.admin().get(path + "?stage=observe&limit=2"));

    assertThat(texts(page.path("rollouts"), "policyId")).containsExactly(ids.get(2), ids.get(1));
    assertThat(page.path("total").asInt()).isEqualTo(4);
    assertThat(page.path("totalIsMinimum").asBoolean(true)).isFalse();
    assertThat(texts(observing.path("rollouts"), "policyId"))
        .containsExactly(ids.get(3), ids.get(1));
    assertThat(observing.path("total").asInt()).isEqualTo(3);
    JsonNode pulled = expect(200, governed.admin().get(ROLLOUT + "?offset=3"));
    assertThat(texts(pulled.path("rollouts"), "policyId")).containsExactly(ids.get(0));
    assertThat(pulled.path("total").asInt()).isEqualTo(4);
  }

  @Test
  void a_returning_user_sees_the_policies_that_changed_meanwhile() {
    String before = governed.policy("draft");
    expect(200, governed.promote(before));
    String cursor = expect(200, governed.admin().get(ROLLOUT)).path("resume_cursor").asText();
    CLOCK.advance(Duration.ofMinutes(1));
    // A change without an event.
    String later = governed.policy("draft");

    JsonNode pulled = expect(200, server.visitor().with("X-Api-Key", key()).get(ROLLOUT));
    JsonNode since =
        expect(200, server.visitor().with("X-Api-Key", key()).get(ROLLOUT + "?cursor=" + cursor));

    assertThat(texts(pulled.path("rollouts"), "policyId")).containsExactly(later, before);
    assertThat(texts(since.path("rollouts"), "policyId")).contains(later);
    expect(200, governed.promote(later));
    String next = expect(200, governed.admin().get(ROLLOUT)).path("resume_cursor").asText();
    JsonNode end =
        expect(200, server.visitor().with("X-Api-Key", key()).get(ROLLOUT + "?cursor=" + next));
    assertThat(texts(end.path("rollouts"), "policyId")).containsExactly(later);
    assertThat(end.path("total").asInt()).isEqualTo(1);
  }

  private String key() {
    return governed.tenancy().key(Role.VIEWER, io.svc.server.http.Scope.GOVERNANCE_READ);
  }

  @Test
  void evidence_is_attached_with_its_note() {
    String id = observed(1);
    String job = replayed(id, Map.of());
    String other = governed.policy("observe");
    String path = "/api/governance/rollout/";
    Map<String, ?> both =
        Map.of("action", "attach_evidence", "replayJobId", job, "evidenceSummary", "All fine.");

    expect(200, governed.admin().post(path + id, both));

    JsonNode rollout = governed.rollout(id).path("rollout");
    assertThat(rollout.path("replayJobId").asText()).isEqualTo(job);
    assertThat(rollout.path("evidenceSummary").asText()).isEqualTo("All fine.");
    assertThat(governed.audited()).startsWith("rollout.attach_evidence");
    assertRejected(404, "not_found", governed.admin().post(path + other, both));
    assertRejected(
        400,
        "validation_failed",
        governed.admin().post(path + id, Map.of("action", "attach_evidence")));
  }

  @Test
  void the_impact_is_shown_before_a_promotion() {
    governed.act("before", "mail");
    String id =
        governed.policy(
            "observe",
            STRICTER_DSL
                + "  - {id: ask, effect: require_approval, match: {tool: [pay]}}\n"
                + "  - {id: hide, effect: redact, match: {tool: [post]},"
                + " redact: {entities: [IBAN_CODE]}}\n"
                + "  - {id: tell, effect: warn, reason: Careful., match: {tool: [delete]}}\n");
    for (String tool : List.of("bash", "bash", "mail", "pay", "post", "post", "delete", "ls")) {
      governed.act("s1", tool);
    }
    governed.act("s2", "bash", Map.of("command", "x".repeat(70_000)));

    JsonNode impact = governed.rollout(id).path("impact");

    assertThat(impact.path("windowDays").asInt()).isEqualTo(7);
    assertThat(impact.path("calls").asInt()).isEqualTo(9);
    assertThat(impact.path("notReplayable").asInt()).isEqualTo(1);
    assertThat(impact.path("wouldDeny").asInt()).isEqualTo(4);
    assertThat(impact.path("wouldRequireApproval").asInt()).isEqualTo(1);
    assertThat(impact.path("wouldRedact").asInt()).isEqualTo(2);
    assertThat(impact.path("wouldWarn").asInt()).isEqualTo(1);
    assertThat(impact.path("agents").asInt()).isEqualTo(1);
    assertThat(texts(impact.path("topTools"), "tool"))
        .containsExactly("bash", "mail", "post", "delete", "pay");
    assertThat(texts(impact.path("topTools"), "count")).containsExactly("2", "2", "2", "1", "1");
  }
}
