package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The alerts of a tenant that somebody asks for, latest first. */
final class AlertRows {
  /** Beyond so many, a list tells that there are at least so many. */
  static final int MOST_COUNTED = 1_000;

  private final Tx tx;
  private final StringBuilder where = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();

  /**
   * A part of the alerts.
   *
   * @param next from where the next part goes on; empty at the end
   */
  record Page(List<Alert> alerts, Optional<String> next, long total, boolean totalIsMinimum) {
    Page {
      alerts = List.copyOf(alerts);
    }
  }

  AlertRows(Tx tx, OrgId org, AlertFilter filter) {
    this.tx = tx;
    values.put("org", org);
    filter.agentId().ifPresent(value -> is("agent_id", "agent_id", value));
    // Those of one agent are few; no other index is to be thought better.
    String further = filter.agentId().isPresent() ? " || ''" : "";
    filter.severity().ifPresent(value -> is("severity", "severity" + further, value));
    filter.threatType().ifPresent(value -> is("threat_type", "threat_type" + further, value));
    filter.status().ifPresent(value -> is("status", "status" + further, value));
    filter.triageStatus().ifPresent(value -> is("triage_status", "triage_status" + further, value));
  }

  private void is(String name, String expression, Object value) {
    where.append(" AND ").append(expression).append(" = :").append(name);
    values.put(name, value);
  }

  /** Those behind an alert, or the latest. */
  Page page(Optional<String> behind, int size) {
    String further = behind.isPresent() ? " AND alert_id < :behind" : "";
    Query query =
        bound(
            "SELECT * FROM alert WHERE "
                + where
                + further
                + " ORDER BY alert_id DESC LIMIT :limit");
    behind.ifPresent(id -> query.bind("behind", id));
    List<Alert> found = query.bind("limit", size + 1).map(ConstructorMapper.of(Alert.class)).list();
    boolean isCut = found.size() > size;
    List<Alert> page = isCut ? found.subList(0, size) : found;
    long count =
        bound(
                "SELECT count(*) FROM (SELECT 1 FROM alert WHERE "
                    + where
                    + " LIMIT "
                    + (MOST_COUNTED + 1)
                    + ") counted")
            .mapTo(Long.class)
            .one();
    return new Page(
        page,
        isCut ? Optional.of(page.get(size - 1).alertId()) : Optional.empty(),
        Math.min(count, MOST_COUNTED),
        count > MOST_COUNTED);
  }

  private Query bound(String sql) {
    Query query = tx.handle().createQuery(sql);
    values.forEach(query::bind);
    return query;
  }
}
