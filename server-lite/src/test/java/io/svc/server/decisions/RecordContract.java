package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Vendor;
import io.svc.server.http.Role;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a decision leaves behind, and what it must not. */
abstract class RecordContract extends DecisionContract {
  private static final String CARD = "4111 1111 1111 1111";
  private static final String MAIL = "jo.doe@example.com";
  private static final String REDACT =
      "- {id: no-pii, effect: redact, match: {tool: [mail]},"
          + " redact: {entities: [EMAIL_ADDRESS, CREDIT_CARD]}}\n";

  /** Everything that the tenant's rows of a table hold. */
  private String dump(String table) {
    List<String> rows =
        server
            .database()
            .read(
                tx ->
                    tx.handle()
                        .createQuery("SELECT * FROM " + table + " WHERE org_id = :org")
                        .bind("org", tenancy.org())
                        .mapToMap()
                        .map(Object::toString)
                        .list());
    return String.join("\n", rows);
  }

  private String storedText() {
    List<String> all = new ArrayList<>();
    for (String table :
        List.of(
            "agent",
            "agent_session",
            "evidence",
            "decision",
            "policy_set",
            "event",
            "audit_entry",
            "idempotent_reply")) {
      all.add(dump(table));
    }
    return String.join("\n", all);
  }

  /** Everything that is answered about what was decided. */
  private String returnedText(JsonNode answer) {
    return session(answer)
        + decisions("").toString()
        + expect(200, program.get("/api/v1/governance/execution"))
        + expect(200, program.get("/api/v1/governance/events"));
  }

  private JsonNode mail(String tool) {
    return eval(
        """
        {"agent_id": "bot", "action": {"type": "tool_call", "tool": "%s", "server": "smtp",
          "destination": "https://mail.example.com/send?to=%s",
          "arguments": {"to": ["%s"], "card": "%s", "text": "Mail %s, card %s", "amount": 900,
            "nothing": null}},
         "data": {"text": "about %s"}}
        """
            .formatted(tool, MAIL, MAIL, CARD, MAIL, CARD, MAIL));
  }

  @Test
  void what_a_policy_takes_out_is_taken_out_everywhere() {
    policy(Stage.ENFORCE, REDACT);

    JsonNode answer = mail("mail");

    assertThat(answer.path("decision").asText()).isEqualTo("redact");
    assertThat(answer.path("allowed").asBoolean()).isTrue();
    JsonNode arguments = answer.at("/obligations/arguments");
    assertThat(arguments.at("/to/0").asText()).isEqualTo("<EMAIL_ADDRESS_1>");
    assertThat(arguments.path("card").asText()).isEqualTo("<CREDIT_CARD_1>");
    assertThat(arguments.path("text").asText())
        .isEqualTo("Mail <EMAIL_ADDRESS_1>, card <CREDIT_CARD_1>");
    assertThat(arguments.path("amount").asInt()).isEqualTo(900);
    assertThat(arguments.has("nothing")).isTrue();
    assertThat(arguments.path("nothing").isNull()).isTrue();
    JsonNode accepted = answer.at("/obligations/redactions");
    assertThat(texts(accepted, "path"))
        .contains("arguments.card", "arguments.text", "arguments.to[0]");
    assertThat(texts(accepted, "entity_type")).contains("CREDIT_CARD", "EMAIL_ADDRESS");
    assertThat(answer.toString()).doesNotContain(MAIL, CARD);
    assertThat(storedText()).doesNotContain(MAIL, CARD);
    assertThat(returnedText(answer)).doesNotContain(MAIL, CARD).contains("<CREDIT_CARD_1>");
    assertThat(column("decision", "unreplayable")).containsExactly("");
    assertThat(column("decision", "sealed").get(0)).isNotEmpty();
  }

  @Test
  void arguments_in_which_nothing_was_found_need_no_others() {
    policy(Stage.ENFORCE, REDACT);

    JsonNode answer = call("mail");

    assertThat(answer.path("decision").asText()).isEqualTo("redact");
    assertThat(answer.at("/obligations/redactions")).isEmpty();
    assertThat(answer.at("/obligations/arguments").isNull()).isTrue();
    assertThat(column("decision", "unreplayable")).containsExactly("");
  }

  @Test
  void a_policy_that_observes_takes_nothing_out() {
    policy(REDACT);

    JsonNode answer = mail("mail");

    assertThat(answer.path("decision").asText()).isEqualTo("allow");
    assertThat(answer.at("/obligations/arguments").isNull()).isTrue();
    assertThat(answer.at("/shadow/0/effect").asText()).isEqualTo("redact");
  }

  @ParameterizedTest
  @ValueSource(strings = {"allow", "deny"})
  void no_secret_is_stored_or_returned_wherever_it_is(String effect) throws Exception {
    String token = "ghp_" + "a1B2c3D4e5F6".repeat(3);
    String password = "correcthorse" + effect;
    policy(Stage.ENFORCE, rule("any", effect, "'*'", ""));

    JsonNode answer =
        expect(
            200,
            program
                .with("Idempotency-Key", "k-" + effect)
                .post(
                    EVAL,
                    """
                    {"agent_id": "bot", "session_id": "s",
                     "action": {"type": "http_request", "tool": "curl",
                       "operation": "use %1$s", "method": "%1$s",
                       "destination": "https://bob:%2$s@api.example.com/%1$s?key=%1$s",
                       "arguments": {"password": "%2$s", "note": "token %1$s",
                         "headers": {"Authorization": "Bearer %1$s"}, "%1$s": 1,
                         "list": [["%1$s"]]}},
                     "context": {"user": "%1$s", "step": "step %1$s",
                       "justification": "since %1$s"},
                     "data": {"text": "about %1$s", "classification": ["%1$s"]},
                     "trace_id": "%1$s"}
                    """
                        .formatted(token, password)));

    assertThat(answer.path("decision").asText()).isEqualTo(effect);
    assertThat(storedText()).doesNotContain(token, password);
    assertThat(returnedText(answer)).doesNotContain(token, password);
    if (vendor() == Vendor.SQLITE) {
      assertThat(bytesOfStore()).isNotEmpty().doesNotContain(token, password);
    }
  }

  @Test
  void an_agent_that_is_named_by_a_secret_is_not_called_so() {
    String token = "ghp_" + "a1B2c3D4e5F6".repeat(3);
    String body = calling("bash").replace("\"bot\"", "\"" + token + "\"");

    JsonNode answer = eval(body);

    assertThat(eval(body).path("agent_id")).isEqualTo(answer.path("agent_id"));
    assertThat(storedText()).doesNotContain(token);
  }

  @Test
  void a_decision_is_seen_in_the_timeline_of_its_session() {
    policy(Stage.ENFORCE, rule("no-shell", "deny", "bash", ""));
    String body =
        """
        {"agent_id": "bot", "run_id": "991",
         "action": {"type": "tool_call", "server": "shell", "tool": "%s",
           "destination": "https://api.example.com/v1/x?q=1", "arguments": {"amount": 900}},
         "data": {"classification": ["pii"]}, "context": {"step": "Charge card"}}
        """;
    JsonNode first = eval(body.formatted("ls"));
    JsonNode second = eval(body.formatted("bash"));

    JsonNode session = session(first);

    assertThat(session.path("externalId").asText()).isEqualTo("991");
    assertThat(session.path("status").asText()).isEqualTo("active");
    assertThat(session.path("agentName").asText()).isEqualTo("bot");
    assertThat(session.path("dataClassifications").toString()).isEqualTo("[\"pii\"]");
    JsonNode timeline = session.path("timeline");
    assertThat(texts(timeline, "type"))
        .containsExactly(
            "session_started", "tool_call", "policy_decision", "tool_call", "policy_decision");
    assertThat(texts(timeline, "seq")).containsExactly("1", "2", "3", "4", "5");
    JsonNode call = timeline.path(1);
    assertThat(call.path("summary").asText()).isEqualTo("shell.ls");
    assertThat(call.path("decisionId")).isEqualTo(first.path("decision_id"));
    assertThat(call.at("/data/destination").asText()).isEqualTo("api.example.com");
    assertThat(call.at("/data/arguments/amount").asInt()).isEqualTo(900);
    assertThat(call.at("/data/step").asText()).isEqualTo("Charge card");
    JsonNode denied = timeline.path(4);
    assertThat(denied.path("summary").asText()).isEqualTo("deny by no-shell");
    assertThat(denied.path("decisionId")).isEqualTo(second.path("decision_id"));
    assertThat(denied.at("/data/reasonCode").asText()).isEqualTo("policy_rule");
    JsonNode counts = session.path("counts");
    assertThat(counts.path("toolCalls").asInt()).isEqualTo(2);
    assertThat(counts.path("decisions").asInt()).isEqualTo(2);
    assertThat(counts.path("denied").asInt()).isEqualTo(1);
    assertThat(counts.path("warned").asInt()).isZero();
  }

  @Test
  void each_obligation_has_an_entry_of_its_own() {
    policy(
        Stage.ENFORCE,
        REDACT
            + rule("ask", "require_approval", "pay", ", approval: {group: leads}")
            + rule("box", "allow", "bash", ", route: {mode: container}")
            + rule("careful", "warn", "rm", ""));

    JsonNode answer = mail("mail");
    call("pay");
    call("bash");
    call("rm");

    JsonNode session = session(answer);
    assertThat(texts(session.path("timeline"), "type"))
        .containsExactly(
            "session_started",
            "tool_call",
            "policy_decision",
            "redaction",
            "tool_call",
            "policy_decision",
            "approval_requested",
            "tool_call",
            "policy_decision",
            "routing_decision",
            "alert",
            "tool_call",
            "policy_decision");
    JsonNode counts = session.path("counts");
    assertThat(counts.path("toolCalls").asInt()).isEqualTo(4);
    assertThat(counts.path("redacted").asInt()).isEqualTo(1);
    assertThat(counts.path("approvals").asInt()).isEqualTo(1);
    assertThat(counts.path("denied").asInt()).as("no place for the shell").isEqualTo(1);
    assertThat(counts.path("warned").asInt()).isEqualTo(1);
  }

  @Test
  void calls_of_models_and_of_agents_are_named_as_such() {
    JsonNode answer = eval("{\"agent_id\": \"bot\", \"action\": \"LLM_CALL\"}");
    eval(
        "{\"agent_id\": \"bot\", \"action\": {\"type\": \"peer_call\", \"peer\": \"other\","
            + " \"operation\": \"ask\"}}");

    assertThat(texts(session(answer).path("timeline"), "type"))
        .containsExactly(
            "session_started", "llm_call", "policy_decision", "peer_call", "policy_decision");
    assertThat(session(answer).at("/counts/toolCalls").asInt()).isZero();
  }

  @Test
  void arguments_are_hidden_from_those_who_may_not_see_them() {
    JsonNode answer = mail("read");
    String path = "/api/sessions/" + answer.path("session_id").asText();

    Answer seen = tenancy.member(Role.VIEWER).get(path);

    assertThat(seen.status()).isEqualTo(200);
    assertThat(seen.text()).doesNotContain(MAIL, CARD).contains("\"card\"");
    assertThat(tenancy.member(Role.AUDITOR).get(path).text())
        .doesNotContain(MAIL, CARD)
        .contains("<EMAIL_ADDRESS_1>");
  }

  @Test
  void a_decision_can_be_reproduced_from_its_record() {
    eval(
        """
        {"agent_id": "bot", "action": {"type": "http_request", "method": "GET",
          "destination": "https://api.example.com:8443/v1/x?q=1",
          "arguments": {"whole": 1, "part": 0.5, "long": 9223372036854775807, "text": "héllo",
            "list": [1, "a", null, true], "deep": {"deeper": {}}}}}
        """);

    assertThat(column("decision", "unreplayable")).containsExactly("");
  }

  @Test
  void counts_of_policies_grow_with_their_decisions() {
    String strict = policy(Stage.ENFORCE, rule("no-shell", "deny", "bash", ""));
    String watching = policy(rule("no-list", "deny", "ls", ""));

    call("bash");
    call("ls");
    call("ls");

    JsonNode stats = get("/api/policies/" + strict).at("/policy/stats");
    assertThat(stats.path("evaluations24h").asInt()).isEqualTo(3);
    assertThat(stats.path("denied24h").asInt()).isEqualTo(1);
    assertThat(stats.path("wouldDeny24h").asInt()).isZero();
    assertThat(stats.path("lastMatchedAt").asText()).isNotEmpty();
    stats = get("/api/policies/" + watching).at("/policy/stats");
    assertThat(stats.path("denied24h").asInt()).isZero();
    assertThat(stats.path("wouldDeny24h").asInt()).isEqualTo(2);
  }

  private String bytesOfStore() throws Exception {
    StringBuilder bytes = new StringBuilder();
    try (var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        bytes.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return bytes.toString();
  }
}
