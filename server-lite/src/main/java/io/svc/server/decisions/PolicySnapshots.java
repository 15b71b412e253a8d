package io.svc.server.decisions;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.ActivePolicy;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.redaction.TenantRedaction;
import io.svc.server.redaction.TenantRedactions;
import io.svc.server.tenants.Revisions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cache with the snapshot of each tenant. A snapshot is valid until the tenant's revision in the
 * store changes, so that all servers that share the store detect changes. Thread-safe.
 */
final class PolicySnapshots {
  /**
   * The limit of compiled versions in the cache. Versions never change, so entries do not become
   * stale.
   */
  private static final int MAX_COMPILED = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(PolicySnapshots.class);

  private final Database database;
  private final Policies policies;
  private final PolicyDsl dsl;
  private final TenantRedactions redactions = new TenantRedactions();
  private final Map<OrgId, PolicySnapshot> current = new ConcurrentHashMap<>();
  private final Cache<String, Optional<CompiledPolicy>> compiled =
      Caffeine.newBuilder().maximumSize(MAX_COMPILED).build();

  PolicySnapshots(Database database, Policies policies, PolicyDsl dsl) {
    this.database = database;
    this.policies = policies;
    this.dsl = dsl;
  }

  /** Returns the latest cached snapshot; the caller must check that it is current. */
  PolicySnapshot latest(OrgId org) {
    PolicySnapshot cached = current.get(org);
    return cached == null ? fresh(org) : cached;
  }

  /** The current snapshot. Policies are compiled after the transaction that reads them. */
  PolicySnapshot fresh(OrgId org) {
    PolicySnapshot cached = current.get(org);
    if (cached != null && cached.revision() == database.read(tx -> Revisions.current(tx, org))) {
      return cached;
    }
    StoredParts source = database.read(tx -> read(tx, org));
    PolicySnapshot fresh =
        new PolicySnapshot(
            source.revision(), members(source.policies(), this::compile), source.redaction());
    cache(org, fresh);
    return fresh;
  }

  /** The stored parts of a snapshot. */
  private record StoredParts(
      long revision, List<ActivePolicy> policies, TenantRedaction redaction) {}

  private StoredParts read(Tx tx, OrgId org) {
    long revision = Revisions.current(tx, org);
    while (true) {
      StoredParts source =
          new StoredParts(revision, policies.evaluated(tx, org), redactions.of(tx, org));
      // Not every transaction reads a consistent state of the store throughout.
      long after = Revisions.current(tx, org);
      if (after == revision) {
        return source;
      }
      revision = after;
    }
  }

  /** The members that a transaction requires; none of them is compiled. */
  private static final class RequiredPolicies {
    private final Map<OrgId, List<PolicyVersionInForce>> members = new HashMap<>();
  }

  /**
   * Names the policies that apply to an agent, as read in a transaction, in the format of {@link
   * PolicySnapshot.Group#enforced}. Compiles nothing.
   */
  String enforced(Tx tx, OrgId org, String agentId) {
    List<PolicyVersionInForce> members =
        tx.note(RequiredPolicies.class, RequiredPolicies::new)
            .members
            .computeIfAbsent(
                org, any -> members(policies.evaluated(tx, org), version -> Optional.empty()));
    return PolicySnapshot.enforced(members.stream().filter(m -> m.appliesTo(agentId)).toList());
  }

  /** Caches a snapshot, unless another thread has cached a newer one in the meantime. */
  private void cache(OrgId org, PolicySnapshot snapshot) {
    current.merge(org, snapshot, (a, b) -> a.revision() > b.revision() ? a : b);
  }

  private static List<PolicyVersionInForce> members(
      List<ActivePolicy> policies,
      Function<ActivePolicy.VersionText, Optional<CompiledPolicy>> compiler) {
    List<PolicyVersionInForce> members = new ArrayList<>();
    for (ActivePolicy policy : policies) {
      members.add(member(policy, policy.running(), policy.effectiveMode(), false, compiler));
      policy
          .candidate()
          .ifPresent(
              version -> members.add(member(policy, version, Stage.OBSERVE, true, compiler)));
    }
    return members;
  }

  private static PolicyVersionInForce member(
      ActivePolicy policy,
      ActivePolicy.VersionText version,
      Stage mode,
      boolean isCandidate,
      Function<ActivePolicy.VersionText, Optional<CompiledPolicy>> compiler) {
    return new PolicyVersionInForce(
        policy.policyId(),
        version.version(),
        mode,
        isCandidate,
        policy.agentIds(),
        compiler.apply(version));
  }

  /** Returns a compiled version; empty when this version of the service cannot read it. */
  Optional<CompiledPolicy> compile(ActivePolicy.VersionText version) {
    return compiled.get(version.dsl(), this::load);
  }

  private Optional<CompiledPolicy> load(String text) {
    try {
      return Optional.of(dsl.load(text));
    } catch (IllegalArgumentException e) {
      LOG.error("a stored policy can no longer be read: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** Removes a tenant from the cache. */
  void forget(OrgId org) {
    current.remove(org);
  }
}
