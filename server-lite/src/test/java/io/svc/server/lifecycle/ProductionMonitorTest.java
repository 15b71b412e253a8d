package io.svc.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.AgentSubjects;
import io.svc.server.attestation.Claims;
import io.svc.server.db.Database;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import io.svc.server.metrics.Metrics;
import io.svc.server.policies.Policies;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.SessionHealth;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents in production are held against their gate, over either store. */
class ProductionMonitorTest extends StoreContract {
  private final Map<String, Long> alerts = new HashMap<>();
  private Database database;
  private Workspace workspace;
  private Agents agents;
  private GateConfigs configs;
  private LifecycleOverview overview;
  private AgentLifecycle lifecycle;
  private String agent;

  @BeforeEach
  void found() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    agents = new Agents(workspace.identifiers());
    Policies policies = new Policies();
    Claims claims =
        new Claims(
            database,
            workspace.identifiers(),
            new Keyring(TestKeys.create(directory)),
            new AgentSubjects(agents, policies, List.of()),
            new Events(database, workspace.identifiers()),
            new GovernanceCounters(new Metrics("0")),
            workspace.audit());
    AgentLifecycle.OpenAlerts known = (tx, org, ids) -> alerts;
    lifecycle =
        new AgentLifecycle(
            workspace.core(),
            new ApiKeys(
                database,
                workspace.identifiers(),
                workspace.accounts(),
                agents,
                workspace.tenants(),
                workspace.audit(),
                clock),
            agents,
            policies,
            claims,
            new SessionHealth(),
            List.of(),
            known);
    configs = new GateConfigs(workspace.audit());
    Gates gates = new Gates(new AgentFacts.FactSources(policies, claims, List.of(), known));
    overview =
        new LifecycleOverview(agents, configs, gates, new AgentPromotions(workspace.audit()));
    configure(
        "{\"gates\":[{\"from\":\"staging\",\"to\":\"production\","
            + "\"required\":[\"owner_assigned\",\"no_open_critical_alerts\"]}]}");
    agent = inProduction("bot");
  }

  private void configure(String change) {
    database.change(
        tx ->
            configs.change(
                tx, workspace.caller(), Fields.ofPart(Json.readStored(change)), version -> {}));
  }

  private String inProduction(String name) {
    return database.write(
        tx -> {
          Agent found = agents.discovered(tx, workspace.org(), "n8n", name, name, tx.now());
          return agents
              .save(
                  tx,
                  workspace.org(),
                  found
                      .ownedBy(new Agent.Owner("", "Jo", ""))
                      .at(Lifecycle.PRODUCTION, Optional.empty()))
              .id();
        });
  }

  private List<LifecycleOverview.DegradedAgent> degraded() {
    return database.read(tx -> overview.of(tx, workspace.org())).degradedAgents();
  }

  private List<String> audited() {
    return database.read(
        tx ->
            tx
                .handle()
                .createQuery(
                    "SELECT entry FROM audit_entry WHERE org_id = ? AND category = 'lifecycle'"
                        + " ORDER BY seq")
                .bind(0, workspace.org().value())
                .mapTo(String.class)
                .list()
                .stream()
                .map(entry -> Json.readStored(entry).path("action").asText())
                .toList());
  }

  /** A session of the agent, of whose requests some were denied. */
  private void session(int decisions, int denied) {
    database.change(
        tx ->
            tx.handle()
                .execute(
                    "INSERT INTO agent_session (org_id, session_id, agent_id, external_id,"
                        + " started_by, trace_id, outcome, started_at, last_at, next_seq,"
                        + " tool_calls, decisions, denied, warned, redacted, approvals, alerts,"
                        + " input_tokens, output_tokens, risk_peak, data_classes) VALUES (?, ?, ?,"
                        + " '1', '', '', '', ?, ?, 1, 0, ?, ?, 0, 0, 0, 0, 0, 0, 0, '')",
                    workspace.org().value(),
                    workspace.identifiers().next("ses_"),
                    agent,
                    tx.now().toEpochMilli(),
                    tx.now().toEpochMilli(),
                    decisions,
                    denied));
  }

  @Test
  void an_agent_that_would_not_get_there_now_is_degraded_since_the_first_look() {
    lifecycle.checkProduction();
    assertThat(degraded()).isEmpty();
    alerts.put(agent, 2L);

    lifecycle.checkProduction();
    clock.advance(Duration.ofHours(1));
    lifecycle.checkProduction();

    assertThat(degraded())
        .containsExactly(
            new LifecycleOverview.DegradedAgent(
                agent,
                "bot",
                List.of("no_open_critical_alerts"),
                clock.instant().minus(Duration.ofHours(1))));
    alerts.clear();
    lifecycle.checkProduction();
    assertThat(degraded()).isEmpty();
    assertThat(audited())
        .containsExactly("lifecycle.configure", "lifecycle.degraded", "lifecycle.recovered");
  }

  @Test
  void an_agent_too_much_of_whose_work_is_denied_is_degraded() {
    session(19, 19);
    lifecycle.checkProduction();
    assertThat(degraded()).isEmpty();

    database.change(tx -> tx.handle().execute("DELETE FROM agent_session"));
    session(100, 31);
    lifecycle.checkProduction();

    assertThat(degraded()).hasSize(1);
    assertThat(degraded().get(0).reasons()).contains("deny_rate 31%");
    clock.advance(Duration.ofHours(25));
    lifecycle.checkProduction();
    assertThat(degraded()).isEmpty();
  }

  @Test
  void an_agent_with_a_critical_alert_leaves_production_where_that_is_wanted() {
    configure("{\"autoDemoteOnCritical\": true}");
    String other = inProduction("other");
    alerts.put(agent, 1L);

    lifecycle.checkProduction();
    lifecycle.checkProduction();

    assertThat(database.read(tx -> agents.get(tx, workspace.org(), agent)).lifecycle())
        .isEqualTo(Lifecycle.STAGING);
    assertThat(database.read(tx -> agents.get(tx, workspace.org(), other)).lifecycle())
        .isEqualTo(Lifecycle.PRODUCTION);
    assertThat(degraded()).isEmpty();
    assertThat(audited()).containsOnlyOnce("lifecycle.demote");
  }

  @Test
  void agents_are_checked_however_many_there_are() {
    for (int i = 0; i < 205; i++) {
      alerts.put(inProduction("bot" + i), 1L);
    }

    lifecycle.checkProduction();

    assertThat(
            database.<Long>read(
                tx ->
                    tx.handle()
                        .createQuery("SELECT count(*) FROM lifecycle_degraded")
                        .mapTo(Long.class)
                        .one()))
        .isEqualTo(205);
  }
}
