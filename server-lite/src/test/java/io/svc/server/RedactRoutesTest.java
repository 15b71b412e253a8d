package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redaction over HTTP, and what a tenant sets about it. */
class RedactRoutesTest {
  private static final String REDACT = "/v1/redact";
  private static final String SETTINGS = "/api/admin/redaction";
  private static final String TEXT = "Mail owner@example.com, card 4111 1111 1111 1111";

  private TestServer server;
  private Tenancy tenancy;
  private Client program;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    tenancy = new Tenancy(server);
    program = program(tenancy);
  }

  private Client program(Tenancy of) {
    return of.program(Role.OPERATOR, Scope.REDACT_WRITE, Scope.EVAL_WRITE);
  }

  private JsonNode redact(Map<String, Object> body) {
    return expect(200, program.post(REDACT, body));
  }

  @Test
  void a_text_comes_back_without_what_was_found() {
    JsonNode answer =
        redact(
            Map.of(
                "text", TEXT,
                "entities", List.of("email_address", "CREDIT_CARD"),
                "operators",
                    Map.of(
                        "DEFAULT", Map.of("type", "replace"),
                        "CREDIT_CARD", Map.of("type", "mask", "keep_last", 4))));

    assertThat(answer.path("redacted").asText())
        .isEqualTo("Mail <EMAIL_ADDRESS_1>, card ************1111");
    assertThat(answer.path("redacted_text")).isEqualTo(answer.path("redacted"));
    assertThat(answer.path("changed").asBoolean()).isTrue();
    assertThat(answer.path("total").asInt()).isEqualTo(2);
    assertThat(answer.path("summary").toString())
        .isEqualTo("{\"CREDIT_CARD\":1,\"EMAIL_ADDRESS\":1}");
    JsonNode mail = answer.path("entities").get(0);
    assertThat(mail.path("entity_type").asText()).isEqualTo("EMAIL_ADDRESS");
    assertThat(mail.path("start").asInt()).isEqualTo(5);
    assertThat(mail.path("end").asInt()).isEqualTo(22);
    assertThat(mail.path("operator").asText()).isEqualTo("replace");
    assertThat(mail.path("path").isNull()).isTrue();
    assertThat(mail.path("replacement").asText()).isEqualTo("<EMAIL_ADDRESS_1>");
    assertThat(answer.path("policy_id").isNull()).isTrue();
    assertThat(answer.path("decision_id").isNull()).as("nobody said who acts").isTrue();
  }

  @Test
  void places_count_utf_16_code_units_of_the_input() {
    String text = "😀 é owner@example.com";
    JsonNode place = redact(Map.of("text", text)).path("entities").get(0);

    assertThat(text.substring(place.path("start").asInt(), place.path("end").asInt()))
        .isEqualTo("owner@example.com");
  }

  @Test
  void texts_of_one_call_share_placeholders_and_data_keeps_its_shape() {
    JsonNode texts =
        redact(Map.of("texts", List.of("to a@example.com", "nothing", "from a@example.com")));
    assertThat(texts.path("redacted").toString())
        .isEqualTo("[\"to <EMAIL_ADDRESS_1>\",\"nothing\",\"from <EMAIL_ADDRESS_1>\"]");
    assertThat(texts.path("redacted_text").isNull()).isTrue();
    assertThat(texts.path("entities").get(1).path("path").asText()).isEqualTo("/2");

    JsonNode data =
        redact(
            Map.of(
                "data",
                Map.of(
                    "customer",
                    Map.of(
                        "email",
                        List.of("a@example.com"),
                        "card",
                        4111111111111111L,
                        "amount",
                        12.5,
                        "paid",
                        true))));
    assertThat(data.path("redacted").at("/customer/email/0").asText())
        .isEqualTo("<EMAIL_ADDRESS_1>");
    assertThat(data.path("redacted").at("/customer/card").asText()).isEqualTo("<CREDIT_CARD_1>");
    assertThat(data.path("redacted").at("/customer/amount").asDouble()).isEqualTo(12.5);
    assertThat(data.path("redacted").at("/customer/paid").asBoolean()).isTrue();
    assertThat(Governed.texts(data.path("entities"), "path"))
        .containsExactlyInAnyOrder("/customer/email/0", "/customer/card");
  }

  @Test
  void operators_and_thresholds_are_taken_by_type() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("text", TEXT);
    body.put("operators", Map.of("default", "pseudonym", "EMAIL_ADDRESS", "keep"));
    JsonNode answer = redact(body);
    String pseudonym = answer.path("redacted").asText();
    assertThat(pseudonym).startsWith("Mail owner@example.com, card <CREDIT_CARD:");
    assertThat(answer.path("entities").get(0).path("replacement").isNull()).isTrue();
    assertThat(redact(body).path("redacted").asText()).isEqualTo(pseudonym);
    assertThat(
            expect(200, program(new Tenancy(server)).post(REDACT, body)).path("redacted").asText())
        .as("of another organization")
        .isNotEqualTo(pseudonym);

    body.put("operators", Map.of("DEFAULT", Map.of("type", "redact")));
    assertThat(redact(body).path("redacted").asText()).isEqualTo("Mail , card ");
    body.put("operators", Map.of("DEFAULT", "hash"));
    assertThat(redact(body).path("redacted").asText()).contains("hmac-sha256:");
    body.put("min_scores", Map.of("EMAIL_ADDRESS", 1));
    body.put("allow_list", List.of("4111-1111-1111-1111"));
    body.put("return_entities", false);
    JsonNode none = redact(body);
    assertThat(none.path("redacted").asText()).contains("4111 1111 1111 1111");
    assertThat(none.path("entities")).isEmpty();
  }

  @Test
  void what_is_wrong_is_reported_without_what_was_sent() {
    assertThat(assertRejected(400, "validation_failed", program.post(REDACT, Map.of())).toString())
        .contains("Nothing to redact");
    Map<String, Object> blank = new LinkedHashMap<>();
    blank.put("text", null);
    blank.put("data", null);
    assertRejected(400, "validation_failed", program.post(REDACT, blank));
    Answer both = program.post(REDACT, Map.of("text", TEXT, "data", Map.of("a", TEXT)));
    assertRejected(400, "validation_failed", both);
    assertThat(both.text()).doesNotContain("owner@example.com");
    JsonNode wrong =
        assertRejected(
            400,
            "validation_failed",
            program.post(
                REDACT,
                Map.of(
                    "text",
                    TEXT,
                    "entities",
                    List.of("PERSON"),
                    "operators",
                    Map.of("CREDIT_CARD", "encrypt", "DOG", "keep"),
                    "min_score",
                    7)));
    assertThat(wrong.path("errors")).hasSize(4);
    assertThat(wrong.toString()).contains("PERSON").doesNotContain("owner@example.com");
    assertRejected(
        403,
        "org_mismatch",
        program.post(REDACT, Map.of("text", "x", "org_id", "org_00000000000000000000000000")));
    assertRejected(
        413, "payload_too_large", program.post(REDACT, Map.of("text", "x".repeat((1 << 20) + 1))));
    assertRejected(
        403,
        "scope_required",
        tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE).post(REDACT, Map.of("text", "x")));
  }

  @Test
  void the_timeline_of_the_session_notes_how_many_and_nothing_else() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("text", TEXT);
    body.put("workflow_id", 77);
    body.put("platform", "Zapier");
    body.put("run_id", 991);
    String decisionId = redact(body).path("decision_id").asText();
    JsonNode decision =
        expect(
            200,
            program.post(
                "/v1/eval",
                Map.of(
                    "workflow_id",
                    77,
                    "platform",
                    "zapier",
                    "run_id",
                    991,
                    "action",
                    "tool_call")));

    assertThat(decisionId).startsWith("dec_");
    JsonNode session =
        expect(200, tenancy.admin().get("/api/sessions/" + decision.path("session_id").asText()))
            .path("session");
    assertThat(session.toString()).doesNotContain("owner@example.com").doesNotContain("4111");
    assertThat(session.at("/counts/redacted").asInt()).isEqualTo(1);
    JsonNode note = session.path("timeline").get(1);
    assertThat(note.path("type").asText()).isEqualTo("redaction");
    assertThat(note.path("decisionId").asText()).isEqualTo(decisionId);
    assertThat(note.path("data").path("entities").toString())
        .isEqualTo("{\"CREDIT_CARD\":1,\"EMAIL_ADDRESS\":1}");

    body.put("text", "nothing here");
    assertThat(redact(body).path("decision_id").isNull()).as("nothing was taken out").isTrue();
    JsonNode bySession =
        redact(Map.of("text", TEXT, "session_id", decision.path("session_id").asText()));
    assertThat(bySession.path("decision_id").asText()).startsWith("dec_");
    assertThat(
            redact(Map.of("text", TEXT, "session_id", "ses_00000000000000000000000000"))
                .path("decision_id")
                .isNull())
        .isTrue();
  }

  @Test
  void nothing_of_what_was_sent_is_retained_anywhere() throws Exception {
    Map<String, Object> body =
        Map.of(
            "data", Map.of("mail", "canary.person@example.org", "name", "Zyxwv Canarysson"),
            "workflow_id", "wf_1",
            "platform", "n8n");
    Client once = program.with("Idempotency-Key", "run-1");
    JsonNode first = expect(200, once.post(REDACT, body));
    JsonNode again = expect(200, once.post(REDACT, body));

    assertThat(again.path("decision_id")).isEqualTo(first.path("decision_id"));
    assertThat(again.path("redacted")).isEqualTo(first.path("redacted"));
    assertRejected(409, "idempotency_conflict", once.post(REDACT, Map.of("text", "another")));
    assertThat(tenancy.admin().get("/api/admin/audit-log").text()).doesNotContain("canary.person");
    try (Stream<Path> files = Files.walk(server.directory())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as("%s", file)
            .doesNotContain("canary.person")
            .doesNotContain("Canarysson");
      }
    }
  }

  @Test
  void a_tenant_has_its_own_types_and_values_that_stay() {
    JsonNode before = expect(200, tenancy.admin().get(SETTINGS)).path("redaction");
    assertThat(before.path("recognizers")).isEmpty();
    JsonNode after =
        expect(
                200,
                tenancy
                    .admin()
                    .put(
                        SETTINGS,
                        Map.of(
                            "version", 1,
                            "recognizers",
                                List.of(
                                    Map.of("name", "employee_id", "pattern", "\\bEMP-\\d{6}\\b"),
                                    Map.of(
                                        "name",
                                        "TICKET",
                                        "pattern",
                                        "\\b\\d{7}\\b",
                                        "score",
                                        0.3,
                                        "context",
                                        List.of("Ticket"))),
                            "allowList", List.of("support@example.com"))))
            .path("redaction");
    assertThat(after.path("version").asInt()).isEqualTo(2);

    JsonNode answer =
        redact(
            Map.of(
                "text",
                "EMP-123456 <EMPLOYEE_ID_1> wrote to support@example.com and a@example.com of"
                    + " ticket 1234567, order of a long line that goes on for quite a while and has"
                    + " 7654321"));
    assertThat(answer.path("redacted").asText())
        .startsWith(
            "<EMPLOYEE_ID_2> <EMPLOYEE_ID_1> wrote to support@example.com and <EMAIL_ADDRESS_1> of"
                + " ticket <TICKET_1>")
        .endsWith(" 7654321");
    assertThat(
            redact(Map.of("text", "EMP-123456 a@example.com", "entities", List.of("EMPLOYEE_ID")))
                .path("redacted")
                .asText())
        .isEqualTo("<EMPLOYEE_ID_1> a@example.com");
    assertThat(
            expect(200, program(new Tenancy(server)).post(REDACT, Map.of("text", "EMP-123456")))
                .path("changed")
                .asBoolean())
        .as("of another organization")
        .isFalse();
    assertRejected(409, "version_conflict", tenancy.admin().put(SETTINGS, Map.of("version", 1)));
    assertThat(tenancy.admin().get("/api/admin/audit-log").text())
        .contains("redaction.configure")
        .doesNotContain("support@example.com");
    expect(403, tenancy.member(Role.VIEWER).put(SETTINGS, Map.of("allowList", List.of())));
  }

  @Test
  void what_is_asked_of_decisions_is_stored_without_what_a_tenant_has_recognised() {
    expect(
        200,
        tenancy
            .admin()
            .put(
                SETTINGS,
                Map.of(
                    "recognizers",
                    List.of(Map.of("name", "EMPLOYEE_ID", "pattern", "EMP-\\d{6}")))));
    JsonNode decision =
        expect(
            200,
            program.post(
                "/v1/eval",
                Map.of(
                    "workflow_id", "wf_1",
                    "platform", "n8n",
                    "action",
                        Map.of(
                            "type", "tool_call",
                            "tool", "mail",
                            "arguments", Map.of("to", "EMP-123456")))));

    String session =
        tenancy.admin().get("/api/sessions/" + decision.path("session_id").asText()).text();
    assertThat(session).contains("<EMPLOYEE_ID_1>").doesNotContain("EMP-123456");
  }

  @Test
  void policies_take_out_what_a_tenant_has_recognised() {
    Governed governed = new Governed(server);
    expect(
        200,
        governed
            .admin()
            .put(
                SETTINGS,
                Map.of(
                    "recognizers",
                    List.of(Map.of("name", "EMPLOYEE_ID", "pattern", "EMP-\\d{6}")))));
    String id =
        governed.policy(
            "draft",
            """
            version: 1
            kind: agent_policy
            metadata: {name: staff}
            rules:
              - {id: no-staff, effect: redact, redact: {entities: [EMPLOYEE_ID]}, match: {tool: [mail]}}
            """);
    governed.move(id, io.svc.server.policies.Stage.ENFORCE, io.svc.server.policies.Stage.ENFORCE);

    JsonNode decision =
        expect(
            200,
            program(governed.tenancy())
                .post(
                    "/v1/eval",
                    Map.of(
                        "workflow_id",
                        "wf_1",
                        "action",
                        Map.of(
                            "type", "tool_call",
                            "tool", "mail",
                            "arguments", Map.of("to", "EMP-123456")))));

    assertThat(decision.at("/obligations/arguments/to").asText()).isEqualTo("<EMPLOYEE_ID_1>");
  }

  @Tag("thorough")
  @Test
  void implausible_patterns_are_rejected() {
    Map<String, String> reasons = new LinkedHashMap<>();
    reasons.put("(", "not a valid RE2 regular expression");
    reasons.put("(?=x)y", "not a valid RE2 regular expression");
    reasons.put("x*", "empty");
    reasons.put("\\d", "single");
    reasons.put("[a-z]+", "single");
    reasons.put("x{2,160}y", "too large");
    reasons.forEach(
        (pattern, reason) ->
            assertThat(rejectionReason(Map.of("name", "OWN", "pattern", pattern)))
                .as(pattern)
                .contains(reason));
    assertThat(rejectionReason(Map.of("name", "CREDIT_CARD", "pattern", "ab")))
        .contains("already used");
    assertThat(rejectionReason(Map.of("name", "DEFAULT", "pattern", "ab")))
        .contains("already used");
    assertThat(rejectionReason(Map.of("name", "1x", "pattern", "ab"))).contains("EMPLOYEE_ID");
    assertThat(rejectionReason(Map.of("name", "OWN", "pattern", "x".repeat(301)))).contains("300");
    assertThat(rejectionReason(Map.of("name", "OWN"))).contains("missing");
    Map<String, Object> own = Map.of("name", "OWN", "pattern", "ab");
    assertThat(assertRejected(400, "validation_failed", put(List.of(own, own))).toString())
        .contains("twice");
    assertRejected(400, "validation_failed", put(Collections.nCopies(51, own)));
    List<Map<String, String>> large = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      large.add(Map.of("name", "OWN_" + i, "pattern", "x{2,50}yy"));
    }
    assertThat(assertRejected(400, "validation_failed", put(large)).toString())
        .contains("together");
    expect(200, put(large.subList(0, 8)));
    String text = "x".repeat(100_000);
    JsonNode rejection =
        assertRejected(413, "payload_too_large", program.post(REDACT, Map.of("text", text)));
    assertThat(rejection.toString()).contains("own patterns");
    expect(200, program.post(REDACT, Map.of("text", text, "entities", List.of("EMAIL_ADDRESS"))));
    JsonNode decision =
        expect(
            200,
            program.post(
                "/v1/eval",
                Map.of(
                    "workflow_id",
                    "wf_1",
                    "action",
                    Map.of("type", "tool_call", "arguments", Map.of("a", text)))));
    assertThat(decision.path("allowed").asBoolean()).isTrue();
  }

  private String rejectionReason(Map<String, Object> recognizer) {
    return assertRejected(400, "validation_failed", put(List.of(recognizer))).toString();
  }

  private Answer put(List<?> recognizers) {
    return tenancy.admin().put(SETTINGS, Map.of("recognizers", recognizers));
  }
}
