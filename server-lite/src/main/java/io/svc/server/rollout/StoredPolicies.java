package io.svc.server.rollout;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.http.Call;
import io.svc.server.policies.PolicyVersion;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.PolicyDsl;
import java.util.Optional;

/**
 * The documents of stored policies. Each was checked when it was saved, and is checked again before
 * it is activated, because another version of the service may interpret it differently. Within one
 * version of the service the result cannot change, so each document is checked once.
 */
final class StoredPolicies {
  private static final int MAX = 10_000;

  private final PolicyDsl dsl;
  private final Cache<String, Boolean> valid = Caffeine.newBuilder().maximumSize(MAX).build();

  StoredPolicies(PolicyDsl dsl) {
    this.dsl = dsl;
  }

  /** Returns true when a version can be read and passes its tests. Not for use in a transaction. */
  boolean isValid(PolicyVersion version) {
    return valid.get(Call.sha256(version.dsl()), hash -> dsl.check(version.dsl()).valid());
  }

  /** Returns the cached result; empty when the version was not checked before. */
  Optional<Boolean> cachedResult(PolicyVersion version) {
    return Optional.ofNullable(valid.getIfPresent(Call.sha256(version.dsl())));
  }

  /**
   * Returns a compiled version for evaluation; empty when it cannot be read. Does not run its
   * tests.
   */
  Optional<CompiledPolicy> compiled(PolicyVersion version) {
    return dsl.find(version.dsl());
  }
}
