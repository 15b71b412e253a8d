package io.svc.server.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyDsl;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Sessions held against another version of the policy that observed them. */
class ReplayComparisonTest {
  private static final PolicyDsl DSL = new PolicyDsl();
  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private static final String NO_BASH =
      "- {id: no-bash, effect: deny, reason: No shell., match: {tool: [bash]}}\n";
  private static final String HIDE =
      "- {id: hide, effect: redact, match: {tool: [post]}, redact: {entities: [IBAN_CODE]}}\n";

  private static CompiledPolicy policy(String rules) {
    return policy("allow", rules);
  }

  private static CompiledPolicy policy(String otherwise, String rules) {
    var checked =
        DSL.check(
            "version: 1\nkind: agent_policy\nmetadata: {name: p}\ndefaults: {effect: "
                + otherwise
                + "}\nrules:\n"
                + rules);
    assertThat(checked.errors()).as(rules).isEmpty();
    return checked.compiled().orElseThrow();
  }

  private static Facts call(String tool) {
    return Facts.of("tool_call", NOW).tool(tool).build();
  }

  private static ReplayComparison comparison(CompiledPolicy running, CompiledPolicy replayed) {
    return new ReplayComparison(
        RecordedSession.POLICY, 1, Set.of(1L), Optional.of(running), replayed);
  }

  private static ReplayComparison.Result compare(
      CompiledPolicy running, CompiledPolicy replayed, String... tools) {
    RecordedSession session = new RecordedSession(running);
    for (String tool : tools) {
      session.with(call(tool));
    }
    return comparison(running, replayed).of(session.decisions(), () -> false);
  }

  @Test
  void equal_results_match_and_the_strictest_is_reported() {
    CompiledPolicy policy = policy(NO_BASH + HIDE);

    ReplayComparison.Result result = compare(policy, policy, "ls", "bash", "post");

    assertThat(result.verdict()).isEqualTo(ReplayComparison.Verdict.MATCH);
    assertThat(result.recorded()).contains(Effect.DENY);
    assertThat(result.replayed()).contains(Effect.DENY);
    assertThat(result.changedRules()).isEmpty();
  }

  @Test
  void of_a_session_that_diverged_the_first_difference_and_all_changed_rules_are_reported() {
    CompiledPolicy running = policy(NO_BASH);
    CompiledPolicy replayed =
        policy("- {id: no-mail, effect: warn, reason: Hm., match: {tool: [mail]}}\n");

    ReplayComparison.Result result = compare(running, replayed, "ls", "mail", "bash");

    assertThat(result.verdict()).isEqualTo(ReplayComparison.Verdict.DIVERGED);
    assertThat(result.recorded()).contains(Effect.ALLOW);
    assertThat(result.replayed()).contains(Effect.WARN);
    assertThat(result.changedRules())
        .containsExactly(
            new ReplayComparison.ChangedRule(
                "no-mail", "now_matches", Optional.empty(), Optional.of("warn")),
            new ReplayComparison.ChangedRule(
                "no-bash", "no_longer_matches", Optional.of("deny"), Optional.empty()));
    assertThat(result.summary())
        .isEqualTo("Rule no-mail now matches; it did not exist in version 1. And 1 more.");
  }

  @Test
  void a_rule_that_was_there_and_matches_only_now_is_not_called_new() {
    CompiledPolicy running = policy(NO_BASH);

    ReplayComparison.Result result =
        compare(running, policy(NO_BASH.replace("[bash]", "[bash, zsh]")), "zsh");

    assertThat(result.summary()).isEqualTo("Rule no-bash now matches.");
  }

  @Test
  void of_rules_that_match_as_before_the_one_that_was_rewritten_is_named() {
    CompiledPolicy running =
        policy(
            HIDE
                + "- {id: ask, effect: require_approval, match: {tool: [post]},"
                + " approval: {group: finance}}\n");
    CompiledPolicy replayed =
        policy(
            HIDE.replace("IBAN_CODE", "CREDIT_CARD")
                + "- {id: ask, effect: require_approval, match: {tool: [post]},"
                + " approval: {group: finance}}\n");

    ReplayComparison.Result result = compare(running, replayed, "post");

    assertThat(result.changedRules())
        .extracting(ReplayComparison.ChangedRule::ruleId, ReplayComparison.ChangedRule::change)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("hide", "other_obligations"));
  }

  @Test
  void another_default_is_reported_as_such() {
    ReplayComparison.Result result =
        compare(policy("allow", NO_BASH), policy("deny", NO_BASH), "ls");

    assertThat(result.changedRules())
        .containsExactly(
            new ReplayComparison.ChangedRule(
                "default", "other_effect", Optional.of("allow"), Optional.of("deny")));
    assertThat(result.summary()).isEqualTo("Rule default has the effect deny instead of allow.");
  }

  @Test
  void a_condition_that_cannot_be_evaluated_any_more_is_reported() {
    CompiledPolicy running = policy(NO_BASH);
    CompiledPolicy replayed = policy(NO_BASH.replace("}}", "}, when: args.n > 1}"));

    ReplayComparison.Result result = compare(running, replayed, "bash");

    assertThat(result.verdict()).isEqualTo(ReplayComparison.Verdict.MATCH);
    CompiledPolicy warning =
        policy(NO_BASH.replace("deny", "warn").replace("}}", "}, when: args.n > 1}"));
    assertThat(compare(policy(NO_BASH.replace("deny", "warn")), warning, "bash").changedRules())
        .extracting(ReplayComparison.ChangedRule::ruleId)
        .containsExactly("no-bash");
  }

  @Test
  void one_call_that_cannot_be_decided_again_spoils_a_match_and_hides_no_difference() {
    CompiledPolicy running = policy(NO_BASH);
    RecordedSession session =
        new RecordedSession(running)
            .with(call("bash"))
            .without(call("ls"), "arguments_unreadable")
            .without(call("ls"), "arguments_too_large");

    ReplayComparison.Result same =
        comparison(running, running).of(session.decisions(), () -> false);
    ReplayComparison.Result other =
        comparison(running, policy(HIDE)).of(session.decisions(), () -> false);

    assertThat(same.verdict()).isEqualTo(ReplayComparison.Verdict.ERROR);
    assertThat(same.reason()).isEqualTo("not_replayable:arguments_unreadable,arguments_too_large");
    assertThat(other.verdict()).isEqualTo(ReplayComparison.Verdict.DIVERGED);
  }

  @Test
  void what_other_versions_and_candidates_said_is_not_compared() {
    CompiledPolicy running = policy(NO_BASH);
    RecordedSession session =
        new RecordedSession(running)
            .ofVersion(2, false, call("bash"))
            .ofVersion(1, true, call("bash"));

    ReplayComparison.Result result =
        comparison(running, policy(HIDE)).of(session.decisions(), () -> false);

    assertThat(result.reason()).isEqualTo("not_replayable:not_evaluated");
    ReplayComparison both =
        new ReplayComparison(
            RecordedSession.POLICY, 2, Set.of(1L, 2L), Optional.of(running), running);
    assertThat(both.of(session.decisions(), () -> false).verdict())
        .isEqualTo(ReplayComparison.Verdict.MATCH);
  }

  @Test
  void time_that_is_up_between_two_calls_ends_the_comparison() {
    CompiledPolicy policy = policy(NO_BASH);
    RecordedSession session =
        new RecordedSession(policy).with(call("bash")).with(call("ls")).with(call("ls"));
    AtomicInteger reads = new AtomicInteger();

    ReplayComparison.Result result =
        comparison(policy, policy).of(session.decisions(), () -> reads.incrementAndGet() > 2);

    assertThat(result.verdict()).isEqualTo(ReplayComparison.Verdict.TIMEOUT);
    assertThat(result.reason()).isEqualTo("time_limit");
    assertThat(reads).hasValue(3);
  }

  @Test
  void what_a_new_version_asks_of_the_session_must_have_been_noted() {
    CompiledPolicy running = policy(NO_BASH);
    CompiledPolicy asking = policy(NO_BASH.replace("}}", "}, when: session.tool_calls >= 0}"));
    Facts noted =
        Facts.of("tool_call", NOW)
            .tool("bash")
            .session(new Facts.Session("ses_1", 1, 1, 0, 0, java.util.List.of()))
            .build();

    assertThat(compare(running, asking, "bash").verdict())
        .isEqualTo(ReplayComparison.Verdict.MATCH);
    assertThat(compare(running, asking, "bash", "bash").reason())
        .isEqualTo("not_replayable:session_unknown");
    assertThat(
            comparison(running, asking)
                .of(
                    new RecordedSession(running).with(call("bash")).with(noted).decisions(),
                    () -> false)
                .verdict())
        .isEqualTo(ReplayComparison.Verdict.MATCH);
  }
}
