package io.svc.server.rollout;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.http.Call;
import io.svc.server.policies.PolicyVersion;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.PolicyDsl;
import java.util.Optional;

/**
 * What stored policies say. Each was checked when it was saved; whether it still is as it should be
 * is asked before it comes into force, since another version of the service may read it otherwise.
 * A text never changes its meaning within one, so that it is looked at once.
 */
final class StoredPolicies {
  private static final int MOST = 10_000;

  private final PolicyDsl dsl;
  private final Cache<String, Boolean> valid = Caffeine.newBuilder().maximumSize(MOST).build();

  StoredPolicies(PolicyDsl dsl) {
    this.dsl = dsl;
  }

  /** Whether a version can be read and passes its own tests. Not for use in a transaction. */
  boolean isValid(PolicyVersion version) {
    return valid.get(Call.sha256(version.dsl()), hash -> dsl.check(version.dsl()).valid());
  }

  /** The same for a version that was checked before; empty for others. */
  Optional<Boolean> known(PolicyVersion version) {
    return Optional.ofNullable(valid.getIfPresent(Call.sha256(version.dsl())));
  }

  /** A version, to be tried; empty when it says nothing that can be read. Runs no tests. */
  Optional<CompiledPolicy> compiled(PolicyVersion version) {
    return dsl.find(version.dsl());
  }
}
