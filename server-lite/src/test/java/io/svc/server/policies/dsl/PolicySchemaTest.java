package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.svc.server.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What editors are told and what the reader takes are the same. */
class PolicySchemaTest {
  private static final Schema SCHEMA = schema();

  private static Schema schema() {
    SchemaRegistry registry =
        SchemaRegistry.withDefaultDialect(
            Dialects.getDraft202012(),
            builder ->
                builder.schemas(Map.of("app:///policy.json", Json.text(Sample.DSL.schema()))));
    return registry.getSchema(SchemaLocation.of("app:///policy.json"));
  }

  private static boolean isValidBySchema(String yaml) {
    Problems problems = new Problems();
    YamlDocument document = YamlDocument.read(yaml, problems).orElseThrow();
    Object values = new UntypedValues(problems).map(document.root(), "");
    assertThat(problems.errors()).isEmpty();
    return SCHEMA.validate(Json.text(values), InputFormat.JSON).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rules: []",
        "kind: agent_policy\nrules: []",
        "defaults: {effect: deny, on_error: warn}\nrules: []",
        "groups: {approvers: [a, b]}\nrules: []",
        "rules: [{id: a, effect: allow}]",
        "rules: [{id: a.b_c-d, effect: warn, priority: -100, disabled: true, severity: info}]",
        "rules: [{id: a, effect: deny, reason: No., when: 'true'}]",
        "rules: [{id: a, effect: redact, redact: {}}]",
        "rules: [{id: a, effect: redact, redact: {entities: JWT, operator: hash}}]",
        "rules: [{id: a, effect: require_approval, approval: {group: g, timeout_seconds: 5, approvals_required: 2, channels: [email]}}]",
        "rules: [{id: a, effect: allow, route: {mode: container, profile: p, fail_closed: false}}]",
        "rules: [{id: a, effect: deny, match: {action: a, platform: [b], server: '*', tool: [c, d], operation: e, method: GET, path: /x, environment: p, user: u}}]",
        "rules: [{id: a, effect: deny, match: {destination: {host: ['*.a.example', b], host_not: [], cidr: ['fd00::/8', 10.0.0.0/8], port: [443, 8000-8999], scheme: https, url: 'https://*'}}}]",
        "rules: [{id: a, effect: deny, match: {data: {classification: pii}, agent: {id: a, name: b, tags: [c], owner: d}, peer: {agent: x}}}]",
        "rules: [{id: a, effect: deny, match: {time: {days: [mon-fri, sunday], hours: ['22:00-06:00', '08:00 - 24:00'], tz: Europe/Stockholm}}}]",
        "rules: []\ntests: [{name: t, input: {action: x}, expect: {effect: allow}}]",
        "rules: []\ntests: [{name: t, input: {action: x, platform: a, server: b, tool: c, operation: d, method: e, destination: f, args: {a: [1, null]}, data: {classification: [g], any: 1}, agent: {id: a, name: b, tags: [c], owner: d, environment: e, lifecycle_state: f}, session: {id: s, tool_calls: 1, decisions: 2, denied: 3, approvals: 4, data_classes: [x]}, environment: h, user: i, peer: j, now: '2026-01-05T23:30:00+01:00'}, expect: {effect: allow}}]"
      })
  void both_take_it(String body) {
    String yaml = "version: 1\nmetadata: {name: x}\n" + body + "\n";

    assertThat(Sample.DSL.check(yaml).errors()).isEmpty();
    assertThat(isValidBySchema(yaml)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rules: {}",
        "rule: []",
        "kind: policy\nrules: []",
        "rules: [a]",
        "rules: [{effect: allow}]",
        "rules: [{id: a}]",
        "rules: [{id: 'a b', effect: allow}]",
        "rules: [{id: 5, effect: allow}]",
        "rules: [{id: a, effect: block}]",
        "rules: [{id: a, effect: Deny}]",
        "rules: [{id: a, effect: deny, severity: HIGH}]",
        "rules: [{id: a, effect: deny, severity: urgent}]",
        "rules: [{id: a, effect: deny, priority: high}]",
        "rules: [{id: a, effect: deny, priority: 1000001}]",
        "rules: [{id: a, effect: deny, priority: 1.5}]",
        "rules: [{id: a, effect: deny, disabled: 'yes'}]",
        "rules: [{id: a, effect: deny, reason: ''}]",
        "rules: [{id: a, effect: deny, reason: }]",
        "rules: [{id: a, effect: deny, when: true}]",
        "rules: [{id: a, effect: deny, redact: {}}]",
        "rules: [{id: a, effect: deny, approval: {}}]",
        "rules: [{id: a, effect: deny, route: {mode: process}}]",
        "rules: [{id: a, effect: allow, route: {}}]",
        "rules: [{id: a, effect: allow, route: {mode: vm}}]",
        "rules: [{id: a, effect: redact, redact: {entities: [jwt]}}]",
        "rules: [{id: a, effect: redact, redact: {operator: encrypt}}]",
        "rules: [{id: a, effect: require_approval, approval: {timeout_seconds: 0}}]",
        "rules: [{id: a, effect: require_approval, approval: {approvals_required: 21}}]",
        "rules: [{id: a, effect: deny, match: {tool: []}}]",
        "rules: [{id: a, effect: deny, match: {tool: [5]}}]",
        "rules: [{id: a, effect: deny, match: {tool: {a: b}}}]",
        "rules: [{id: a, effect: deny, match: {tols: a}}]",
        "rules: [{id: a, effect: deny, match: {destination: {host: []}}}]",
        "rules: [{id: a, effect: deny, match: {destination: {host: '*x.example'}}}]",
        "rules: [{id: a, effect: deny, match: {destination: {host: 'a.*.example'}}}]",
        "rules: [{id: a, effect: deny, match: {destination: {host: 'https://a.example'}}}]",
        "rules: [{id: a, effect: deny, match: {destination: {cidr: a.example}}}]",
        "rules: [{id: a, effect: deny, match: {destination: {port: 0}}}]",
        "rules: [{id: a, effect: deny, match: {destination: {port: https}}}]",
        "rules: [{id: a, effect: deny, match: {destination: x}}]",
        "rules: [{id: a, effect: deny, match: {time: {}}}]",
        "rules: [{id: a, effect: deny, match: {time: {days: [Mon]}}}]",
        "rules: [{id: a, effect: deny, match: {time: {days: mon, hours: 9-17}}}]",
        "rules: []\ndefaults: {effect: warn}",
        "rules: []\ndefaults: {on_error: allow}",
        "rules: []\ntests: [{name: t, input: {action: x}}]",
        "rules: []\ntests: [{name: t, input: {}, expect: {effect: allow}}]",
        "rules: []\ntests: [{input: {action: x}, expect: {effect: allow}}]",
        "rules: []\ntests: [{name: t, input: {action: x, arguments: {}}, expect: {effect: allow}}]",
        "rules: []\ntests: [{name: t, input: {action: x, args: []}, expect: {effect: allow}}]",
        "rules: []\ntests: [{name: t, input: {action: x, now: today}, expect: {effect: allow}}]",
        "rules: []\ntests: [{name: t, input: {action: x, session: {denied: -1}}, expect: {effect: allow}}]",
        "rules: []\ntests: [{name: t, input: {action: x}, expect: {effect: no}}]"
      })
  void both_reject_it(String body) {
    String yaml = "version: 1\nmetadata: {name: x}\n" + body + "\n";

    assertThat(Sample.DSL.check(yaml).valid()).isFalse();
    assertThat(isValidBySchema(yaml)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata: {name: x}\nrules: []",
        "version: 2\nmetadata: {name: x}\nrules: []",
        "version: '1'\nmetadata: {name: x}\nrules: []",
        "version: 1\nrules: []",
        "version: 1\nmetadata: {}\nrules: []",
        "version: 1\nmetadata: {name: x}",
        "version: 1\nmetadata: {name: x, owner: y}\nrules: []"
      })
  void both_want_the_head(String yaml) {
    assertThat(Sample.DSL.check(yaml).valid()).isFalse();
    assertThat(isValidBySchema(yaml)).isFalse();
  }

  @Test
  void the_numbers_are_those_of_the_reader() {
    var schema = Sample.DSL.schema();

    assertThat(schema.at("/properties/rules/maxItems").asInt()).isEqualTo(RuleReader.MAX);
    assertThat(schema.at("/properties/tests/maxItems").asInt()).isEqualTo(TestReader.MAX);
    assertThat(
            schema.at("/$defs/rule/properties/approval/properties/timeout_seconds/maximum").asInt())
        .isEqualTo(ObligationReader.LONGEST_WAIT);
    assertThat(schema.at("/$defs/rule/properties").properties())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrderElementsOf(RuleReader.KEYS);
    assertThat(schema.at("/$defs/match/properties").properties())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrderElementsOf(MatchReader.KEYS);
    assertThat(schema.at("/$defs/test/properties/input/properties").properties())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrderElementsOf(TestReader.INPUT);
  }
}
