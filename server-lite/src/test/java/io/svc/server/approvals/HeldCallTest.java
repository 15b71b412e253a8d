package io.svc.server.approvals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.SharedComponents;
import io.svc.server.accounts.Account;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.Channels;
import io.svc.server.alerts.WakeupSignal;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.DecisionResult;
import io.svc.server.decisions.Decisions;
import io.svc.server.decisions.EvalRequest;
import io.svc.server.decisions.HeldCall;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Role;
import io.svc.server.metrics.Metrics;
import io.svc.server.policies.Policies;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.rollout.KillSwitchState;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Revisions;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that the server holds until people agree, over both stores. */
@Timeout(120)
class HeldCallTest extends StoreContract {
  private static final String SECRET = "bearer-token-of-a-held-call";
  private static final KillSwitchState GOING =
      new KillSwitchState(
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private Database database;
  private Workspace workspace;
  private Keyring keyring;
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> servers = new ArrayList<>();
  private volatile CallExecutor other = this::send;
  private Server server;
  private Caller approver;

  /** What of a server these tests need, over the store that all share. */
  private record Server(Database database, Decisions decisions, Approvals approvals) {}

  @BeforeEach
  void begin() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    keyring = new Keyring(TestKeys.create(directory));
    server = server(database);
    Account member = workspace.newMember("rob", Role.APPROVER);
    approver = Workspace.caller(member);
    policy("600");
  }

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable first : servers) {
      first.close();
    }
  }

  private HeldCallResponse send(OrgId org, String approvalId, byte[] sealed) {
    sent.add(approvalId);
    return new HeldCallResponse(
        201,
        Map.of("content-type", List.of("text/plain"), "set-cookie", List.of("a=b")),
        ("answer of " + approvalId).getBytes(java.nio.charset.StandardCharsets.UTF_8),
        false);
  }

  private Server server(Database its) {
    Agents agents = new Agents(workspace.identifiers());
    AgentSessions sessions = new AgentSessions(workspace.identifiers());
    Events events = new Events(its, workspace.identifiers());
    Decisions decisions =
        new Decisions(
            its,
            workspace.identifiers(),
            clock,
            agents,
            sessions,
            new Policies(),
            new PolicyDsl(),
            workspace.tenants(),
            events,
            new GovernanceCounters(new Metrics("0")),
            workspace.audit(),
            keyring,
            new SealedOriginals(its, keyring),
            (tx, org, agent) -> false,
            (tx, org, refusals) -> {});
    Alerts alerts =
        new Alerts(
            its,
            workspace.identifiers(),
            agents,
            sessions,
            events,
            new NoChannels(),
            new WakeupSignal(),
            workspace.audit());
    Approvals approvals =
        new Approvals(
            SharedComponents.ofOpenStore(its, keyring, clock),
            sessions,
            events,
            alerts,
            decisions,
            (tx, org) -> GOING,
            (org, id, call) -> other.execute(org, id, call));
    decisions.start();
    servers.add(approvals::end);
    servers.add(decisions);
    return new Server(its, decisions, approvals);
  }

  private record NoChannels() implements Channels {
    @Override
    public List<Channel> enabled(Tx tx, OrgId org) {
      return List.of();
    }

    @Override
    public Optional<Channel> find(Tx tx, OrgId org, String id) {
      return Optional.empty();
    }
  }

  private void policy(String timeout) {
    String dsl =
        "version: 1\nkind: agent_policy\nmetadata: {name: p}\nrules:\n  - {id: r, effect:"
            + " require_approval, reason: People decide., match: {tool: [pay]}, approval:"
            + " {timeout_seconds: "
            + timeout
            + "}}\n";
    String id = workspace.identifiers().next("pol_");
    database.change(
        tx -> {
          tx.handle()
              .execute(
                  """
                  INSERT INTO policy (org_id, policy_id, name, description, severity, tags,
                    template_id, stage, previous_stage, effective_mode, enabled, active_version,
                    latest_version, replay_job_id, evidence_summary, search, created_at,
                    created_by, updated_at, updated_by, record_version)
                  VALUES (?, ?, 'p', '', 'medium', '[]', '', 'enforce', '', 'enforce', TRUE, 1, 1,
                    '', '', '', 0, '', 0, '', 1)
                  """,
                  workspace.org().value(),
                  id);
          tx.handle()
              .execute(
                  """
                  INSERT INTO policy_version (org_id, policy_id, version, dsl, content_hash,
                    rule_count, created_at, created_by)
                  VALUES (?, ?, 1, ?, 'sha256:0', 1, 0, '')
                  """,
                  workspace.org().value(),
                  id,
                  dsl);
          Revisions.changed(tx, workspace.org());
        });
  }

  private DecisionResult evaluate(int amount) {
    return evaluate(
        amount,
        () -> new HeldCall("sha256:0", SECRET.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  private DecisionResult evaluate(int amount, Supplier<HeldCall> sealed) {
    EvalRequest request =
        new EvalRequest(
            Optional.of("bot"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new EvalRequest.Action(
                "http_request",
                "",
                "pay",
                "",
                "POST",
                "https://api.example.com/v1/charges",
                Map.of("amount", (long) amount),
                "",
                false),
            new EvalRequest.Data(List.of(), Optional.empty()),
            new EvalRequest.Context("", "", "", ""),
            Set.of(),
            false,
            Optional.empty());
    return server
        .decisions()
        .rule(
            workspace.caller(),
            request,
            (decisionId, agentId, taken, arguments) -> Optional.of(sealed.get()));
  }

  private List<Long> rows() {
    return database.read(
        tx ->
            Stream.of("decision", "agent_session", "evidence", "event", "approval", "alert")
                .map(
                    table ->
                        tx.handle()
                            .createQuery("SELECT count(*) FROM " + table)
                            .mapTo(Long.class)
                            .one())
                .toList());
  }

  @Test
  void nothing_is_decided_when_policies_change_during_every_attempt() {
    evaluate(1);
    List<Long> before = rows();
    AtomicInteger attempts = new AtomicInteger();

    assertThatThrownBy(
            () ->
                evaluate(
                    2,
                    () -> {
                      attempts.incrementAndGet();
                      // During an evaluation, so that its snapshot is old when it is recorded.
                      database.change(tx -> Revisions.changed(tx, workspace.org()));
                      return new HeldCall("sha256:0", new byte[1]);
                    }))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.code().status()).isEqualTo(503);
              assertThat(e.retryAfterSeconds()).hasValue(1);
            })
        .hasMessage(
            "Policies or agents changed during the decision. No decision was recorded. Try again.");

    assertThat(attempts.get()).isBetween(5, 64);
    assertThat(rows()).isEqualTo(before);
    assertThat(evaluate(3).approvalId()).isPresent();
  }

  private String pendingApproval(int amount) {
    return evaluate(amount).approvalId().orElseThrow();
  }

  private void approve(String id) {
    decide(server, id, ApprovalVoting.Choice.APPROVE);
  }

  private void decide(Server its, String id, ApprovalVoting.Choice choice) {
    its.approvals().rulings().decide(approver, id, choice, "");
  }

  private ApprovalStatus status(String id) {
    return database.read(tx -> Approvals.get(tx, workspace.org(), id)).status();
  }

  private HeldCallOutcome await(String id) {
    return server.approvals().await(workspace.org(), id, Duration.ofSeconds(20));
  }

  private static void until(BooleanSupplier isSo) {
    for (int i = 0; i < 400 && !isSo.getAsBoolean(); i++) {
      try {
        Thread.sleep(25);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    assertThat(isSo.getAsBoolean()).isTrue();
  }

  private long payloads() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT count(*) FROM approval_payload")
                .mapTo(Long.class)
                .one());
  }

  @Test
  void it_is_sent_once_and_its_answer_is_handed_out_once() {
    String id = pendingApproval(1);
    assertThat(pendingApproval(1)).isEqualTo(id);
    assertThat(server.approvals().await(workspace.org(), id, Duration.ZERO))
        .isInstanceOf(HeldCallOutcome.Pending.class);
    assertThat(sent).isEmpty();
    approve(id);

    HeldCallOutcome.Completed done = (HeldCallOutcome.Completed) await(id);
    assertThat(done.answer().status()).isEqualTo(201);
    assertThat(new String(done.answer().body(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("answer of " + id);
    assertThat(HeldResponseHeaders.shown(done.answer())).containsOnlyKeys("content-type");
    assertThat(await(id))
        .isInstanceOfSatisfying(
            HeldCallOutcome.Rejected.class,
            deniedOutcome ->
                assertThat(deniedOutcome.code()).isEqualTo(ErrorCode.APPROVAL_CONSUMED));
    assertThat(payloads()).isZero();
    server.approvals().round();
    assertThat(sent).containsExactly(id);
    assertThat(pendingApproval(1)).isNotEqualTo(id);
  }

  @Test
  void two_servers_send_it_once() {
    Server second = server(vendor == io.svc.server.db.Vendor.SQLITE ? database : store.open());
    List<String> ids = IntStream.range(0, 20).mapToObj(this::pendingApproval).toList();
    AtOnce.run(
        4,
        i -> {
          for (String id : ids) {
            try {
              decide(i % 2 == 0 ? server : second, id, ApprovalVoting.Choice.APPROVE);
              (i % 2 == 0 ? second : server).approvals().round();
            } catch (ApiException late) {
              assertThat(late.code()).isEqualTo(ErrorCode.INVALID_TRANSITION);
            }
          }
          return i;
        });

    until(() -> ids.stream().allMatch(id -> status(id) == ApprovalStatus.EXECUTED));
    assertThat(sent).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void what_was_under_way_when_a_server_died_is_not_sent_again() {
    CountDownLatch sending = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    other =
        (org, id, call) -> {
          sent.add(id);
          sending.countDown();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return send(org, "late", call);
        };
    String id = pendingApproval(1);
    approve(id);
    try {
      sending.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(status(id)).isEqualTo(ApprovalStatus.EXECUTING);
    assertThat(payloads()).isZero();

    Server next = server(database);
    if (vendor == io.svc.server.db.Vendor.POSTGRESQL) {
      // Others may be at work, so that it is believed to be until it says so no more.
      next.approvals().start();
      assertThat(status(id)).isEqualTo(ApprovalStatus.EXECUTING);
      clock.advance(Duration.ofSeconds(61));
    }
    next.approvals().start();

    assertThat(status(id)).isEqualTo(ApprovalStatus.EXECUTION_FAILED);
    next.approvals().round();
    over.countDown();
    assertThat(await(id))
        .isInstanceOfSatisfying(
            HeldCallOutcome.Rejected.class,
            deniedOutcome -> {
              assertThat(deniedOutcome.code()).isEqualTo(ErrorCode.UPSTREAM_ERROR);
              assertThat(deniedOutcome.message()).contains("not retried");
            });
    until(() -> sent.contains("late"));
    assertThat(status(id)).isEqualTo(ApprovalStatus.EXECUTION_FAILED);
    assertThat(sent).containsExactly(id, "late");
  }

  @Test
  void what_breaks_off_is_not_sent_again() {
    other =
        (org, id, call) -> {
          sent.add(id);
          throw new IllegalStateException("connection to 10.0.0.7 broke");
        };
    String id = pendingApproval(1);
    approve(id);

    until(() -> status(id) == ApprovalStatus.EXECUTION_FAILED);
    server.approvals().round();
    assertThat(sent).containsExactly(id);
    assertThat(((HeldCallOutcome.Rejected) await(id)).message()).doesNotContain("10.0.0.7");
  }

  @Test
  void a_policy_that_changes_before_it_is_sent_keeps_it_from_being_sent() {
    CountDownLatch busy = new CountDownLatch(1);
    other =
        (org, id, call) -> {
          try {
            busy.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return send(org, id, call);
        };
    List<String> before = IntStream.range(0, 8).mapToObj(this::pendingApproval).toList();
    String id = pendingApproval(9);
    before.forEach(this::approve);
    until(() -> before.stream().allMatch(item -> status(item) == ApprovalStatus.EXECUTING));
    approve(id);
    policy("700");
    busy.countDown();

    until(() -> status(id) == ApprovalStatus.STALE);
    assertThat(sent).doesNotContain(id);
    assertThat(((HeldCallOutcome.Rejected) await(id)).code()).isEqualTo(ErrorCode.APPROVAL_STALE);
  }

  @Test
  void of_people_and_the_clock_one_decides() {
    for (int round = 0; round < 10; round++) {
      String id = pendingApproval(round);
      clock.advance(Duration.ofSeconds(599));
      AtOnce.run(
          3,
          i -> {
            if (i == 0) {
              clock.advance(Duration.ofSeconds(1));
              server.approvals().round();
            } else {
              try {
                decide(
                    server,
                    id,
                    i == 1 ? ApprovalVoting.Choice.APPROVE : ApprovalVoting.Choice.DENY);
              } catch (ApiException late) {
                assertThat(late.code()).isEqualTo(ErrorCode.INVALID_TRANSITION);
              }
            }
            return i;
          });
      server.approvals().round();

      until(() -> status(id).isFinal());
      assertThat(sent.contains(id)).isEqualTo(status(id) == ApprovalStatus.EXECUTED);
      long resolved =
          database.read(
              tx ->
                  tx.handle()
                      .createQuery(
                          "SELECT count(*) FROM approval_event WHERE approval_id = :id AND type IN"
                              + " ('approved', 'denied', 'expired')")
                      .bind("id", id)
                      .mapTo(Long.class)
                      .one());
      assertThat(resolved).isEqualTo(1);
    }
  }

  @Test
  void an_answer_is_retained_for_a_quarter_of_an_hour() {
    String id = pendingApproval(1);
    approve(id);
    until(() -> status(id) == ApprovalStatus.EXECUTED);
    assertThat(payloads()).isEqualTo(1);
    clock.advance(ApprovalTransitions.USABLE);

    assertThat(((HeldCallOutcome.Rejected) await(id)).code())
        .isEqualTo(ErrorCode.APPROVAL_CONSUMED);
    server.approvals().prune(clock.instant());
    assertThat(payloads()).isZero();
    clock.advance(Duration.ofDays(91));
    server.approvals().prune(clock.instant());
    assertThat(database.<Long>read(tx -> server.approvals().figures(tx, workspace.org()).pending()))
        .isZero();
    Optional<Approval> remaining =
        database.read(tx -> tx.on(ApprovalStore.class).find(workspace.org(), id));
    assertThat(remaining).isEmpty();
  }
}
