package io.svc.server.search;

import io.svc.server.alerts.Alert;
import io.svc.server.alerts.Alerts;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Comparator;
import java.util.List;

/** Finds alerts of late by their titles, threats, agents and destinations. */
public final class AlertSearch implements SearchRoutes.Source {
  private final Alerts alerts;

  public AlertSearch(Alerts alerts) {
    this.alerts = alerts;
  }

  @Override
  public List<SearchRoutes.Hit> find(Tx tx, OrgId org, String word, int most) {
    return alerts.search(tx, org, word, most).stream()
        .map(alert -> hit(alert, word))
        .sorted(Comparator.comparing((SearchRoutes.Hit hit) -> hit.score()).reversed())
        .toList();
  }

  private static SearchRoutes.Hit hit(Alert alert, String word) {
    return new SearchRoutes.Hit(
        alert.alertId(),
        "alert",
        alert.title(),
        alert.severity() + " " + alert.threatType(),
        "/alerts/" + alert.alertId(),
        SearchRoutes.Hit.score(alert.title(), word));
  }
}
