package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.approvals.UnmaskedApprovals;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.decisions.DecisionRetention;
import io.svc.server.decisions.UnmaskedDecisions;
import io.svc.server.evidence.EvidenceMasking;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.Access;
import io.svc.server.http.Api;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.UnmaskedTimelines;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets and personal data go through every route that programs send content to, and are then
 * looked for in every byte of the store and in everything that is answered.
 */
class EvidenceCanaryTest {
  private static final String SECRET = "ghp_" + "a1B2c3D4e5F6".repeat(3);
  private static final String PASSWORD = "correct-horse-battery-9";
  private static final String MAIL = "canary.person@example.com";
  private static final String CARD = "5555 5555 5555 4444";
  private static final String PHONE = "+46 70 174 06 05";
  private static final String IBAN = "DE89370400440532013000";
  private static final String SSN = "536-22-8145";
  private static final String MAC = "00:1b:44:11:3a:b7";
  private static final String OWN = "EMP-204981";

  private static final String REVEALS = "entry LIKE '%decision.reveal%'";

  /** What must be nowhere. */
  private static final List<String> CANARIES =
      List.of(SECRET, PASSWORD, MAIL, CARD, PHONE, IBAN, SSN, MAC, OWN);

  private static final String TEXT =
      "Mail %s, card %s, phone %s, IBAN %s, SSN %s, device %s, employee %s, key %s"
          .formatted(MAIL, CARD, PHONE, IBAN, SSN, MAC, OWN, SECRET);

  /** Content with all of them: in texts, in lists, as a number and as names of members. */
  private static final String CONTENT =
      """
      {"note": "%1$s", "list": [["%1$s"], {"to": "%2$s", "iban": "%3$s", "employee": "%4$s"}],
       "password": "%5$s", "%2$s": 1, "%4$s": {"phone": "%6$s"}, "amount": 900,
       "currency": "EUR"}
      """
          .formatted(TEXT, MAIL, IBAN, OWN, PASSWORD, PHONE);

  /** Routes of programs that store no content, with the reason. */
  private static final Map<String, String> WITHOUT_CONTENT =
      Map.of(
          "POST /v1/register", "what an agent is made of; its parameters are stored as hashes",
          "POST /api/v1/mcp/reports", "reports, which CanaryIT walks",
          "POST /v1/store/certifications", "reviews of people",
          "POST /v1/store/certifications/bulk", "reviews of people",
          "POST /v1/store/certifications/{certId}/revoke", "reviews of people",
          "POST /v1/proxy", "the same as with the host in the path");

  private static final String DSL =
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

  @TempDir Path directory;
  private TestServer server;
  private Governed governed;
  private OtherServer other;
  private OtherServer channel;
  private Client program;
  private String policy;

  /** The answers that give a caller its own content back, or are revealed. */
  private final Set<Answer> own = new LinkedHashSet<>();

  @BeforeEach
  void start() {
    server =
        TestServer.start(
            directory, Map.of("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8"), Clock.systemUTC());
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
    other = OtherServer.saying("{\"done\": true}");
    channel = OtherServer.saying("");
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
        server
            .visitor()
            .with(
                "X-Api-Key",
                governed
                    .tenancy()
                    .key(
                        Role.OPERATOR,
                        Scope.EVAL_WRITE,
                        Scope.PROXY_USE,
                        Scope.REDACT_WRITE,
                        Scope.TELEMETRY_WRITE))
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
  }

  private JsonNode eval(String tool) {
    return eval(tool, "tool_call", program);
  }

  private JsonNode eval(String tool, String type, Client from) {
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
  private Map<String, Runnable> senders() {
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
    senders.put("POST /v1/proxy/{target}", () -> List.of("POST", "PUT").forEach(this::proxy));
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

  private void sendAll() throws Exception {
    senders().values().forEach(Runnable::run);
    // Events after the responses: completed proxy calls, and results of detection.
    for (int i = 0; i < 100 && count("event", "event_type = 'ToolCallEvent'") < 4; i++) {
      Governed.rest();
    }
    Thread.sleep(1_000);
  }

  private long count(String table, String condition) {
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

  @Test
  void every_route_of_programs_is_walked_or_stores_no_content() {
    Set<String> routes = new TreeSet<>();
    for (Api.Route route : server.routes()) {
      boolean isOfPrograms =
          route.path().startsWith("/v1/") || route.path().equals("/api/v1/mcp/reports");
      boolean isSending = Set.of("POST", "PUT").contains(route.method().name());
      boolean isForPeople =
          route.access().credential() == Access.Credential.SESSION
              || route.access().credential() == Access.Credential.SESSION_ONLY;
      if (isOfPrograms && isSending && !isForPeople) {
        routes.add(route.method() + " " + route.path());
      }
    }
    Set<String> known = new TreeSet<>(senders().keySet());
    known.addAll(WITHOUT_CONTENT.keySet());
    // Each method of the proxy is a route.
    routes.removeIf(route -> route.startsWith("PUT /v1/proxy"));
    assertThat(known).containsAll(routes);
  }

  @Test
  void nothing_that_was_sent_is_in_the_store_or_in_an_answer() throws Exception {
    sendAll();
    readEverything();

    assertThat(clear(bytes())).isEmpty();
    Map<String, Set<String>> told = new TreeMap<>();
    for (Answer answer : server.answers()) {
      if (!own.contains(answer)) {
        Set<String> found = clear(answer.text());
        if (!found.isEmpty()) {
          told.put(answer.route(), found);
        }
      }
    }
    assertThat(told).isEmpty();
    assertThat(channel.unseen()).as("messages to channels").isGreaterThanOrEqualTo(2);
    while (channel.unseen() > 0) {
      assertThat(clear(channel.next().text())).isEmpty();
    }
    assertThat(count("decision", "sealed <> ''")).isGreaterThanOrEqualTo(10);
    String timeline = governed.admin().get("/api/sessions/" + session("s-read")).text();
    assertThat(timeline)
        .contains("<EMAIL_ADDRESS_", "<CREDIT_CARD_", "<IBAN_CODE_", "<EMPLOYEE_ID_")
        .contains("\"amount\":900", "\"currency\":\"EUR\"");
  }

  /** Reads all lists, each thing that there is of a kind, and the exports. */
  private void readEverything() {
    Client admin = governed.admin();
    Map<String, String> ids = new LinkedHashMap<>();
    String org = governed.tenancy().org().value();
    for (String[] kind :
        new String[][] {
          {"sessionId", "agent_session", "session_id"},
          {"agentId", "agent", "agent_id"},
          {"approvalId", "approval", "approval_id"},
          {"alertId", "alert", "alert_id"},
          {"policyId", "policy", "policy_id"},
          {"incidentId", "incident", "incident_id"},
          {"assetId", "discovered_asset", "asset_id"}
        }) {
      for (String id :
          server
              .database()
              .read(
                  tx ->
                      tx.handle()
                          .createQuery(
                              "SELECT " + kind[2] + " FROM " + kind[1] + " WHERE org_id = :org")
                          .bind("org", org)
                          .mapTo(String.class)
                          .list())) {
        ids.put(id, kind[0]);
      }
    }
    for (Api.Route route : server.routes()) {
      if (!route.method().name().equals("GET")
          || route.path().startsWith("/api/auth/")
          || route.access().credential() == Access.Credential.KEY) {
        continue;
      }
      if (!route.path().contains("{") && !route.path().contains("<")) {
        admin.get(route.path());
        continue;
      }
      ids.forEach(
          (id, name) -> {
            String path = route.path().replace("{" + name + "}", id);
            if (!path.contains("{") && !path.contains("<")) {
              admin.get(path);
            }
          });
    }
    for (String type :
        List.of(
            "policy_decisions",
            "posture",
            "compliance",
            "access_review",
            "incidents",
            "certifications",
            "mcp")) {
      String id =
          expect(201, admin.post("/api/reports", Map.of("type", type))).at("/report/id").asText();
      admin.get("/api/reports/" + id);
      for (String format : List.of("json", "csv")) {
        Answer export = admin.get("/api/reports/" + id + "/export?format=" + format);
        assertThat(export.status()).as("%s", export).isEqualTo(200);
      }
    }
    long read = server.answers().stream().filter(answer -> answer.status() == 200).count();
    assertThat(read).as("answers that were read").isGreaterThan(100);
    admin.get("/api/search?q=canary");
    admin.get("/api/governance/execution?q=canary.person");
  }

  private static Set<String> clear(String text) {
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

  /** Every file of the data directory, the write-ahead log among them. */
  private String bytes() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(all.length()).isGreaterThan(100_000);
    return all.toString();
  }

  private String session(String name) {
    return value(
        "SELECT session_id FROM agent_session WHERE org_id = :org AND external_id = :x", name);
  }

  private String value(String sql, String bound) {
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

  private Answer reveal(Client client, String decisionId, String reason) {
    Answer answer =
        client.post(
            "/api/governance/execution/" + decisionId + "/reveal", Map.of("reason", reason));
    own.add(answer);
    return answer;
  }

  @Test
  void administrators_and_auditors_reveal_one_decision_with_a_reason_that_is_audited() {
    String id = eval("read").path("decision_id").asText();
    String reason = "Ticket 42, was " + MAIL + " affected by it?";

    for (Role role : List.of(Role.ADMIN, Role.AUDITOR)) {
      long before = count("audit_entry", REVEALS);

      Answer answer = reveal(governed.tenancy().member(role), id, reason);

      JsonNode original = expect(200, answer).path("original");
      assertThat(answer.header("Cache-Control")).contains("no-store");
      assertThat(original.path("arguments")).isEqualTo(Json.own(CONTENT));
      assertThat(original.at("/data/text").asText()).isEqualTo(TEXT);
      assertThat(original.path("destination").asText()).contains(MAIL).doesNotContain(PASSWORD);
      assertThat(count("audit_entry", REVEALS)).isEqualTo(before + 1);
    }
    String log = governed.admin().get("/api/admin/audit-log").text();
    assertThat(log).contains("decision.reveal", "Ticket 42, was <EMAIL_ADDRESS_1>");
    assertThat(clear(log)).isEmpty();
  }

  @Test
  void nobody_else_reveals_anything() throws Exception {
    String id = eval("read").path("decision_id").asText();
    Tenancy tenancy = governed.tenancy();

    for (Role role : List.of(Role.OPERATOR, Role.APPROVER, Role.VIEWER)) {
      expect(403, reveal(tenancy.member(role), id, "I am curious about it."));
    }
    Client key = server.visitor().with("X-Api-Key", tenancy.key(Role.ADMIN, Scope.DASHBOARD));
    assertThat(reveal(key, id, "A program is curious.").status()).isIn(401, 403);
    expect(404, reveal(new Tenancy(server).admin(), id, "Of another organization."));
    expect(400, reveal(tenancy.admin(), id, "short"));
    expect(400, tenancy.admin().post("/api/governance/execution/" + id + "/reveal", Map.of()));

    assertThat(count("audit_entry", REVEALS)).isZero();
  }

  @Test
  void a_replay_gives_the_verdict_that_the_original_had() {
    eval("lookup");

    JsonNode replay = governed.replay(policy);

    assertThat(replay.at("/replayJob/verdicts/match").asInt()).as("%s", replay).isEqualTo(1);
    assertThat(replay.path("verdicts").get(0).path("verdict").asText()).isEqualTo("match");
    assertThat(clear(replay.toString())).isEmpty();
  }

  @Test
  void retention_and_purge_remove_the_sealed_originals_and_their_key() throws Exception {
    eval("read");
    OrgId org = governed.tenancy().org();
    String sealed = value("SELECT sealed FROM decision WHERE org_id = :org AND sealed <> :x", "");
    String key = value("SELECT sealed FROM evidence_key WHERE org_id = :org AND sealed <> :x", "");
    assertThat(bytes()).contains(sealed, key);

    new DecisionRetention(
            server.database(),
            new Tenants(new Identifiers(Clock.systemUTC())),
            new AgentSessions(new Identifiers(Clock.systemUTC())))
        .prune(Clock.systemUTC().instant().plus(Duration.ofDays(400)));

    assertThat(count("decision", "1 = 1")).isZero();
    checkpoint();
    assertThat(bytes()).doesNotContain(sealed.substring(0, 60)).contains(key);

    SealedOriginals originals = new SealedOriginals(server.database(), keyring());
    server.database().change(tx -> originals.removeAll(tx, org));
    checkpoint();
    assertThat(bytes()).doesNotContain(key);
  }

  private Keyring keyring() {
    return StoreKey.open(
        server.database(), MasterKey.read(directory.resolve("data").resolve("master.key")));
  }

  private void checkpoint() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:sqlite:" + directory.resolve("data").resolve("app.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  }

  @Test
  void what_earlier_versions_stored_in_clear_is_masked_and_stays_replayable() throws Exception {
    String id = eval("lookup").path("decision_id").asText();
    eval("wait");
    String facts = value("SELECT facts FROM decision WHERE org_id = :org AND tool = :x", "lookup");
    String clearFacts = cleartext(facts, "args");
    SealedOriginals originals = new SealedOriginals(server.database(), keyring());
    server
        .database()
        .change(
            tx -> {
              String where = " WHERE org_id = '" + governed.tenancy().org().value() + "'";
              tx.handle()
                  .createUpdate(
                      "UPDATE decision SET facts = :facts, sealed = '', masking = 0" + where)
                  .bind("facts", clearFacts)
                  .execute();
              tx.handle()
                  .createUpdate(
                      "UPDATE evidence SET data = :data, masking = 0"
                          + where
                          + " AND type = 'tool_call'")
                  .bind("data", "{\"tool\": \"lookup\", \"arguments\": " + CONTENT + "}")
                  .execute();
              tx.handle()
                  .createUpdate(
                      "UPDATE approval SET arguments = :data, path = :path, justification = :text,"
                          + " search = lower(:path || '\n' || :text), masking = 0"
                          + where)
                  .bind("data", CONTENT)
                  .bind("path", "/people/" + MAIL)
                  .bind("text", TEXT)
                  .execute();
            });
    checkpoint();
    assertThat(clear(bytes())).containsAll(CANARIES);

    UnmaskedTimelines timelines = new UnmaskedTimelines(server.database());
    new EvidenceMasking(
            server.database(),
            tx -> List.of(governed.tenancy().org()),
            List.of(
                new UnmaskedDecisions(server.database(), originals),
                (org, mask, most) -> timelines.mask(org, mask::node, most),
                new UnmaskedApprovals(server.database())))
        .run();

    checkpoint();
    assertThat(clear(bytes())).isEmpty();
    assertThat(count("decision", "masking = 0")).isZero();
    assertThat(count("evidence", "masking = 0")).isZero();
    assertThat(count("approval", "masking = 0")).isZero();
    assertThat(reveal(governed.admin(), id, "Was it masked?").text()).contains(MAIL, OWN);
    assertThat(governed.replay(policy).at("/verdicts").toString()).contains("match");
  }

  private static String cleartext(String facts, String part) {
    var whole = (ObjectNode) Json.own(facts);
    whole.set(part, Json.own(CONTENT));
    return Json.text(whole);
  }
}
