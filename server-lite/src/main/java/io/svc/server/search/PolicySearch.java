package io.svc.server.search;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.Policies;
import java.util.Comparator;
import java.util.List;

/** Finds policies by their names, descriptions and tags. */
public final class PolicySearch implements SearchRoutes.Source {
  private final Policies policies;

  public PolicySearch(Policies policies) {
    this.policies = policies;
  }

  @Override
  public List<SearchRoutes.Hit> find(Tx tx, OrgId org, String word, int most) {
    return policies.search(tx, org, word, most).stream()
        .map(
            policy ->
                new SearchRoutes.Hit(
                    policy.id(),
                    "policy",
                    policy.name(),
                    policy.enabled() ? policy.stage().toString() : policy.stage() + ", disabled",
                    "/policies/" + policy.id(),
                    SearchRoutes.Hit.score(policy.name(), word)))
        .sorted(Comparator.comparing((SearchRoutes.Hit hit) -> hit.score()).reversed())
        .toList();
  }
}
