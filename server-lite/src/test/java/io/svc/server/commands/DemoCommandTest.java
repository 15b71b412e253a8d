package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Reports;
import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.db.Vendor;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.TestStore;
import io.svc.server.testing.TestedVendors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** {@code demo seed} and {@code demo reset}, beside a tenant that is none of their business. */
@ParameterizedClass
@ArgumentsSource(TestedVendors.class)
class DemoCommandTest {
  private static final String PASSWORD = "canary of nine lives";

  /** What is meant to stay of a deleted tenant. */
  private static final Set<String> TOMBSTONES = Set.of("org_deletion", "audit_erasure");

  /** Lists of the API, and what each of their answers calls its rows. */
  private static final Map<String, String> LISTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("/api/agents", "agents"),
              Map.entry("/api/policies", "policies"),
              Map.entry("/api/mcp", "servers"),
              Map.entry("/api/mcp/findings", "findings"),
              Map.entry("/api/mcp/reports", "reports"),
              Map.entry("/api/alerts", "alerts"),
              Map.entry("/api/alerts/rules", "rules"),
              Map.entry("/api/approvals", "approvals"),
              Map.entry("/api/incidents", "incidents"),
              Map.entry("/api/reports", "reports"),
              Map.entry("/api/discovery", "assets"),
              Map.entry("/api/discovery/saved-views", "savedViews"),
              Map.entry("/api/discovery/connectors", "connectors"),
              Map.entry("/api/governance/attestation", "claims"),
              Map.entry("/api/governance/execution", "decisions"),
              Map.entry("/api/governance/rollout", "rollouts"),
              Map.entry("/v1/store/certifications", "certifications"),
              Map.entry("/api/egress/credentials", "credentials"),
              Map.entry("/api/admin/integrations", "integrations"),
              Map.entry("/api/admin/api-keys", "apiKeys"),
              Map.entry("/api/admin/invite", "invitations"),
              Map.entry("/api/admin/members", "members"),
              Map.entry("/api/admin/audit-log", "entries")));

  @Parameter private Vendor vendor;
  @TempDir private Path home;
  private final HandClock clock = HandClock.now();
  private Operator operator;

  @BeforeEach
  void hireOperator() throws Exception {
    operator = new Operator(home);
    Files.writeString(home.resolve("password"), PASSWORD + "\n");
  }

  @Tag("thorough")
  @Test
  void the_demo_is_created_played_and_removed_completely() throws Exception {
    try (TestStore store = store()) {
      Map<String, String> settings = settings(store);
      settings.forEach(operator::with);
      String other = createNeighbor(settings);
      Map<String, List<String>> before = rows(store, other);

      Ran seeded = operator.run("demo", "seed", "--password-file", "password");
      assertThat(seeded.exitCode()).as(seeded.err()).isZero();
      assertThat(seeded.out())
          .contains("demo-admin", "role_admin", "role_viewer")
          .doesNotContain(PASSWORD);
      assertThat(seeded.err()).contains("seeding: yesterday", "/login");
      assertThat(rows(store, other)).isEqualTo(before);
      Ran again = operator.run("demo", "seed");
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.err()).contains("already exists", "svc-server demo reset");
      Ran verified = operator.run("audit", "verify");
      assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();

      String demo = openDemo(settings);
      Map<String, List<String>> neighbor = rows(store, other);
      assertThat(rows(store, demo)).isNotEmpty();

      Ran reset = operator.run("demo", "reset");
      assertThat(reset.exitCode()).as(reset.err()).isZero();
      assertThat(reset.out()).contains("decisions ", "incidents ", "organizations 1");
      assertThat(rows(store, demo).keySet()).isSubsetOf(TOMBSTONES);
      assertThat(rows(store, other)).isEqualTo(neighbor);
      assertThat(operator.run("demo", "reset").exitCode()).isEqualTo(1);
      assertThat(operator.run("audit", "verify").exitCode()).isZero();
      if (vendor == Vendor.SQLITE) {
        Ran anew = operator.run("demo", "seed");
        assertThat(anew.exitCode()).as(anew.err()).isZero();
        assertThat(anew.out().lines().map(line -> line.replaceAll(".* ", "")))
            .hasSize(5)
            .doesNotHaveDuplicates()
            .allMatch(password -> password.length() == 24);
      }
    }
  }

  @Test
  void a_directory_that_a_server_uses_is_left_alone() throws Exception {
    try (TestStore store = store();
        TestServer server = TestServer.start(home, settings(store), clock)) {
      settings(store).forEach(operator::with);
      for (String word : List.of("seed", "reset")) {
        Ran ran = operator.run("demo", word);

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("another svc-server").contains("stop it");
      }
      assertThat(server.visitor().get("/healthz").status()).isEqualTo(200);
    }
  }

  private TestStore store() {
    return TestStore.empty(vendor, vendor == Vendor.SQLITE ? home.resolve("data") : home, clock);
  }

  private Map<String, String> settings(TestStore store) {
    return vendor == Vendor.POSTGRESQL ? Map.of("SVC_DATABASE_URL", store.url()) : Map.of();
  }

  /** A tenant that was there before, with a name that could be taken for the demo's. */
  private String createNeighbor(Map<String, String> settings) {
    try (TestServer server = TestServer.start(home, settings, clock)) {
      Client admin = server.admin();
      String org = admin.get("/api/auth/session").json().at("/tenant/id").asText();
      admin.post("/api/auth/setup", Map.of("organizationName", "Svc Preflight demo"));
      String key =
          admin.post("/api/admin/api-keys", Map.of("name", "ci")).json().path("key").asText();
      Answer sent =
          server
              .visitor()
              .with("X-Api-Key", key)
              .post("/api/v1/mcp/reports", Reports.withOneFinding(org));
      assertThat(sent.status()).as("%s", sent).isEqualTo(201);
      return org;
    }
  }

  /** Looks at the demo as its administrator does; gives its identifier. */
  private String openDemo(Map<String, String> settings) {
    try (TestServer server = TestServer.start(home, settings, HandClock.now())) {
      Client admin = server.visitor();
      assertThat(
              admin
                  .post("/api/auth/login", Map.of("username", "demo-admin", "password", PASSWORD))
                  .status())
          .isEqualTo(200);
      LISTS.forEach((path, name) -> assertThat(get(admin, path).path(name)).as(path).isNotEmpty());
      assertThat(all(admin, "/api/policies", "policies", "currentStage"))
          .contains("draft", "observe", "soft_enforce", "enforce", "rollback");
      assertThat(all(admin, "/api/approvals", "approvals", "status"))
          .contains("pending", "executed", "denied", "expired");
      assertThat(all(admin, "/api/agents", "agents", "lifecycleState"))
          .containsExactlyInAnyOrder(
              "discovered",
              "registered",
              "testing",
              "staging",
              "production",
              "suspended",
              "retired");
      assertThat(all(admin, "/api/mcp/findings", "findings", "severity")).hasSize(5);
      assertThat(all(admin, "/api/mcp/findings", "findings", "status"))
          .contains("new", "open", "fixed", "suppressed");
      // The dashboard shows texts without Markdown.
      for (String text : List.of("detail", "remediation")) {
        assertThat(all(admin, "/api/mcp/findings", "findings", text))
            .hasSizeGreaterThan(5)
            .noneMatch(value -> value.contains("`"));
      }
      assertThat(all(admin, "/api/mcp/reports", "reports", "status")).contains("partial");
      assertThat(all(admin, "/api/alerts", "alerts", "status"))
          .contains("delivered", "failed", "partially_delivered");
      assertThat(all(admin, "/v1/store/certifications", "certifications", "event"))
          .contains("certified", "revoked", "blocked");
      assertThat(all(admin, "/api/governance/attestation", "claims", "status"))
          .contains("valid", "expired", "revoked");
      assertThat(all(admin, "/api/admin/integrations", "integrations", "enabled"))
          .containsExactly("false");
      assertThat(get(admin, "/api/mcp/baseline/diff").path("modified_assets")).isNotEmpty();
      JsonNode overview = get(admin, "/api/overview").path("overview");
      assertThat(overview.at("/killSwitch/frozen").asBoolean()).isFalse();
      assertThat(overview.path("trend").findValuesAsText("denied"))
          .filteredOn(denied -> !denied.equals("0"))
          .hasSizeGreaterThan(3);
      JsonNode profile = get(admin, "/api/admin/tenant").path("tenant");
      assertThat(profile.path("plan").asText()).isEqualTo("demo");
      return profile.path("id").asText();
    }
  }

  private static JsonNode get(Client client, String path) {
    Answer answer = client.get(path);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    return answer.json();
  }

  private static Set<String> all(Client client, String path, String name, String field) {
    Set<String> values = new TreeSet<>();
    get(client, path).path(name).forEach(row -> values.add(row.path(field).asText()));
    return values;
  }

  /** All that tables hold of a tenant. */
  private static Map<String, List<String>> rows(TestStore store, String org) throws Exception {
    Map<String, List<String>> rows = new TreeMap<>();
    for (Map.Entry<String, Map<String, String>> table : store.tables().entrySet()) {
      if (table.getValue().containsKey("org_id")) {
        String columns =
            table.getValue().keySet().stream()
                .map(column -> "coalesce(cast(" + column + " AS text), '')")
                .collect(Collectors.joining(" || '|' || "));
        List<String> found =
            store.query(
                "SELECT " + columns + " FROM " + table.getKey() + " WHERE org_id = '" + org + "'");
        if (!found.isEmpty()) {
          rows.put(table.getKey(), found.stream().sorted().toList());
        }
      }
    }
    return rows;
  }
}
