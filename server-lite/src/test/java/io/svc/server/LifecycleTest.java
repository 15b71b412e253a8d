package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Vendor;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.TestStore;
import io.svc.server.testing.TestedVendors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of agents to production, as members and programs see it, over either store. */
@ParameterizedClass
@ArgumentsSource(TestedVendors.class)
class LifecycleTest {
  private static final String CONFIG = "/api/lifecycle/config";
  private static final HandClock CLOCK = HandClock.now();
  private static final Map<Vendor, TestServer> SERVERS = new EnumMap<>(Vendor.class);
  private static final List<TestStore> STORES = new ArrayList<>();
  private static final Agents AGENTS = new Agents(new Identifiers(CLOCK));

  @TempDir private static Path directory;
  @Parameter private Vendor vendor;
  private TestServer server;
  private Governed governed;
  private Tenancy tenancy;
  private Client operator;
  private String agent;

  @BeforeEach
  void found() throws Exception {
    if (!SERVERS.containsKey(vendor)) {
      Path own = Files.createDirectories(directory.resolve(vendor.toString()));
      TestStore store = TestStore.empty(vendor, own, CLOCK);
      STORES.add(store);
      if (vendor == Vendor.POSTGRESQL) {
        store.prepare();
      }
      Map<String, String> settings =
          vendor == Vendor.POSTGRESQL ? Map.of("SVC_DATABASE_URL", store.url()) : Map.of();
      SERVERS.put(vendor, TestServer.start(own, settings, CLOCK));
    }
    server = SERVERS.get(vendor);
    governed = new Governed(server);
    tenancy = governed.tenancy();
    operator = tenancy.member(Role.OPERATOR);
    agent = tenancy.agentId();
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(TestServer::close);
    STORES.forEach(TestStore::close);
    SERVERS.clear();
  }

  private String path(String more) {
    return "/api/lifecycle/agents/" + agent + more;
  }

  private Answer go(Client client, String to, Object... more) {
    Map<String, Object> body = new HashMap<>();
    body.put("toState", to);
    for (int i = 0; i < more.length; i += 2) {
      body.put((String) more[i], more[i + 1]);
    }
    return client.post(path("/transition"), body);
  }

  private JsonNode checklist() {
    return expect(200, tenancy.admin().get(path("/checklist"))).path("checklist");
  }

  private static JsonNode item(JsonNode checklist, String key) {
    for (JsonNode item : checklist.path("items")) {
      if (item.path("key").asText().equals(key)) {
        return item;
      }
    }
    throw new AssertionError("no " + key + " in " + checklist);
  }

  private String status(String key) {
    return item(checklist(), key).path("status").asText();
  }

  private Agent stored() {
    return server.database().read(tx -> AGENTS.get(tx, tenancy.org(), agent));
  }

  /** Puts the agent somewhere, wherever it came from. */
  private void put(Lifecycle state, Optional<Lifecycle> suspendedFrom) {
    server
        .database()
        .change(
            tx ->
                AGENTS.save(
                    tx,
                    tenancy.org(),
                    AGENTS.get(tx, tenancy.org(), agent).at(state, suspendedFrom)));
  }

  private void put(Lifecycle state) {
    put(state, state == Lifecycle.SUSPENDED ? Optional.of(Lifecycle.TESTING) : Optional.empty());
  }

  /** The gate before production asks for these alone. */
  private void requireForProduction(List<String> required, Object... more) {
    Map<String, Object> gate = new HashMap<>();
    gate.put("from", "staging");
    gate.put("to", "production");
    gate.put("required", required);
    gate.put("soakHours", 0);
    for (int i = 0; i < more.length; i += 2) {
      gate.put((String) more[i], more[i + 1]);
    }
    expect(200, tenancy.admin().put(CONFIG, Map.of("gates", List.of(gate))));
  }

  private Answer check(Client client, String status, String note) {
    return client.put(
        path("/checklist"),
        Map.of(
            "items",
            List.of(Map.of("key", "manual_security_review", "status", status, "note", note))));
  }

  private Answer waive(Client client, Duration life) {
    return client.put(
        path("/checklist"),
        Map.of(
            "waivers",
            List.of(
                Map.of(
                    "key",
                    "manual_security_review",
                    "reason",
                    "Pilot",
                    "expiresAt",
                    Json.time(CLOCK.instant().plus(life))))));
  }

  private Answer decide(Client client, String decision) {
    return client.post(
        path("/promotion/decide"), Map.of("decision", decision, "reason", "looked at it"));
  }

  private List<String> audited() {
    return texts(
        expect(200, tenancy.admin().get("/api/admin/audit-log?category=lifecycle&limit=500"))
            .path("entries"),
        "action");
  }

  @Test
  void an_agent_goes_all_the_way_by_its_gates_and_another_persons_yes() {
    expect(200, go(operator, "registered"));
    JsonNode blocked = assertRejected(422, "gate_blocked", go(operator, "testing"));
    assertThat(texts(blocked.path("errors"), "field")).containsExactly("owner_assigned");

    JsonNode tested = expect(200, go(operator, "testing", "owner", Map.of("team", "finance")));
    assertThat(tested.at("/agent/owner/team").asText()).isEqualTo("finance");
    assertThat(tested.at("/transition/trigger").asText()).isEqualTo("promote");
    assertThat(tested.at("/transition/gateResult/passed").asBoolean()).isTrue();
    assertRejected(422, "gate_blocked", go(operator, "staging"));
    governed.policyAt(Stage.ENFORCE);
    expect(200, go(operator, "staging"));

    blocked = assertRejected(422, "gate_blocked", go(operator, "production"));
    assertThat(texts(blocked.path("errors"), "field"))
        .containsExactly(
            "risk_below_threshold", "certified_or_attested", "manual_security_review", "soak_time");
    assertThat(texts(blocked.path("errors"), "code"))
        .containsExactly("not_evaluated", "fail", "not_evaluated", "fail");
    assertThat(stored().lifecycle()).isEqualTo(Lifecycle.STAGING);

    requireForProduction(List.of("owner_assigned", "policy_enforcing", "manual_security_review"));
    expect(200, check(operator, "pass", "Threat model reviewed"));
    JsonNode waits = expect(202, go(operator, "production", "reason", "Pilot is over"));
    assertThat(waits.path("transition").isNull()).isTrue();
    assertThat(waits.at("/promotion/approvalsNeeded").asInt()).isEqualTo(1);
    assertThat(stored().lifecycle()).isEqualTo(Lifecycle.STAGING);

    JsonNode moved = expect(200, decide(tenancy.member(Role.APPROVER), "approve"));
    assertThat(moved.at("/agent/lifecycleState").asText()).isEqualTo("production");
    assertThat(moved.at("/transition/transitionedBy"))
        .isEqualTo(waits.at("/promotion/requestedBy"));
    assertThat(moved.at("/transition/approvedBy")).hasSize(1);
    assertThat(moved.at("/transition/reason").asText()).isEqualTo("Pilot is over");
    assertThat(audited())
        .containsSubsequence(
            "lifecycle.promote",
            "lifecycle.approve_promotion",
            "lifecycle.request_promotion",
            "lifecycle.check",
            "lifecycle.register");
    assertThat(texts(checklist().path("history"), "toState"))
        .containsExactly("production", "staging", "testing", "registered");
  }

  @ParameterizedTest
  @CsvSource({
    "discovered, registered, register",
    "production, staging, demote",
    "staging, testing, demote",
    "testing, registered, demote",
    "discovered, suspended, suspend",
    "registered, suspended, suspend",
    "testing, suspended, suspend",
    "staging, suspended, suspend",
    "production, suspended, suspend",
    "suspended, testing, release",
    "discovered, retired, retire",
    "testing, retired, retire",
    "production, retired, retire",
    "suspended, retired, retire",
    "retired, registered, reactivate"
  })
  void each_transition_of_the_table_is_recorded(String from, String to, String trigger) {
    put(Lifecycle.valueOf(from.toUpperCase(java.util.Locale.ROOT)));

    JsonNode done = expect(200, go(tenancy.admin(), to, "reason", "because"));

    assertThat(done.at("/transition/trigger").asText()).isEqualTo(trigger);
    assertThat(done.at("/transition/fromState").asText()).isEqualTo(from);
    assertThat(stored().lifecycle()).hasToString(to);
    assertThat(stored().suspendedFrom().map(Lifecycle::toString))
        .isEqualTo(to.equals("suspended") ? Optional.of(from) : Optional.empty());
    assertThat(audited().get(0)).isEqualTo("lifecycle." + trigger);
  }

  @ParameterizedTest
  @CsvSource({
    "discovered, testing",
    "discovered, production",
    "discovered, discovered",
    "registered, staging",
    "registered, discovered",
    "testing, production",
    "staging, registered",
    "production, testing",
    "production, production",
    "suspended, production",
    "suspended, suspended",
    "retired, testing",
    "retired, suspended",
    "retired, retired"
  })
  void every_other_move_is_rejected_with_those_that_there_are(String from, String to) {
    put(Lifecycle.valueOf(from.toUpperCase(java.util.Locale.ROOT)));

    JsonNode body =
        assertRejected(409, "invalid_transition", go(tenancy.admin(), to, "reason", "because"));

    assertThat(body.path("message").asText())
        .contains(from, to, from.equals("retired") ? "reactivate to registered" : "retire");
    assertThat(stored().lifecycle()).hasToString(from);
  }

  @ParameterizedTest
  @CsvSource({"production, staging", "testing, retired", "suspended, testing"})
  void some_moves_need_a_reason(String from, String to) {
    put(Lifecycle.valueOf(from.toUpperCase(java.util.Locale.ROOT)));

    JsonNode body = assertRejected(400, "validation_failed", go(tenancy.admin(), to));

    assertThat(texts(body.path("errors"), "field")).containsExactly("reason");
  }

  @ParameterizedTest
  @CsvSource({"suspended, testing", "retired, registered"})
  void an_operator_can_neither_release_nor_reactivate(String from, String to) {
    put(Lifecycle.valueOf(from.toUpperCase(java.util.Locale.ROOT)));

    assertRejected(403, "role_required", go(operator, to, "reason", "because"));

    assertThat(stored().lifecycle()).hasToString(from);
    assertThat(
            texts(
                expect(200, tenancy.admin().get("/api/admin/audit-log?category=auth"))
                    .path("entries"),
                "action"))
        .contains("access.denied");
  }

  @Test
  void what_was_suspended_in_production_returns_there_only_if_it_would_get_there_now() {
    requireForProduction(List.of("owner_assigned"));
    put(Lifecycle.SUSPENDED, Optional.of(Lifecycle.PRODUCTION));
    JsonNode released = expect(200, go(tenancy.admin(), "production", "reason", "over"));
    assertThat(released.at("/transition/toState").asText()).isEqualTo("staging");
    assertThat(texts(released.at("/transition/gateResult/items"), "status"))
        .containsExactly("fail");

    server
        .database()
        .change(
            tx ->
                AGENTS.save(
                    tx,
                    tenancy.org(),
                    AGENTS.get(tx, tenancy.org(), agent).ownedBy(new Agent.Owner("", "Jo", ""))));
    put(Lifecycle.SUSPENDED, Optional.of(Lifecycle.PRODUCTION));
    released = expect(200, go(tenancy.admin(), "production", "reason", "over"));
    assertThat(released.at("/transition/toState").asText()).isEqualTo("production");
  }

  @Test
  void a_contained_agent_can_only_be_retired() {
    put(Lifecycle.TESTING);
    server.database().change(tx -> AGENTS.contain(tx, tenancy.org(), agent, "leaks", "inc_1"));

    assertRejected(409, "invalid_transition", go(tenancy.admin(), "testing", "reason", "over"));
    expect(200, go(tenancy.admin(), "retired", "reason", "over"));
    assertRejected(409, "invalid_transition", go(tenancy.admin(), "suspended", "reason", "over"));
  }

  @Test
  void a_retired_agent_loses_keys_and_claims_and_is_denied_everything() {
    JsonNode created =
        expect(
            201,
            tenancy
                .admin()
                .post(
                    "/api/admin/api-keys",
                    Map.of("name", "own", "agentId", agent, "scopes", List.of("eval:write"))));
    String claim =
        expect(201, tenancy.admin().post("/api/governance/attestation", Map.of("agentId", agent)))
            .at("/claim/claimId")
            .asText();
    Map<String, Object> act = Map.of("agent_id", agent, "action", "tool_call");
    Client own = server.visitor().with("X-Api-Key", created.path("key").asText());
    assertThat(expect(200, own.post("/v1/eval", act)).path("allowed").asBoolean()).isTrue();

    expect(200, go(operator, "retired", "reason", "replaced"));

    assertThat(own.post("/v1/eval", act).code()).isEqualTo("key_revoked");
    Client other = tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE);
    assertThat(expect(200, other.post("/v1/eval", act)).path("reason_code").asText())
        .isEqualTo("agent_retired");
    assertThat(
            expect(
                    200,
                    tenancy
                        .admin()
                        .post("/api/governance/attestation/verify", Map.of("claimId", claim)))
                .path("status")
                .asText())
        .isEqualTo("revoked");
    assertThat(governed.events("attestation.revoked")).hasSize(1);
  }

  @Test
  void who_comes_back_is_checked_again() {
    expect(200, check(operator, "pass", "fine"));
    put(Lifecycle.RETIRED);
    expect(200, go(tenancy.admin(), "registered"));
    put(Lifecycle.STAGING);

    assertThat(status("manual_security_review")).isEqualTo("not_evaluated");
  }

  @Test
  void a_requester_cannot_approve_even_by_an_api_key() {
    requireForProduction(List.of());
    put(Lifecycle.STAGING);
    Client admin = tenancy.admin();
    Client key = tenancy.program(Role.ADMIN, Scope.DASHBOARD);

    expect(202, go(key, "production"));
    assertRejected(403, "forbidden", decide(admin, "approve"));
    assertThat(decide(key, "approve").status()).isIn(401, 403);
    assertRejected(403, "forbidden", decide(operator, "approve"));
    assertThat(stored().lifecycle()).isEqualTo(Lifecycle.STAGING);

    expect(200, decide(tenancy.member(Role.APPROVER), "approve"));
    assertThat(stored().lifecycle()).isEqualTo(Lifecycle.PRODUCTION);
  }

  @Test
  void as_many_approve_as_the_gate_asks_for_each_once() {
    requireForProduction(List.of(), "minApprovals", 2);
    put(Lifecycle.STAGING);
    Client first = tenancy.member(Role.APPROVER);
    expect(202, go(operator, "production"));

    assertThat(expect(200, decide(first, "approve")).at("/promotion/approvals")).hasSize(1);
    assertRejected(409, "conflict", decide(first, "approve"));
    assertThat(checklist().at("/promotion/approvals")).hasSize(1);
    expect(200, decide(tenancy.member(Role.ADMIN), "approve"));

    assertThat(stored().lifecycle()).isEqualTo(Lifecycle.PRODUCTION);
    assertRejected(409, "invalid_transition", decide(first, "approve"));
  }

  @Test
  void the_gate_is_asked_again_when_the_last_one_approves() {
    requireForProduction(List.of("manual_security_review"));
    put(Lifecycle.STAGING);
    expect(200, check(operator, "pass", "fine"));
    expect(202, go(operator, "production"));
    expect(200, check(operator, "fail", "a hole was found"));

    assertRejected(422, "gate_blocked", decide(tenancy.member(Role.APPROVER), "approve"));

    assertThat(stored().lifecycle()).isEqualTo(Lifecycle.STAGING);
    assertThat(checklist().at("/promotion/approvals")).isEmpty();
  }

  @Test
  void a_promotion_is_of_the_agent_as_it_was() {
    requireForProduction(List.of());
    put(Lifecycle.STAGING);
    expect(202, go(operator, "production"));
    put(Lifecycle.STAGING);

    assertRejected(409, "version_conflict", decide(tenancy.member(Role.APPROVER), "approve"));
    expect(202, go(operator, "production"));
    expect(200, decide(tenancy.member(Role.APPROVER), "approve"));
  }

  @Test
  void a_promotion_can_be_rejected_and_withdrawn() {
    requireForProduction(List.of());
    put(Lifecycle.STAGING);
    Client approver = tenancy.member(Role.APPROVER);
    expect(202, go(operator, "production"));
    JsonNode again = expect(202, go(tenancy.admin(), "production"));
    assertThat(again.at("/promotion/requestedBy"))
        .isEqualTo(checklist().at("/promotion/requestedBy"));

    expect(200, decide(approver, "reject"));
    assertRejected(409, "invalid_transition", decide(approver, "approve"));
    expect(202, go(operator, "production"));
    expect(200, operator.delete(path("/promotion")));
    assertRejected(409, "invalid_transition", operator.delete(path("/promotion")));

    assertThat(audited()).contains("lifecycle.reject_promotion", "lifecycle.withdraw_promotion");
    expect(202, go(operator, "production"));
    expect(200, go(operator, "testing", "reason", "not yet"));
    assertThat(checklist().path("promotion").isNull()).isTrue();
  }

  @Test
  void an_administrator_overrides_loudly_with_a_reason() {
    put(Lifecycle.STAGING);
    assertRejected(
        403, "role_required", go(operator, "production", "override", true, "reason", "x"));
    assertRejected(400, "validation_failed", go(tenancy.admin(), "production", "override", true));
    assertRejected(
        400,
        "validation_failed",
        go(tenancy.admin(), "testing", "override", true, "reason", "nothing to override"));

    JsonNode done =
        expect(
            200, go(tenancy.admin(), "production", "override", true, "reason", "outage at 3 am"));

    assertThat(done.at("/transition/overridden").asBoolean()).isTrue();
    assertThat(done.at("/transition/gateResult/passed").asBoolean(true)).isFalse();
    assertThat(audited().subList(0, 2)).containsExactly("lifecycle.override", "lifecycle.promote");
  }

  @Test
  void a_pass_requires_a_note_or_a_link_and_records_who_and_when() {
    put(Lifecycle.STAGING);
    assertRejected(400, "validation_failed", check(operator, "pass", ""));
    assertRejected(
        400,
        "validation_failed",
        operator.put(
            path("/checklist"),
            "{\"items\":[{\"key\":\"manual_security_review\",\"status\":\"pass\","
                + "\"evidenceUrl\":\"javascript:alert(1)\"}]}"));
    assertRejected(
        400,
        "validation_failed",
        operator.put(
            path("/checklist"), "{\"items\":[{\"key\":\"manual_x\",\"status\":\"fail\"}]}"));

    expect(200, check(operator, "pass", "looked at it"));

    JsonNode item = item(checklist(), "manual_security_review");
    assertThat(item.path("status").asText()).isEqualTo("pass");
    assertThat(item.path("checkedBy").asText()).startsWith("usr_");
    assertThat(item.path("checkedAt").isNull()).isFalse();
    assertThat(item.path("label").asText()).isEqualTo("Security review");
  }

  @Test
  void automatic_items_cannot_be_typed_in() {
    put(Lifecycle.STAGING);
    JsonNode before = checklist();

    expect(
        200,
        operator.put(
            path("/checklist"),
            "{\"items\":[{\"key\":\"owner_assigned\",\"status\":\"pass\",\"note\":\"me\"}]}"));

    assertThat(item(before, "owner_assigned").path("status").asText()).isEqualTo("fail");
    assertThat(status("owner_assigned")).isEqualTo("fail");
    assertThat(checklist().path("version")).isEqualTo(before.path("version"));
  }

  @Test
  void a_response_can_be_sent_back_and_concurrent_changes_conflict() {
    put(Lifecycle.STAGING);
    expect(200, waive(tenancy.admin(), Duration.ofDays(3)));
    JsonNode read = expect(200, tenancy.admin().get(path("/checklist")));

    JsonNode same = expect(200, operator.put(path("/checklist"), read));
    assertThat(same.at("/checklist/version")).isEqualTo(read.at("/checklist/version"));
    assertThat(same.at("/checklist/waivers")).isEqualTo(read.at("/checklist/waivers"));
    expect(200, check(operator, "fail", "no"));
    assertRejected(409, "version_conflict", operator.put(path("/checklist"), read));
    assertRejected(
        412, "precondition_failed", check(operator.with("If-Match", "\"1\""), "fail", "really"));
  }

  @Test
  void a_waiver_lets_an_item_through_until_it_ends_and_not_for_its_approver() {
    requireForProduction(List.of("manual_security_review"));
    put(Lifecycle.STAGING);
    assertRejected(403, "forbidden", waive(operator, Duration.ofDays(1)));
    assertRejected(400, "validation_failed", waive(tenancy.admin(), Duration.ofDays(31)));
    assertRejected(400, "validation_failed", waive(tenancy.admin(), Duration.ofSeconds(-1)));
    expect(200, waive(tenancy.admin(), Duration.ofDays(1)));

    assertRejected(422, "gate_blocked", go(tenancy.admin(), "production"));
    assertThat(checklist().path("ready").asBoolean(true)).isFalse();
    JsonNode seen = expect(200, operator.get(path("/checklist"))).path("checklist");
    assertThat(item(seen, "manual_security_review").path("status").asText()).isEqualTo("waived");
    expect(202, go(operator, "production"));

    CLOCK.advance(Duration.ofDays(1));
    Client admin = tenancy.member(Role.ADMIN);
    assertRejected(422, "gate_blocked", decide(admin, "approve"));
    JsonNode after = expect(200, admin.get(path("/checklist"))).path("checklist");
    assertThat(after.at("/waivers/0/active").asBoolean(true)).isFalse();
    assertThat(after.path("blocking")).hasSize(1);
    expect(200, admin.put(path("/checklist"), Map.of("waivers", List.of())));
  }

  @Test
  void waivers_can_be_forbidden() {
    requireForProduction(List.of("manual_security_review"));
    put(Lifecycle.STAGING);
    expect(200, waive(tenancy.admin(), Duration.ofDays(1)));
    expect(200, tenancy.admin().put(CONFIG, Map.of("waivers", Map.of("allowed", false))));

    assertRejected(422, "gate_blocked", go(operator, "production"));
    assertRejected(400, "validation_failed", waive(tenancy.admin(), Duration.ofDays(2)));
  }

  @Test
  void the_soak_has_ended_when_the_hours_are() {
    requireForProduction(List.of(), "soakHours", 24);
    put(Lifecycle.STAGING);
    assertThat(status("soak_time")).isEqualTo("not_evaluated");
    put(Lifecycle.TESTING);
    governed.policyAt(Stage.OBSERVE);
    expect(200, go(operator, "staging"));
    assertThat(status("soak_time")).isEqualTo("fail");

    CLOCK.advance(Duration.ofHours(24));

    expect(202, go(tenancy.member(Role.OPERATOR), "production"));
  }

  @Test
  void a_claim_vouches_for_an_agent_as_long_as_it_is_the_same() {
    requireForProduction(List.of("certified_or_attested"));
    put(Lifecycle.STAGING);
    assertThat(status("certified_or_attested")).isEqualTo("fail");
    expect(201, tenancy.admin().post("/api/governance/attestation", Map.of("agentId", agent)));
    assertThat(status("certified_or_attested")).isEqualTo("pass");

    governed.policyAt(Stage.ENFORCE);

    assertThat(status("certified_or_attested")).isEqualTo("fail");
  }

  @Test
  void a_policy_that_is_switched_off_enforces_nothing() {
    requireForProduction(List.of("policy_enforcing"));
    put(Lifecycle.STAGING);
    String policy = governed.policyAt(Stage.SOFT_ENFORCE);
    assertThat(status("policy_enforcing")).isEqualTo("pass");

    expect(200, tenancy.admin().post("/api/policies/" + policy + "/toggle"));

    assertThat(status("policy_enforcing")).isEqualTo("fail");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"gates\":[{\"from\":\"staging\",\"to\":\"testing\"}]}",
        "{\"gates\":[{\"from\":\"staging\"}]}",
        "{\"gates\":[{\"from\":\"staging\",\"to\":\"production\",\"minApprovals\":0}]}",
        "{\"gates\":[{\"from\":\"staging\",\"to\":\"production\",\"required\":[\"security\"]}]}",
        "{\"gates\":[{\"from\":\"staging\",\"to\":\"production\",\"required\":[\"soak_time\"]}]}",
        "{\"gates\":[{\"from\":\"staging\",\"to\":\"production\","
            + "\"approverRole\":\"role_viewer\"}]}",
        "{\"gates\":[{\"from\":\"registered\",\"to\":\"testing\",\"required\":[]}]}",
        "{\"riskThreshold\":101}",
        "{\"degraded\":{\"denyRate\":2}}",
        "{\"waivers\":{\"maxDays\":0}}"
      })
  void an_invalid_configuration_is_rejected(String body) {
    assertRejected(400, "validation_failed", tenancy.admin().put(CONFIG, body));
  }

  @Test
  void the_configuration_has_versions() {
    JsonNode first = expect(200, tenancy.admin().get(CONFIG)).path("config");
    assertThat(first.path("version").asInt()).isEqualTo(1);
    JsonNode second =
        expect(200, tenancy.admin().put(CONFIG, Map.of("riskThreshold", 50))).path("config");
    assertThat(second.path("version").asInt()).isEqualTo(2);
    assertThat(second.path("gates")).isEqualTo(first.path("gates"));
    assertThat(second.path("updatedBy").asText()).startsWith("usr_");

    assertRejected(409, "version_conflict", tenancy.admin().put(CONFIG, Map.of("config", first)));
    expect(200, tenancy.admin().put(CONFIG, Map.of("config", second)));
    assertThat(expect(200, tenancy.admin().get(CONFIG)).path("config")).isEqualTo(second);
    assertThat(audited()).containsOnlyOnce("lifecycle.configure");
  }

  @Test
  void of_many_who_promote_at_once_one_does() {
    put(Lifecycle.TESTING);
    governed.policyAt(Stage.OBSERVE);

    List<Integer> answers = AtOnce.run(6, i -> go(operator, "staging").status());

    assertThat(answers).containsOnlyOnce(200).containsOnly(200, 409);
    assertThat(texts(checklist().path("history"), "toState")).containsExactly("staging");
  }

  @Test
  void of_a_promotion_and_the_end_of_an_agent_the_end_is_never_lost() {
    for (int round = 0; round < 5; round++) {
      agent = tenancy.agentId();
      requireForProduction(List.of());
      put(Lifecycle.STAGING);
      expect(202, go(operator, "production"));
      Client approver = tenancy.member(Role.APPROVER);

      List<Integer> answers =
          AtOnce.run(
              2,
              i ->
                  (i == 0 ? decide(approver, "approve") : go(operator, "retired", "reason", "x"))
                      .status());

      assertThat(answers.get(1)).isEqualTo(200);
      assertThat(answers.get(0)).isIn(200, 409);
      assertThat(stored().lifecycle()).isEqualTo(Lifecycle.RETIRED);
    }
  }

  @Test
  void the_overview_counts_agents_by_state_pending_and_idle() {
    requireForProduction(List.of());
    put(Lifecycle.STAGING);
    expect(202, go(operator, "production"));
    String other = agent;
    agent = tenancy.agentId();
    Instant longAgo = CLOCK.instant().minus(Duration.ofDays(40));
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "UPDATE agent SET last_seen_at = ? WHERE agent_id = ?",
                        longAgo.toEpochMilli(),
                        agent));

    JsonNode overview =
        expect(200, tenancy.admin().get("/api/lifecycle/overview")).path("overview");

    assertThat(texts(overview.path("funnel"), "state"))
        .containsExactly(
            "discovered", "registered", "testing", "staging", "production", "suspended", "retired");
    assertThat(texts(overview.path("funnel"), "count"))
        .containsExactly("1", "0", "0", "1", "0", "0", "0");
    assertThat(texts(overview.path("promotionQueue"), "agentId")).containsExactly(other);
    assertThat(overview.at("/promotionQueue/0/ready").asBoolean()).isTrue();
    assertThat(overview.at("/promotionQueue/0/requestedBy").asText()).startsWith("usr_");
    assertThat(texts(overview.path("staleCandidates"), "agentId")).containsExactly(agent);
    assertThat(overview.at("/staleCandidates/0/idleDays").asInt()).isEqualTo(40);
  }

  @Test
  void an_agent_of_another_organization_is_not_there() {
    Client stranger = new Tenancy(server).admin();

    assertRejected(404, "not_found", stranger.get(path("/checklist")));
    assertRejected(404, "not_found", go(stranger, "registered"));
  }
}
