package io.svc.server.browser;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where everything of a workspace is shown, with the ids of what it has. */
final class Addresses {
  private static final List<JsonNode> PAGES = pages();

  /** For people who are not signed in. */
  static final List<String> DOORS = doors();

  private static final List<String> SETTINGS =
      List.of(
          "keys",
          "members",
          "workspace",
          "integrations",
          "detection",
          "redaction",
          "connectors",
          "credentials",
          "sign-in",
          "own");

  private Addresses() {}

  /** Every list. */
  static List<String> lists() {
    return Stream.concat(
            PAGES.stream()
                .filter(page -> !page.has("door"))
                .map(page -> page.path("address").asText())
                .filter(address -> !address.contains("{") && !address.equals("/settings")),
            SETTINGS.stream().map(section -> "/settings/" + section))
        .toList();
  }

  private static List<String> doors() {
    return Stream.concat(
            PAGES.stream()
                .filter(page -> page.has("door"))
                .map(page -> page.path("address").asText())
                .filter(address -> !address.equals("/setup")),
            Stream.of("/login?state=signed-out", "/login?state=error"))
        .toList();
  }

  private static List<JsonNode> pages() {
    try (InputStream table = Addresses.class.getResourceAsStream("/web/pages.json")) {
      return List.copyOf(
          new ObjectMapper().readValue(table, new TypeReference<List<JsonNode>>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every list, and one of each thing that has a page of its own. */
  static List<String> of(Site.Person person) {
    List<String> all = new ArrayList<>(lists());
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
