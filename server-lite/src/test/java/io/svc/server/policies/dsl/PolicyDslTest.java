package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyDslTest {
  private static final String PAYMENTS =
      """
      version: 1
      kind: agent_policy
      metadata:
        name: eu-payments
        description: Payments only to EU endpoints and only with a human
        tags: [finance]
      defaults:
        effect: allow
        on_error: deny
      groups:
        approvers: [finance-leads]
      rules:
        - id: deny-metadata-ip
          priority: 100
          effect: deny
          severity: critical
          reason: Cloud metadata endpoints are never a destination.
          match: { action: [http_request], destination: { cidr: [169.254.169.254/32] } }
        - id: approve-large-payment
          effect: require_approval
          severity: high
          reason: Payments above 500 need a finance lead.
          match:
            action: [tool_call, http_request]
            server: [stripe]
            tool: ["create_payment*", "refund*"]
            platform: [n8n, zapier, make, power_automate, mcp, code]
            environment: [production]
          when: args.amount > 500 && args.currency in ["EUR", "SEK"] && !("trusted-finance" in agent.tags)
          approval: { group: finance-leads, timeout_seconds: 900, approvals_required: 1, channels: [slack, email] }
        - id: redact-pii-out
          effect: redact
          match: { action: [http_request, tool_call], data: { classification: [pii] }, destination: { host_not: ["*.corp.example"] } }
          redact: { entities: [EMAIL_ADDRESS, CREDIT_CARD, IBAN_CODE], operator: replace }
        - id: sandbox-shell
          effect: allow
          match: { tool: [bash, shell, exec] }
          route: { mode: container, profile: no-network, fail_closed: true }
      tests:
        - name: small EU payment passes
          input: { action: tool_call, server: stripe, tool: create_payment, args: { amount: 20, currency: EUR } }
          expect: { effect: allow }
      """;

  private static FactsBuilder payment(long amount) {
    return Sample.call()
        .platform("n8n")
        .server("stripe")
        .tool("create_payment_intent")
        .environment("production")
        .args(Map.of("amount", amount, "currency", "EUR"));
  }

  @Test
  void a_policy_is_read_checked_and_tested() {
    PolicyCheckResult checked = Sample.DSL.check(PAYMENTS);

    assertThat(checked.errors()).isEmpty();
    assertThat(checked.warnings()).isEmpty();
    assertThat(checked.tests())
        .containsExactly(new TestOutcome("small EU payment passes", true, "allow", "allow", 40));
    assertThat(checked.summary().orElseThrow())
        .isEqualTo(
            new PolicyCheckResult.Summary(
                "eu-payments",
                1,
                4,
                Map.of("deny", 1, "require_approval", 1, "redact", 1, "allow", 1)));
    assertThat(checked.summary().orElseThrow().effects().keySet())
        .containsExactly("deny", "require_approval", "redact", "allow");
    assertThat(checked.compiled().orElseThrow().rules())
        .extracting(PolicyRule::id)
        .containsExactly(
            "deny-metadata-ip", "approve-large-payment", "redact-pii-out", "sandbox-shell");
  }

  @Test
  void it_decides_as_it_says() {
    CompiledPolicy policy = Sample.compiled(PAYMENTS);

    assertThat(policy.evaluate(payment(900).build()).approval().orElseThrow().group())
        .contains("finance-leads");
    assertThat(policy.evaluate(payment(500).build()).effect()).isEqualTo(Effect.ALLOW);
    assertThat(
            policy
                .evaluate(
                    payment(900)
                        .agent(new Facts.Agent("", "", List.of("trusted-finance"), "", "", ""))
                        .build())
                .effect())
        .isEqualTo(Effect.ALLOW);
    assertThat(
            policy
                .evaluate(
                    Facts.of("http_request", Sample.NOW)
                        .destination("http://2852039166/latest")
                        .build())
                .deciding()
                .orElseThrow()
                .ruleId())
        .isEqualTo("deny-metadata-ip");
    assertThat(policy.evaluate(Sample.call().tool("bash").build()).route().orElseThrow().mode())
        .isEqualTo(ExecutionRoute.Mode.CONTAINER);
  }

  @Test
  void what_was_checked_can_be_loaded_without_its_tests() {
    String failing = PAYMENTS.replace("expect: { effect: allow }", "expect: { effect: deny }");

    assertThat(Sample.DSL.load(PAYMENTS).contentHash())
        .isEqualTo(Sample.compiled(PAYMENTS).contentHash());
    assertThat(Sample.DSL.check(failing).valid()).isFalse();
    assertThat(Sample.DSL.load(failing).rules()).hasSize(4);
    assertThatThrownBy(() -> Sample.DSL.load("version: 1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a policy has errors; expected a checked policy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rulez: [] | \"rulez\" is not a known key; did you mean rules?",
        "metadata: {nam: x} | \"nam\" is not a known key; did you mean name?",
        "defaults: {efect: deny} | \"efect\" is not a known key; did you mean effect?",
        "defaults: {on_eror: deny} | \"on_eror\" is not a known key; did you mean on_error?",
        "rules: [{id: a, effect: deny, mach: {}}] | \"mach\" is not a known key; did you mean match?",
        "rules: [{id: a, effect: dney}] | \"dney\" is unknown; did you mean deny?",
        "rules: [{id: a, effect: deny, match: {toool: x}}] | \"toool\" is not a known key; did you mean tool?",
        "rules: [{id: a, effect: deny, match: {destination: {hosts: x}}}] | \"hosts\" is not a known key; did you mean host?",
        "rules: [{id: a, effect: deny, match: {agent: {label: x}}}] | \"label\" is not a known key; expected id, name, tags, owner",
        "rules: [{id: a, effect: deny, match: {tool: 5}}] | Expected text; found the number \"5\"; put it in quotes.",
        "rules: [{id: a, effect: deny, match: {tool: true}}] | Expected text; found \"true\", which is true or false; put it in quotes.",
        "rules: [{id: a, effect: deny, match: }] | Expected a mapping with action, platform, server, tool, operation, method, path, destination, data, agent, environment, user, time, peer; found nothing.",
        "rules: [{id: a, effect: deny, match: {time: {tz: UTC}}}] | Neither days nor hours are given.",
        "rules: [{id: a, effect: deny, match: {time: {days: mon, tz: Mars/Base}}}] | \"Mars/Base\" is not a time zone; expected a name such as Europe/Stockholm",
        "rules: [{id: a, effect: deny, match: {destination: {cidr: 10.0.0.1/8}}}] | \"10.0.0.1/8\" cannot be read; expected a block of addresses with its first address, such as 10.0.0.0/8 or fd00::/8.",
        "rules: [{id: a, effect: deny}, {id: a, effect: allow}] | \"a\" is specified twice, first in line 1.",
        "version: 2 | Expected version: 1; found the number \"2\".",
        "rules: [{id: a, effect: deny, redact: {}}] | \"redact\" requires effect: redact."
      })
  void mistakes_are_reported_with_what_was_meant(String line, String message) {
    assertThat(Sample.DSL.check(line).errors())
        .extracting(PolicyProblem::message)
        .contains(message);
  }

  @Test
  void a_test_may_name_the_rule_that_has_to_decide() {
    String policy =
        Sample.policy("- {id: a, effect: deny}\n- {id: b, effect: deny, match: {tool: x}}\n")
            + "tests:\n- {name: t, input: {action: x, tool: x}, expect: {effect: deny, rule: b}}\n";

    assertThat(Sample.DSL.check(policy).tests())
        .containsExactly(new TestOutcome("t", false, "deny by b", "deny by a", 7));
  }

  @Test
  void a_test_reports_when_a_condition_could_not_be_evaluated() {
    String policy =
        Sample.policy("- {id: a, effect: deny, when: args.n > 1}\n")
            + "tests:\n- {name: t, input: {action: x}, expect: {effect: allow}}\n";

    assertThat(Sample.DSL.check(policy).tests())
        .containsExactly(new TestOutcome("t", false, "allow", "deny by a (unevaluable)", 6));
  }

  @Test
  void tests_know_every_fact() {
    String policy =
        Sample.policy(
                """
                - id: a
                  effect: deny
                  match: {time: {hours: "23:00-24:00"}, peer: {agent: p}, agent: {tags: t}}
                  when: >-
                    platform == 'n8n' && operation == 'o' && method == 'M' && host == 'h.example'
                    && args.n == 1 && data.rows == 2 && 'pii' in data.classification
                    && agent.lifecycle_state == 'l' && session.denied == 3 && environment == 'e'
                    && user == 'u'
                """)
            + """
            tests:
              - name: all
                input:
                  action: tool_call
                  platform: n8n
                  operation: o
                  method: M
                  destination: https://h.example/
                  args: {n: 1}
                  data: {classification: pii, rows: 2}
                  agent: {tags: [t], lifecycle_state: l}
                  session: {denied: 3}
                  environment: e
                  user: u
                  peer: p
                  now: "2026-01-07T23:30:00Z"
                expect: {effect: deny, rule: a}
            """;

    assertThat(Sample.DSL.check(policy).errors()).isEmpty();
  }
}
