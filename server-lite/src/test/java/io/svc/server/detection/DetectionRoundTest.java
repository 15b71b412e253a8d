package io.svc.server.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.SharedComponents;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.Channels;
import io.svc.server.alerts.WakeupSignal;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.Events;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.json.Json;
import io.svc.server.redaction.TenantRedactions;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything that is handed over is judged once, whoever stops and whoever else judges. */
class DetectionRoundTest extends StoreContract {
  private Database database;
  private OrgId org;

  @BeforeEach
  void open() {
    database = store.migrated();
    org = tenant();
  }

  private OrgId tenant() {
    Tenants tenants = new Tenants(new Identifiers(clock));
    return database.write(tx -> tenants.create(tx, "Example", "ops@example.com")).id();
  }

  private AuditLog audit(Database store) {
    return new AuditLog(store, new Identifiers(clock), new Keyring(TestKeys.create(directory)));
  }

  private Alerts alerts(Database store, Channels channels) {
    Identifiers identifiers = new Identifiers(clock);
    return new Alerts(
        store,
        identifiers,
        new Agents(identifiers),
        new AgentSessions(identifiers),
        new Events(store, identifiers),
        channels,
        new WakeupSignal(),
        audit(store));
  }

  /** A server of its own over the store. */
  private DetectionService detection(Database store) {
    return new DetectionService(
        SharedComponents.ofOpenStore(store, new Keyring(TestKeys.create(directory)), clock),
        new DetectionConfigs(audit(store)),
        alerts(store, new NoChannels()));
  }

  private static List<Observation> bad(int count) {
    List<Observation> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(Seen.call("bash", Map.of("command", "rm -rf /", "n", i)));
    }
    return all;
  }

  private long occurrences() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT coalesce(sum(occurrences), 0) FROM alert WHERE org_id = :org")
                .bind("org", org.value())
                .mapTo(Long.class)
                .one());
  }

  private DetectionService.DetectionStats stats(DetectionService detection) {
    return database.read(tx -> detection.stats(tx, org));
  }

  @Test
  void what_is_handed_over_is_judged_and_reported_once() {
    DetectionService detection = detection(database);
    assertThat(database.<Integer>write(tx -> detection.observe(tx, org, bad(450)))).isEqualTo(450);
    assertThat(stats(detection).waiting()).isEqualTo(450);
    detection.judge(org);
    detection.judge(org);
    assertThat(occurrences()).isEqualTo(450);
    assertThat(stats(detection).waiting()).isZero();
    assertThat(stats(detection).verdicts()).containsEntry("malicious", 450L);
  }

  @Test
  void nothing_is_lost_or_doubled_when_several_servers_judge_at_once() {
    List<DetectionService> servers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      servers.add(detection(i == 0 ? database : store.open()));
    }
    database.write(tx -> servers.get(0).observe(tx, org, bad(900)));
    AtOnce.run(
        3,
        i -> {
          servers.get(i).judge(org);
          return i;
        });
    // Whoever lost each race leaves it to the winner, and the last look finds the rest.
    servers.get(0).judge(org);
    assertThat(occurrences()).isEqualTo(900);
    assertThat(stats(servers.get(0)).verdicts()).containsEntry("malicious", 900L);
  }

  @Test
  void a_server_that_starts_continues_where_another_one_stopped() {
    DetectionService stopped = detection(database);
    database.write(tx -> stopped.observe(tx, org, bad(500)));
    DetectionRound round =
        new DetectionRound(
            database,
            new DetectionConfigs(audit(database)),
            alertsThatFail(),
            new AgentSessions(new Identifiers(clock)),
            new SealedOriginals(database, new Keyring(TestKeys.create(directory))),
            new TenantRedactions());
    assertThatThrownBy(() -> round.run(org)).isInstanceOf(IllegalStateException.class);
    assertThat(occurrences()).isZero();
    stopped.close();
    DetectionService started = detection(store.open());
    started.sweep();
    assertThat(occurrences()).isEqualTo(500);
  }

  @Test
  void only_tenants_with_decisions_or_observations_to_judge_are_swept() {
    OrgId deciding = tenant();
    tenant();
    DetectionService detection = detection(database);
    assertThat(pendingTenants()).isEmpty();
    database.write(tx -> detection.observe(tx, org, bad(1)));
    decide(deciding, 7);
    assertThat(pendingTenants()).containsExactlyInAnyOrder(org, deciding);

    detection.sweep();

    assertThat(pendingTenants()).isEmpty();
    decide(deciding, 8);
    assertThat(pendingTenants()).containsExactly(deciding);
  }

  private List<OrgId> pendingTenants() {
    return database.read(tx -> tx.on(DetectionStore.class).unjudged());
  }

  private void decide(OrgId tenant, long seq) {
    database.change(
        tx ->
            tx.handle()
                .execute(
                    """
                    INSERT INTO decision (org_id, decision_id, event_seq, agent_id, session_id,
                      set_id, decided_at, effect, would_effect, outcome, routing_mode,
                      requested_mode, available_modes, profile_name, fail_closed, reason,
                      reason_code, severity, policy_id, rule_id, action, server, tool, trace_id,
                      latency_micros, unreplayable, facts, sealed, outcomes, search)
                    VALUES (?, ?, ?, 'agt_1', '', '', 0, 'allow', 'allow', 'allowed', 'inline',
                      'inline', 'inline', '', FALSE, '', 'no_match', 'info', '', '', 'tool_call',
                      '', 'bash', '', 1, '', '{}', '', '[]', '')
                    """,
                    tenant.value(),
                    "dec_" + seq,
                    seq));
  }

  @Test
  void a_damaged_row_keeps_no_other_from_being_judged() throws Exception {
    DetectionService detection = detection(database);
    database.write(tx -> detection.observe(tx, org, bad(3)));
    store.executeUnguarded(
        "UPDATE detection_pending SET observed = '{' WHERE pending_id ="
            + " (SELECT min(pending_id) FROM detection_pending)");

    detection.judge(org);

    assertThat(occurrences()).isEqualTo(2);
    assertThat(stats(detection).waiting()).isZero();
  }

  /** Alerts whose channels break in the middle of the transaction. */
  private Alerts alertsThatFail() {
    return alerts(
        database,
        new NoChannels() {
          @Override
          public List<Channel> enabled(Tx tx, OrgId tenant) {
            throw new IllegalStateException("broken");
          }
        });
  }

  private static class NoChannels implements Channels {
    @Override
    public List<Channel> enabled(Tx tx, OrgId tenant) {
      return List.of();
    }

    @Override
    public Optional<Channel> find(Tx tx, OrgId tenant, String id) {
      return Optional.empty();
    }
  }

  @Test
  void what_waits_is_bounded() {
    DetectionService detection = detection(database);
    for (int i = 0; i < 10; i++) {
      database.write(tx -> detection.observe(tx, org, bad(1_000)));
    }
    assertThat(database.<Integer>write(tx -> detection.observe(tx, org, bad(5)))).isZero();
    assertThat(stats(detection).waiting()).isEqualTo(10_000);
  }

  @Test
  void what_is_known_of_an_agent_outlives_a_server() {
    DetectionService detection = detection(database);
    database.write(
        tx ->
            detection.observe(
                tx, org, List.of(Seen.fetchedFrom("api.example.com", clock.instant()))));
    detection.judge(org);
    String knownName =
        database.read(
            tx -> tx.on(DetectionStore.class).baselines(org, List.of("agt_1")).get(0).baseline());
    BehaviorBaseline read = Json.readStored(knownName, BehaviorBaseline.class);
    assertThat(read.hosts()).containsEntry("api.example.com", 1.0);
    assertThat(read.days()).isEqualTo(1);
    clock.advance(Duration.ofDays(200));
    detection.prune(List.of(org), clock.instant());
    assertThat(
            database.<Boolean>read(
                tx -> tx.on(DetectionStore.class).baselines(org, List.of("agt_1")).isEmpty()))
        .isTrue();
  }
}
