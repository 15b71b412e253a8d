package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Vendor;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherServer;
import io.svc.server.testing.TestStore;
import io.svc.server.testing.TestedVendors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A server that receives secrets and personal data through every route that programs send content
 * to, and what it stored of them.
 */
@ParameterizedClass
@ArgumentsSource(TestedVendors.class)
abstract class EvidenceCanaries {
  static final String SECRET = "ghp_" + "a1B2c3D4e5F6".repeat(3);
  static final String PASSWORD = "correct-horse-battery-9";
  static final String MAIL = "canary.person@example.com";
  static final String CARD = "5555 5555 5555 4444";
  static final String PHONE = "+46 70 174 06 05";
  static final String IBAN = "DE89370400440532013000";
  static final String SSN = "536-22-8145";
  static final String MAC = "00:1b:44:11:3a:b7";
  static final String OWN = "EMP-204981";

  /** What must be nowhere. */
  static final List<String> CANARIES =
      List.of(SECRET, PASSWORD, MAIL, CARD, PHONE, IBAN, SSN, MAC, OWN);

  static final String TEXT =
      "Mail %s, card %s, phone %s, IBAN %s, SSN %s, device %s, employee %s, key %s"
          .formatted(MAIL, CARD, PHONE, IBAN, SSN, MAC, OWN, SECRET);

  /** Content with all of them: in texts, in lists, as a number and as names of members. */
  static final String CONTENT =
      """
      {"note": "%1$s", "list": [["%1$s"], {"to": "%2$s", "iban": "%3$s", "employee": "%4$s"}],
       "password": "%5$s", "%2$s": 1, "%4$s": {"phone": "%6$s"}, "amount": 900,
       "currency": "EUR"}
      """
          .formatted(TEXT, MAIL, IBAN, OWN, PASSWORD, PHONE);

  static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: canary}
      rules:
        - {id: no-bash, effect: deny, severity: high, reason: No shell., match: {tool: [bash]}}
        - {id: wait, effect: require_approval, reason: People decide., match: {tool: [wait]}}
        - {id: take-out, effect: redact, match: {tool: [send]},
           redact: {entities: [EMAIL_ADDRESS]}}
        - id: known-person
          effect: deny
          reason: Not to this person.
          match: {tool: [lookup]}
          when: args.list[1].to.startsWith("canary.person@")
        - {id: held, effect: require_approval, reason: People decide., match: {method: [PUT]}}
      """;

  @Parameter Vendor vendor;
  @TempDir Path directory;
  TestStore store;
  TestServer server;
  Governed governed;
  OtherServer other;
  OtherServer channel;
  Client program;
  String policy;

  /** The answers that give a caller its own content back, or are revealed. */
  final Set<Answer> own = new LinkedHashSet<>();

  @BeforeEach
  void start() {
    store = TestStore.empty(vendor, directory.resolve("data"), Clock.systemUTC());
    Map<String, String> settings = new HashMap<>();
    settings.put("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8");
    if (vendor == Vendor.POSTGRESQL) {
      store.prepare();
      settings.put("SVC_DATABASE_URL", store.url());
    }
    server = TestServer.start(directory, settings, Clock.systemUTC());
    governed = new Governed(server);
    governed.set(Map.of("allowPlainHttp", true, "telemetryContent", true));
    expect(
        200,
        governed
            .admin()
            .put(
                "/api/admin/redaction",
                Map.of(
                    "recognizers",
                    List.of(Map.of("name", "EMPLOYEE_ID", "pattern", "\\bEMP-\\d{6}\\b")))));
    other = OtherServer.returningText("{\"done\": true}");
    channel = OtherServer.returningText("");
    for (String type : List.of("webhook", "siem_webhook")) {
      expect(
          201,
          governed
              .admin()
              .post(
                  "/api/admin/integrations",
                  Map.of(
                      "type",
                      type,
                      "name",
                      "Our " + type,
                      "config",
                      Map.of("url", "http://" + channel.host() + "/" + type))));
    }
    program =
        governed
            .tenancy()
            .program(
                Role.OPERATOR,
                Scope.EVAL_WRITE,
                Scope.PROXY_USE,
                Scope.REDACT_WRITE,
                Scope.TELEMETRY_WRITE)
            .with("X-Svc-Upstream-Scheme", "http")
            .with("X-Svc-Agent-Id", "bot");
    policy = governed.policy("draft", DSL);
    governed.move(policy, Stage.ENFORCE, Stage.ENFORCE);
  }

  @AfterEach
  void stop() {
    other.close();
    channel.close();
    server.close();
    store.close();
  }

  JsonNode eval(String tool) {
    return eval(tool, "tool_call", program);
  }

  JsonNode eval(String tool, String type, Client from) {
    Answer answer =
        from.post(
            "/v1/eval",
            """
            {"agent_id": "bot", "session_id": "s-%1$s", "action": {"type": "%2$s",
              "server": "crm", "tool": "%1$s", "method": "POST",
              "destination": "https://bob:%5$s@api.example.com/people/%4$s?card=%6$s&to=%4$s",
              "arguments": %3$s},
             "data": {"classification": ["pii"], "text": "%7$s"},
             "context": {"step": "Send", "justification": "%7$s"}}
            """
                .formatted(tool, type, CONTENT, MAIL, PASSWORD, CARD.replace(" ", ""), TEXT));
    // The obligations of a redaction give the caller the rest of what it sent.
    own.add(answer);
    return expect(200, answer);
  }

  private static String now() {
    return Json.time(Clock.systemUTC().instant());
  }

  private void proxy(String method) {
    Answer answer =
        program.send(
            method,
            "/v1/proxy/" + other.host() + "/x/" + MAIL + "?to=" + MAIL + "&token=" + SECRET,
            CONTENT);
    assertThat(answer.status()).as("%s", answer).isIn(200, 202);
  }

  private String event(String type, String payload) {
    return """
    {"event_type": "%s", "timestamp": "%s", "agent_id": "bot", "session_id": "t-1",
     "payload": %s}
    """
        .formatted(type, now(), payload);
  }

  private void events() {
    Answer answer =
        program.post(
            "/v1/telemetry/events",
            "["
                + String.join(
                    ",",
                    event(
                        "ToolCallEvent",
                        "{\"tool\": \"send\", \"arguments\": "
                            + CONTENT
                            + ", \"result\": "
                            + CONTENT
                            + "}"),
                    event(
                        "WorkflowRunEvent",
                        "{\"platform\": \"n8n\", \"workflow_id\": \"wf_1\", \"run_id\": \"7\","
                            + " \"status\": \"failed\", \"error\": {\"message\": \""
                            + TEXT
                            + "\"}, \"steps\": [{\"id\": \"a\", \"output\": "
                            + CONTENT
                            + "}]}"),
                    event(
                        "ControlPlaneChangeEvent",
                        "{\"platform\": \"n8n\", \"change_type\": \"workflow_updated\", \"resource_id\":"
                            + " \"wf_1\", \"detail\": "
                            + CONTENT
                            + "}"),
                    event("SomethingElse", CONTENT))
                + "]");
    assertThat(expect(202, answer).path("accepted").asInt()).as("%s", answer.text()).isEqualTo(4);
  }

  private static String attribute(String key, String value) {
    return "{\"key\": \"" + key + "\", \"value\": {\"stringValue\": " + Json.text(value) + "}}";
  }

  private static String resource() {
    return "\"resource\": {\"attributes\": [" + attribute("service.name", "bot-service") + "]}";
  }

  private static String attributes() {
    return "\"attributes\": ["
        + String.join(
            ",",
            attribute("gen_ai.operation.name", "execute_tool"),
            attribute("gen_ai.tool.name", "send"),
            attribute("gen_ai.agent.name", "bot"),
            attribute("gen_ai.conversation.id", "o-1"),
            attribute("gen_ai.tool.call.arguments", CONTENT),
            attribute("gen_ai.tool.call.result", TEXT))
        + "]";
  }

  private void traces() {
    long nanos = Clock.systemUTC().instant().toEpochMilli() * 1_000_000;
    expect(
        200,
        program.post(
            "/v1/traces",
            "{\"resourceSpans\": [{"
                + resource()
                + ", \"scopeSpans\": [{\"spans\": [{\"traceId\":"
                + " \"4bf92f3577b34da6a3ce929d0e0e4736\", \"spanId\": \"00f067aa0ba902b7\","
                + " \"name\": \"execute_tool send\", \"startTimeUnixNano\": \""
                + nanos
                + "\", \"endTimeUnixNano\": \""
                + nanos
                + "\", \"status\": {\"code\": 2, \"message\": "
                + Json.text(TEXT)
                + "}, "
                + attributes()
                + "}]}]}]}"));
  }

  private void logs() {
    long nanos = Clock.systemUTC().instant().toEpochMilli() * 1_000_000;
    expect(
        200,
        program.post(
            "/v1/logs",
            "{\"resourceLogs\": [{"
                + resource()
                + ", \"scopeLogs\": [{\"logRecords\": [{\"timeUnixNano\": \""
                + nanos
                + "\", \"body\": {\"stringValue\": "
                + Json.text(TEXT)
                + "}, "
                + attributes()
                + "}]}]}]}"));
  }

  private void redact() {
    Answer answer =
        program.post(
            "/v1/redact",
            "{\"agent_id\": \"bot\", \"session_id\": \"r-1\", \"data\": " + CONTENT + "}");
    own.add(answer);
    expect(200, answer);
  }

  private void webhook() {
    String secret = "whsec_a-secret-of-ours-for-n8n";
    String id =
        expect(
                201,
                governed
                    .admin()
                    .post(
                        "/api/admin/integrations",
                        Map.of(
                            "type",
                            "n8n",
                            "name",
                            "ours",
                            "config",
                            Map.of(
                                "baseUrl",
                                "https://n8n.example.com",
                                "apiKey",
                                "key-1",
                                "webhookSecret",
                                secret))))
            .at("/integration/id")
            .asText();
    Answer answer =
        server
            .visitor()
            .with("X-Svc-Webhook-Secret", secret)
            .post(
                "/v1/telemetry/webhooks/" + id,
                """
                {"__type": "$$EventMessage", "id": "1", "ts": "%s",
                 "eventName": "n8n.workflow.failed", "message": "n8n.workflow.failed",
                 "payload": {"executionId": "77", "workflowId": "wf_9", "workflowName": "Intake",
                   "errorMessage": %s, "more": %s}}
                """
                    .formatted(now(), Json.text(TEXT), CONTENT));
    expect(202, answer);
  }

  /** Sends the canaries through each route; by the route that it is for. */
  Map<String, Runnable> senders() {
    Map<String, Runnable> senders = new LinkedHashMap<>();
    senders.put(
        "POST /v1/eval",
        () -> {
          for (String tool : List.of("read", "bash", "wait", "send", "lookup")) {
            eval(tool);
          }
          eval("chat", "llm_call", program);
          eval("peer", "peer_call", program);
          eval("get", "http_request", program.with("Idempotency-Key", "canary-1"));
        });
    for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")) {
      senders.put(method + " /v1/proxy/{target}", () -> proxy(method));
    }
    senders.put("POST /v1/telemetry/events", this::events);
    senders.put("POST /v1/telemetry/webhooks/{integrationId}", this::webhook);
    senders.put("POST /v1/traces", this::traces);
    senders.put("POST /v1/logs", this::logs);
    senders.put(
        "POST /v1/metrics",
        () -> expect(200, program.post("/v1/metrics", "{\"resourceMetrics\": []}")));
    senders.put("POST /v1/redact", this::redact);
    return senders;
  }

  void sendAll() throws Exception {
    senders().values().forEach(Runnable::run);
    // Events after the responses: completed proxy calls, and results of detection.
    for (int i = 0; i < 100 && count("event", "event_type = 'ToolCallEvent'") < 4; i++) {
      Governed.rest();
    }
    Thread.sleep(1_000);
  }

  long count(String table, String condition) {
    return server
        .database()
        .read(
            tx ->
                tx.handle()
                    .createQuery(
                        "SELECT count(*) FROM " + table + " WHERE org_id = :org AND " + condition)
                    .bind("org", governed.tenancy().org())
                    .mapTo(Long.class)
                    .one());
  }

  static Set<String> clear(String text) {
    Set<String> found = new TreeSet<>();
    String lower = text.toLowerCase(Locale.ROOT);
    for (String canary : CANARIES) {
      if (lower.contains(canary.toLowerCase(Locale.ROOT))
          || (canary.equals(CARD) && lower.contains(CARD.replace(" ", "")))) {
        found.add(canary);
      }
    }
    return found;
  }

  /** Every file of the data directory, the write-ahead log among them, and every column. */
  String bytes() throws IOException, SQLException {
    StringBuilder all = new StringBuilder();
    if (vendor == Vendor.POSTGRESQL) {
      for (var table : store.tables().entrySet()) {
        for (var column : table.getValue().entrySet()) {
          String text =
              column.getValue().equals("bytea")
                  ? "encode(\"%s\", 'escape')".formatted(column.getKey())
                  : "\"%s\"::text".formatted(column.getKey());
          all.append(store.query("SELECT " + text + " FROM \"" + table.getKey() + "\""));
        }
      }
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(all.length()).isGreaterThan(20_000);
    return all.toString();
  }

  String session(String name) {
    return value(
        "SELECT session_id FROM agent_session WHERE org_id = :org AND external_id = :x", name);
  }

  String value(String sql, String bound) {
    return server
        .database()
        .read(
            tx ->
                tx.handle()
                    .createQuery(sql)
                    .bind("org", governed.tenancy().org())
                    .bind("x", bound)
                    .mapTo(String.class)
                    .first());
  }

  Keyring keyring() {
    return StoreKey.open(
        server.database(), MasterKey.read(directory.resolve("data").resolve("master.key")));
  }

  void checkpoint() throws SQLException {
    if (vendor == Vendor.SQLITE) {
      store.execute("PRAGMA busy_timeout = 10000", "PRAGMA wal_checkpoint(TRUNCATE)");
    }
  }
}
