package io.svc.server.search;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.incidents.Incident;
import io.svc.server.incidents.Incidents;
import java.util.Comparator;
import java.util.List;

/** Finds incidents of late by their titles, summaries and numbers. */
public final class IncidentSearch implements SearchRoutes.Source {
  private final Incidents incidents;

  public IncidentSearch(Incidents incidents) {
    this.incidents = incidents;
  }

  @Override
  public List<SearchRoutes.Hit> find(Tx tx, OrgId org, String word, int most) {
    return incidents.search(tx, org, word, most).stream()
        .map(incident -> hit(incident, word))
        .sorted(Comparator.comparing((SearchRoutes.Hit hit) -> hit.score()).reversed())
        .toList();
  }

  private static SearchRoutes.Hit hit(Incident incident, String word) {
    return new SearchRoutes.Hit(
        incident.incidentId(),
        "incident",
        incident.title(),
        "#" + incident.number() + " " + incident.severity() + " " + incident.status(),
        "/incidents/" + incident.incidentId(),
        SearchRoutes.Hit.score(incident.title(), word));
  }
}
