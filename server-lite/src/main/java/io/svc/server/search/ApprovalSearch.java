package io.svc.server.search;

import io.svc.server.approvals.Approvals;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Comparator;
import java.util.List;

/** Finds approvals of late by agents, tools, hosts, paths, rules and reasons. */
public final class ApprovalSearch implements SearchRoutes.Source {
  private final Approvals approvals;

  public ApprovalSearch(Approvals approvals) {
    this.approvals = approvals;
  }

  @Override
  public List<SearchRoutes.Hit> find(Tx tx, OrgId org, String word, int most) {
    return approvals.search(tx, org, word, most).stream()
        .map(
            one ->
                new SearchRoutes.Hit(
                    one.id(),
                    "approval",
                    one.title(),
                    one.subtitle(),
                    "/approvals/" + one.id(),
                    SearchRoutes.Hit.score(one.title(), word)))
        .sorted(Comparator.comparing((SearchRoutes.Hit hit) -> hit.score()).reversed())
        .toList();
  }
}
