package io.svc.server;

import static io.svc.server.Governed.DSL;
import static io.svc.server.Governed.ROLLOUT;
import static io.svc.server.Governed.STRICTER_DSL;
import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded sessions, decided again. */
class ReplayTest {
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

  private String act(String session, String tool) {
    return governed.act(session, tool).path("session_id").asText();
  }

  private static JsonNode verdict(JsonNode replay, String sessionId) {
    for (JsonNode verdict : replay.path("verdicts")) {
      if (verdict.path("sessionId").asText().equals(sessionId)) {
        return verdict;
      }
    }
    throw new AssertionError("no verdict of " + sessionId + " in " + replay);
  }

  @Test
  void what_is_repeated_matches_and_is_reported_in_events() {
    String id = governed.policy("observe");
    String first = act("s1", "bash");
    String two = act("s2", "ls");

    JsonNode replay = governed.replay(id);

    JsonNode job = replay.path("replayJob");
    assertThat(job.path("policyId").asText()).isEqualTo(id);
    assertThat(job.path("policyVersion").asInt()).isEqualTo(1);
    assertThat(job.path("contentHash").asText()).startsWith("sha256:");
    assertThat(job.path("sessionCount").asInt()).isEqualTo(2);
    assertThat(job.path("calibrationPass").asBoolean()).isTrue();
    assertThat(job.at("/coverage/eligibleSessions").asInt()).isEqualTo(2);
    assertThat(job.at("/coverage/replayed").asInt()).isEqualTo(2);
    assertThat(texts(replay.path("verdicts"), "verdict")).containsExactly("match", "match");
    assertThat(verdict(replay, first).path("recordedDecision").asText()).isEqualTo("deny");
    assertThat(verdict(replay, first).path("replayedDecision").asText()).isEqualTo("deny");
    assertThat(verdict(replay, two).path("replayedDecision").asText()).isEqualTo("allow");
    List<JsonNode> verdicts = governed.events("replay.verdict");
    assertThat(verdicts)
        .extracting(event -> event.path("session_id").asText())
        .containsExactlyInAnyOrder(first, two);
    assertThat(verdicts.get(0).at("/payload/replay_job_id")).isEqualTo(job.path("id"));
    assertThat(verdicts.get(0).at("/payload/verdict").asText()).isEqualTo("match");
    List<JsonNode> completed = governed.events("replay.job_completed");
    assertThat(completed).hasSize(1);
    assertThat(completed.get(0).at("/payload/calibration_pass").asBoolean()).isTrue();
    assertThat(completed.get(0).at("/payload/match_ratio").asDouble()).isEqualTo(1);
    assertThat(governed.counted("svc_replay_jobs_total")).containsEntry("verdict=\"pass\"", 1.0);
    assertThat(governed.audited()).startsWith("replay.request");
  }

  @Test
  void a_replay_leaves_no_trace_among_what_was_decided() {
    String id = governed.policy("observe");
    act("s1", "bash");
    JsonNode before = expect(200, governed.admin().get("/api/governance/execution"));

    governed.replay(id);

    assertThat(expect(200, governed.admin().get("/api/governance/execution"))).isEqualTo(before);
  }

  @Test
  void a_new_rule_diverges_where_it_matches_and_is_named_as_new() {
    String id = governed.policy("observe");
    String same = act("s1", "bash");
    String other = act("s2", "mail");
    governed.save(id, STRICTER_DSL);

    JsonNode replay = governed.replay(id);

    assertThat(verdict(replay, same).path("verdict").asText()).isEqualTo("match");
    JsonNode diverged = verdict(replay, other);
    assertThat(diverged.path("verdict").asText()).isEqualTo("diverged");
    assertThat(diverged.path("policyVersion").asInt()).isEqualTo(2);
    assertThat(diverged.path("recordedDecision").asText()).isEqualTo("allow");
    assertThat(diverged.path("replayedDecision").asText()).isEqualTo("deny");
    JsonNode rule = diverged.at("/diffSummary/changedRules/0");
    assertThat(rule.path("ruleId").asText()).isEqualTo("no-mail");
    assertThat(rule.path("change").asText()).isEqualTo("now_matches");
    assertThat(rule.path("recordedEffect").isNull()).isTrue();
    assertThat(rule.path("replayedEffect").asText()).isEqualTo("deny");
    assertThat(diverged.at("/diffSummary/text").asText())
        .isEqualTo("Rule no-mail now matches; it did not exist in version 1.");
    assertThat(governed.rollout(id).at("/replays/0")).isEqualTo(diverged);
    assertThat(governed.events("replay.job_completed").get(0).at("/payload/verdict").asText())
        .isEqualTo("fail");
    assertThat(governed.counted("svc_replay_jobs_total")).containsEntry("verdict=\"fail\"", 1.0);
  }

  @ParameterizedTest
  @CsvSource({
    "effect: deny, effect: warn, other_effect, deny, warn",
    "'tool: [bash]', 'tool: [zsh]', no_longer_matches, deny, ",
    "'tool: [bash]', 'tool: [bash], environment: [moon]', no_longer_matches, deny, ",
  })
  void a_changed_rule_is_reported_with_its_change(
      String before, String after, String change, String was, String is) {
    String id = governed.policy("observe");
    String session = act("s1", "bash");
    governed.save(id, DSL.replace(before, after));

    JsonNode rule = verdict(governed.replay(id), session).at("/diffSummary/changedRules/0");

    assertThat(rule.path("ruleId").asText()).isEqualTo("no-bash");
    assertThat(rule.path("change").asText()).isEqualTo(change);
    assertThat(rule.path("recordedEffect").asText()).isEqualTo(was);
    assertThat(rule.path("replayedEffect").textValue()).isEqualTo(is);
  }

  @Test
  void other_obligations_diverge_and_other_reasons_do_not() {
    String redacting =
        DSL.replace("effect: deny", "effect: redact\n    redact: {entities: [IBAN_CODE]}");
    String id = governed.policy("observe", redacting);
    String session = act("s1", "bash");
    governed.save(id, redacting.replace("IBAN_CODE", "CREDIT_CARD"));
    JsonNode verdict = verdict(governed.replay(id), session);
    assertThat(verdict.path("verdict").asText()).isEqualTo("diverged");
    assertThat(verdict.at("/diffSummary/changedRules/0/change").asText())
        .isEqualTo("other_obligations");

    governed.save(id, redacting.replace("No shell here.", "Nowhere."));

    assertThat(verdict(governed.replay(id), session).path("verdict").asText()).isEqualTo("match");
  }

  @Test
  void what_cannot_be_decided_again_is_an_error_and_specifies_why() {
    String id = governed.policy("observe");
    String secret = "ghp_" + "a1B2".repeat(9);
    String masked = governed.act("s1", "bash", Map.of("token", secret)).path("session_id").asText();
    String large =
        governed.act("s2", "bash", Map.of("text", "x".repeat(70_000))).path("session_id").asText();
    String nowhere = "ses_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
    Governed other = new Governed(server);
    other.policy("observe");
    String elsewhere = other.act("s1", "bash").path("session_id").asText();

    JsonNode replay =
        governed.replay(
            id, Map.of("session_ids", List.of(masked, large, nowhere, elsewhere, masked)));

    assertThat(texts(replay.path("verdicts"), "verdict"))
        .containsExactlyInAnyOrder("match", "error", "error", "error");
    assertThat(verdict(replay, masked).path("verdict").asText()).isEqualTo("match");
    assertThat(verdict(replay, large).path("reason").asText())
        .isEqualTo("not_replayable:arguments_too_large");
    for (String unknown : List.of(nowhere, elsewhere)) {
      assertThat(verdict(replay, unknown).path("reason").asText())
          .isEqualTo("not_replayable:not_evaluated");
      assertThat(verdict(replay, unknown).path("agentId").asText()).isEmpty();
    }
    JsonNode coverage = replay.at("/replayJob/coverage");
    assertThat(coverage.path("eligibleSessions").asInt()).isEqualTo(4);
    assertThat(coverage.path("notReplayable").asInt()).isEqualTo(3);
    assertThat(coverage.at("/reasons/not_evaluated").asInt()).isEqualTo(2);
    assertThat(coverage.at("/reasons/arguments_too_large").asInt()).isEqualTo(1);
    assertThat(replay.at("/replayJob/calibrationPass").asBoolean(true)).isFalse();
  }

  @Test
  void a_policy_that_asks_for_what_was_not_noted_cannot_be_replayed() {
    String id = governed.policy("observe");
    String session = act("s1", "bash");
    act("s1", "bash");
    governed.save(id, DSL + "    when: session.tool_calls > 1\n");

    assertThat(verdict(governed.replay(id), session).path("reason").asText())
        .isEqualTo("not_replayable:session_unknown");

    String noted = act("s2", "bash");
    act("s2", "bash");
    act("s2", "bash");
    assertThat(
            verdict(governed.replay(id), noted).at("/diffSummary/changedRules/0/change").asText())
        .isEqualTo("no_longer_matches");
  }

  @Test
  void sessions_are_chosen_by_name_time_and_number() throws InterruptedException {
    act("early", "bash");
    String id = governed.policy("observe");
    List<String> sessions = new ArrayList<>();
    List<String> times = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread.sleep(5);
      JsonNode decision = governed.act("s" + i, "bash");
      sessions.add(decision.path("session_id").asText());
      times.add(decision.path("evaluated_at").asText());
    }

    assertThat(chosen(id, Map.of())).containsExactlyInAnyOrderElementsOf(sessions);
    assertThat(chosen(id, Map.of("max_sessions", 2)))
        .containsExactlyInAnyOrder(sessions.get(3), sessions.get(2));
    assertThat(chosen(id, Map.of("from", times.get(1), "to", times.get(3))))
        .containsExactlyInAnyOrder(sessions.get(1), sessions.get(2));
    List<String> named = List.of(sessions.get(0), sessions.get(3), sessions.get(1));
    assertThat(chosen(id, Map.of("session_ids", named))).containsExactlyInAnyOrderElementsOf(named);
    assertThat(chosen(id, Map.of("sessionIds", named, "maxSessions", 1)))
        .containsExactly(sessions.get(0));
    assertThat(chosen(id, Map.of("session_ids", named, "from", times.get(1))))
        .containsExactlyInAnyOrder(sessions.get(1), sessions.get(3));
  }

  private List<String> chosen(String id, Map<String, ?> body) {
    return texts(governed.replay(id, body).path("verdicts"), "sessionId");
  }

  @Test
  void only_agents_that_a_policy_applies_to_take_part() {
    String id = governed.policy("observe");
    expect(
        200,
        governed
            .admin()
            .post(
                "/api/policies/" + id + "/assign",
                Map.of("agentId", governed.tenancy().agentId())));
    String session = act("s1", "bash");

    assertThat(governed.replay(id).at("/replayJob/sessionCount").asInt(-1)).isZero();
    assertThat(
            verdict(governed.replay(id, Map.of("session_ids", List.of(session))), session)
                .path("reason")
                .asText())
        .isEqualTo("not_replayable:not_evaluated");
    assertThat(governed.rollout(id).at("/impact/calls").asInt(-1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"from\": \"yesterday\"}",
        "{\"to\": \"+999999999-01-01T00:00:00Z\"}",
        "{\"from\": \"2026-01-02T00:00:00Z\", \"to\": \"2026-01-01T00:00:00Z\"}",
        "{\"max_sessions\": 0}",
        "{\"calibration_threshold\": 1.1}",
        "{\"verdict_timeout_ms\": 0}",
        "{\"session_ids\": \"s1\"}",
      })
  void invalid_parameters_are_reported(String body) {
    assertRejected(
        400,
        "validation_failed",
        governed.admin().post(ROLLOUT + "/" + governed.policy("observe") + "/replay", body));
  }

  @Test
  void a_replay_that_the_end_of_a_server_broke_off_is_gone_on_with(@TempDir Path other) {
    String job;
    int sessions = 40;
    try (TestServer first = TestServer.start(other)) {
      Governed before = new Governed(first);
      String id = before.policy("observe");
      for (int i = 0; i < sessions; i++) {
        before.act("s" + i, "bash");
      }
      job =
          expect(202, before.admin().post(ROLLOUT + "/" + id + "/replay"))
              .path("replayJobId")
              .asText();
    }
    try (TestServer second = TestServer.start(other)) {
      List<String> states =
          second
              .database()
              .read(
                  tx ->
                      tx.handle()
                          .createQuery("SELECT status FROM replay_job WHERE job_id = ?")
                          .bind(0, job)
                          .mapTo(String.class)
                          .list());
      assertThat(states).hasSize(1);
      for (int i = 0; i < 300 && !isCompleted(second, job); i++) {
        Governed.rest();
      }
      assertThat(count(second, "SELECT count(*) FROM replay_verdict WHERE job_id = ?", job))
          .isEqualTo(sessions);
      assertThat(count(second, "SELECT match_count FROM replay_job WHERE job_id = ?", job))
          .isEqualTo(sessions);
    }
  }

  private static boolean isCompleted(TestServer server, String job) {
    return count(
            server,
            "SELECT count(*) FROM replay_job WHERE status = 'completed' AND job_id = ?",
            job)
        == 1;
  }

  private static long count(TestServer server, String question, String job) {
    return server
        .database()
        .read(tx -> tx.handle().createQuery(question).bind(0, job).mapTo(Long.class).one());
  }
}
