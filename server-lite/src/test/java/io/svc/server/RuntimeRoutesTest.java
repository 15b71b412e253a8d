package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.redaction.Masking;
import io.svc.server.sessionlogs.LogDraft;
import io.svc.server.sessionlogs.LogSeverity;
import io.svc.server.sessionlogs.LogSource;
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.sessionlogs.TraceDraft;
import io.svc.server.sessionlogs.TraceLinks;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.Client;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was logged in sessions, and where their traces are. */
class RuntimeRoutesTest {
  private static final String LOGS = "/api/store/runtime-logs?session_id=";
  private static final String LINKS = "/api/store/trace-links?session_id=";
  private static final String SECRET = "ghp_" + "a1B2c3D4e5F6".repeat(3);
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  private final Identifiers identifiers = new Identifiers(Clock.systemUTC());
  private final AgentSessions sessions = new AgentSessions(identifiers);
  private final SessionLogs logs = new SessionLogs(identifiers, sessions, new Masking());
  private TestServer server;
  private Governed governed;
  private Client admin;
  private OrgId org;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    governed = new Governed(server);
    admin = governed.admin();
    org = governed.tenancy().org();
  }

  private void append(String session, LogDraft... drafts) {
    SessionLogs.MaskedLines lines = logs.prepare(List.of(drafts));
    server.database().change(tx -> logs.append(tx, org, session, lines));
  }

  private static LogDraft draft(LogSeverity severity, String message, String attributes) {
    return new LogDraft(
        Instant.parse("2026-11-20T09:28:30.123Z"),
        severity,
        LogSource.OTLP,
        message,
        TRACE,
        "00f067aa0ba902b7",
        Json.readStored(attributes));
  }

  @Test
  void lines_come_in_order_with_those_of_decisions_between_them() {
    governed.policyAt(Stage.ENFORCE);
    String session = governed.act("s-1", "bash").path("session_id").asText();
    append(session, draft(LogSeverity.WARNING, "slow", "{\"ms\": 12}"));

    JsonNode answer = expect(200, admin.get(LOGS + session));

    assertThat(answer.path("session_id").asText()).isEqualTo(session);
    assertThat(texts(answer.path("logs"), "source")).containsExactly("otlp", "eval", "eval");
    assertThat(texts(answer.path("logs"), "message"))
        .containsExactly("slow", "bash", "deny by no-bash");
    assertThat(answer.at("/logs/0/trace_id").asText()).isEqualTo(TRACE);
    assertThat(answer.at("/logs/0/attributes").toString()).isEqualTo("{\"ms\":12}");
    assertThat(answer.path("total").asInt()).isEqualTo(3);
    assertThat(answer.path("truncated").asBoolean()).isFalse();
  }

  @Test
  void a_severity_is_the_least_and_a_limit_leaves_the_latest() {
    String session = governed.tenancy().sessionId();
    for (LogSeverity severity : LogSeverity.values()) {
      append(session, draft(severity, severity.toString(), "{}"));
    }

    JsonNode severe = expect(200, admin.get(LOGS + session + "&severity=Warning"));
    JsonNode last = expect(200, admin.get(LOGS + session + "&limit=2"));

    assertThat(texts(severe.path("logs"), "severity"))
        .containsExactly("warning", "error", "critical");
    assertThat(severe.path("total").asInt()).isEqualTo(3);
    assertThat(texts(last.path("logs"), "severity")).containsExactly("error", "critical");
    assertThat(last.path("total").asInt()).isEqualTo(5);
    assertThat(last.path("truncated").asBoolean()).isTrue();
    assertRejected(400, "invalid_parameter", admin.get(LOGS + session + "&severity=loud"));
    assertRejected(400, "invalid_parameter", admin.get(LOGS + session + "&limit=0"));
  }

  @Test
  void no_secret_is_retained_and_no_line_is_endless() {
    String session = governed.tenancy().sessionId();
    append(
        session,
        draft(
            LogSeverity.INFO,
            "token " + SECRET + " " + "x".repeat(20_000),
            "{\"password\": \"hunter2hunter2\", \"deep\": {\"token\": \""
                + SECRET
                + "\"}, \"long\": \""
                + "y".repeat(50_000)
                + "\"}"));

    var answer = admin.get(LOGS + session);

    assertThat(answer.text()).doesNotContain(SECRET, "hunter2hunter2");
    assertThat(answer.bytes().length).isLessThan(20_000);
    String stored =
        server
            .database()
            .read(
                tx ->
                    tx.handle()
                        .createQuery(
                            "SELECT message || attributes FROM runtime_log WHERE session_id = :session")
                        .bind("session", session)
                        .mapTo(String.class)
                        .one());
    assertThat(stored).doesNotContain(SECRET, "hunter2hunter2");
  }

  @Test
  void who_may_not_read_evidence_sees_names_of_attributes_alone() {
    String session = governed.tenancy().sessionId();
    append(session, draft(LogSeverity.INFO, "asked", "{\"prompt\": \"who am I\"}"));

    JsonNode seen =
        expect(200, governed.tenancy().member(Role.VIEWER).get(LOGS + session)).path("logs");

    assertThat(seen.at("/0/attributes").toString()).isEqualTo("{\"prompt\":\"***\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/store/runtime-logs", "/api/store/trace-links"})
  void a_session_must_be_named_and_be_there(String path) {
    assertRejected(400, "invalid_parameter", admin.get(path));
    assertRejected(404, "not_found", admin.get(path + "?session_id=x"));
    assertRejected(404, "not_found", admin.get(path + "?session_id=ses_" + "0".repeat(26)));
    String foreign = new Tenancy(server).sessionId();
    assertRejected(404, "not_found", admin.get(path + "?session_id=" + foreign));
  }

  @Test
  void traces_that_callers_name_are_linked_as_the_organization_specifies() {
    Client agent = governed.tenancy().program(Role.OPERATOR, Scope.EVAL_WRITE);
    String session =
        expect(
                200,
                agent.post(
                    "/v1/eval",
                    Map.of(
                        "agent_id",
                        "bot",
                        "trace_id",
                        TRACE,
                        "action",
                        Map.of("type", "tool_call", "tool", "ls"))))
            .path("session_id")
            .asText();

    JsonNode bare = expect(200, admin.get(LINKS + session));
    governed.set(Map.of("traceUrlTemplate", "https://tempo.example/trace/{trace_id}?org=1"));
    JsonNode linked = expect(200, admin.get(LINKS + session));

    assertThat(bare.path("total").asInt()).isEqualTo(1);
    assertThat(bare.at("/trace_links/0/trace_id").asText()).isEqualTo(TRACE);
    assertThat(bare.at("/trace_links/0/url").isNull()).isTrue();
    assertThat(linked.at("/trace_links/0/url").asText())
        .isEqualTo("https://tempo.example/trace/" + TRACE + "?org=1");
    assertThat(expect(200, admin.get(LOGS + session)).at("/logs/0/trace_id").asText())
        .isEqualTo(TRACE);
  }

  @Test
  void a_reported_trace_replaces_one_that_was_only_named() {
    String session = governed.tenancy().sessionId();
    TraceLinks links = new TraceLinks(sessions, new Tenants(identifiers), new Masking());
    Instant at = Instant.parse("2026-11-20T09:28:30.123Z");
    for (TraceDraft.Status status : List.of(TraceDraft.Status.UNSET, TraceDraft.Status.ERROR)) {
      server
          .database()
          .change(
              tx ->
                  links.note(
                      tx,
                      org,
                      session,
                      new TraceDraft(
                          "a/b c",
                          "",
                          "invoke_agent",
                          TraceDraft.TraceSystem.TEMPO,
                          at,
                          Optional.of(Duration.ofSeconds(2)),
                          status)));
    }
    governed.set(Map.of("traceUrlTemplate", "https://tempo.example/{trace_id}"));

    JsonNode found = expect(200, admin.get(LINKS + session)).path("trace_links");

    assertThat(found).hasSize(1);
    assertThat(found.get(0).toString())
        .isEqualTo(
            "{\"trace_id\":\"a/b c\",\"span_id\":null,\"name\":\"invoke_agent\","
                + "\"system\":\"tempo\",\"url\":\"https://tempo.example/a%2Fb%20c\","
                + "\"started_at\":\"2026-11-20T09:28:30.123Z\",\"duration_ms\":2000,"
                + "\"status\":\"error\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://tempo.example/trace",
        "tempo.example/{trace_id}",
        "javascript:alert('{trace_id}')",
        "ftp://tempo.example/{trace_id}",
        "https://{trace_id}.example/",
        "https://tempo.example:{trace_id}/",
        "https://user:secret@tempo.example/{trace_id}",
        "https:///{trace_id}",
        "https://tempo.example/ {trace_id}"
      })
  void a_template_that_is_no_address_of_traces_is_rejected(String template) {
    JsonNode error =
        assertRejected(
            400,
            "validation_failed",
            admin.put(
                "/api/admin/tenant", Map.of("settings", Map.of("traceUrlTemplate", template))));

    assertThat(error.at("/errors/0/field").asText()).isEqualTo("settings.traceUrlTemplate");
  }

  @Test
  void a_template_can_be_taken_away() {
    governed.set(Map.of("traceUrlTemplate", "http://tempo.example/#{trace_id}"));
    governed.set(Map.of("riskThreshold", 50));
    String stored =
        admin.get("/api/admin/tenant").json().at("/tenant/settings/traceUrlTemplate").asText();

    expect(200, admin.put("/api/admin/tenant", "{\"settings\":{\"traceUrlTemplate\":null}}"));

    assertThat(stored).isEqualTo("http://tempo.example/#{trace_id}");
    assertThat(admin.get("/api/admin/tenant").json().at("/tenant/settings/traceUrlTemplate"))
        .hasToString("\"\"");
    assertThat(admin.get("/api/admin/audit-log?category=tenant").json().at("/entries/0/action"))
        .hasToString("\"tenant.update\"");
  }
}
