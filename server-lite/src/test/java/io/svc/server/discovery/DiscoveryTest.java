package io.svc.server.discovery;

import static io.svc.server.discovery.Sightings.GMAIL;
import static io.svc.server.discovery.Sightings.SLACK;
import static io.svc.server.discovery.Sightings.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Trigrams;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of sightings, on both stores. */
class DiscoveryTest extends StoreContract {
  private static final String ELSEWHERE = "itg_01JD5Z8S4T3Q6V9X2B7N1M0KGF";
  private static final String KEY = "ghp_" + "a1B2c3D4e5F6".repeat(3);

  private Database database;
  private Workspace workspace;
  private Discovery discovery;
  private Agents agents;
  private OrgId org;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    discovery = new Discovery(workspace.identifiers(), workspace.audit());
    agents = new Agents(workspace.identifiers(), discovery.agents());
    org = workspace.org();
  }

  private SightingResult observe(Sightings sightings) {
    clock.advance(Duration.ofMinutes(1));
    return database.write(tx -> discovery.observe(tx, org, MaskedSighting.of(sightings.seen())));
  }

  private DiscoveredAsset asset(String id) {
    return database.read(tx -> AssetInventory.require(tx, org, id));
  }

  private void decide(String id, AssetReviewState state) {
    database.change(
        tx -> {
          AssetWriter.lock(tx, org);
          DiscoveredAsset before = AssetInventory.require(tx, org, id);
          AssetWriter.put(
              tx,
              org,
              Optional.of(before),
              before.reviewed(
                  new DiscoveredAsset.Review(
                      state, "", "as agreed", "dana", Optional.of(tx.now()))));
        });
  }

  private long snapshots(String id) {
    return database.read(tx -> tx.on(SnapshotStore.class).count(org, id));
  }

  private boolean exists(OrgId tenant, String id) {
    return database.read(tx -> tx.on(AssetStore.class).find(tenant, id).isPresent());
  }

  private Map<String, AgentExtras.Discovered> discovered(List<String> agentIds) {
    return database.read(tx -> discovery.discovered(tx, org, agentIds));
  }

  private List<OrgId> toAssess() {
    return database.read(tx -> tx.on(DiscoveryTenantStore.class).toAssess());
  }

  private Discovery.AssetCounts figures() {
    return database.read(tx -> discovery.figures(tx, org));
  }

  @Test
  void a_thing_is_new_then_there_then_changed_and_there_again() {
    SightingResult first = observe(workflow());
    String id = first.assetId();

    assertThat(first.change()).isEqualTo(SightingResult.Change.NEW);
    assertThat(asset(id).presence()).isEqualTo(Presence.NEW);
    assertThat(observe(workflow()))
        .isEqualTo(new SightingResult(id, SightingResult.Change.UNCHANGED));
    assertThat(asset(id).presence()).isEqualTo(Presence.ACTIVE);
    assertThat(observe(workflow().inSteps(9)))
        .isEqualTo(new SightingResult(id, SightingResult.Change.CHANGED));
    assertThat(asset(id).presence()).isEqualTo(Presence.CHANGED);
    assertThat(observe(workflow().inSteps(9)).change()).isEqualTo(SightingResult.Change.UNCHANGED);
    assertThat(asset(id).presence()).isEqualTo(Presence.ACTIVE);
    assertThat(snapshots(id)).isEqualTo(2);
  }

  private List<String> containing(OrgId tenant, String text) {
    return database.read(
        tx ->
            new AssetFilter(tenant)
                .containing(text).page(tx, 10, 0).stream().map(DiscoveredAsset::id).toList());
  }

  @Test
  void a_text_finds_what_has_it_now_in_its_own_tenant_only() {
    Sightings renamed = workflow("wf_2");
    String first = observe(workflow("wf_1")).assetId();
    String two = observe(renamed).assetId();
    OrgId otherOrg = workspace.newAdmin("otto").orgId().orElseThrow();
    assertThat(containing(org, "KFLOW WF_2")).containsExactly(two);

    renamed.name = "Payroll \"50%\" run_now";
    observe(renamed);

    assertThat(containing(org, "workflow wf_2")).isEmpty();
    assertThat(containing(org, "roll \"50%\" run_")).containsExactly(two);
    assertThat(containing(org, "roll \"501\" run_")).isEmpty();
    assertThat(containing(org, "wf")).containsExactly(two, first);
    assertThat(containing(org, "finance")).containsExactly(two, first);
    assertThat(containing(otherOrg, "finance")).isEmpty();
    database.change(tx -> discovery.removeAll(tx, org));
    assertThat(containing(org, "payroll")).isEmpty();
  }

  @Test
  void what_very_many_have_in_them_is_found_without_their_index() {
    database.change(
        tx -> {
          for (int i = 0; i < 20; i++) {
            discovery.observe(tx, org, MaskedSighting.of(workflow("wf_" + i).seen()));
          }
        });
    String sql = database.read(tx -> Trigrams.count(tx, "discovered_asset", 7));
    long counted =
        database.read(
            tx -> {
              Query query = tx.handle().createQuery(sql).bind("org", org);
              new Trigrams("workflow").bind(tx, org, sql, query);
              return query.mapTo(Long.class).one();
            });

    assertThat(counted).isEqualTo(7);
  }

  @Test
  void two_connections_with_the_same_names_see_two_things() {
    String first = observe(workflow()).assetId();
    String other = observe(workflow().through(ELSEWHERE)).assetId();

    assertThat(other).isNotEqualTo(first);
  }

  @Test
  void the_same_address_is_the_same_thing() {
    String first = observe(workflow("a").at("https://N8N.example:443/workflow/1/")).assetId();
    String other =
        observe(
                workflow("b")
                    .of(AssetKind.AGENT, AssetSource.OTEL)
                    .through("")
                    .at("https://n8n.example/workflow/1"))
            .assetId();
    String server =
        observe(
                workflow("c")
                    .of(AssetKind.MCP_SERVER, AssetSource.MCP_CONFIG)
                    .at("https://n8n.example/workflow/1"))
            .assetId();

    assertThat(other).isEqualTo(first);
    assertThat(asset(first).sources()).containsExactly(AssetSource.N8N, AssetSource.OTEL);
    assertThat(asset(first).source()).isEqualTo(AssetSource.N8N);
    assertThat(server).isNotEqualTo(first);
  }

  @Test
  void an_agent_that_called_and_a_workflow_that_was_scanned_are_one() {
    Agent agent = database.write(tx -> agents.discovered(tx, org, "n8n", "wf_1", "Bot", tx.now()));
    String id = observe(workflow()).assetId();

    DiscoveredAsset asset = asset(id);
    assertThat(asset.agentId()).isEqualTo(agent.id());
    assertThat(asset.posture().name()).isEqualTo("Invoice intake");
    assertThat(asset.evidence()).extracting(AssetEvidence::scanner).hasSize(2);
    assertThat(asset.confidence()).isEqualTo(0.98);
    assertThat(figures().unreviewed()).isEqualTo(1);
  }

  @Test
  void a_name_that_two_connections_have_is_the_agent_of_the_first() {
    String first = observe(workflow()).assetId();
    String other = observe(workflow().through(ELSEWHERE)).assetId();
    database.change(tx -> agents.discovered(tx, org, "n8n", "wf_1", "Bot", tx.now()));

    assertThat(asset(first).agentId()).isNotEmpty();
    assertThat(asset(other).agentId()).isEmpty();
    assertThat(observe(workflow().through(ELSEWHERE)).assetId()).isEqualTo(other);
    assertThat(observe(workflow()).assetId()).isEqualTo(first);
  }

  @Test
  void an_agent_of_no_platform_is_an_asset_of_its_own() {
    Agent agent = database.write(tx -> agents.discovered(tx, org, "code", "bot", "Bot", tx.now()));

    DiscoveredAsset asset =
        database.read(tx -> tx.on(AssetStore.class).rowsOfAgent(org, agent.id())).get(0).asset();

    assertThat(asset.kind()).isEqualTo(AssetKind.AGENT);
    assertThat(asset.source()).isEqualTo(AssetSource.REGISTER_API);
    assertThat(asset.externalId()).isEqualTo("code/bot");
    assertThat(asset.governance()).isEqualTo(GovernanceStatus.SHADOW);
  }

  @Test
  void who_registers_an_agent_takes_its_asset_out_of_the_shadow() {
    Agent agent = database.write(tx -> agents.discovered(tx, org, "code", "bot", "Bot", tx.now()));
    assertThat(figures().shadow()).isEqualTo(1);

    database.change(tx -> agents.save(tx, org, agent.at(Lifecycle.REGISTERED, Optional.empty())));

    assertThat(figures().shadow()).isZero();
  }

  @Test
  void things_that_turn_out_to_be_one_keep_the_more_cautious_decision() {
    String approved = observe(workflow("a").at("https://n8n.example/a")).assetId();
    String rejected = observe(workflow("b").at("https://n8n.example/b")).assetId();
    decide(approved, AssetReviewState.APPROVED);
    decide(rejected, AssetReviewState.REJECTED);

    String id = observe(workflow("a").at("https://n8n.example/b")).assetId();

    assertThat(id).isEqualTo(rejected);
    assertThat(asset(id).review().state()).isEqualTo(AssetReviewState.REJECTED);
    assertThat(asset(id).evidence()).isNotEmpty();
    assertThat(exists(org, approved)).isFalse();
    assertThat(figures().shadow()).isEqualTo(1);
  }

  @Test
  void a_scan_never_loses_what_people_decided() {
    String id = observe(workflow()).assetId();
    decide(id, AssetReviewState.REJECTED);

    observe(workflow().inSteps(9).with(GMAIL, SLACK));

    assertThat(asset(id).review().state()).isEqualTo(AssetReviewState.REJECTED);
    assertThat(asset(id).review().note()).isEqualTo("as agreed");
  }

  @Test
  void an_approval_lapses_with_a_critical_change_and_with_no_other() throws Exception {
    String id = observe(workflow()).assetId();
    decide(id, AssetReviewState.APPROVED);

    observe(workflow().inSteps(9).named("Other"));
    assertThat(asset(id).review().state()).isEqualTo(AssetReviewState.APPROVED);
    observe(workflow().inSteps(9).named("Other").with(GMAIL, SLACK));

    DiscoveredAsset asset = asset(id);
    assertThat(asset.review().state()).isEqualTo(AssetReviewState.UNREVIEWED);
    assertThat(asset.review().reason()).isEqualTo("drift");
    assertThat(asset.review().by()).isEqualTo("dana");
    assertThat(store.query("SELECT entry FROM audit_entry"))
        .filteredOn(entry -> entry.contains("asset.approval_lapsed"))
        .hasSize(1);
  }

  @Test
  void what_three_listings_miss_is_gone_and_comes_back_as_it_was() {
    String id = observe(workflow()).assetId();
    String integration = workflow().integration.orElseThrow();
    observe(workflow("wf_2"));

    assertThat(missed(integration, Set.of("wf_2"))).isZero();
    assertThat(missed(integration, Set.of("wf_2"))).isZero();
    assertThat(asset(id).presence()).isEqualTo(Presence.NEW);
    assertThat(missed(integration, Set.of("wf_2"))).isEqualTo(1);
    assertThat(asset(id).presence()).isEqualTo(Presence.REMOVED);
    assertThat(missed(integration, Set.of("wf_2"))).isZero();
    assertThat(figures().shadow()).isEqualTo(1);

    assertThat(observe(workflow()))
        .isEqualTo(new SightingResult(id, SightingResult.Change.UNCHANGED));
    assertThat(asset(id).presence()).isEqualTo(Presence.ACTIVE);
    assertThat(figures().shadow()).isEqualTo(2);
  }

  @Test
  void a_sighting_between_listings_begins_the_count_again() {
    String id = observe(workflow()).assetId();
    String integration = workflow().integration.orElseThrow();

    for (int i = 0; i < 4; i++) {
      missed(integration, Set.of());
      missed(integration, Set.of());
      observe(workflow());
    }

    assertThat(asset(id).presence()).isEqualTo(Presence.ACTIVE);
  }

  @Test
  void what_others_still_see_is_not_gone() {
    String id = observe(workflow().at("https://n8n.example/1")).assetId();
    observe(workflow("wf_9").through(ELSEWHERE).with(SLACK).at("https://n8n.example/1"));

    for (int i = 0; i < 3; i++) {
      missed(ELSEWHERE, Set.of());
    }

    assertThat(asset(id).presence()).isNotEqualTo(Presence.REMOVED);
    assertThat(asset(id).posture().connectors())
        .extracting(AssetConnector::name)
        .containsExactly("gmail");
  }

  @Test
  void what_its_platform_deletes_is_gone_at_once() {
    String id = observe(workflow()).assetId();
    String integration = workflow().integration.orElseThrow();

    assertThat(deleted(integration, "wf_1")).isTrue();
    assertThat(asset(id).presence()).isEqualTo(Presence.REMOVED);
    assertThat(deleted(integration, "wf_1")).isFalse();
    assertThat(deleted(integration, "wf_7")).isFalse();
  }

  private boolean deleted(String integration, String externalId) {
    return database.write(
        tx -> discovery.deleted(tx, org, AssetSource.N8N, integration, externalId));
  }

  private int missed(String integration, Set<String> seen) {
    return database.write(tx -> discovery.missed(tx, org, integration, seen));
  }

  @Test
  void many_who_see_the_same_at_once_make_one_asset_of_it() throws Exception {
    List<Crowd.Outcome<SightingResult>> outcomes =
        Crowd.of(
            8,
            i ->
                () ->
                    database.write(
                        tx ->
                            discovery.observe(
                                tx,
                                org,
                                MaskedSighting.of(workflow().at("https://n8n.example/1").seen()))));

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(outcomes)
        .extracting(o -> o.result().assetId())
        .containsOnly(outcomes.get(0).result().assetId());
    assertThat(outcomes)
        .filteredOn(o -> o.result().change() == SightingResult.Change.NEW)
        .hasSize(1);
    assertThat(figures()).isEqualTo(new Discovery.AssetCounts(1, 1));
  }

  @Test
  void a_tenant_sees_nothing_of_another() {
    String id = observe(workflow()).assetId();
    OrgId other = workspace.newAdmin("otto").orgId().orElseThrow();

    String theirs =
        database
            .write(tx -> discovery.observe(tx, other, MaskedSighting.of(workflow().seen())))
            .assetId();

    assertThat(theirs).isNotEqualTo(id);
    assertThat(exists(other, id)).isFalse();
    long removed = database.write(tx -> discovery.removeAll(tx, other));
    assertThat(removed).isPositive();
    assertThat(asset(id).id()).isEqualTo(id);
  }

  @Test
  void no_secret_is_stored() throws Exception {
    observe(
        workflow("wf " + KEY)
            .named("Bot " + KEY)
            .at("https://user:" + KEY + "@n8n.example/1?key=" + KEY)
            .with(new SightingConnector("c " + KEY, List.of(KEY), List.of(KEY), Optional.of(KEY)))
            .set(
                Map.of("apiKey", "hunter2hunter2", "note", KEY, "hash", "sha256:" + "a".repeat(64)))
            .believedIn(new AssetEvidence("s", "b", "GET " + KEY, KEY, 0.5, Sightings.AT)));

    List<String> stored = new ArrayList<>();
    for (String table :
        List.of("discovered_asset", "discovered_sighting", "discovered_snapshot", "audit_entry")) {
      for (String column : store.tables().get(table).keySet()) {
        stored.addAll(store.query("SELECT " + column + " FROM " + table));
      }
    }
    assertThat(String.join("\n", stored.stream().map(String::valueOf).toList()))
        .doesNotContain(KEY, "hunter2hunter2", KEY.substring(0, 30))
        .contains("a".repeat(64));
  }

  @Test
  void an_asset_unseen_for_a_month_is_inactive_unless_it_acts() {
    String idle = observe(workflow()).assetId();
    Agent agent = database.write(tx -> agents.discovered(tx, org, "code", "bot", "Bot", tx.now()));
    PresenceMonitor presenceMonitor = new PresenceMonitor(database, agents);
    clock.advance(PresenceMonitor.DORMANT_AFTER.minusDays(1));
    database.change(tx -> agents.seen(tx, org, agent.id(), tx.now()));
    presenceMonitor.checkAll();
    String acting =
        database.read(tx -> tx.on(AssetStore.class).rowsOfAgent(org, agent.id())).get(0).assetId();
    assertThat(asset(idle).presence()).isEqualTo(Presence.NEW);
    assertThat(asset(acting).presence()).isEqualTo(Presence.ACTIVE);

    clock.advance(Duration.ofDays(2));
    presenceMonitor.checkAll();
    assertThat(asset(idle).presence()).isEqualTo(Presence.DORMANT);
    assertThat(asset(acting).presence()).isEqualTo(Presence.ACTIVE);

    clock.advance(PresenceMonitor.DORMANT_AFTER);
    presenceMonitor.checkAll();
    assertThat(asset(acting).presence()).isEqualTo(Presence.DORMANT);
    database.change(tx -> agents.seen(tx, org, agent.id(), tx.now()));
    presenceMonitor.checkAll();
    assertThat(asset(acting).presence()).isEqualTo(Presence.ACTIVE);
    assertThat(observe(workflow()).change()).isEqualTo(SightingResult.Change.UNCHANGED);
    assertThat(asset(idle).presence()).isEqualTo(Presence.ACTIVE);
  }

  @Test
  void risks_follow_the_classification_of_connectors() {
    String id = observe(workflow()).assetId();
    ConnectorSettings settings = new ConnectorSettings(database, workspace.audit());
    int before = asset(id).risk().score();

    settings.put(
        workspace.caller(),
        new ConnectorClasses(List.of(new ConnectorClasses.Entry("Gmail", ConnectorClass.BLOCKED))),
        version -> {});
    assertThat(asset(id).risk().score()).isEqualTo(before);
    settings.assessAll();

    assertThat(asset(id).risk().score()).isEqualTo(before + 20);
    assertThat(toAssess()).isEmpty();
  }

  @Test
  void the_owner_of_an_agent_is_the_owner_of_its_asset_and_lowers_its_risk() {
    Agent agent = database.write(tx -> agents.discovered(tx, org, "n8n", "wf_1", "Bot", tx.now()));
    Sightings sightings = workflow();
    sightings.owner = Optional.empty();
    String id = observe(sightings).assetId();
    AssetRisk before = asset(id).risk();

    database.write(
        tx -> {
          Agent known = agents.get(tx, org, agent.id());
          return agents.save(tx, org, known.ownedBy(new Agent.Owner("", "Jo", "care")));
        });

    assertThat(asset(id).owner()).isEqualTo("Jo");
    assertThat(before.factors()).extracting(AssetRisk.Factor::key).contains("no_owner");
    assertThat(asset(id).risk().factors())
        .extracting(AssetRisk.Factor::key)
        .doesNotContain("no_owner");
    assertThat(asset(id).risk().score()).isEqualTo(before.score() - 5);
    observe(sightings.inSteps(9));
    assertThat(asset(id).owner()).isEqualTo("Jo");
    assertThat(asset(id).risk().score()).isEqualTo(before.score() - 5);
  }

  @Test
  void connectors_of_an_agent_are_the_current_ones_of_its_assets() {
    Agent agent = database.write(tx -> agents.discovered(tx, org, "n8n", "wf_1", "Bot", tx.now()));
    observe(workflow());

    observe(
        workflow().with(new SightingConnector("telegram", List.of(), List.of(), Optional.empty())));

    assertThat(discovered(List.of(agent.id())).get(agent.id()).connectors())
        .extracting(Agent.Connector::name)
        .contains("telegram");
  }

  @Test
  void no_more_than_so_many_snapshots_are_retained() {
    String id = "";
    for (int i = 0; i < AssetComposition.MAX_SNAPSHOTS + 5; i++) {
      id = observe(workflow().inSteps(i + 1)).assetId();
    }

    assertThat(snapshots(id)).isEqualTo(AssetComposition.MAX_SNAPSHOTS);
  }

  @Test
  void a_risk_is_told_of_agents_that_somebody_looked_into() {
    Agent agent = database.write(tx -> agents.discovered(tx, org, "n8n", "wf_1", "Bot", tx.now()));
    List<String> ids = List.of(agent.id());
    assertThat(discovered(ids)).isEmpty();

    String id = observe(workflow()).assetId();

    assertThat(discovered(ids).get(agent.id()).risk().score()).isEqualTo(asset(id).risk().score());
  }
}
