package io.svc.server.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.http.ApiException;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentsTest extends StoreContract {
  private Database database;
  private Agents agents;
  private OrgId org;
  private OrgId other;

  @BeforeEach
  void open() {
    database = store.migrated();
    Workspace workspace = new Workspace(database, directory, clock);
    agents = new Agents(workspace.identifiers());
    org = workspace.org();
    other = workspace.newAdmin("eve").orgId().orElseThrow();
  }

  private Agent discovered(String platform, String externalId) {
    return database.write(
        tx -> agents.discovered(tx, org, platform, externalId, "Bot " + externalId, tx.now()));
  }

  private Agents.Page list(AgentFilter filter) {
    return database.read(tx -> agents.list(tx, org, filter, PageRequest.latest(0, 500)));
  }

  private List<String> named(AgentFilter filter) {
    return list(filter).agents().stream().map(Agent::externalId).toList();
  }

  private Agent read(Agent agent) {
    return database.read(tx -> agents.get(tx, org, agent.id()));
  }

  @Test
  void an_agent_that_was_unknown_joins_the_inventory_as_discovered() {
    Agent agent = discovered("N8N ", "wf_1");

    assertThat(agent.id()).startsWith("agt_");
    assertThat(agent.platform()).isEqualTo("n8n");
    assertThat(agent.type()).isEqualTo("workflow");
    assertThat(agent.lifecycle()).isEqualTo(Lifecycle.DISCOVERED);
    assertThat(agent.firstSeenAt()).isEqualTo(clock.instant());
    assertThat(agent.status(clock.instant())).isEqualTo(Agent.Status.ACTIVE);
    assertThat(read(agent)).isEqualTo(agent);
    assertThat(database.<Optional<Agent>>read(tx -> agents.byExternalId(tx, org, "n8n", "wf_1")))
        .contains(agent);
    assertThat(discovered("n8n", "wf_1")).isEqualTo(agent);
  }

  @Test
  void the_same_name_on_another_platform_or_of_another_tenant_is_another_agent() {
    Agent first = discovered("n8n", "wf_1");
    Agent two = discovered("make", "wf_1");
    Agent three =
        database.write(tx -> agents.discovered(tx, other, "n8n", "wf_1", "Bot", tx.now()));

    assertThat(List.of(first.id(), two.id(), three.id())).doesNotHaveDuplicates();
    assertThat(database.<Optional<Agent>>read(tx -> agents.find(tx, other, first.id()))).isEmpty();
    assertThat(list(AgentFilter.ALL).total()).isEqualTo(2);
  }

  @Test
  void of_many_who_discover_the_same_agent_at_once_all_get_the_same_one() throws Exception {
    List<Crowd.Outcome<Agent>> outcomes = Crowd.of(8, i -> () -> discovered("code", "one"));

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(outcomes)
        .extracting(outcome -> outcome.result().id())
        .containsOnly(outcomes.get(0).result().id());
    assertThat(list(AgentFilter.ALL).total()).isEqualTo(1);
  }

  @Test
  void being_seen_is_written_at_most_once_a_minute() {
    Agent agent = discovered("code", "one");

    clock.advance(Duration.ofSeconds(59));
    assertThat(seen(agent)).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(seen(agent)).isTrue();
    assertThat(read(agent).lastSeenAt()).isEqualTo(clock.instant());
    assertThat(read(agent).version()).isEqualTo(agent.version());
    assertThat(seen(agent)).isFalse();
  }

  private boolean seen(Agent agent) {
    return database.write(tx -> agents.seen(tx, org, agent.id(), tx.now()));
  }

  @Test
  void the_status_in_a_list_is_the_one_that_the_agent_reports() {
    Agent retired = discovered("code", "retired");
    Agent suspended = discovered("code", "suspended");
    Agent contained = discovered("code", "contained");
    discovered("code", "idle");
    save(with(retired, Lifecycle.RETIRED));
    save(with(suspended, Lifecycle.SUSPENDED));
    database.write(tx -> agents.contain(tx, org, contained.id(), "leak", "inc_1"));
    clock.advance(Agent.ACTIVE_WITHIN);
    discovered("code", "busy");
    clock.advance(Duration.ofMillis(1));

    for (Agent.Status status : Agent.Status.values()) {
      assertThat(list(new AgentFilter("", Optional.of(status), "", "")).agents())
          .isNotEmpty()
          .allMatch(agent -> agent.status(clock.instant()) == status);
    }
    assertThat(list(AgentFilter.ALL).facets().status())
        .isEqualTo(
            Map.of(
                Agent.Status.ACTIVE, 1L,
                Agent.Status.INACTIVE, 2L,
                Agent.Status.CONTAINED, 1L,
                Agent.Status.RETIRED, 1L));
    assertThat(database.<Map<Agent.Status, Long>>read(tx -> agents.byStatus(tx, org)))
        .isEqualTo(list(AgentFilter.ALL).facets().status());
  }

  private Agent save(Agent agent) {
    return database.write(tx -> agents.save(tx, org, agent));
  }

  private static Agent with(Agent agent, Lifecycle lifecycle) {
    return with(agent, lifecycle, "", List.of(), List.of());
  }

  private static Agent with(
      Agent agent, Lifecycle lifecycle, String environment, List<String> tools, List<String> tags) {
    return new Agent(
        agent.id(),
        agent.platform(),
        agent.externalId(),
        agent.name(),
        "Pays invoices",
        agent.type(),
        "langgraph",
        "gpt-4.1",
        "12",
        new Agent.Owner("usr_1", "Dana Ölmüller", "finance"),
        environment,
        lifecycle,
        Optional.empty(),
        tools,
        List.of(new Agent.Connector("gmail", List.of("gmail.send"))),
        List.of("mcp_1"),
        List.of("pii"),
        tags,
        Map.of("cost-center", "4711"),
        agent.containment(),
        agent.firstSeenAt(),
        agent.lastSeenAt(),
        agent.createdAt(),
        agent.updatedAt(),
        agent.version());
  }

  @Test
  void reported_properties_of_an_agent_are_stored() {
    Agent agent = discovered("code", "one");
    Agent told = with(agent, Lifecycle.TESTING, "staging", List.of("pay"), List.of("critical"));

    Agent saved = save(told);

    assertThat(saved)
        .usingRecursiveComparison()
        .ignoringFields("version", "updatedAt")
        .isEqualTo(told);
    assertThat(saved.version()).isEqualTo(2);
    assertThat(new AgentExtras.Risk(41, List.of()).level()).isEqualTo("medium");
    assertThatThrownBy(() -> save(told))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("someone else");
  }

  @Test
  void words_are_found_in_all_that_describes_an_agent() {
    save(
        with(
            discovered("n8n", "wf_77"),
            Lifecycle.TESTING,
            "staging",
            List.of("gmail.send"),
            List.of("100%_sure")));
    discovered("code", "plain");

    for (String word :
        List.of("BOT WF", "invoices", "ölmüller", "FINANCE", "n8n", "gmail.s", "100%_", "wf_77")) {
      assertThat(named(AgentFilter.containing(word))).as(word).containsExactly("wf_77");
    }
    assertThat(named(AgentFilter.containing("100%2"))).isEmpty();
    assertThat(named(AgentFilter.containing("wfx77"))).isEmpty();
    assertThat(database.<List<Agent>>read(tx -> agents.search(tx, org, "bot", 1))).hasSize(1);
    assertThat(database.<List<Agent>>read(tx -> agents.search(tx, other, "bot", 9))).isEmpty();
  }

  @Test
  void a_facet_counts_as_if_its_own_property_had_not_been_asked_for() {
    save(with(discovered("n8n", "a"), Lifecycle.STAGING, "staging", List.of(), List.of()));
    save(with(discovered("n8n", "b"), Lifecycle.PRODUCTION, "production", List.of(), List.of()));
    save(with(discovered("code", "c"), Lifecycle.RETIRED, "production", List.of(), List.of()));

    Agents.Page page = list(new AgentFilter("", Optional.empty(), "n8n", "production"));

    assertThat(page.agents()).extracting(Agent::externalId).containsExactly("b");
    assertThat(page.total()).isEqualTo(1);
    assertThat(page.facets().platform()).isEqualTo(Map.of("n8n", 1L, "code", 1L));
    assertThat(page.facets().environment()).isEqualTo(Map.of("staging", 1L, "production", 1L));
    assertThat(page.facets().status().get(Agent.Status.ACTIVE)).isEqualTo(1);
    assertThat(page.facets().status().get(Agent.Status.RETIRED)).isZero();
    assertThat(list(AgentFilter.containing("bot")).facets().platform())
        .isEqualTo(Map.of("n8n", 2L, "code", 1L));
  }

  @Test
  void pages_follow_one_another_latest_found_first() {
    for (int i = 0; i < 5; i++) {
      discovered("code", "a" + i);
      clock.advance(Duration.ofSeconds(1));
    }

    assertThat(
            database
                .read(tx -> agents.list(tx, org, AgentFilter.ALL, PageRequest.latest(2, 2)))
                .agents()
                .stream()
                .map(Agent::externalId))
        .containsExactly("a2", "a1");
    assertThat(
            database
                .read(tx -> agents.list(tx, org, AgentFilter.ALL, PageRequest.latest(9, 2)))
                .total())
        .isEqualTo(5);
  }

  @Test
  void who_is_contained_is_suspended_and_goes_free_to_where_it_is_sent() {
    Agent agent = discovered("code", "one");

    assertThat(contain(agent)).isTrue();
    assertThat(contain(agent)).isFalse();
    Agent held = read(agent);
    assertThat(held.containment()).isEqualTo(new Agent.Containment(true, "leak", "inc_1", false));
    assertThat(held.lifecycle()).isEqualTo(Lifecycle.SUSPENDED);
    assertThat(held.suspendedFrom()).contains(Lifecycle.DISCOVERED);
    assertThat(held.status(clock.instant())).isEqualTo(Agent.Status.CONTAINED);

    assertThat(release(agent)).isTrue();
    assertThat(release(agent)).isFalse();
    assertThat(read(agent).lifecycle()).isEqualTo(Lifecycle.STAGING);
    assertThat(read(agent).suspendedFrom()).isEmpty();
    assertThat(read(agent).containment()).isEqualTo(Agent.Containment.NONE);
  }

  private boolean contain(Agent agent) {
    return database.write(tx -> agents.contain(tx, org, agent.id(), "leak", "inc_1"));
  }

  private boolean release(Agent agent) {
    return database.write(tx -> agents.release(tx, org, agent.id(), Lifecycle.STAGING));
  }

  @Test
  void who_was_retired_stays_so_through_containment() {
    Agent agent = save(with(discovered("code", "one"), Lifecycle.RETIRED));

    contain(agent);
    assertThat(read(agent).lifecycle()).isEqualTo(Lifecycle.RETIRED);
    release(agent);
    assertThat(read(agent).lifecycle()).isEqualTo(Lifecycle.RETIRED);
  }

  @Test
  void health_is_the_worst_known_state() {
    Agent agent = discovered("code", "one");

    assertThat(agent.health(clock.instant(), false, 0)).isEqualTo(Agent.Health.UNKNOWN);
    assertThat(agent.health(clock.instant(), false, 1)).isEqualTo(Agent.Health.HEALTHY);
    assertThat(agent.health(clock.instant(), true, 1)).isEqualTo(Agent.Health.DEGRADED);
    clock.advance(Agent.STALE_AFTER.plusMillis(1));
    assertThat(agent.health(clock.instant(), false, 1)).isEqualTo(Agent.Health.STALE);
  }

  @Test
  void names_of_existing_agents_are_returned() {
    Agent agent = discovered("code", "one");

    assertThat(
            database.<Map<String, String>>read(
                tx -> agents.names(tx, org, List.of(agent.id(), agent.id(), "agt_x"))))
        .isEqualTo(Map.of(agent.id(), "Bot one"));
    assertThat(database.<Map<String, String>>read(tx -> agents.names(tx, org, List.of())))
        .isEmpty();
  }

  @Test
  void all_agents_of_a_tenant_can_be_removed() {
    discovered("code", "one");
    database.write(tx -> agents.discovered(tx, other, "code", "one", "", tx.now()));

    assertThat(database.<Long>write(tx -> agents.removeAll(tx, org))).isEqualTo(1);
    assertThat(list(AgentFilter.ALL).total()).isZero();
    assertThat(
            database
                .read(tx -> agents.list(tx, other, AgentFilter.ALL, PageRequest.latest(0, 9)))
                .total())
        .isEqualTo(1);
  }
}
