package io.svc.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that programs send. */
class TelemetryEventsTest {
  private static final String PATH = "/v1/telemetry/events";
  private static final String SECRET = "ghp_" + "a1B2c3D4e5F6".repeat(3);
  private static final String MAIL = "jane.doe@example.com";

  @TempDir Path directory;
  private final Instant now = Clock.systemUTC().instant();
  private TestServer server;
  private Told told;

  @BeforeEach
  void start() {
    server = TestServer.start(directory);
    told = new Told(server);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Map<String, Object> event(String id, String type, Map<String, Object> payload) {
    Map<String, Object> event = new LinkedHashMap<>();
    if (!id.isEmpty()) {
      event.put("event_id", id);
    }
    event.put("event_type", type);
    event.put("timestamp", Json.time(now));
    event.put("payload", payload);
    return event;
  }

  private Map<String, Object> run(String status, Map<String, Object> more) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("platform", "n8n");
    payload.put("workflow_id", "wf_1");
    payload.put("workflow_name", "Invoice intake");
    payload.put("run_id", "991");
    payload.put("status", status);
    payload.putAll(more);
    return payload;
  }

  private JsonNode send(Object events) {
    Answer answer = told.program().post(PATH, events);
    assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    return answer.json();
  }

  @Test
  void a_run_becomes_a_session_with_its_steps_and_its_error() {
    send(List.of(event("a", "WorkflowRunEvent", run("started", Map.of("trigger", "schedule")))));
    JsonNode answer =
        send(
            Map.of(
                "events",
                List.of(
                    event(
                        "b",
                        "WorkflowRunEvent",
                        run(
                            "failed",
                            Map.of(
                                "started_at",
                                Json.time(now.minusSeconds(9)),
                                "finished_at",
                                Json.time(now.minusSeconds(1)),
                                "steps",
                                List.of(
                                    Map.of("id", "s1", "type", "gmail.send", "connector", "gmail")),
                                "error",
                                Map.of("message", "mailbox of " + MAIL + " is full")))))));

    assertThat(answer.path("accepted").asInt()).isEqualTo(1);
    JsonNode session = told.sessions("Invoice intake").get(0);
    assertThat(told.sessions("Invoice intake")).hasSize(1);
    assertThat(Told.types(session))
        .containsExactly("session_started", "tool_call", "error", "session_ended");
    assertThat(session.path("trigger").asText()).isEqualTo("schedule");
    assertThat(session.path("status").asText()).isEqualTo("failed");
    assertThat(session.path("durationMs").asLong()).isEqualTo(8_000);
    assertThat(Told.entry(session, "error").toString()).contains("is full").doesNotContain(MAIL);
    assertThat(told.feed("WorkflowRunEvent")).hasSize(2);
    assertThat(told.feed("WorkflowRunEvent").get(1).path("agent_id").asText())
        .isEqualTo(told.agent("Invoice intake").path("id").asText());
  }

  @Test
  void what_is_wrong_with_one_event_is_no_matter_of_the_others() {
    Map<String, Object> untimed = event("", "x", Map.of());
    untimed.remove("timestamp");
    Map<String, Object> old = event("", "x", Map.of());
    old.put("timestamp", "2020-01-01T00:00:00Z");

    JsonNode answer =
        send(
            List.of(
                event("", "deploy.done", Map.of("by", MAIL)),
                untimed,
                old,
                "no object",
                event("", "WorkflowRunEvent", run("sideways", Map.of())),
                event("", "WorkflowRunEvent", Map.of("status", "started"))));

    assertThat(answer.path("accepted").asInt()).isEqualTo(1);
    assertThat(answer.path("rejected").asInt()).isEqualTo(5);
    List<String> codes = new ArrayList<>();
    answer
        .path("errors")
        .forEach(e -> codes.add(e.path("index").asInt() + " " + e.path("code").asText()));
    assertThat(codes)
        .containsExactly(
            "1 missing_field",
            "2 out_of_range",
            "3 invalid_field",
            "4 invalid_field",
            "5 missing_field");
    JsonNode free = told.feed("telemetry.event").get(0).path("payload");
    assertThat(free.path("event_type").asText()).isEqualTo("deploy.done");
    assertThat(free.toString()).doesNotContain(MAIL);
  }

  @Test
  void rejects_a_request_with_an_event_of_another_organization_and_stores_none_of_it() {
    String other = "org_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
    Map<String, Object> good = event("evt_good", "WorkflowRunEvent", run("started", Map.of()));
    List<Object> bodies = new ArrayList<>();
    for (String name : List.of("org_id", "orgId")) {
      Map<String, Object> envelope =
          event("evt_other", "WorkflowRunEvent", run("started", Map.of()));
      envelope.put(name, other);
      bodies.add(List.of(good, envelope));
      bodies.add(Map.of("events", List.of(good, envelope)));
      bodies.add(Map.of(name, other, "events", List.of(good)));
      bodies.add(Json.text(good) + "\n" + Json.text(envelope) + "\n");
      for (String type : List.of("WorkflowRunEvent", "ToolCallEvent", "ControlPlaneChangeEvent")) {
        bodies.add(List.of(good, event("", type, run("started", Map.of(name, other)))));
      }
    }

    for (Object body : bodies) {
      Client program = told.program();
      if (body instanceof String) {
        program = program.with("Content-Type", "application/x-ndjson");
      }
      Answer answer = program.post(PATH, body);

      assertThat(answer.status()).as(body.toString()).isEqualTo(403);
      assertThat(answer.code()).as(body.toString()).isEqualTo("org_mismatch");
    }
    good.put("org_id", told.org().value());
    assertThat(send(List.of(good)).path("accepted").asInt()).isEqualTo(1);
  }

  @Test
  void what_was_sent_before_is_known_after_a_restart() {
    Object events =
        List.of(
            event("a", "deploy.done", Map.of()),
            event("a", "deploy.done", Map.of()),
            event("", "WorkflowRunEvent", run("succeeded", Map.of())));
    assertThat(send(events).path("duplicates").asInt()).isEqualTo(1);
    String key = told.key();
    server.close();
    server = TestServer.start(directory);

    Answer again = server.visitor().with("X-Api-Key", key).post(PATH, events);

    assertThat(again.json().path("duplicates").asInt()).isEqualTo(3);
    assertThat(again.json().path("accepted").asInt()).isZero();
  }

  @Test
  void a_request_that_is_sent_again_with_its_key_is_known() {
    Object events = List.of(event("", "deploy.done", Map.of("n", 1)));

    told.program().with("Idempotency-Key", "k1").post(PATH, events);
    Answer again = told.program().with("Idempotency-Key", "k1").post(PATH, events);
    Answer other = told.program().with("Idempotency-Key", "k2").post(PATH, events);

    assertThat(again.json().path("duplicates").asInt()).isEqualTo(1);
    assertThat(other.json().path("accepted").asInt()).isEqualTo(1);
    assertThat(told.feed("telemetry.event")).hasSize(2);
  }

  @Test
  void calls_of_tools_are_checked_by_detection_and_keep_no_secret() {
    Map<String, Object> call =
        event(
            "",
            "ToolCallEvent",
            Map.of(
                "tool",
                "http_request",
                "server",
                "web",
                "destination",
                "https://files.example.net/up?token=" + SECRET,
                "arguments",
                Map.of("text", "mail " + MAIL + " " + SECRET)));
    call.put("agent_id", "bot-1");
    call.put("session_id", "s-1");

    assertThat(send(List.of(call)).path("accepted").asInt()).isEqualTo(1);

    JsonNode session = told.sessions("bot-1").get(0);
    JsonNode entry = Told.entry(session, "tool_call");
    assertThat(entry.path("data").path("destination").asText()).isEqualTo("files.example.net");
    assertThat(told.feed("ToolCallEvent").get(0).path("payload").path("tool").asText())
        .isEqualTo("http_request");
    assertThat(told.storedText()).doesNotContain(SECRET).doesNotContain(MAIL);
  }

  @Test
  void events_may_come_a_line_each() {
    String lines =
        Json.text(event("", "deploy.done", Map.of()))
            + "\n\nnot json\n"
            + Json.text(event("", "deploy.done", Map.of()))
            + "\n";

    Answer answer = told.program().with("Content-Type", "application/x-ndjson").post(PATH, lines);

    assertThat(answer.json().path("accepted").asInt()).isEqualTo(2);
    assertThat(answer.json().path("errors").get(0).path("code").asText()).isEqualTo("invalid_json");
    assertThat(answer.json().path("errors").get(0).path("index").asInt()).isEqualTo(1);
  }

  @Test
  void more_than_a_thousand_events_are_rejected() {
    List<Object> events = new ArrayList<>();
    for (int i = 0; i < 1_001; i++) {
      events.add(event("", "x", Map.of()));
    }

    assertThat(told.program().post(PATH, events).status()).isEqualTo(400);
    assertThat(send(events.subList(0, 1_000)).path("accepted").asInt()).isEqualTo(1_000);
    assertThat(told.program().post(PATH, Map.of()).status()).isEqualTo(400);
  }

  @Test
  void how_much_is_sent_in_a_minute_is_bounded() throws Exception {
    server.close();
    server =
        TestServer.start(directory, Map.of("SVC_RATELIMIT_PROFILE", "strict"), Clock.systemUTC());
    told = new Told(server);
    String large = "[" + " ".repeat((8 << 20) - 10) + "]";

    int status = 202;
    int sent = 0;
    Answer answer = null;
    while (status == 202 && sent < 20) {
      answer = told.program().post(PATH, large);
      status = answer.status();
      sent++;
    }

    assertThat(status).isEqualTo(429);
    assertThat(sent).isBetween(3, 5);
    assertThat(answer.header("Retry-After")).isPresent();
    assertThat(answer.text()).contains("KiB a minute");
  }
}
