package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.agents.Agents;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Vendor;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.TestStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of decisions share: a whole server; the store is the subclass's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DecisionContract {
  static final String EVAL = "/v1/eval";
  static final String EXECUTION = "/api/governance/execution";

  Path directory;
  private TestStore store;
  TestServer server;
  Tenancy tenancy;
  Client admin;

  /** A program with a key to ask for decisions and to read events. */
  Client program;

  abstract Vendor vendor();

  @BeforeAll
  void start(@TempDir Path temporary) {
    directory = temporary;
    store = TestStore.empty(vendor(), directory, Clock.systemUTC());
    if (vendor() == Vendor.POSTGRESQL) {
      store.prepare();
    }
    server =
        TestServer.start(
            directory,
            vendor() == Vendor.POSTGRESQL ? Map.of("SVC_DATABASE_URL", store.url()) : Map.of(),
            Clock.systemUTC());
  }

  /** Each test has a tenant of its own. */
  @BeforeEach
  void found() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
    program = program(tenancy);
  }

  @AfterAll
  void stop() {
    server.close();
    store.close();
  }

  static Client program(Tenancy tenancy) {
    return tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE, Scope.GOVERNANCE_READ);
  }

  static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  /** A refusal; its code is that of the answer. */
  static JsonNode assertRejected(int status, String code, Answer answer) {
    JsonNode body = expect(status, answer);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
    return body;
  }

  JsonNode eval(String body) {
    return expect(200, program.post(EVAL, body));
  }

  /** A call of a tool by the agent that calls itself {@code bot}. */
  JsonNode call(String tool) {
    return eval(calling(tool));
  }

  static String calling(String tool) {
    return "{\"agent_id\": \"bot\", \"action\": {\"type\": \"tool_call\", \"tool\": \""
        + tool
        + "\"}}";
  }

  JsonNode get(String path) {
    return expect(200, admin.get(path));
  }

  /** The decisions of the tenant, latest first. */
  JsonNode decisions(String query) {
    return get(EXECUTION + query).path("decisions");
  }

  JsonNode session(JsonNode answer) {
    return get("/api/sessions/" + answer.path("session_id").asText()).path("session");
  }

  void setAutoRegister(boolean isOn) {
    expect(200, admin.put("/api/admin/tenant", Map.of("settings", Map.of("autoRegister", isOn))));
  }

  static String document(String rules) {
    return "version: 1\nkind: agent_policy\nmetadata: {name: sample}\nrules:\n" + rules.indent(2);
  }

  /** A rule that is about one tool. */
  static String rule(String id, String effect, String tool, String more) {
    return "- {id: "
        + id
        + ", effect: "
        + effect
        + ", reason: because of "
        + id
        + ", match: {tool: ["
        + tool
        + "]}"
        + more
        + "}\n";
  }

  /** A policy that observes; gives its identifier. */
  String policy(String rules) {
    return expect(
            201,
            admin.post(
                "/api/policies",
                Map.of("name", "sample", "mode", "observe", "dsl", document(rules))))
        .at("/policy/id")
        .asText();
  }

  /** A policy at a stage. The way there, with its evidence, is not what is tested here. */
  String policy(Stage stage, String rules) {
    String id = policy(rules);
    setStage(id, stage);
    return id;
  }

  void setStage(String policyId, Stage stage) {
    Policies policies = new Policies();
    OrgId org = tenancy.org();
    server
        .database()
        .change(
            tx -> {
              var policy = policies.lock(tx, org, policyId);
              policies.setStage(tx, org, policy, stage, stage, policy.activeVersion(), "usr_test");
            });
  }

  /** How many rows of the tenant a table has. */
  long rows(String table) {
    return server
        .database()
        .read(
            tx ->
                tx.handle()
                    .createQuery("SELECT count(*) FROM " + table + " WHERE org_id = :org")
                    .bind("org", tenancy.org())
                    .mapTo(Long.class)
                    .one());
  }

  /** The values of a column of the tenant's rows. */
  List<String> column(String table, String column) {
    return server
        .database()
        .read(
            tx ->
                tx.handle()
                    .createQuery("SELECT " + column + " FROM " + table + " WHERE org_id = :org")
                    .bind("org", tenancy.org())
                    .mapTo(String.class)
                    .list());
  }

  /** What features of the server do that have no route yet. */
  Agents agents() {
    return new Agents(new Identifiers(Clock.systemUTC()));
  }

  static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.path(field).asText()));
    return texts;
  }
}
