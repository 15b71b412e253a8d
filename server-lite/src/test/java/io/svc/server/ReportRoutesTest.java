package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports, as members see them. */
class ReportRoutesTest {
  private static final String PATH = "/api/reports";

  private TestServer server;
  private Governed governed;
  private Client admin;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    governed = new Governed(server);
    admin = governed.admin();
  }

  private JsonNode createReport(Map<String, ?> order) {
    return expect(201, admin.post(PATH, order)).path("report");
  }

  private Answer export(JsonNode report, String format) {
    return admin.get(PATH + "/" + report.path("id").asText() + "/export?format=" + format);
  }

  /** As anybody would with the export and the public key, and nothing of this service. */
  private static boolean isSigned(JsonNode export, JsonNode keys) throws Exception {
    MessageDigest hash = MessageDigest.getInstance("SHA-256");
    for (JsonNode row : export.path("rows")) {
      hash.update((sorted(row) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    String message = "sha256:" + HexFormat.of().formatHex(hash.digest());
    assertThat(export.at("/manifest/contentHash").asText()).isEqualTo(message);
    byte[] open = {};
    for (JsonNode key : keys.path("keys")) {
      if (key.path("keyId").equals(export.at("/signature/keyId"))) {
        open = Base64.getUrlDecoder().decode(key.at("/jwk/x").asText());
      }
    }
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(
        KeyFactory.getInstance("Ed25519")
            .generatePublic(
                new X509EncodedKeySpec(
                    HexFormat.of()
                        .parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(open)))));
    signature.update(sorted(export.path("manifest")).getBytes(StandardCharsets.UTF_8));
    return signature.verify(Base64.getUrlDecoder().decode(export.at("/signature/value").asText()));
  }

  /** Canonical JSON of what has no number but whole ones and short fractions. */
  private static String sorted(JsonNode node) {
    if (node.isObject()) {
      Map<String, String> members = new TreeMap<>();
      node.properties().forEach(one -> members.put(one.getKey(), sorted(one.getValue())));
      List<String> texts = new ArrayList<>();
      members.forEach((name, value) -> texts.add(Json.text(name) + ":" + value));
      return "{" + String.join(",", texts) + "}";
    }
    if (node.isArray()) {
      List<String> texts = new ArrayList<>();
      node.forEach(one -> texts.add(sorted(one)));
      return "[" + String.join(",", texts) + "]";
    }
    return node.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"compliance", "posture", "policy_decisions", "mcp", "incidents", "access_review"})
  void each_type_can_be_created_and_exported_and_checked(String type) throws Exception {
    governed.policyAt(Stage.ENFORCE);
    governed.act("s-1", "bash");
    expect(201, admin.post("/api/incidents", Map.of("title", "Tokens left")));

    JsonNode report = createReport(Map.of("reportType", type.toUpperCase(java.util.Locale.ROOT)));
    JsonNode export = expect(200, export(report, "json"));

    assertThat(report.path("status").asText()).isEqualTo("ready");
    assertThat(report.path("type").asText()).isEqualTo(type);
    assertThat(export.path("rows")).hasSize(report.path("rowCount").asInt());
    assertThat(export.at("/manifest/contentHash")).isEqualTo(report.path("contentHash"));
    assertThat(export.at("/manifest/orgId").asText()).isEqualTo(governed.tenancy().org().value());
    assertThat(isSigned(export, admin.get("/api/governance/attestation/keys").json())).isTrue();
    assertThat(type.equals("mcp")).isEqualTo(report.path("rowCount").asInt() == 0);
  }

  @Test
  void an_export_is_the_same_to_the_byte_whatever_happens_meanwhile() {
    governed.act("s-1", "bash");
    JsonNode report = createReport(Map.of("type", "policy_decisions"));
    Answer json = export(report, "json");
    Answer csv = export(report, "csv");

    governed.act("s-1", "mail");
    governed.policyAt(Stage.ENFORCE);

    assertThat(export(report, "json").bytes()).isEqualTo(json.bytes());
    assertThat(export(report, "csv").bytes()).isEqualTo(csv.bytes());
    assertThat(admin.get(PATH + "/" + report.path("id").asText()).json().path("report"))
        .isEqualTo(report);
    assertThat(json.header("Content-Disposition"))
        .contains("attachment; filename=\"report-" + report.path("id").asText() + ".json\"");
    assertThat(csv.header("Content-Type")).contains("text/csv; charset=utf-8");
    assertThat(csv.text().lines().findFirst().orElseThrow()).startsWith("id,decidedAt,agentId,");
  }

  @Test
  void rows_are_those_of_the_time_and_the_filters() {
    governed.policyAt(Stage.ENFORCE);
    governed.act("s-1", "bash");
    governed.act("s-1", "mail");

    JsonNode all = createReport(Map.of("type", "policy_decisions"));
    JsonNode denied =
        createReport(Map.of("type", "policy_decisions", "filters", Map.of("outcome", "Denied")));
    JsonNode before =
        createReport(Map.of("type", "policy_decisions", "to", "2020-01-01T00:00:00.000Z"));

    assertThat(all.path("rowCount").asInt()).isEqualTo(2);
    assertThat(all.at("/summary/counts/outcome").toString())
        .isEqualTo("{\"allowed\":1,\"denied\":1}");
    assertThat(denied.path("rowCount").asInt()).isEqualTo(1);
    assertThat(denied.path("filters").toString()).isEqualTo("{\"outcome\":\"denied\"}");
    assertThat(before.path("rowCount").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | type",
        "{\"type\": \"all\"} | type",
        "{\"type\": \"weather\"} | type",
        "{\"type\": \"compliance\", \"framework\": \"pci\"} | framework",
        "{\"type\": \"posture\", \"framework\": \"soc2\"} | framework",
        "{\"type\": \"posture\", \"from\": \"yesterday\"} | from",
        "{\"type\": \"posture\", \"from\": \"2999-01-01T00:00:00Z\"} | from",
        "{\"type\": \"posture\", \"from\": \"2026-02-01T00:00:00Z\", \"to\":"
            + " \"2026-01-01T00:00:00Z\"} | to",
        "{\"type\": \"posture\", \"filters\": {\"colour\": \"red\"}} | filters.colour",
        "{\"type\": \"mcp\", \"filters\": {\"severity\": \"huge\"}} | filters.severity"
      })
  void invalid_parameters_are_rejected_by_name(String order, String field) {
    JsonNode error = assertRejected(400, "validation_failed", admin.post(PATH, order));

    assertThat(error.at("/errors/0/field").asText()).isEqualTo(field);
  }

  @Test
  void an_export_in_an_unknown_format_is_rejected() {
    JsonNode report = createReport(Map.of("type", "posture"));

    assertRejected(400, "unsupported_format", export(report, "pdf"));
  }

  @Test
  void a_list_has_the_latest_first_and_no_sections() {
    JsonNode first = createReport(Map.of("type", "compliance", "title", "One"));
    JsonNode second = createReport(Map.of("type", "compliance", "framework", "soc2"));

    JsonNode list = expect(200, admin.get(PATH + "?limit=1"));
    JsonNode next = expect(200, admin.get(PATH + "?limit=1&offset=1"));

    assertThat(list.path("total").asInt()).isEqualTo(2);
    assertThat(list.at("/reports/0/id")).isEqualTo(second.path("id"));
    assertThat(list.at("/reports/0/framework").asText()).isEqualTo("soc2");
    assertThat(list.at("/reports/0").has("sections")).isFalse();
    assertThat(next.at("/reports/0/title").asText()).isEqualTo("One");
    assertThat(next.at("/reports/0/id")).isEqualTo(first.path("id"));
  }

  @Test
  void a_request_that_comes_again_gives_the_same_report() {
    Client sender = admin.with("Idempotency-Key", "november");

    List<Answer> answers = AtOnce.run(4, i -> sender.post(PATH, Map.of("type", "posture")));
    Answer again = sender.post(PATH, Map.of("type", "posture"));

    assertThat(again.status()).isEqualTo(201);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 201)
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.text()).isEqualTo(again.text()));
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("idempotency_conflict"));
    assertRejected(409, "idempotency_conflict", sender.post(PATH, Map.of("type", "mcp")));
    assertThat(admin.get(PATH).json().path("total").asInt()).isEqualTo(1);
  }

  @Test
  void making_and_exporting_are_audited() {
    JsonNode report = createReport(Map.of("type", "compliance"));
    export(report, "csv");

    JsonNode entries = admin.get("/api/admin/audit-log?category=report").json().path("entries");

    assertThat(entries).hasSize(2);
    assertThat(entries.at("/0/action").asText()).isEqualTo("report.export");
    assertThat(entries.at("/0/details/format").asText()).isEqualTo("csv");
    assertThat(entries.at("/1/action").asText()).isEqualTo("report.create");
    assertThat(entries.at("/1/target/id")).isEqualTo(report.path("id"));
  }

  @Test
  void who_reads_the_dashboard_reads_reports_and_takes_none_away() {
    JsonNode report = createReport(Map.of("type", "posture"));
    String path = PATH + "/" + report.path("id").asText();
    Client viewer = governed.tenancy().member(Role.VIEWER);
    Client operator = governed.tenancy().member(Role.OPERATOR);

    expect(200, viewer.get(path));
    assertRejected(403, "forbidden", viewer.get(path + "/export"));
    assertRejected(403, "forbidden", viewer.post(PATH, Map.of("type", "posture")));
    expect(200, operator.get(path + "/export"));
    expect(201, governed.tenancy().member(Role.AUDITOR).post(PATH, Map.of("type", "mcp")));
  }

  @Test
  void the_access_report_requires_audit_log_permission() {
    JsonNode report = createReport(Map.of("type", "access_review"));
    String path = PATH + "/" + report.path("id").asText();
    Client operator = governed.tenancy().member(Role.OPERATOR);

    assertRejected(403, "forbidden", operator.post(PATH, Map.of("type", "access_review")));
    assertRejected(403, "forbidden", operator.get(path + "/export"));
    expect(200, governed.tenancy().member(Role.AUDITOR).get(path + "/export"));
  }

  @Test
  void another_organization_knows_nothing_of_a_report() {
    JsonNode report = createReport(Map.of("type", "posture"));
    Client other = new Tenancy(server).admin();
    String path = PATH + "/" + report.path("id").asText();

    assertRejected(404, "not_found", other.get(path));
    assertRejected(404, "not_found", other.get(path + "/export"));
    assertThat(other.get(PATH).json().path("total").asInt()).isZero();
  }

  @Test
  void no_report_has_a_secret_or_an_argument_in_it() {
    String key = governed.tenancy().key(Role.ADMIN);
    governed.policyAt(Stage.ENFORCE);
    governed.act("s-1", "bash", Map.of("command", "canary-of-an-argument"));
    String secret = "ghp_" + "a1B2c3D4e5F6".repeat(3);
    createReport(Map.of("type", "posture", "title", "With " + secret));

    for (String type : List.of("compliance", "posture", "policy_decisions", "access_review")) {
      JsonNode report = createReport(Map.of("type", type));
      for (String format : List.of("csv", "json")) {
        assertThat(export(report, format).text())
            .doesNotContain(key)
            .doesNotContain(key.substring(5, 13))
            .doesNotContain("canary-of-an-argument")
            .doesNotContain("password")
            .doesNotContain("argon2");
      }
    }
    assertThat(admin.get(PATH).text()).doesNotContain(secret);
  }

  @Test
  void what_senders_named_is_no_formula_in_a_spreadsheet() {
    for (String tool : List.of("=cmd|calc", "+1", "-1", "@x", " =1", "\"=1")) {
      governed.act("s-1", tool);
    }

    String csv = export(createReport(Map.of("type", "policy_decisions")), "csv").text();

    assertThat(csv.lines().skip(1))
        .hasSize(6)
        .allSatisfy(line -> assertThat(line).matches(".*,\"?'[^,]+.*"));
    assertThat(csv).doesNotContain(",=", ",+", ",-", ",@", ", =", ",\"\"\"=");
  }
}
