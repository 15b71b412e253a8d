package io.svc.server.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.policies.dsl.PolicyOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What holds for all policies and sessions: tried on many that a seed makes. */
class ReplayPropertyTest {
  private static final PolicyDsl DSL = new PolicyDsl();
  private static final List<String> TOOLS = List.of("bash", "bash_run", "mail", "pay", "ls");
  private static final List<String> ENTITIES = List.of("IBAN_CODE", "CREDIT_CARD", "PERSON");
  private static final int POLICIES = 60;
  private static final int SESSIONS = 12;

  private final Random random = new Random(20_261_120);

  private <T> T any(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  private String rule(String id) {
    String effect = any(List.of("allow", "warn", "redact", "require_approval", "deny"));
    StringBuilder rule = new StringBuilder("  - {id: ").append(id);
    rule.append(", effect: ").append(effect);
    rule.append(", reason: because ").append(random.nextInt(3));
    rule.append(", priority: ").append(random.nextInt(3));
    rule.append(", disabled: ").append(random.nextInt(10) == 0);
    List<String> keys = new ArrayList<>();
    keys.add("tool: [" + any(TOOLS) + ", \"" + any(List.of("b*", "m*", "*s", "x*")) + "\"]");
    if (random.nextInt(3) == 0) {
      keys.add("data: {classification: [pii]}");
    }
    if (random.nextInt(4) == 0) {
      keys.add("destination: {host: [\"*.example.com\"]}");
    }
    if (random.nextInt(5) == 0) {
      keys.add("time: {days: [" + any(List.of("mon", "tue-fri", "sun")) + "]}");
    }
    rule.append(", match: {").append(String.join(", ", keys)).append('}');
    if (random.nextInt(3) == 0) {
      rule.append(", when: ")
          .append(any(List.of("args.n > 1", "'tool == \"pay\"'", "args.n == 2")));
    }
    if (effect.equals("redact")) {
      rule.append(", redact: {entities: [").append(any(ENTITIES)).append("]}");
    }
    if (effect.equals("require_approval")) {
      rule.append(", approval: {group: finance, timeout_seconds: ")
          .append(60 + random.nextInt(3))
          .append('}');
    }
    return rule.append("}\n").toString();
  }

  private List<String> rules() {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i <= 2 + random.nextInt(5); i++) {
      rules.add(rule("r" + i));
    }
    return rules;
  }

  private static CompiledPolicy policy(String otherwise, List<String> rules) {
    String text =
        "version: 1\nkind: agent_policy\nmetadata: {name: p}\n"
            + "groups: {approvers: [finance]}\ndefaults: {effect: "
            + otherwise
            + "}\nrules:\n"
            + String.join("", rules);
    var checked = DSL.check(text);
    assertThat(checked.errors()).as(text).isEmpty();
    return checked.compiled().orElseThrow();
  }

  private Facts facts() {
    return Facts.of("tool_call", Instant.ofEpochSecond(random.nextInt(2_000_000_000)))
        .tool(any(TOOLS))
        .destination(any(List.of("", "https://api.example.com/v1", "10.0.0.1")))
        .args(random.nextInt(3) == 0 ? Map.of() : Map.of("n", (long) random.nextInt(4)))
        .classification(random.nextBoolean() ? List.of("pii") : List.of())
        .build();
  }

  private List<List<Facts>> sessions() {
    List<List<Facts>> sessions = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      List<Facts> calls = new ArrayList<>();
      for (int j = 0; j <= random.nextInt(4); j++) {
        calls.add(facts());
      }
      sessions.add(calls);
    }
    return sessions;
  }

  private static ReplayComparison.Result replay(
      CompiledPolicy observed, CompiledPolicy replayed, List<Facts> calls) {
    RecordedSession session = new RecordedSession(observed);
    calls.forEach(session::with);
    return new ReplayComparison(
            RecordedSession.POLICY, 1, Set.of(1L), Optional.of(observed), replayed)
        .of(session.decisions(), () -> false);
  }

  @Test
  void the_replay_of_observed_decisions_equals_them() {
    for (int i = 0; i < POLICIES; i++) {
      CompiledPolicy policy = policy(any(List.of("allow", "deny")), rules());
      for (List<Facts> calls : sessions()) {
        assertThat(replay(policy, policy, calls).verdict())
            .isEqualTo(ReplayComparison.Verdict.MATCH);
      }
    }
  }

  @Test
  void a_changed_rule_diverges_exactly_the_sessions_that_it_touches() {
    int touched = 0;
    int untouched = 0;
    for (int i = 0; i < POLICIES; i++) {
      String otherwise = any(List.of("allow", "deny"));
      List<String> before = rules();
      List<String> after = new ArrayList<>(before);
      int index = random.nextInt(before.size());
      String id = "r" + index;
      after.set(index, rule(id));
      CompiledPolicy observed = policy(otherwise, before);
      CompiledPolicy replayed = policy(otherwise, after);
      for (List<Facts> calls : sessions()) {
        boolean isTouched =
            calls.stream()
                .anyMatch(
                    one -> !felt(observed.evaluate(one)).equals(felt(replayed.evaluate(one))));

        ReplayComparison.Result result = replay(observed, replayed, calls);

        assertThat(result.verdict())
            .as("%s%s%s", before, after, calls)
            .isEqualTo(
                isTouched ? ReplayComparison.Verdict.DIVERGED : ReplayComparison.Verdict.MATCH);
        if (isTouched) {
          touched++;
          assertThat(result.changedRules())
              .as("%s%s%s", before, after, calls)
              .extracting(ReplayComparison.ChangedRule::ruleId)
              .contains(id);
        } else {
          untouched++;
        }
      }
    }
    assertThat(touched).isGreaterThan(100);
    assertThat(untouched).isGreaterThan(100);
  }

  /** All that a caller can feel of an outcome, written down without the code that compares. */
  private static String felt(PolicyOutcome outcome) {
    Set<String> taken = new TreeSet<>();
    outcome
        .redactions()
        .forEach(
            redaction ->
                redaction
                    .entities()
                    .forEach(entity -> taken.add(redaction.operator() + " " + entity)));
    return outcome.effect()
        + " "
        + new TreeSet<>(outcome.warnings())
        + taken
        + outcome.approval()
        + outcome.route();
  }
}
