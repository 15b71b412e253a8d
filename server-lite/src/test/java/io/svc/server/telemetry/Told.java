package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An organization that is told something, and what it knows then. */
final class Told {
  private final TestServer server;
  private final Tenancy tenancy;
  private final String key;

  Told(TestServer server) {
    this.server = server;
    this.tenancy = new Tenancy(server);
    this.key = tenancy.key(Role.OPERATOR, Scope.TELEMETRY_WRITE);
  }

  String key() {
    return key;
  }

  Client program() {
    return tenancy.visitor().with("X-Api-Key", key);
  }

  Client admin() {
    return tenancy.admin();
  }

  OrgId org() {
    return tenancy.org();
  }

  JsonNode agent(String name) {
    for (JsonNode agent : admin().get("/api/agents").json().path("agents")) {
      if (agent.path("name").asText().equals(name)) {
        return agent;
      }
    }
    throw new AssertionError("no agent " + name);
  }

  List<String> agents() {
    List<String> names = new ArrayList<>();
    admin()
        .get("/api/agents")
        .json()
        .path("agents")
        .forEach(agent -> names.add(agent.path("name").asText()));
    return names;
  }

  /** The sessions of an agent with their timelines, the first one first. */
  List<JsonNode> sessions(String agent) {
    List<JsonNode> sessions = new ArrayList<>();
    JsonNode listed =
        admin()
            .get("/api/agents/" + agent(agent).path("id").asText() + "/sessions")
            .json()
            .path("sessions");
    for (JsonNode first : listed) {
      sessions.add(
          0, admin().get("/api/sessions/" + first.path("id").asText()).json().path("session"));
    }
    return sessions;
  }

  static List<String> types(JsonNode session) {
    List<String> types = new ArrayList<>();
    session.path("timeline").forEach(entry -> types.add(entry.path("type").asText()));
    return types;
  }

  static JsonNode entry(JsonNode session, String type) {
    for (JsonNode entry : session.path("timeline")) {
      if (entry.path("type").asText().equals(type)) {
        return entry;
      }
    }
    throw new AssertionError("no " + type + " in " + session);
  }

  List<JsonNode> feed(String type) {
    List<JsonNode> events = new ArrayList<>();
    admin()
        .get("/api/v1/governance/events?limit=500&event_type=" + type)
        .json()
        .path("events")
        .forEach(events::add);
    return events;
  }

  JsonNode logs(String session) {
    return admin().get("/api/store/runtime-logs?session_id=" + session).json().path("logs");
  }

  Answer settings(Map<String, Object> settings) {
    return admin().put("/api/admin/tenant", Map.of("settings", settings));
  }

  /** The counter of telemetry items of the server, which other tests also use. */
  double items(String result, String signal) {
    String name =
        "svc_telemetry_items_total{result=\"%s\",signal=\"%s\"} ".formatted(result, signal);
    return server
        .visitor()
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  /** Everything that is stored, as text, but for what is sealed. */
  String storedText() {
    StringBuilder all = new StringBuilder();
    for (String table :
        List.of(
            "agent",
            "agent_session",
            "evidence",
            "event",
            "runtime_log",
            "trace_link",
            "detection_pending",
            "telemetry_key",
            "alert",
            "discovered_asset")) {
      server
          .database()
          .read(tx -> tx.handle().createQuery("SELECT * FROM " + table).mapToMap().list())
          .forEach(row -> all.append(row).append('\n'));
    }
    return all.toString();
  }
}
