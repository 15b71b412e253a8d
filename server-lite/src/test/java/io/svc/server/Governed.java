package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An organization with policies, and agents that act, as its members and programs see it. */
final class Governed {
  static final String ROLLOUT = "/api/v1/governance/rollout";
  static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: no-shell}
      rules:
        - id: no-bash
          effect: deny
          reason: No shell here.
          match: {tool: [bash]}
      """;
  static final String STRICTER_DSL =
      DSL + "  - {id: no-mail, effect: deny, reason: No mail either., match: {tool: [mail]}}\n";

  private static final int LONGEST_WAIT_SECONDS = 60;

  private final TestServer server;
  private final Tenancy tenancy;
  private final Client agent;

  Governed(TestServer server) {
    this.server = server;
    this.tenancy = new Tenancy(server);
    this.agent = tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE);
  }

  Tenancy tenancy() {
    return tenancy;
  }

  Client admin() {
    return tenancy.admin();
  }

  /** A program that may change what governs, with a key of a role. */
  Client program(Role role) {
    return tenancy.program(role, Scope.GOVERNANCE_READ, Scope.GOVERNANCE_WRITE);
  }

  static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  static JsonNode assertRejected(int status, String code, Answer answer) {
    JsonNode body = expect(status, answer);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
    return body;
  }

  static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.at("/" + field).asText()));
    return texts;
  }

  /** A new policy that says {@link #DSL}. */
  String policy(String mode) {
    return policy(mode, DSL);
  }

  String policy(String mode, String dsl) {
    return expect(
            201,
            admin().post("/api/policies", Map.of("name", "no shell", "dsl", dsl, "mode", mode)))
        .at("/policy/id")
        .asText();
  }

  /** A new policy somewhere in its rollout, wherever it came from. */
  String policyAt(Stage stage, Stage mode) {
    String id = policy("draft");
    move(id, stage, mode);
    return id;
  }

  /** The same for each stage in the mode that it is usually in. */
  String policyAt(Stage stage) {
    return policyAt(stage, stage == Stage.ROLLBACK ? Stage.OBSERVE : stage);
  }

  void move(String id, Stage stage, Stage mode) {
    Policies policies = new Policies();
    server
        .database()
        .write(
            tx ->
                policies.setStage(
                    tx,
                    tenancy.org(),
                    policies.lockToChange(tx, tenancy.org(), id),
                    stage,
                    mode,
                    1,
                    "usr_1"));
  }

  void save(String id, String dsl) {
    expect(200, admin().put("/api/policies/" + id, Map.of("dsl", dsl)));
  }

  /** An agent uses a tool in a session; gives the decision. */
  JsonNode act(String session, String tool) {
    return act(session, tool, Map.of("command", "ls"));
  }

  JsonNode act(String session, String tool, Map<String, ?> arguments) {
    return expect(
        200,
        agent.post(
            "/v1/eval",
            Map.of(
                "agent_id",
                "bot",
                "session_id",
                session,
                "action",
                Map.of("type", "tool_call", "tool", tool, "arguments", arguments))));
  }

  Answer promote(String id) {
    return admin().post(ROLLOUT + "/" + id + "/promote");
  }

  Answer promote(String id, Map<String, ?> body) {
    return admin().post(ROLLOUT + "/" + id + "/promote", body);
  }

  Answer rollback(String id) {
    return admin().post(ROLLOUT + "/" + id + "/rollback");
  }

  JsonNode rollout(String id) {
    return expect(200, admin().get(ROLLOUT + "/" + id));
  }

  String stage(String id) {
    return rollout(id).at("/rollout/currentStage").asText();
  }

  /** Replays the current policy, waits for the end and returns the replay. */
  JsonNode replay(String id) {
    return replay(id, Map.of());
  }

  JsonNode replay(String id, Map<String, ?> body) {
    JsonNode asked = expect(202, admin().post(ROLLOUT + "/" + id + "/replay", body));
    assertThat(asked.path("status").asText()).isEqualTo("queued");
    return ended(asked.path("replayJobId").asText());
  }

  /** A replay that has come to its end, with its verdicts. */
  JsonNode ended(String jobId) {
    for (int i = 0; i < LONGEST_WAIT_SECONDS * 10; i++) {
      JsonNode answer = expect(200, admin().get("/api/v1/governance/replays/" + jobId));
      String status = answer.at("/replayJob/status").asText();
      if (!status.equals("queued") && !status.equals("running")) {
        return answer;
      }
      rest();
    }
    throw new AssertionError("the replay " + jobId + " never came to its end");
  }

  static void rest() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** What settings of the organization are from now on. */
  void set(Map<String, ?> settings) {
    expect(200, admin().put("/api/admin/tenant", Map.of("settings", settings)));
  }

  /** Events of a type, oldest first. */
  List<JsonNode> events(String type) {
    List<JsonNode> events = new ArrayList<>();
    expect(200, admin().get("/api/v1/governance/events?limit=500&event_type=" + type))
        .path("events")
        .forEach(events::add);
    return events;
  }

  /** Actions of the audit log, latest first. */
  List<String> audited() {
    return texts(auditLog(), "action");
  }

  JsonNode auditLog() {
    return expect(200, admin().get("/api/admin/audit-log?category=governance&limit=500"))
        .path("entries");
  }

  /** Values of a counter of this organization, by its other labels as they are written. */
  Map<String, Double> counted(String counter) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (String line : server.visitor().get("/metrics").text().split("\n", -1)) {
      if (line.startsWith(counter + "{") && line.contains(tenancy.org().value())) {
        int end = line.lastIndexOf('}');
        String labels =
            line.substring(counter.length() + 1, end)
                .replaceAll(",?org_id=\"[^\"]*\"", "")
                .replaceAll("^,", "");
        values.put(labels, Double.valueOf(line.substring(end + 1).strip()));
      }
    }
    return values;
  }
}
