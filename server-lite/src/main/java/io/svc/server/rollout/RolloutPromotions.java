package io.svc.server.rollout;

import io.svc.server.db.Database;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Policy;
import io.svc.server.policies.PolicyVersion;
import java.util.Optional;

/** Promotes policies on requests of all endpoints. */
final class RolloutPromotions {
  private final Database database;
  private final Policies policies;
  private final StoredPolicies documents;
  private final Rollouts rollouts;

  RolloutPromotions(
      Database database, Policies policies, StoredPolicies documents, Rollouts rollouts) {
    this.database = database;
    this.policies = policies;
    this.documents = documents;
    this.rollouts = rollouts;
  }

  private record PolicyWithVersion(Policy policy, Optional<PolicyVersion> version) {}

  /** Promotes a policy in its current state; of two concurrent promotions, only one succeeds. */
  Rollouts.CompletedTransition promote(
      Call call, String policyId, Rollouts.PromotionParameters parameters) {
    PolicyWithVersion seen =
        database.read(
            tx -> {
              Policy policy = policies.get(tx, call.org(), policyId);
              return new PolicyWithVersion(
                  policy, policies.version(tx, call.org(), policyId, policy.latestVersion()));
            });
    // Checked outside of transactions, because the tests of a policy may take long.
    seen.version().ifPresent(documents::isValid);
    try {
      return database.write(
          tx -> rollouts.promote(tx, call.caller(), policyId, parameters.of(seen.policy())));
    } catch (ApiException e) {
      throw e.code() == ErrorCode.FORBIDDEN ? call.denied(e) : e;
    }
  }
}
