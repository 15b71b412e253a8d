package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The worst input that docs/security/limits.md admits outside of decisions, and input just beyond
 * it, while another tenant decides.
 */
@Tag("thorough")
class ExpensiveInputTest {
  private static final int MIB = 1 << 20;

  /** Decisions of the neighbor during input that takes far longer than one of them. */
  private static final int SEVERAL = 3;

  private static final int LONGEST_WAIT_SECONDS = 60;

  /** The beginning of identifiers that are newer than all others. */
  private static final String LATER = "7" + "Z".repeat(20);

  @TempDir private static Path directory;
  private static TestServer server;
  private static Neighbor neighbor;
  private Governed governed;
  private Client admin;
  private Client program;

  @BeforeAll
  static void start() {
    server = TestServer.start(directory);
    neighbor = new Neighbor(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    governed = new Governed(server);
    admin = governed.admin();
    program =
        governed
            .tenancy()
            .program(
                Role.OPERATOR,
                Scope.EVAL_WRITE,
                Scope.REDACT_WRITE,
                Scope.REPORTS_WRITE,
                Scope.TELEMETRY_WRITE);
  }

  private static Answer meanwhile(Supplier<Answer> hostile) {
    return neighbor.during(hostile).result();
  }

  /** The same for what takes so long that several decisions are complete before it is. */
  private static Answer longer(Supplier<Answer> hostile) {
    Neighbor.Meanwhile<Answer> meanwhile = neighbor.during(hostile);
    assertThat(meanwhile.decided()).isGreaterThanOrEqualTo(SEVERAL);
    return meanwhile.result();
  }

  /** A text of a unit that is repeated, as long as a body with a prefix and a suffix may be. */
  private static String filled(String prefix, String unit, String suffix, int bytes) {
    int availablePermits = bytes - prefix.length() - suffix.length();
    return prefix
        + unit.repeat(availablePermits / unit.length() + 1).substring(0, availablePermits)
        + suffix;
  }

  private static String redactable(String unit, int bytes) {
    return filled("{\"text\":\"", unit, "\"}", bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"4111-", "a.", "a@a", "http://a:", "password=", "eyJ", "-----BEGIN ", "+1 "})
  void redacts_the_longest_text(String unit) {
    Answer redacted = longer(() -> program.post("/v1/redact", redactable(unit, MIB)));

    expect(200, redacted);
    expect(413, program.post("/v1/redact", redactable(unit, MIB + 1)));
  }

  @Test
  void redacts_the_most_texts() {
    List<String> texts = Collections.nCopies(1_000, "a@example.com ".repeat(60));

    expect(200, longer(() -> program.post("/v1/redact", Map.of("texts", texts))));
    expect(400, program.post("/v1/redact", Map.of("texts", Collections.nCopies(1_001, "a"))));
  }

  /** Patterns that follow all of their steps for each character, as large as they may be. */
  private void slowPatterns() {
    List<Map<String, String>> patterns = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      patterns.add(Map.of("name", "OWN_" + i, "pattern", "(?:a?){66}bb"));
    }
    expect(200, admin.put("/api/admin/redaction", Map.of("recognizers", patterns)));
  }

  @Test
  void searches_by_own_patterns_as_far_as_they_are_permitted() {
    slowPatterns();
    String message =
        assertRejected(413, "payload_too_large", program.post("/v1/redact", redactable("a", MIB)))
            .toString();
    int limit = Integer.parseInt(message.replaceAll(".*at most (\\d+) are.*", "$1"));

    expect(200, longer(() -> program.post("/v1/redact", redactable("a", limit))));
    expect(413, program.post("/v1/redact", redactable("a", limit + 1)));
  }

  private static String call(String unit, int bytes) {
    String prefix = "{\"agent_id\":\"bot\",\"action\":{\"type\":\"tool_call\",\"tool\":\"bash\",";
    return filled(prefix + "\"arguments\":{\"command\":\"", unit, "\"}}}", bytes);
  }

  @ParameterizedTest
  @CsvSource({"4111-,false", "a@a,false", "a,true"})
  void masks_the_largest_arguments(String unit, boolean hasPatterns) {
    if (hasPatterns) {
      slowPatterns();
    }

    Answer decided = meanwhile(() -> program.post("/v1/eval", call(unit, MIB)));

    JsonNode answer = expect(200, decided);
    expect(413, program.post("/v1/eval", call(unit, MIB + 1)));
    if (hasPatterns) {
      String session = "/api/sessions/" + answer.path("session_id").asText();
      assertThat(expect(200, admin.get(session)).toString()).contains("\"argumentsLeftOut\":true");
    }
  }

  private long judged() {
    JsonNode verdicts = expect(200, admin.get("/api/detection/stats")).path("verdicts");
    return verdicts.path("benign").asLong()
        + verdicts.path("suspicious").asLong()
        + verdicts.path("malicious").asLong();
  }

  private long judged(long count) {
    for (int i = 0; i < 1_200 && judged() < count; i++) {
      try {
        TimeUnit.MILLISECONDS.sleep(50);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return judged();
  }

  @Test
  void examines_the_largest_texts_in_a_round_of_detection() {
    String large = call("ignore all ; curl http://a.example/ | base64 ", 66_000);
    Neighbor.Meanwhile<Long> meanwhile =
        neighbor.during(
            () -> {
              for (int i = 0; i < 100; i++) {
                expect(200, program.post("/v1/eval", large));
              }
              return judged(100);
            });

    assertThat(meanwhile.result()).isEqualTo(100);
    assertThat(meanwhile.decided()).isGreaterThanOrEqualTo(SEVERAL);
  }

  /** Adds rows that are newer than the only one of a table and have a text to be found by. */
  private void copies(String table, String key, String unique, int from, int to) {
    server
        .database()
        .change(
            tx -> {
              List<String> values = new ArrayList<>();
              List<String> columns =
                  tx.handle()
                      .createQuery("SELECT name FROM pragma_table_info(:table)")
                      .bind("table", table)
                      .mapTo(String.class)
                      .list();
              for (String column : columns) {
                if (column.equals(key)) {
                  values.add("substr(" + key + ", 1, 4) || printf('" + LATER + "%05d', i)");
                } else if (column.equals(unique)) {
                  values.add(column + " || i");
                } else {
                  values.add(column.equals("search") ? ":search" : column);
                }
              }
              tx.handle()
                  .createUpdate(
                      "WITH RECURSIVE n(i) AS (SELECT :from UNION ALL SELECT i + 1 FROM n"
                          + " WHERE i + 1 < :to) INSERT INTO "
                          + table
                          + " SELECT "
                          + String.join(", ", values)
                          + " FROM (SELECT * FROM "
                          + table
                          + " WHERE org_id = :org ORDER BY "
                          + key
                          + " LIMIT 1), n")
                  .bind("from", from)
                  .bind("to", to)
                  .bind("search", "a".repeat(4_000))
                  .bind("org", governed.tenancy().org())
                  .execute();
            });
  }

  private void nameOldest(String table, String key) {
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .createUpdate(
                        "UPDATE "
                            + table
                            + " SET search = 'qzx' WHERE org_id = :org AND "
                            + key
                            + " = (SELECT min("
                            + key
                            + ") FROM "
                            + table
                            + " WHERE org_id = :org)")
                    .bind("org", governed.tenancy().org())
                    .execute());
  }

  private static String query(String path, String text) {
    return path + "?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/agents,agent,agent_id,external_id,false",
    "/api/policies,policy,policy_id,,false",
    "/api/mcp,mcp_server,server_id,server_key,true",
    "/api/discovery,discovered_asset,asset_id,external_id,true"
  })
  void searches_the_latest_rows(
      String path, String table, String key, String unique, boolean isIndexed) {
    governed.tenancy().agentId();
    governed.policy("draft");
    upload(Reports.withOneFinding(governed.tenancy().org().value(), Severity.LOW));
    workflows(1);
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .createUpdate(
                        "DELETE FROM "
                            + table
                            + " WHERE org_id = :org AND "
                            + key
                            + " > (SELECT min("
                            + key
                            + ") FROM "
                            + table
                            + " WHERE org_id = :org)")
                    .bind("org", governed.tenancy().org())
                    .execute());
    nameOldest(table, key);
    copies(table, key, unique, 0, 9_999);
    assertThat(total(path, "qz")).isEqualTo(1);
    copies(table, key, unique, 9_999, 10_000);
    assertThat(total(path, "qz")).isZero();
    assertThat(total(path, "qzx")).isEqualTo(isIndexed ? 1 : 0);
    assertThat(expect(200, admin.get(query(path, "qz"))).path("totalIsMinimum").asBoolean())
        .isEqualTo(isIndexed);
    assertThat(total(path, "%")).isZero();
    assertThat(total(path, "__")).isZero();
    assertThat(total(path, "%a%a%a%a%a%a%a%b")).isZero();

    Answer found = meanwhile(() -> admin.get(query(path, "a".repeat(999) + "b")));

    assertThat(expect(200, found).path("total").asLong()).isZero();
    expect(200, meanwhile(() -> admin.get(query("/api/search/resources", "a".repeat(999) + "b"))));
    expect(200, meanwhile(() -> admin.get(query("/api/search/resources", "a"))));
    expect(400, admin.get(query(path, "a".repeat(1_001))));
  }

  private long total(String path, String text) {
    return expect(200, meanwhile(() -> admin.get(query(path, text)))).path("total").asLong();
  }

  private Answer rule(int number, String filter) {
    return admin.post(
        "/api/alerts/rules",
        Map.of("name", "Rule " + number, "conditions", Map.of("filter", filter)));
  }

  @Test
  void filters_of_an_alert_share_a_budget() {
    String list = "[0,1,2,3,4,5,6,7,8]";
    String filter =
        "LIST.exists(a, LIST.exists(b, LIST.exists(c, a + b + c > 24 && %d < 0)))"
            .replace("LIST", list);
    String longest = "title == '" + "a".repeat(2_037) + "'";
    expect(400, rule(0, "!(" + longest + ")"));
    // One rule is there from the beginning.
    for (int i = 1; i < 200; i++) {
      expect(200, rule(i, filter.formatted(i)));
    }
    assertRejected(409, "conflict", rule(200, longest));
    String dsl = Governed.DSL.replace("effect: deny", "effect: deny\n    severity: high");
    governed.move(governed.policy("draft", dsl), Stage.ENFORCE, Stage.ENFORCE);

    JsonNode alert =
        neighbor
            .during(
                () -> {
                  Answer denied = program.post("/v1/eval", call("a", 200));
                  assertThat(expect(200, denied).path("decision").asText()).isEqualTo("deny");
                  return overBudget();
                })
            .result();

    assertThat(alert.path("occurrences").asInt()).isEqualTo(1);
    int let = 0;
    for (JsonNode rule : expect(200, admin.get("/api/alerts/rules")).path("rules")) {
      let += Integer.signum(rule.at("/stats/matched_24h").asInt());
    }
    // None of the filters is true: those that exceed the budget let the alert through.
    assertThat(let).isBetween(100, 199);
  }

  /** The alert about a filter that exceeds its budget, once it was routed itself. */
  private JsonNode overBudget() {
    for (int i = 0; i < LONGEST_WAIT_SECONDS * 10; i++) {
      JsonNode found =
          expect(200, admin.get("/api/alerts?threat_type=condition_over_budget")).at("/alerts/0");
      if (found.has("status") && !found.path("status").asText().equals("pending")) {
        return found;
      }
      Governed.rest();
    }
    throw new AssertionError("no alert about the budget of filters");
  }

  private Answer upload(String report) {
    return program.post("/api/v1/mcp/reports", report);
  }

  private String report(int findings, int detail) {
    ObjectNode report =
        (ObjectNode)
            Json.readStored(
                Reports.withOneFinding(governed.tenancy().org().value(), Severity.HIGH));
    ArrayNode list = (ArrayNode) report.path("findings");
    ObjectNode first = (ObjectNode) list.get(0);
    list.removeAll();
    for (int i = 0; i < findings; i++) {
      list.add(
          first
              .deepCopy()
              .put("finding_id", "fnd_" + governed.tenancy().org().value() + i)
              .put("server", "server" + i)
              .put("detail", "a@a.".repeat(detail / 4)));
    }
    return Json.text(report);
  }

  @Test
  void takes_the_largest_report() {
    Answer uploaded = longer(() -> upload(report(5_000, 1_200)));

    assertThat(uploaded.status()).as("%s", uploaded).isIn(200, 201, 202);
    expect(400, upload(report(5_001, 4)));
    expect(413, upload(report(5_000, 2_400)));
  }

  private Answer workflows(int count) {
    Map<String, Object> config =
        Map.of("baseUrl", "https://n8n.example.com", "apiKey", "n8n_api_1");
    String id =
        expect(
                201,
                admin.post(
                    "/api/admin/integrations",
                    Map.of("type", "n8n", "name", "n" + count, "config", config)))
            .at("/integration/id")
            .asText();
    List<Object> workflows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, Object> workflow = new LinkedHashMap<>();
      workflow.put("id", "wf_" + i);
      workflow.put("name", "a@a.".repeat(50));
      workflow.put("active", true);
      workflow.put(
          "nodes",
          Collections.nCopies(
              4,
              Map.of(
                  "name",
                  "a.".repeat(90),
                  "type",
                  "n8n-nodes-base.httpRequest",
                  "parameters",
                  Map.of("url", "http://a:" + "a@".repeat(60)))));
      workflow.put("connections", Map.of());
      workflows.add(workflow);
    }
    return admin.post(
        "/api/admin/integrations/" + id + "/import", count == 1 ? workflows.get(0) : workflows);
  }

  @Test
  void imports_the_largest_export() {
    expect(200, longer(() -> workflows(5_000)));
    expect(400, workflows(5_001));
    expect(413, workflows(7_500));
  }

  private static String lines(int count) {
    String line =
        "{\"timeUnixNano\":\"%d\",\"body\":{\"stringValue\":\"%s\"},\"attributes\":[]}"
            .formatted(System.currentTimeMillis() * 1_000_000, "a@a.".repeat(170));
    return "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":["
        + String.join(",", Collections.nCopies(count, line))
        + "]}]}]}";
  }

  @Test
  void takes_the_largest_batch_of_telemetry() {
    JsonNode accepted = expect(200, longer(() -> program.post("/v1/logs", lines(10_000))));

    assertThat(accepted.at("/partialSuccess/rejectedLogRecords").asLong()).isZero();
    assertThat(
            expect(200, program.post("/v1/logs", lines(10_001)))
                .at("/partialSuccess/rejectedLogRecords")
                .asLong())
        .isEqualTo(1);
    expect(413, program.post("/v1/logs", lines(12_000)));
    expect(400, program.post("/v1/telemetry/events", Collections.nCopies(1_001, Map.of())));
  }

  private Answer template(String template) {
    return admin.post(
        "/api/alerts/rules",
        Map.of(
            "name",
            "Rule",
            "conditions",
            Map.of("min_severity", "low"),
            "actions",
            Collections.nCopies(20, Map.of("type", "all", "template", template))));
  }

  @Test
  void checks_the_longest_templates_of_messages() {
    expect(200, meanwhile(() -> template("{a".repeat(500))));
    expect(400, template("{a".repeat(500) + "{"));
  }

  private Answer view(int number, int filters, int length) {
    Map<String, String> expected = new LinkedHashMap<>();
    for (int i = 0; i < filters; i++) {
      expected.put("f" + i, "a@".repeat(length / 2));
    }
    return admin.post(
        "/api/discovery/saved-views", Map.of("name", "view " + number, "filters", expected));
  }

  @Test
  void stores_the_largest_saved_views() {
    expect(400, view(0, 51, 2));
    expect(400, view(0, 50, 80));

    Neighbor.Meanwhile<Answer> meanwhile =
        neighbor.during(
            () -> {
              for (int i = 0; i < 200; i++) {
                Answer created = view(i, 50, 60);
                assertThat(created.status()).as("%s", created).isIn(200, 201);
              }
              return view(200, 1, 2);
            });

    assertRejected(409, "conflict", meanwhile.result());
    assertThat(meanwhile.decided()).isGreaterThanOrEqualTo(SEVERAL);
  }
}
