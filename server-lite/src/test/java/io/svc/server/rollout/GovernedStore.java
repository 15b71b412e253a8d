package io.svc.server.rollout;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.metrics.Metrics;
import io.svc.server.policies.Policies;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.testing.Workspace;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Rollouts over one store, with policies and recorded sessions put into it directly. */
final class GovernedStore {
  static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: no-shell}
      rules:
        - {id: no-bash, effect: deny, reason: No shell here., match: {tool: [bash]}}
      """;

  private final PolicyDsl dsl = new PolicyDsl();
  private final Policies policies = new Policies();
  private final StoredPolicies documents = new StoredPolicies(dsl);
  private final Clock clock;
  private final Database database;
  private final Workspace workspace;

  GovernedStore(Database database, Path directory, Clock clock) {
    this.clock = clock;
    this.database = database;
    this.workspace = new Workspace(database, directory, clock);
  }

  Caller caller() {
    return workspace.caller();
  }

  OrgId org() {
    return workspace.org();
  }

  Policies policies() {
    return policies;
  }

  private GovernanceCounters counters() {
    return new GovernanceCounters(new Metrics("0"));
  }

  /** The replays of one server. */
  Replays replays(Database its, LongSupplier nanos) {
    return new Replays(
        its,
        workspace.identifiers(),
        policies,
        documents,
        new Events(its, workspace.identifiers()),
        counters(),
        workspace.audit(),
        new SealedOriginals(its, workspace.keyring()),
        clock,
        nanos);
  }

  Rollouts rollouts(Replays replays) {
    return new Rollouts(
        workspace.identifiers(),
        policies,
        documents,
        replays,
        workspace.tenants(),
        new Events(database, workspace.identifiers()),
        counters(),
        workspace.audit());
  }

  KillSwitches switches(Rollouts rollouts) {
    return new KillSwitches(
        database,
        rollouts,
        new Events(database, workspace.identifiers()),
        counters(),
        workspace.audit());
  }

  private CompiledPolicy compiled(String text) {
    return dsl.check(text).compiled().orElseThrow();
  }

  /** A policy at a stage, with a version of each text, all checked; the first one runs. */
  String policy(String stage, String... texts) {
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
                  VALUES (?, ?, 'no shell', '', 'medium', '[]', '', ?, '', ?, TRUE, 1, ?, '', '',
                    '', ?, '', ?, '', 1)
                  """,
                  org().value(),
                  id,
                  stage,
                  stage,
                  (long) texts.length,
                  tx.now().toEpochMilli(),
                  tx.now().toEpochMilli());
          for (int i = 0; i < texts.length; i++) {
            tx.handle()
                .execute(
                    """
                    INSERT INTO policy_version (org_id, policy_id, version, dsl, content_hash,
                      rule_count, created_at, created_by)
                    VALUES (?, ?, ?, ?, ?, 1, ?, '')
                    """,
                    org().value(),
                    id,
                    (long) i + 1,
                    texts[i],
                    compiled(texts[i]).contentHash(),
                    tx.now().toEpochMilli());
          }
        });
    database
        .read(tx -> policies.version(tx, org(), id, texts.length))
        .ifPresent(documents::isValid);
    return id;
  }

  /** A session in which the first version of a policy, which says a text, observed some calls. */
  String session(String policyId, String text, List<String> tools) {
    String session = workspace.identifiers().next("ses_");
    CompiledPolicy policy = compiled(text);
    List<Recorded> recorded = tools.stream().map(tool -> recorded(policyId, policy, tool)).toList();
    String members =
        Json.text(
            List.of(
                Map.of("policyId", policyId, "version", 1, "mode", "observe", "candidate", false)));
    database.change(
        tx -> {
          tx.handle()
              .execute(
                  """
                  INSERT INTO policy_set (org_id, set_id, members) VALUES (?, ?, ?)
                  ON CONFLICT (org_id, set_id) DO NOTHING
                  """,
                  org().value(),
                  policyId,
                  members);
          long seq = 0;
          for (Recorded first : recorded) {
            String decisionId = workspace.identifiers().next("dec_");
            tx.handle()
                .execute(
                    """
                    INSERT INTO evidence (org_id, session_id, seq, evidence_id, type, at, severity,
                      summary, data, decision_id)
                    VALUES (?, ?, ?, '', 'policy_decision', ?, 'info', '', '{}', ?)
                    """,
                    org().value(),
                    session,
                    ++seq,
                    tx.now().toEpochMilli(),
                    decisionId);
            tx.handle()
                .execute(
                    """
                    INSERT INTO decision (org_id, decision_id, event_seq, agent_id, session_id,
                      set_id, decided_at, effect, would_effect, outcome, routing_mode,
                      requested_mode, available_modes, profile_name, fail_closed, reason,
                      reason_code, severity, policy_id, rule_id, action, server, tool, trace_id,
                      latency_micros, unreplayable, facts, sealed, outcomes, search)
                    VALUES (?, ?, 1, 'agt_1', ?, ?, ?, 'allow', 'allow', 'allowed', 'inline',
                      'inline', 'inline', '', FALSE, '', 'no_match', 'info', '', '', 'tool_call',
                      '', ?, '', 1, '', ?, '', ?, '')
                    """,
                    org().value(),
                    decisionId,
                    session,
                    policyId,
                    tx.now().toEpochMilli(),
                    first.tool(),
                    first.facts(),
                    first.outcomes());
          }
        });
    return session;
  }

  private record Recorded(String tool, String facts, String outcomes) {}

  private Recorded recorded(String policyId, CompiledPolicy policy, String tool) {
    Facts facts =
        Facts.of("tool_call", clock.instant().truncatedTo(ChronoUnit.MILLIS)).tool(tool).build();
    Map<String, Object> said =
        Map.of(
            "policy_id",
            policyId,
            "version",
            1,
            "candidate",
            false,
            "outcome",
            policy.evaluate(facts).toJson());
    return new Recorded(tool, Json.text(facts.toJson()), Json.text(List.of(said)));
  }

  /** Asks for a replay of all that a policy observed. */
  String request(Replays replays, String policyId, Duration verdictTimeout) {
    return database
        .write(
            tx ->
                replays.request(
                    tx,
                    caller(),
                    policyId,
                    new ReplayJob.Selection(List.of(), Optional.empty(), Optional.empty(), 10_000),
                    1,
                    verdictTimeout.toMillis()))
        .id();
  }

  ReplayJob job(Replays replays, String id) {
    return database.read(tx -> replays.find(tx, org(), id)).orElseThrow();
  }

  /** How many events of a type there are. */
  long events(String type) {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT count(*) FROM event WHERE org_id = ? AND event_type = ?")
                .bind(0, org().value())
                .bind(1, type)
                .mapTo(Long.class)
                .one());
  }
}
