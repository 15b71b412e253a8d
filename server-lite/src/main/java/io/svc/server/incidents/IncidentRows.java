package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The incidents of a tenant that somebody asks for, latest first. */
final class IncidentRows {
  /** Beyond so many, a list tells that there are at least so many. */
  private static final int MOST_COUNTED = 1_000;

  private final Tx tx;
  private final StringBuilder where = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final String wanted;

  /**
   * A part of the incidents.
   *
   * @param next from where the next part goes on; empty at the end
   */
  record Page(List<Incident> incidents, Optional<String> next, long total, boolean totalIsMinimum) {
    Page {
      incidents = List.copyOf(incidents);
    }
  }

  IncidentRows(
      Tx tx, OrgId org, Optional<IncidentStatus> status, Optional<Severity> severity, String text) {
    this.tx = tx;
    values.put("org", org);
    status.ifPresent(value -> is("status", value));
    severity.ifPresent(value -> is("severity", value));
    this.wanted = SearchText.wanted(text);
  }

  private void is(String column, Object value) {
    where.append(" AND ").append(column).append(" = :").append(column);
    values.put(column, value);
  }

  /** Those behind an incident, or the latest, less the first few. */
  Page page(Optional<String> behind, int offset, int size) {
    String further = behind.isPresent() ? " AND incident_id < :behind" : "";
    Query query =
        bound(
            "SELECT * FROM "
                + looked()
                + " WHERE TRUE"
                + further
                + " ORDER BY incident_id DESC LIMIT :limit OFFSET :offset");
    behind.ifPresent(id -> query.bind("behind", id));
    List<Incident> found =
        query
            .bind("limit", size + 1)
            .bind("offset", offset)
            .map(ConstructorMapper.of(Incident.class))
            .list();
    boolean isCut = found.size() > size;
    List<Incident> page = isCut ? found.subList(0, size) : found;
    long count =
        bound(
                "SELECT count(*) FROM (SELECT 1 FROM "
                    + looked()
                    + " LIMIT "
                    + (MOST_COUNTED + 1)
                    + ") counted")
            .mapTo(Long.class)
            .one();
    return new Page(
        page,
        isCut ? Optional.of(page.get(size - 1).incidentId()) : Optional.empty(),
        Math.min(count, MOST_COUNTED),
        count > MOST_COUNTED);
  }

  /** Where it is looked: a text is looked for in the latest alone, however many there are. */
  private String looked() {
    String all = "SELECT * FROM incident WHERE " + where;
    return wanted.isEmpty()
        ? "(" + all + ") i"
        : "(SELECT * FROM ("
            + all
            + " ORDER BY incident_id DESC LIMIT "
            + SearchText.MOST_LOOKED_AT
            + ") latest WHERE <contains>) i";
  }

  private Query bound(String sql) {
    Query query = tx.handle().createQuery(sql);
    values.forEach(query::bind);
    if (!wanted.isEmpty()) {
      query.bind("wanted", wanted);
    }
    return query;
  }
}
