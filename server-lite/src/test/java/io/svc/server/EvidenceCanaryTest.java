package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.http.Api;
import io.svc.server.http.Role;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Secrets and personal data go through every route that programs send content to, and are then
 * looked for in every byte of the store and in everything that is answered.
 */
@Tag("thorough")
class EvidenceCanaryTest extends EvidenceCanaries {
  /** Routes of programs that store no content, with the reason. */
  private static final Map<String, String> WITHOUT_CONTENT =
      Map.of(
          "POST /v1/register", "what an agent is made of; its parameters are stored as hashes",
          "POST /api/v1/mcp/reports", "reports, which CanaryIT walks",
          "POST /v1/store/certifications", "reviews of people",
          "POST /v1/store/certifications/bulk", "reviews of people",
          "POST /v1/store/certifications/{certId}/revoke", "reviews of people");

  /** Routes that have nothing to read after what the senders send, with the reason. */
  private static final Map<String, String> UNREAD =
      Map.of(
          "/api/mcp/reports/{reportId}", "reports of scanners, which CanaryIT walks",
          "/api/mcp/{serverId}", "the same",
          "/api/mcp/{serverId}/findings", "the same",
          "/api/store/runtime-logs", "read by session, below",
          "/api/store/trace-links", "the same");

  @Test
  void every_route_of_programs_is_walked_or_stores_no_content() {
    Set<String> routes = new TreeSet<>();
    for (Api.Route route : server.routes()) {
      boolean isOfPrograms =
          route.path().startsWith("/v1/") || route.path().equals("/api/v1/mcp/reports");
      boolean isSending =
          !route.method().name().equals("GET") || route.path().startsWith("/v1/proxy/");
      boolean isForPeople =
          route.access().credential() == RouteAccess.Credential.SESSION
              || route.access().credential() == RouteAccess.Credential.SESSION_ONLY;
      boolean isTwin = route.path().equals("/v1/proxy");
      if (isOfPrograms && isSending && !isForPeople && !isTwin) {
        routes.add(route.method() + " " + route.path());
      }
    }
    Set<String> knownNames = new TreeSet<>(senders().keySet());
    knownNames.addAll(WITHOUT_CONTENT.keySet());
    assertThat(knownNames).isEqualTo(routes);
  }

  @Test
  void nothing_that_was_sent_is_in_the_store_or_in_an_answer() throws Exception {
    sendAll();
    readAll();

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
  private void readAll() {
    Client admin = governed.admin();
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
      for (String format : List.of("json", "csv")) {
        Answer export = admin.get("/api/reports/" + id + "/export?format=" + format);
        assertThat(export.status()).as("%s", export).isEqualTo(200);
      }
    }
    governed.replay(policy);
    String agent = value("SELECT agent_id FROM agent WHERE org_id = :org AND name = :x", "bot");
    Map<String, ?> incident = Map.of("title", "Any", "agentIds", List.of(agent));
    expect(201, admin.post("/api/incidents", incident));
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
          {"assetId", "discovered_asset", "asset_id"},
          {"integrationId", "integration", "integration_id"},
          {"reportId", "report", "report_id"},
          {"replayJobId", "replay_job", "job_id"},
          {"ruleId", "alert_rule", "rule_id"}
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
    Client key = governed.tenancy().program(Role.ADMIN, Scope.values());
    Set<String> unread = new TreeSet<>();
    for (Api.Route route : server.routes()) {
      String path = route.path();
      if (!route.method().name().equals("GET")
          || path.startsWith("/api/auth/")
          || path.startsWith("/v1/proxy")) {
        continue;
      }
      RouteAccess.Credential credential = route.access().credential();
      List<Client> readers = new ArrayList<>();
      if (credential != RouteAccess.Credential.KEY) {
        readers.add(admin);
      }
      if (credential == RouteAccess.Credential.KEY
          || credential == RouteAccess.Credential.SESSION_OR_KEY) {
        readers.add(key);
      }
      Set<String> paths = new LinkedHashSet<>(Set.of(path));
      ids.forEach((id, name) -> paths.add(path.replace("{" + name + "}", id)));
      paths.removeIf(item -> item.contains("{"));
      for (Client reader : readers) {
        boolean isRead = false;
        for (String item : paths) {
          isRead |= reader.get(item).status() / 100 == 2;
        }
        if (!isRead) {
          unread.add(path + (reader == key ? " by key" : ""));
        }
      }
    }
    assertThat(unread).isEqualTo(UNREAD.keySet());
    ids.forEach(
        (id, name) -> {
          if (name.equals("sessionId")) {
            expect(200, admin.get("/api/store/runtime-logs?session_id=" + id));
            expect(200, admin.get("/api/store/trace-links?session_id=" + id));
          }
        });
    long read = server.answers().stream().filter(answer -> answer.status() == 200).count();
    assertThat(read).as("answers that were read").isGreaterThan(100);
    admin.get("/api/search?q=canary");
    admin.get("/api/governance/execution?q=canary.person");
  }
}
