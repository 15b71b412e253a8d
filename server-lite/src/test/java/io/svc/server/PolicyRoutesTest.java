package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Agents;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Role;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Policies as they are written, assigned and told. */
class PolicyRoutesTest {
  private static final String POLICIES = "/api/policies";
  private static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: no-metadata}
      rules:
        - id: deny-metadata-ip
          effect: deny
          reason: Nobody reads the metadata of our machines.
          match: {destination: {cidr: [169.254.169.254/32]}}
      """;
  private static final String OTHER_DSL = DSL.replace("effect: deny", "effect: warn");
  private static final String WRONG_DSL = DSL.replace("effect: deny", "effect: dny");

  private static TestServer server;

  private Tenancy tenancy;
  private Client admin;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  @BeforeEach
  void found() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
  }

  private List<String> noticed(Answer answer) {
    List<String> codes = new ArrayList<>();
    answer.json().path("warnings").forEach(w -> codes.add(w.path("code").asText()));
    return codes;
  }

  @Test
  void unobserved_names_cause_a_warning() {
    String dsl =
        DSL.replace(
            "destination: {cidr: [169.254.169.254/32]}",
            "server: [Stripe, strype], tool: [refund, refnud, \"pay*\"]");
    // Where nothing is known, nothing is missing.
    assertThat(noticed(admin.post(POLICIES + "/dsl/validate", Map.of("dsl", dsl))))
        .containsExactly("no_tests");
    Client agent = tenancy.program(Role.OPERATOR, io.svc.server.http.Scope.EVAL_WRITE);
    expect(
        200,
        agent.post(
            "/v1/eval",
            Map.of(
                "agent_id",
                "bot",
                "action",
                Map.of("type", "tool_call", "server", "stripe", "tool", "REFUND"))));

    Answer validated = admin.post(POLICIES + "/dsl/validate", Map.of("dsl", dsl));
    Answer compiled = admin.post(POLICIES + "/dsl/compile", Map.of("dsl", dsl));
    Answer created = admin.post(POLICIES, Map.of("name", "pay", "dsl", dsl));
    String id = created.json().at("/policy/id").asText();
    Answer changed = admin.put(POLICIES + "/" + id, Map.of("dsl", dsl + "# anew\n"));
    Answer renamed = admin.put(POLICIES + "/" + id, Map.of("name", "payments"));

    for (Answer answer : List.of(validated, compiled, created, changed)) {
      assertThat(answer.status()).isBetween(200, 201);
      assertThat(noticed(answer))
          .containsExactlyInAnyOrder("no_tests", "unknown_server", "unknown_tool");
      assertThat(answer.json().path("warnings").toString())
          .contains("\\\"refnud\\\"", "\\\"strype\\\"");
    }
    assertThat(noticed(renamed)).isEmpty();
  }

  @Test
  void servers_of_reports_and_tools_of_agents_are_known() {
    Agents agents = new Agents(new Identifiers(Clock.systemUTC()));
    String agentId = tenancy.agentId();
    server
        .database()
        .change(
            tx -> {
              tx.handle()
                  .execute(
                      "UPDATE agent SET tools = ?, connectors = ? WHERE agent_id = ?",
                      "[\"gmail.send\"]",
                      "[{\"name\": \"gmail\", \"scopes\": []}]",
                      agentId);
              assertThat(agents.equipment(tx, tenancy.org()).connectors()).containsExactly("gmail");
            });
    String dsl =
        DSL.replace(
            "destination: {cidr: [169.254.169.254/32]}",
            "server: [gmail, gmial], tool: [gmail.send, gmail.sent]");

    assertThat(noticed(admin.post(POLICIES + "/dsl/validate", Map.of("dsl", dsl))))
        .containsExactlyInAnyOrder("no_tests", "unknown_server", "unknown_tool");
  }

  private static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  private JsonNode create(Map<String, ?> body) {
    return expect(201, admin.post(POLICIES, body)).path("policy");
  }

  private String written(String mode) {
    return create(Map.of("name", "no metadata", "dsl", DSL, "mode", mode)).path("id").asText();
  }

  private JsonNode get(String id) {
    return expect(200, admin.get(POLICIES + "/" + id)).path("policy");
  }

  private JsonNode assertRejected(int status, String code, Answer answer) {
    JsonNode body = expect(status, answer);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
    return body;
  }

  private static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.path(field).asText()));
    return texts;
  }

  private List<String> actions() {
    return texts(
        admin.get("/api/admin/audit-log?category=policy").json().path("entries"), "action");
  }

  @Test
  void a_policy_is_created_from_a_document() {
    JsonNode policy =
        create(
            Map.of(
                "name", "no metadata",
                "description", "Clouds",
                "dsl", DSL,
                "mode", "observe",
                "severity", "critical",
                "tags", List.of("cloud")));

    assertThat(policy.path("id").asText()).startsWith("pol_");
    assertThat(policy.path("mode").asText()).isEqualTo("observe");
    assertThat(policy.path("currentStage").asText()).isEqualTo("observe");
    assertThat(policy.path("previousStage").asText()).isEqualTo("draft");
    assertThat(policy.path("version").asInt()).isEqualTo(1);
    assertThat(policy.path("contentHash").asText()).startsWith("sha256:");
    assertThat(policy.path("ruleCount").asInt()).isEqualTo(1);
    assertThat(policy.path("dsl").asText()).isEqualTo(DSL);
    assertThat(policy.path("severity").asText()).isEqualTo("critical");
    assertThat(policy.path("appliesToAllAgents").asBoolean()).isTrue();
    assertThat(policy.at("/stats/evaluations24h").asInt(-1)).isZero();
    assertThat(get(policy.path("id").asText())).isEqualTo(policy);
    assertThat(actions()).containsExactly("policy.create");
  }

  @Test
  void a_policy_without_a_document_is_an_empty_draft() {
    JsonNode policy = create(Map.of("name", "later"));

    assertThat(policy.path("currentStage").asText()).isEqualTo("draft");
    assertThat(policy.path("previousStage").isNull()).isTrue();
    assertThat(policy.path("contentHash").isNull()).isTrue();
    assertThat(policy.path("dsl").asText("?")).isEmpty();
    assertRejected(
        400, "validation_failed", admin.post(POLICIES, Map.of("name", "later", "mode", "observe")));
  }

  @Test
  void other_words_for_observing_are_understood_and_no_enforcing_mode() {
    for (String word : List.of("monitor", "AUDIT", "shadow", "log_only")) {
      assertThat(
              create(Map.of("name", "no metadata", "dsl", DSL, "mode", word)).path("mode").asText())
          .isEqualTo("observe");
    }
    for (String word : List.of("soft_enforce", "enforce", "rollback")) {
      assertRejected(
          400,
          "mode_not_allowed",
          admin.post(POLICIES, Map.of("name", "no metadata", "dsl", DSL, "mode", word)));
    }
    assertRejected(
        400, "validation_failed", admin.post(POLICIES, Map.of("name", "x", "mode", "sometimes")));
  }

  @Test
  void what_is_wrong_with_a_document_is_reported_with_its_place() {
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            admin.post(POLICIES, Map.of("name", "no metadata", "dsl", WRONG_DSL)));

    assertThat(texts(body.path("errors"), "field")).containsOnly("dsl");
    assertThat(body.at("/errors/0/message").asText()).startsWith("Line 6, column ").contains("dny");
  }

  @Test
  void a_policy_that_begins_to_observe_needs_a_document_and_is_reported_once() {
    for (Object document : List.of(WRONG_DSL, " ", 7)) {
      JsonNode body =
          assertRejected(
              400,
              "validation_failed",
              admin.post(POLICIES, Map.of("name", "begins", "mode", "observe", "dsl", document)));
      assertThat(texts(body.path("errors"), "field")).as("%s", document).containsExactly("dsl");
    }
  }

  @Test
  void everything_that_is_wrong_with_a_policy_is_reported_at_once() {
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            admin.post(
                POLICIES,
                Map.of(
                    "dsl",
                    7,
                    "severity",
                    "huge",
                    "templateId",
                    "tpl_none",
                    "tags",
                    List.of("a\u0000b"))));

    assertThat(texts(body.path("errors"), "field"))
        .containsExactlyInAnyOrder("name", "dsl", "severity", "templateId", "tags");
    assertRejected(
        400,
        "validation_failed",
        admin.post(
            POLICIES, Map.of("name", "x", "agentIds", List.of("agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE"))));
  }

  @Test
  void a_policy_is_created_from_a_template() {
    JsonNode templates = expect(200, admin.get(POLICIES + "/templates")).path("templates");
    assertThat(templates.size()).isGreaterThanOrEqualTo(10);

    for (JsonNode template : templates) {
      String id = template.path("id").asText();
      Answer created = admin.post(POLICIES, Map.of("name", id, "templateId", id));

      JsonNode policy = expect(201, created).path("policy");
      assertThat(policy.path("templateId").asText()).isEqualTo(id);
      assertThat(policy.path("ruleCount").asInt()).isPositive();
      assertThat(policy.path("severity")).isEqualTo(template.path("severity"));
    }
  }

  @Test
  void parameters_of_a_template_are_checked() {
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            admin.post(
                POLICIES,
                Map.of(
                    "name", "PII",
                    "templateId", "tpl_pii_egress",
                    "parameters", Map.of("allowedHosts", 7))));

    assertThat(body.at("/errors/0/field").asText()).isEqualTo("parameters");
    assertThat(body.at("/errors/0/message").asText()).contains("allowedHosts", "7");
  }

  @Test
  void policies_are_listed_without_their_documents() {
    written("observe");
    create(Map.of("name", "later"));

    JsonNode all = expect(200, admin.get(POLICIES));
    assertThat(texts(all.path("policies"), "name")).containsExactly("later", "no metadata");
    assertThat(all.path("total").asInt()).isEqualTo(2);
    assertThat(all.at("/policies/1").has("dsl")).isFalse();
    assertThat(all.at("/policies/1/ruleCount").asInt()).isEqualTo(1);
    assertThat(expect(200, admin.get(POLICIES + "?mode=monitor")).path("total").asInt())
        .isEqualTo(1);
    assertThat(expect(200, admin.get(POLICIES + "?q=LATER&mode=draft")).path("total").asInt())
        .isEqualTo(1);
    assertThat(expect(200, admin.get(POLICIES + "?limit=1&offset=1")).at("/policies/0/name"))
        .hasToString("\"no metadata\"");
    assertRejected(400, "invalid_parameter", admin.get(POLICIES + "?mode=sometimes"));
  }

  @Test
  void a_policy_that_is_not_there_is_not_found() {
    String nothing = POLICIES + "/pol_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
    Map<String, ?> agent = Map.of("agentId", tenancy.agentId());

    assertRejected(404, "not_found", admin.get(nothing));
    assertRejected(404, "not_found", admin.put(nothing, Map.of("name", "x")));
    assertRejected(404, "not_found", admin.delete(nothing));
    assertRejected(404, "not_found", admin.get(nothing + "/versions"));
    assertRejected(404, "not_found", admin.post(nothing + "/toggle"));
    assertRejected(404, "not_found", admin.post(nothing + "/assign", agent));
    assertRejected(404, "not_found", admin.post(nothing + "/unassign", agent));
  }

  @Test
  void another_document_is_a_new_version_that_waits_while_the_old_one_runs() {
    String id = written("observe");
    String path = POLICIES + "/" + id;

    JsonNode changed = expect(200, admin.put(path, Map.of("dsl", OTHER_DSL))).path("policy");

    assertThat(changed.path("version").asInt()).isEqualTo(2);
    assertThat(changed.path("activeVersion").asInt()).isEqualTo(1);
    assertThat(changed.path("candidateVersion").asInt()).isEqualTo(2);
    assertThat(changed.path("dsl").asText()).isEqualTo(OTHER_DSL);
    JsonNode versions = expect(200, admin.get(path + "/versions"));
    assertThat(texts(versions.path("versions"), "version")).containsExactly("2", "1");
    assertThat(texts(versions.path("versions"), "active")).containsExactly("false", "true");
    assertThat(texts(versions.path("versions"), "candidate")).containsExactly("true", "false");
    assertThat(versions.at("/versions/1/dsl").asText()).isEqualTo(DSL);
    assertThat(versions.path("total").asInt()).isEqualTo(2);
    assertThat(actions()).containsExactly("policy.update", "policy.create");
  }

  @Test
  void comments_and_order_change_no_meaning() {
    JsonNode before = create(Map.of("name", "no metadata", "dsl", DSL, "mode", "observe"));

    JsonNode after =
        expect(
                200,
                admin.put(
                    POLICIES + "/" + before.path("id").asText(),
                    Map.of("dsl", "# for clouds\n" + DSL)))
            .path("policy");

    assertThat(after.path("contentHash")).isEqualTo(before.path("contentHash"));
    assertThat(after.path("activeVersion").asInt()).isEqualTo(2);
    assertThat(after.path("candidateVersion").isNull()).isTrue();
  }

  @Test
  void fields_not_sent_are_unchanged_and_a_response_can_be_sent_back() {
    String id = written("draft");
    String path = POLICIES + "/" + id;
    expect(200, admin.put(path, Map.of("description", "Clouds", "tags", List.of("cloud"))));

    JsonNode policy = get(id);
    assertThat(policy.path("name").asText()).isEqualTo("no metadata");
    assertThat(policy.path("description").asText()).isEqualTo("Clouds");
    assertThat(policy.path("version").asInt()).isEqualTo(1);
    JsonNode again = expect(200, admin.put(path, policy)).path("policy");
    assertThat(again.path("version").asInt()).isEqualTo(1);
    for (Map<String, ?> elsewhere :
        List.of(
            Map.of("mode", "enforce"),
            Map.of("currentStage", "enforce"),
            Map.of("enabled", false))) {
      assertRejected(400, "validation_failed", admin.put(path, elsewhere));
    }
    assertRejected(400, "validation_failed", admin.put(path, Map.of("dsl", WRONG_DSL)));
    assertRejected(400, "validation_failed", admin.put(path, Map.of("dsl", "")));
    JsonNode empty = create(Map.of("name", "later"));
    expect(200, admin.put(POLICIES + "/" + empty.path("id").asText(), empty));
  }

  @Test
  void a_change_of_what_one_did_not_see_is_rejected() {
    String id = written("draft");
    String path = POLICIES + "/" + id;
    String tag = admin.get(path).header("ETag").orElseThrow();
    assertThat(tag).startsWith("\"1-");
    assertThat(admin.with("If-None-Match", tag).get(path).status()).isEqualTo(304);

    expect(200, admin.with("If-Match", tag).put(path, Map.of("name", "one")));
    Client late = admin.with("If-Match", tag);
    Client old = admin.with("If-Match", "\"1\"");
    Map<String, ?> agent = Map.of("agentId", tenancy.agentId());

    assertRejected(412, "precondition_failed", late.put(path, Map.of("name", "two")));
    assertRejected(412, "precondition_failed", old.post(path + "/toggle"));
    assertRejected(412, "precondition_failed", old.post(path + "/assign", agent));
    assertRejected(412, "precondition_failed", old.post(path + "/unassign", agent));
    assertRejected(412, "precondition_failed", old.delete(path));
    expect(200, admin.with("If-Match", "\"2\"").put(path, Map.of("name", "two")));
    assertThat(admin.with("If-None-Match", tag).get(path).status()).isEqualTo(200);
  }

  @Test
  void a_policy_is_assigned_to_agents_and_taken_from_them() {
    String path = POLICIES + "/" + written("observe");
    String first = tenancy.agentId();
    String two = tenancy.agentId();

    assertThat(expect(200, admin.post(path + "/assign", Map.of("agentId", first))).toString())
        .isEqualTo("{\"ok\":true}");
    expect(200, admin.post(path + "/assign", Map.of("agent_ids", List.of(first, two, two))));
    JsonNode policy = expect(200, admin.get(path)).path("policy");
    assertThat(texts(policy.path("assignments"), "agentId")).containsExactly(first, two);
    assertThat(policy.at("/assignments/0/agentName").asText()).startsWith("Bot wf_");
    assertThat(policy.path("assignedAgentCount").asInt()).isEqualTo(2);
    assertThat(policy.path("appliesToAllAgents").asBoolean(true)).isFalse();

    expect(200, admin.post(path + "/unassign", Map.of("agentId", first)));
    assertRejected(404, "not_found", admin.post(path + "/unassign", Map.of("agentId", first)));
    assertRejected(
        404, "not_found", admin.post(path + "/unassign", Map.of("agentIds", List.of(two, first))));
    assertThat(expect(200, admin.get(path)).at("/policy/assignedAgentCount").asInt()).isEqualTo(1);
    assertThat(actions())
        .containsExactly("policy.unassign", "policy.assign", "policy.assign", "policy.create");
  }

  @Test
  void a_policy_cannot_be_assigned_to_an_unknown_agent() {
    String path = POLICIES + "/" + written("observe");
    String there = tenancy.agentId();

    for (String id : List.of("agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE", "nobody", "a\u0000b")) {
      assertRejected(
          404, "not_found", admin.post(path + "/assign", Map.of("agentIds", List.of(there, id))));
      assertRejected(
          404, "not_found", admin.post(path + "/unassign", Map.of("agentId", "unknown")));
    }
    assertRejected(400, "validation_failed", admin.post(path + "/assign", Map.of()));
    assertThat(expect(200, admin.get(path)).at("/policy/assignments")).isEmpty();
  }

  @Test
  void a_policy_is_switched_off_and_on() {
    String path = POLICIES + "/" + written("observe");

    assertThat(expect(200, admin.post(path + "/toggle")).at("/policy/enabled").asBoolean(true))
        .isFalse();
    assertThat(expect(200, admin.post(path + "/toggle")).at("/policy/enabled").asBoolean())
        .isTrue();
    expect(200, admin.post(path + "/toggle", Map.of("enabled", true)));
    assertRejected(
        400, "validation_failed", admin.post(path + "/toggle", Map.of("enabled", "yes")));
    assertThat(actions()).containsExactly("policy.toggle", "policy.toggle", "policy.create");
  }

  @Test
  void only_a_draft_or_what_was_rolled_back_is_deleted_and_by_an_administrator() {
    String observed = written("observe");
    String draft = written("draft");

    assertRejected(409, "invalid_transition", admin.delete(POLICIES + "/" + observed));
    assertRejected(
        403, "role_required", tenancy.member(Role.OPERATOR).delete(POLICIES + "/" + draft));
    expect(200, admin.delete(POLICIES + "/" + draft));
    assertRejected(404, "not_found", admin.get(POLICIES + "/" + draft));
    server
        .database()
        .write(
            tx -> {
              Policies policies = new Policies();
              return policies.setStage(
                  tx,
                  tenancy.org(),
                  policies.lock(tx, tenancy.org(), observed),
                  Stage.ROLLBACK,
                  Stage.DRAFT,
                  1,
                  "usr_1");
            });
    expect(200, admin.delete(POLICIES + "/" + observed));
  }

  @Test
  void a_document_is_checked_under_any_of_its_names() {
    for (String name : List.of("dsl", "yaml", "source", "document", "content")) {
      JsonNode answer = expect(200, admin.post(POLICIES + "/dsl/validate", Map.of(name, DSL)));

      assertThat(answer.path("valid").asBoolean()).isTrue();
      assertThat(answer.at("/summary/ruleCount").asInt()).isEqualTo(1);
      JsonNode created = expect(201, admin.post(POLICIES, Map.of("name", name, name, DSL)));
      assertThat(created.at("/policy/ruleCount").asInt()).as(name).isEqualTo(1);
    }
    assertRejected(400, "validation_failed", admin.post(POLICIES + "/dsl/validate", Map.of()));
    assertRejected(
        400, "validation_failed", admin.post(POLICIES + "/dsl/validate", Map.of("dsl", 7)));
  }

  @Test
  void a_document_that_is_not_valid_is_a_good_answer() {
    for (String dsl : List.of(WRONG_DSL, "", "\t", "a: [", "x: \u0000", "\ud800", "[]", "- - -")) {
      JsonNode answer = expect(200, admin.post(POLICIES + "/dsl/validate", Map.of("dsl", dsl)));

      assertThat(answer.path("valid").asBoolean(true)).as(dsl).isFalse();
      assertThat(answer.path("errors")).as(dsl).isNotEmpty();
    }
    JsonNode compiled =
        expect(200, admin.post(POLICIES + "/dsl/compile", Map.of("dsl", WRONG_DSL)));
    assertThat(compiled.path("compiled").asBoolean(true)).isFalse();
    assertThat(compiled.path("snapshot").isNull()).isTrue();
  }

  @Test
  void a_document_that_is_too_long_is_reported() {
    String longest = DSL + "#" + "x".repeat(256 * 1024);

    JsonNode answer = expect(200, admin.post(POLICIES + "/dsl/validate", Map.of("dsl", longest)));

    assertThat(answer.path("valid").asBoolean(true)).isFalse();
    assertThat(answer.at("/errors/0/message").asText()).contains("256 KiB");
    assertRejected(
        400, "validation_failed", admin.post(POLICIES, Map.of("name", "long", "dsl", longest)));
  }

  @Test
  void a_document_is_compiled() {
    JsonNode answer = expect(200, admin.post(POLICIES + "/dsl/compile", Map.of("dsl", DSL)));

    assertThat(answer.path("compiled").asBoolean()).isTrue();
    assertThat(answer.at("/snapshot/contentHash")).isEqualTo(answer.path("contentHash"));
    assertThat(answer.at("/snapshot/rules/0/id").asText()).isEqualTo("deny-metadata-ip");
    assertThat(
            expect(
                    200,
                    admin.post(
                        POLICIES + "/dsl/compile", Map.of("dsl", DSL, "include_snapshot", false)))
                .path("snapshot")
                .isNull())
        .isTrue();
  }

  @Test
  void a_document_may_come_as_yaml() {
    for (String type : List.of("application/yaml", "text/yaml; charset=utf-8")) {
      JsonNode answer = sentAs(type, "/dsl/compile", DSL);

      assertThat(answer.path("compiled").asBoolean()).isTrue();
      assertThat(answer.path("snapshot").isObject()).isTrue();
    }
    assertThat(sentAs("application/yaml", "/dsl/validate", "").path("valid").asBoolean(true))
        .isFalse();
    assertThat(
            sentAs("application/yaml", "/dsl/compile?includeSnapshot=false", DSL)
                .path("snapshot")
                .isNull())
        .isTrue();
  }

  private JsonNode sentAs(String type, String path, String body) {
    return expect(200, admin.with("Content-Type", type).send("POST", POLICIES + path, body));
  }

  @Test
  void yaml_is_taken_for_documents_alone() {
    Client client = admin.with("Content-Type", "application/yaml");

    assertThat(client.send("POST", POLICIES, DSL).status()).isEqualTo(415);
    assertThat(
            admin
                .with("Content-Type", "text/plain")
                .send("POST", POLICIES + "/dsl/validate", DSL)
                .status())
        .isEqualTo(415);
  }

  @Test
  void the_language_has_a_schema() {
    JsonNode schema = expect(200, admin.get(POLICIES + "/dsl/schema"));

    assertThat(schema.path("$schema").asText()).contains("2020-12");
  }

  @Test
  void an_auditor_validates_and_does_not_compile() {
    Client auditor = tenancy.member(Role.AUDITOR);

    expect(200, auditor.post(POLICIES + "/dsl/validate", Map.of("dsl", DSL)));
    assertRejected(403, "forbidden", auditor.post(POLICIES + "/dsl/compile", Map.of("dsl", DSL)));
  }
}
