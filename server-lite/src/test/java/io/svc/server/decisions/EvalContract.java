package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be asked of {@code POST /v1/eval}, by whom, and how often. */
abstract class EvalContract extends DecisionContract {
  private static final int CROWD = 12;

  @Test
  void an_action_may_be_no_more_than_its_type() {
    JsonNode answer = eval("{\"agent_id\": \"bot\", \"action\": \"tool_call\"}");

    assertThat(answer.path("decision_id").asText()).matches("dec_[0-9A-Z]{26}");
    assertThat(answer.path("agent_id").asText()).matches("agt_[0-9A-Z]{26}");
    assertThat(answer.path("session_id").asText()).matches("ses_[0-9A-Z]{26}");
    assertThat(answer.path("decision").asText()).isEqualTo("allow");
    assertThat(answer.path("allowed").asBoolean()).isTrue();
    assertThat(answer.path("would_block").asBoolean()).isFalse();
    assertThat(answer.path("enforced").asBoolean()).isFalse();
    assertThat(answer.path("reason").asText()).isNotEmpty();
    assertThat(answer.path("reason_code").asText()).isEqualTo("no_policy");
    assertThat(answer.path("severity").asText()).isEqualTo("info");
    assertThat(answer.path("matched_rules")).isEmpty();
    assertThat(answer.path("shadow")).isEmpty();
    assertThat(answer.at("/obligations/redactions")).isEmpty();
    assertThat(answer.at("/obligations/arguments").isNull()).isTrue();
    assertThat(answer.at("/obligations/route").isNull()).isTrue();
    assertThat(answer.path("approval").isNull()).isTrue();
    assertThat(answer.at("/routing/mode").asText()).isEqualTo("inline");
    assertThat(answer.at("/routing/outcome").asText()).isEqualTo("allowed");
    assertThat(answer.path("evaluated_at").asText()).matches("\\d{4}-.*\\.\\d{3}Z");
    assertThat(answer.path("latency_ms").asDouble()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'tool': 'bash'} | tool_call",
        "{'tool': 'fetch', 'destination': 'https://a.example/'} | tool_call",
        "{'method': 'GET', 'destination': 'https://a.example/'} | http_request"
      })
  void an_action_without_a_type_has_that_of_what_it_names(String action, String type) {
    eval("{\"agent_id\": \"bot\", \"action\": %s}".formatted(action.replace('\'', '"')));

    assertThat(get("/api/governance/execution").at("/decisions/0/action/type").asText())
        .isEqualTo(type);
  }

  /** The same call in all the forms that are accepted; the first is the documented one. */
  private static final List<String> FORMS =
      List.of(
          """
          {"agent_id": "bot", "action": {"type": "tool_call", "server": "stripe",
           "tool": "create_payment", "operation": "create", "method": "POST",
           "destination": "https://api.stripe.example/v1",
           "arguments": {"amount": 900, "to": "ann@example.com"}, "peer": "helper"},
           "context": {"user": "eve", "environment": "production"}}""",
          """
          {"agent_id": "bot", "action": "tool_call", "server": "stripe",
           "tool": "create_payment", "operation": "create", "method": "POST",
           "destination": "https://api.stripe.example/v1",
           "args": {"amount": 900, "to": "ann@example.com"}, "peer": "helper",
           "user": "eve", "environment": "production"}""",
          """
          {"agentId": "bot", "server": "stripe", "metadata": {"ticket": 7},
           "tool": "create_payment", "operation": "create", "method": "POST",
           "destination": "https://api.stripe.example/v1",
           "arguments": {"amount": 900, "to": "ann@example.com"}, "peer": "helper",
           "user": "eve", "environment": "production"}""",
          """
          {"agent_id": "bot", "action": {"type": "tool_call", "operation": "create",
           "method": "POST", "args": {"amount": 900, "to": "ann@example.com"}},
           "tool": "create_payment", "server": "stripe",
           "destination": "https://api.stripe.example/v1", "peer": "helper",
           "context": {"user": "eve"}, "environment": "production"}""");

  @Test
  void all_forms_of_an_action_are_decided_and_recorded_alike() {
    policy(
        Stage.ENFORCE,
        """
        - {id: big, effect: require_approval, match: {tool: [create_payment], server: [stripe],
           operation: [create], method: [POST], environment: [production], user: [eve],
           destination: {host: [api.stripe.example]}},
           when: 'args.amount > 500', approval: {group: admins}}
        - {id: hide, effect: redact, match: {tool: [create_payment]},
           redact: {entities: [EMAIL_ADDRESS], operator: replace}}
        """);

    Set<String> answers = new HashSet<>();
    Set<String> records = new HashSet<>();
    for (String form : FORMS) {
      JsonNode answer = eval(form);
      assertThat(answer.path("decision").asText()).as(form).isEqualTo("require_approval");
      assertThat(answer.toString()).doesNotContain("ann@example.com");
      answers.add(
          answer.path("matched_rules").toString()
              + answer.path("obligations")
              + answer.at("/approval/approval_id"));
      records.add(decisions("").get(0).path("action").toString());
    }

    assertThat(answers).as("one approval, of one digest").hasSize(1);
    assertThat(records).hasSize(1);
    Set<String> evidence = new HashSet<>();
    for (JsonNode entry : session(eval(FORMS.get(0))).path("timeline")) {
      if (entry.path("type").asText().equals("tool_call")) {
        evidence.add(entry.path("data").toString());
      }
    }
    assertThat(evidence).as("masked alike").hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'action': {'tool': 'a'}, 'tool': 'b' | action.tool | tool",
        "'action': {'tool': 'a', 'args': {'x': 1}, 'arguments': {'x': 2}}"
            + " | action.arguments | action.args",
        "'tool': 'a', 'args': {'x': 1}, 'arguments': {'x': 2} | arguments | args",
        "'action': {'tool': 'a', 'arguments': {'x': 1}}, 'args': {} | action.arguments | args",
        "'action': 'a', 'user': 'eve', 'context': {'user': 'ann'} | context.user | user"
      })
  void two_values_of_one_field_are_an_error_that_names_both(
      String fields, String item, String other) {
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            program.post(EVAL, "{\"agent_id\": \"bot\", " + fields.replace('\'', '"') + "}"));

    assertThat(body.path("message").asText())
        .contains("\"" + item + "\" and \"" + other + "\" name the same field");
    assertThat(decisions("")).isEmpty();
  }

  @Test
  void fields_that_are_not_known_are_rejected_and_nothing_is_decided() {
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            program.post(
                EVAL,
                """
                {"agent_id": "bot", "action": {"type": "tool_call", "argumnets": {}},
                 "toll": "bash", "context": {"usr": "eve"}, "dryrun_": true}"""));

    assertThat(body.path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder("toll", "dryrun_", "action.argumnets", "context.usr");
    assertThat(body.path("errors").findValuesAsText("message").toString())
        .contains("did you mean tool?", "did you mean arguments?", "did you mean user?");
    assertThat(decisions("")).isEmpty();
  }

  @Test
  void an_agent_is_named_by_our_identifier_or_by_its_own_name() {
    String agent = call("a").path("agent_id").asText();

    assertThat(call("a").path("agent_id").asText()).isEqualTo(agent);
    assertThat(
            eval("{\"agent_id\": \"" + agent + "\", \"action\": {\"type\": \"llm_call\"}}")
                .path("agent_id")
                .asText())
        .isEqualTo(agent);
    assertThat(get("/api/agents").path("total").asInt()).isEqualTo(1);
    assertThat(get("/api/agents/" + agent).at("/agent/lifecycleState").asText())
        .isEqualTo("discovered");
  }

  @Test
  void a_workflow_is_known_by_its_platform_and_its_name() {
    String onN8n =
        eval("{\"workflow_id\": \"wf_1\", \"platform\": \"n8n\", \"action\": \"step\"}")
            .path("agent_id")
            .asText();

    assertThat(eval("{\"workflowId\": \"wf_1\", \"action\": \"step\"}").path("agent_id").asText())
        .as("without a platform, the one that there is")
        .isEqualTo(onN8n);
    assertThat(
            eval("{\"workflow_id\": \"wf_1\", \"platform\": \"N8N\", \"action\": \"step\"}")
                .path("agent_id")
                .asText())
        .isEqualTo(onN8n);
    assertThat(
            eval("{\"workflow_id\": \"wf_1\", \"platform\": \"make\", \"action\": \"step\"}")
                .path("agent_id")
                .asText())
        .isNotEqualTo(onN8n);
    assertThat(get("/api/agents/" + onN8n).at("/agent/type").asText()).isEqualTo("workflow");
  }

  @Test
  void many_first_calls_at_once_make_one_agent_and_one_session() {
    List<JsonNode> answers = AtOnce.run(CROWD, i -> call("tool" + i));

    assertThat(answers)
        .extracting(a -> a.path("agent_id").asText())
        .containsOnly(answers.get(0).path("agent_id").asText());
    assertThat(answers)
        .extracting(a -> a.path("session_id").asText())
        .containsOnly(answers.get(0).path("session_id").asText());
    assertThat(session(answers.get(0)).at("/counts/decisions").asInt()).isEqualTo(CROWD);
  }

  @Test
  void where_agents_are_not_taken_in_by_their_call_an_unknown_one_is_denied() {
    setAutoRegister(false);

    JsonNode answer = call("bash");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(answer.path("allowed").asBoolean()).isFalse();
    assertThat(answer.path("reason_code").asText()).isEqualTo("agent_unknown");
    assertThat(answer.path("agent_id").isNull()).isTrue();
    assertThat(answer.path("decision_id").isNull()).isTrue();
    assertThat(get("/api/agents").path("total").asInt()).isZero();
    assertThat(get("/api/admin/audit-log?category=agent").path("total").asInt()).isEqualTo(1);
    call("bash");
    call("mail");
    assertThat(get("/api/admin/audit-log?category=agent").path("total").asInt())
        .as("noted once, and not at every call")
        .isEqualTo(1);

    setAutoRegister(true);
    assertThat(call("bash").path("allowed").asBoolean()).isTrue();
    setAutoRegister(false);
    assertThat(call("bash").path("allowed").asBoolean()).as("known by now").isTrue();
  }

  @Test
  void a_session_shows_its_trigger_and_its_trace() {
    String body = "{\"agent_id\": \"bot\", \"run_id\": \"%s\", \"action\": \"x\"%s}";
    JsonNode reported =
        session(
            eval(
                body.formatted(
                    "991",
                    ", \"trigger\": \"schedule\", \"trace_id\":"
                        + " \"4bf92f3577b34da6a3ce929d0e0e4736\"")));
    JsonNode later = session(eval(body.formatted("991", ", \"trigger\": \"webhook\"")));

    assertThat(reported.path("trigger").asText()).isEqualTo("schedule");
    assertThat(reported.path("traceId").asText()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(reported.at("/timeline/0/summary").asText())
        .isEqualTo("Run 991 started by schedule");
    assertThat(reported.at("/timeline/0/data/trigger").asText()).isEqualTo("schedule");
    assertThat(later.path("id")).isEqualTo(reported.path("id"));
    assertThat(later.path("trigger").asText()).as("what started it").isEqualTo("schedule");
    assertThat(session(eval(body.formatted("992", ""))).path("trigger").isNull()).isTrue();
  }

  @Test
  void the_header_of_a_trace_names_it_where_the_body_does_not() {
    String trace = "0af7651916cd43dd8448eb211c80319c";
    Client traced = program.with("traceparent", "00-" + trace + "-b7ad6b7169203331-01");
    String body = "{\"agent_id\": \"bot\", \"session_id\": \"%s\", \"action\": \"x\"%s}";

    JsonNode named = expect(200, traced.post(EVAL, body.formatted("s1", "")));
    JsonNode other = expect(200, traced.post(EVAL, body.formatted("s2", ", \"trace_id\": \"t1\"")));
    JsonNode odd =
        expect(200, program.with("traceparent", "00-xyz-01").post(EVAL, body.formatted("s3", "")));

    assertThat(named.path("trace_id").asText()).isEqualTo(trace);
    assertThat(session(named).path("traceId").asText()).isEqualTo(trace);
    assertThat(other.path("trace_id").asText()).isEqualTo("t1");
    assertThat(odd.path("trace_id").isNull()).isTrue();
  }

  @Test
  void an_identifier_of_ours_that_does_not_exist_is_not_found() {
    String nobody = "agt_" + "0".repeat(26);
    String body = "{\"agent_id\": \"%s\", \"action\": \"x\"}";
    Tenancy other = new Tenancy(server);
    String theirs = other.agentId();

    JsonNode missing = assertRejected(404, "not_found", program.post(EVAL, body.formatted(nobody)));
    JsonNode foreign = assertRejected(404, "not_found", program.post(EVAL, body.formatted(theirs)));

    assertThat(foreign.path("message").asText().replace(theirs, nobody))
        .isEqualTo(missing.path("message").asText());
    assertThat(rows("agent")).isZero();
    assertThat(program(other).post(EVAL, body.formatted(theirs)).status()).isEqualTo(200);
  }

  @Test
  void the_same_name_in_two_tenants_is_two_agents() {
    Client other = program(new Tenancy(server));

    assertThat(expect(200, other.post(EVAL, calling("bash"))).path("agent_id").asText())
        .isNotEqualTo(call("bash").path("agent_id").asText());
  }

  @Test
  void a_session_of_another_tenant_is_never_joined() {
    Client other = program(new Tenancy(server));
    String theirs = expect(200, other.post(EVAL, calling("bash"))).path("session_id").asText();

    JsonNode own =
        eval(
            "{\"agent_id\": \"bot\", \"session_id\": \""
                + theirs
                + "\", \"action\": \"tool_call\"}");

    assertThat(own.path("session_id").asText()).isNotEqualTo(theirs);
  }

  @Test
  void who_names_an_organization_must_name_the_one_of_the_key() {
    String body = "{\"%s\": \"%s\", \"agent_id\": \"bot\", \"action\": \"x\"}";
    String other = new Tenancy(server).org().value();

    assertRejected(403, "org_mismatch", program.post(EVAL, body.formatted("org_id", other)));
    assertRejected(403, "org_mismatch", program.post(EVAL, body.formatted("orgId", "acme")));
    assertThat(rows("agent")).isZero();
    eval(body.formatted("org_id", tenancy.org()));
    eval(body.formatted("orgId", tenancy.org()));
  }

  @Test
  void only_a_key_with_the_scope_may_ask() {
    assertRejected(401, "unauthenticated", tenancy.visitor().post(EVAL, calling("bash")));
    assertRejected(401, "unauthenticated", admin.post(EVAL, calling("bash")));
    Client reader =
        tenancy
            .visitor()
            .with(
                "X-Api-Key",
                tenancy.key(
                    io.svc.server.http.Role.OPERATOR, io.svc.server.http.Scope.GOVERNANCE_READ));
    assertRejected(403, "scope_required", reader.post(EVAL, calling("bash")));
  }

  @Test
  void names_may_be_written_in_either_spelling() {
    String snake =
        """
        {"agent_id": "bot", "workflow_id": "wf", "session_id": "s", "run_id": "r",
         "trace_id": "t-1", "dry_run": false,
         "action": {"type": "tool_call", "tool": "bash"},
         "execution": {"available_modes": ["container", "PROCESS"]}}
        """;
    String camel =
        snake
            .replace("agent_id", "agentId")
            .replace("workflow_id", "workflowId")
            .replace("session_id", "sessionId")
            .replace("run_id", "runId")
            .replace("trace_id", "traceId")
            .replace("dry_run", "dryRun")
            .replace("available_modes", "availableModes");

    JsonNode first = eval(snake);
    JsonNode other = eval(camel);

    assertThat(other.path("agent_id")).isEqualTo(first.path("agent_id"));
    assertThat(other.path("session_id")).isEqualTo(first.path("session_id"));
    assertThat(other.path("trace_id").asText()).isEqualTo("t-1");
    assertThat(other.path("routing")).isEqualTo(first.path("routing"));
    assertThat(decisions("").path(0).path("availableModes").toString())
        .isEqualTo("[\"process\",\"container\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'agent_id': 'bot'} | action",
        "{'agent_id': 'bot', 'action': null} | action",
        "{'agent_id': 'bot', 'action': ''} | action",
        "{'agent_id': 'bot', 'action': 5} | action",
        "{'agent_id': 'bot', 'action': ['tool_call']} | action",
        "{'agent_id': 'bot', 'action': {}} | action.type",
        "{'agent_id': 'bot', 'action': {'type': 7}} | action.type",
        "{'agent_id': 'bot', 'action': {'type': 'x', 'tool': {}}} | action.tool",
        "{'agent_id': 'bot', 'action': {'type': 'x', 'server': 1}} | action.server",
        "{'agent_id': 'bot', 'action': {'type': 'x', 'arguments': [1]}} | action.arguments",
        "{'agent_id': 'bot', 'action': {'type': 'x', 'arguments': 'ls'}} | action.arguments",
        "{'agent_id': 'bot', 'action': {'type': 'x', 'destination': {}}} | action.destination",
        "{'action': 'x'} | agent_id",
        "{'agent_id': ' ', 'action': 'x'} | agent_id",
        "{'agent_id': 7.5, 'action': 'x'} | agent_id",
        "{'workflow_id': [], 'action': 'x'} | workflow_id",
        "{'agent_id': 'bot', 'platform': 1, 'action': 'x'} | platform",
        "{'agent_id': 'bot', 'session_id': true, 'action': 'x'} | session_id",
        "{'agent_id': 'bot', 'run_id': [991], 'action': 'x'} | run_id",
        "{'agent_id': 'bot', 'trace_id': true, 'action': 'x'} | trace_id",
        "{'agent_id': 'bot', 'dry_run': 'yes', 'action': 'x'} | dry_run",
        "{'agent_id': 'bot', 'data': 'pii', 'action': 'x'} | data",
        "{'agent_id': 'bot', 'data': {'classification': 'pii'}, 'action': 'x'} |"
            + " data.classification",
        "{'agent_id': 'bot', 'data': {'text': {}}, 'action': 'x'} | data.text",
        "{'agent_id': 'bot', 'context': [], 'action': 'x'} | context",
        "{'agent_id': 'bot', 'context': {'user': {}}, 'action': 'x'} | context.user",
        "{'agent_id': 'bot', 'execution': {'available_modes': ['moon']}, 'action': 'x'}"
            + " | execution.available_modes",
        "{'agent_id': 'bot', 'execution': {'available_modes': 'inline'}, 'action': 'x'}"
            + " | execution.available_modes"
      })
  void what_is_wrong_is_reported_with_the_name_of_its_field(String body, String field) {
    JsonNode rejection =
        assertRejected(400, "validation_failed", program.post(EVAL, body.replace('\'', '"')));

    assertThat(texts(rejection.path("errors"), "field")).contains(field);
    assertThat(rejection.path("message").asText())
        .contains("\"" + field.substring(field.lastIndexOf('.') + 1) + "\"");
    assertThat(rows("agent")).isZero();
  }

  @Test
  void all_that_is_wrong_is_reported_at_once() {
    JsonNode rejection =
        assertRejected(
            400,
            "validation_failed",
            program.post(EVAL, "{\"dry_run\": 1, \"action\": {\"tool\": 2}, \"data\": 3}"));

    assertThat(texts(rejection.path("errors"), "field"))
        .contains("dry_run", "action.type", "action.tool", "data", "agent_id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "\"x\"", "{", "{\"agent_id\": \"bot\",}"})
  void what_is_no_object_of_json_is_rejected(String body) {
    assertRejected(400, "validation_failed", program.post(EVAL, body));
  }

  @Test
  void arguments_may_contain_any_json() {
    JsonNode answer =
        eval(
            """
            {"agent_id": "bot", "action": {"type": "tool_call", "arguments":
              {"nothing": null, "list": [1, null, {"deep": [null]}], "huge": 1e300, "tiny": -0.5,
               "long": 9223372036854775807, "longer": 92233720368547758070, "": "unnamed",
               "text": "\\u0000 \\ud800 \\u00e9"}}}
            """);

    JsonNode arguments = session(answer).at("/timeline/1/data/arguments");
    assertThat(arguments.path("nothing").isNull()).isTrue();
    assertThat(arguments.at("/list/2/deep/0").isNull()).isTrue();
    assertThat(arguments.path("long").asLong()).isEqualTo(Long.MAX_VALUE);
    assertThat(arguments.path("tiny").asDouble()).isEqualTo(-0.5);
    assertThat(arguments.path("").asText()).isEqualTo("unnamed");
  }

  @Test
  void null_in_an_argument_is_null_to_a_condition() {
    policy(
        Stage.ENFORCE,
        rule("no-owner", "deny", "'*'", ", when: \"has(args.owner) && args.owner == null\""));

    assertThat(withArguments("{\"owner\": null}").path("decision").asText()).isEqualTo("deny");
    assertThat(withArguments("{\"owner\": 1}").path("decision").asText()).isEqualTo("allow");
  }

  private JsonNode withArguments(String arguments) {
    return eval(
        "{\"agent_id\": \"bot\", \"action\": {\"type\": \"tool_call\", \"tool\": \"t\","
            + " \"arguments\": "
            + arguments
            + "}}");
  }

  @Test
  void large_arguments_are_decided_on_and_not_kept() {
    policy(Stage.ENFORCE, rule("no-big", "deny", "t", ", when: \"size(args.text) > 500000\""));

    JsonNode answer = withArguments("{\"text\": \"" + "word ".repeat(160_000) + "\"}");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    JsonNode entry = session(answer).at("/timeline/1/data");
    assertThat(entry.path("argumentsLeftOut").asBoolean()).isTrue();
    assertThat(entry.has("arguments")).isFalse();
    assertThat(column("decision", "unreplayable")).containsExactly("arguments_too_large");
    assertThat(column("decision", "facts").get(0)).hasSizeLessThan(2_000).doesNotContain("word");
  }

  @Test
  void a_body_beyond_the_bound_is_too_large() {
    assertRejected(
        413,
        "payload_too_large",
        program.post(
            EVAL,
            "{\"agent_id\": \"bot\", \"action\": \"x\", \"pad\": \""
                + "x".repeat(1 << 20)
                + "\"}"));
  }

  @Test
  void a_trial_leaves_nothing_behind() {
    policy(Stage.ENFORCE, rule("no-shell", "deny", "bash", ""));

    JsonNode answer =
        eval(calling("bash").replace("{\"agent_id\"", "{\"dry_run\":true,\"agent_id\""));

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(answer.path("dry_run").asBoolean()).isTrue();
    assertThat(answer.path("decision_id").isNull()).isTrue();
    assertThat(answer.path("session_id").isNull()).isTrue();
    assertThat(answer.path("agent_id").isNull()).as("nobody has taken it in").isTrue();
    for (String table :
        List.of(
            "agent",
            "agent_session",
            "evidence",
            "decision",
            "policy_set",
            "event",
            "policy_hour",
            "decision_hour",
            "idempotent_reply")) {
      assertThat(rows(table)).as(table).isZero();
    }
    assertThat(get("/api/admin/audit-log?category=agent").path("total").asInt()).isZero();
  }

  @Test
  void a_trial_of_a_known_agent_knows_it_and_its_session() {
    String agent = call("bash").path("agent_id").asText();
    policy(Stage.ENFORCE, rule("once", "deny", "bash", ", when: session.tool_calls > 0"));
    long evidence = rows("evidence");

    JsonNode answer =
        eval(calling("bash").replace("{\"agent_id\"", "{\"dryRun\":true,\"agent_id\""));

    assertThat(answer.path("agent_id").asText()).isEqualTo(agent);
    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(rows("evidence")).isEqualTo(evidence);
    assertThat(rows("decision")).isEqualTo(1);
  }

  @Test
  void a_trial_of_an_unknown_agent_is_denied_where_none_is_taken_in() {
    setAutoRegister(false);

    JsonNode answer = eval("{\"agent_id\": \"bot\", \"action\": \"x\", \"dry_run\": true}");

    assertThat(answer.path("reason_code").asText()).isEqualTo("agent_unknown");
    assertThat(get("/api/admin/audit-log?category=agent").path("total").asInt()).isZero();
  }

  @Test
  void a_request_that_is_sent_again_gets_the_same_answer() {
    Client retrying = program.with("Idempotency-Key", "run-991-step-3");

    Answer first = retrying.post(EVAL, calling("bash"));
    Answer second = retrying.post(EVAL, calling("bash"));

    assertThat(second.text()).isEqualTo(first.text());
    assertThat(rows("decision")).isEqualTo(1);
    assertRejected(409, "idempotency_conflict", retrying.post(EVAL, calling("sh")));
    assertThat(call("bash").path("decision_id")).isNotEqualTo(first.json().path("decision_id"));
    assertThat(
            program(new Tenancy(server))
                .with("Idempotency-Key", "run-991-step-3")
                .post(EVAL, calling("sh"))
                .status())
        .as("another tenant's key is another key")
        .isEqualTo(200);
    assertRejected(
        400,
        "invalid_parameter",
        program.with("Idempotency-Key", "x".repeat(129)).post(EVAL, calling("bash")));
  }

  @Test
  void a_rejected_request_does_not_use_its_key_up() {
    Client retrying = program.with("Idempotency-Key", "k");

    assertRejected(400, "validation_failed", retrying.post(EVAL, "{\"agent_id\": \"bot\"}"));
    expect(200, retrying.post(EVAL, calling("bash")));
  }

  @Test
  void one_request_sent_a_dozen_times_at_once_is_decided_once() {
    Client retrying = program.with("Idempotency-Key", "k");

    List<Answer> answers = AtOnce.run(CROWD, i -> retrying.post(EVAL, calling("bash")));

    Set<String> texts = new HashSet<>();
    for (Answer answer : answers) {
      expect(200, answer);
      texts.add(answer.text());
    }
    assertThat(texts).hasSize(1);
    assertThat(rows("decision")).isEqualTo(1);
    assertThat(rows("event")).isEqualTo(1);
  }

  @Test
  void of_two_bodies_with_one_key_at_once_one_is_rejected() {
    Client retrying = program.with("Idempotency-Key", "k");

    List<Integer> statuses =
        AtOnce.run(CROWD, i -> retrying.post(EVAL, calling(i % 2 == 0 ? "a" : "b")).status());

    assertThat(statuses).containsOnly(200, 409);
    assertThat(rows("decision")).isEqualTo(1);
  }
}
