package io.svc.server.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Where everything of a workspace is shown, with the ids of what it has. */
final class Addresses {
  /** For people who are not signed in. */
  static final List<String> DOORS =
      List.of(
          "/login",
          "/login?state=signed-out",
          "/login?state=error",
          "/register",
          "/forgot",
          "/reset",
          "/invite");

  private static final List<String> LISTS =
      List.of(
          "/overview",
          "/agents",
          "/discovery",
          "/mcp",
          "/mcp/findings",
          "/mcp/reports",
          "/mcp/baseline",
          "/policies",
          "/policies/new",
          "/rollout",
          "/certifications",
          "/lifecycle",
          "/attestation",
          "/execution",
          "/approvals",
          "/alerts",
          "/alerts/rules",
          "/incidents",
          "/reports",
          "/audit",
          "/settings/keys",
          "/settings/members",
          "/settings/workspace",
          "/settings/integrations",
          "/settings/detection",
          "/settings/redaction",
          "/settings/connectors",
          "/settings/credentials",
          "/settings/sign-in",
          "/settings/own");

  private Addresses() {}

  /** Every list. */
  static List<String> lists() {
    return LISTS;
  }

  /** Every list, and one of each thing that has a page of its own. */
  static List<String> of(Site.Person person) {
    List<String> all = new ArrayList<>(LISTS);
    JsonNode agent = first(person, "/api/agents", "agents");
    String agentPage = "/agents/" + agent.path("id").asText();
    all.add(agentPage);
    for (String tab :
        List.of("policies", "lifecycle", "attestation", "certification", "decisions", "alerts")) {
      all.add(agentPage + "?tab=" + tab);
    }
    JsonNode session =
        first(person, "/api/agents/" + agent.path("id").asText() + "/sessions", "sessions");
    all.add("/sessions/" + session.path("id").asText());
    all.add("/discovery/" + first(person, "/api/discovery", "assets").path("id").asText());
    all.add("/mcp/" + first(person, "/api/mcp", "servers").path("id").asText());
    all.add("/mcp/reports/" + first(person, "/api/mcp/reports", "reports").path("id").asText());
    String policy = "/policies/" + first(person, "/api/policies", "policies").path("id").asText();
    all.add(policy);
    all.add(policy + "/rollout");
    all.add("/approvals/" + first(person, "/api/approvals", "approvals").path("id").asText());
    all.add("/alerts/" + first(person, "/api/alerts", "alerts").path("id").asText());
    all.add("/incidents/" + first(person, "/api/incidents", "incidents").path("id").asText());
    all.add("/reports/" + first(person, "/api/reports", "reports").path("id").asText());
    return all;
  }

  private static JsonNode first(Site.Person person, String path, String list) {
    JsonNode answer = person.get(path);
    if (!answer.path(list).has(0)) {
      throw new IllegalStateException("nothing is at " + path + ": " + answer);
    }
    return answer.path(list).get(0);
  }
}
