package io.svc.server.policies.dsl;

import static io.svc.server.policies.dsl.Sample.compiled;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentHashTest {
  private static final String ONE =
      """
      version: 1
      metadata: {name: one}
      rules:
        - id: a
          effect: require_approval
          match: {tool: [bash, sh], destination: {host: example.com}}
          when: args.x > 1
      """;

  @Test
  void another_way_of_writing_the_same_has_the_same_hash() {
    String other =
        """
        # The same, by another hand.
        kind: "agent_policy"
        rules:
          - when: |
              args.x > 1
            match:
              destination:
                host:
                  - "EXAMPLE.com"
              tool: ["sh", 'BASH', sh]
            effect: 'require_approval'
            priority: 0
            disabled: false
            severity: medium
            reason: Rule a asks for approval of this.
            approval: {timeout_seconds: 900, approvals_required: 1, channels: []}
            id: a
          - {id: off, disabled: true, effect: deny}
        defaults: {on_error: deny, effect: allow}
        groups: {approvers: [g]}
        metadata: {tags: [x], description: Another., name: other}
        version: 1
        tests:
          - {name: t, input: {action: x}, expect: {effect: allow}}
        """;

    assertThat(compiled(other).contentHash()).isEqualTo(compiled(ONE).contentHash());
    assertThat(compiled(ONE).contentHash()).matches("sha256:[0-9a-f]{64}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id: a | id: b",
        "effect: require_approval | effect: deny",
        "[bash, sh] | [bash]",
        "host: example.com | host: '*.example.com'",
        "host: | host_not:",
        "tool: | server:",
        "args.x > 1 | args.x > 2",
        "when: args.x > 1 | priority: 1",
        "rules: | defaults: {effect: deny}\\nrules:",
        "rules: | defaults: {on_error: warn}\\nrules:",
        "when: | severity: high\\n    when:",
        "when: | reason: Another.\\n    when:",
        "when: | route: {mode: process}\\n    when:",
        "when: | approval: {group: g}\\n    when:"
      })
  void whatever_can_change_a_decision_changes_the_hash(String from, String to) {
    String changed = ONE.replace(from, to.replace("\\n", "\n"));

    assertThat(changed).isNotEqualTo(ONE);
    assertThat(compiled(changed).contentHash()).isNotEqualTo(compiled(ONE).contentHash());
  }

  @Test
  void the_order_of_rules_changes_it_since_ties_go_by_it() {
    assertThat(
            compiled(Sample.policy("- {id: a, effect: deny}\n- {id: b, effect: deny}"))
                .contentHash())
        .isNotEqualTo(
            compiled(Sample.policy("- {id: b, effect: deny}\n- {id: a, effect: deny}"))
                .contentHash());
  }

  @Test
  void it_stays_what_it_was_when_it_was_first_released() {
    // Evidence names it: a change here makes all evidence of all policies stale.
    assertThat(compiled(ONE).contentHash())
        .isEqualTo("sha256:03d6d003574d67542ea9b58b52efa0b2e95f9f9e92b9d2d252a9379effc29752");
  }

  @Test
  void the_snapshot_contains_what_decides() {
    String snapshot = Json.text(compiled(ONE).snapshot(Instant.parse("2026-01-07T10:00:00Z")));

    assertThat(Json.readStored(snapshot))
        .isEqualTo(
            Json.readStored(
                """
                {"schema": "policy-snapshot/1", "contentHash": "%s",
                 "compiledAt": "2026-01-07T10:00:00.000Z", "defaultEffect": "allow",
                 "onError": "deny",
                 "rules": [{"id": "a", "index": 0, "priority": 0, "effect": "require_approval",
                   "severity": "medium", "reason": "Rule a asks for approval of this.",
                   "match": {"destination": {"host": ["example.com"]}, "tool": ["bash", "sh"]},
                   "when": "args.x > 1",
                   "obligations": {"approval": {"timeout_seconds": 900, "approvals_required": 1,
                     "channels": []}}}]}
                """
                    .formatted(compiled(ONE).contentHash())));
  }
}
