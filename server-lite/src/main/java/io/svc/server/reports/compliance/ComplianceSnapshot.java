package io.svc.server.reports.compliance;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.apikeys.ApiKeyReviewEntry;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.Claims;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.Events;
import io.svc.server.integrations.Integrations;
import io.svc.server.mcp.McpInventory;
import io.svc.server.policies.ActivePolicy;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.reports.ReportDigest.Evidence;
import io.svc.server.reports.ReportScope;
import io.svc.server.rollout.KillSwitchState;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The state of a tenant for compliance checks. Data that several checks need is read once. For one
 * report, on one thread.
 */
public final class ComplianceSnapshot {
  private static final int AT_ONCE = 1_000;
  private static final int MAX_WALKED = 10_000;

  private final SnapshotSources sources;
  private final OrgId org;
  private final ReportScope scope;
  private final Instant now;
  private Optional<AgentDeficiencyFinder> agents = Optional.empty();
  private Optional<List<EnforcedPolicy>> policies = Optional.empty();
  private Optional<List<ApiKeyReviewEntry>> keys = Optional.empty();
  private Optional<List<Account>> members = Optional.empty();
  private Optional<McpInventory.Overview> mcp = Optional.empty();

  /** The sources of the state. */
  public record SnapshotSources(
      Database database,
      Tenants tenants,
      AuditLog audit,
      Accounts accounts,
      ApiKeys apiKeys,
      Agents agents,
      Policies policies,
      Claims claims,
      List<AgentExtras> extras,
      BiFunction<Tx, OrgId, KillSwitchState> killSwitch,
      Events events,
      McpInventory inventory,
      Integrations integrations) {}

  /**
   * An enforced policy.
   *
   * @param rules the enabled rules, as a snapshot of the policy contains them
   */
  record EnforcedPolicy(ActivePolicy policy, boolean looksAtSession, List<JsonNode> rules) {
    Evidence evidence() {
      return new Evidence("policy", policy.policyId(), policy.name());
    }
  }

  ComplianceSnapshot(SnapshotSources sources, OrgId org, ReportScope scope, Instant now) {
    this.sources = sources;
    this.org = org;
    this.scope = scope;
    this.now = now;
  }

  SnapshotSources sources() {
    return sources;
  }

  OrgId org() {
    return org;
  }

  /** Returns the period. */
  ReportScope scope() {
    return scope;
  }

  Instant now() {
    return now;
  }

  <T> T read(Function<Tx, T> work) {
    return sources.database().read(work);
  }

  TenantSettings settings() {
    return read(tx -> sources.tenants().get(tx, org)).settings();
  }

  AgentDeficiencyFinder agents() {
    if (agents.isEmpty()) {
      agents =
          Optional.of(new AgentDeficiencyFinder(sources, org, settings().riskThreshold()).survey());
    }
    return agents.get();
  }

  /** Returns the policies that decide. */
  List<EnforcedPolicy> policies() {
    if (policies.isEmpty()) {
      List<ActivePolicy> active = read(tx -> sources.policies().evaluated(tx, org));
      PolicyDsl language = new PolicyDsl();
      policies =
          Optional.of(
              active.stream()
                  .filter(policy -> policy.effectiveMode() == Stage.ENFORCE)
                  .flatMap(
                      policy ->
                          language.find(policy.running().dsl()).stream()
                              .map(compiled -> inForce(policy, compiled)))
                  .toList());
    }
    return policies.get();
  }

  private EnforcedPolicy inForce(ActivePolicy policy, CompiledPolicy compiled) {
    List<JsonNode> rules = new ArrayList<>();
    compiled.snapshot(now).path("rules").forEach(rules::add);
    return new EnforcedPolicy(policy, compiled.usesSessionHistory(), rules);
  }

  /** Returns the usable keys. */
  List<ApiKeyReviewEntry> keys() {
    if (keys.isEmpty()) {
      sources.apiKeys().storeUses();
      List<ApiKeyReviewEntry> all =
          walked(
              (tx, after) -> sources.apiKeys().after(tx, org, after, AT_ONCE),
              ApiKeyReviewEntry::keyId);
      keys = Optional.of(all.stream().filter(ApiKeyReviewEntry::isActive).toList());
    }
    return keys.get();
  }

  /** Returns the members who can sign in. */
  List<Account> members() {
    if (members.isEmpty()) {
      List<Account> all =
          walked(
              (tx, after) -> sources.accounts().membersAfter(tx, org, after, AT_ONCE),
              Account::userId);
      members =
          Optional.of(
              all.stream().filter(member -> member.status() == Account.Status.ACTIVE).toList());
    }
    return members.get();
  }

  private <T> List<T> walked(BiFunction<Tx, String, List<T>> next, Function<T, String> id) {
    List<T> all = new ArrayList<>();
    List<T> page;
    do {
      String after = all.isEmpty() ? "" : id.apply(all.get(all.size() - 1));
      page = read(tx -> next.apply(tx, after));
      all.addAll(page);
    } while (page.size() == AT_ONCE && all.size() < MAX_WALKED);
    return all;
  }

  McpInventory.Overview mcp() {
    if (mcp.isEmpty()) {
      mcp = Optional.of(read(tx -> sources.inventory().overview(tx, org)));
    }
    return mcp.get();
  }
}
