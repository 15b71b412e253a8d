package io.svc.server.events;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

/** The events of a tenant that match a query. */
final class EventRows {
  /** Pages count up to this number of events; beyond it, the total is a minimum. */
  static final int MAX_COUNTED = 1_000;

  private static final String COLUMNS =
      "org_id, event_seq AS seq, group_seq, event_id, event_type AS type, agent_id, session_id, at,"
          + " payload";

  private final Tx tx;
  private final OrgId org;
  private final StringBuilder conditions = new StringBuilder("org_id = :org");
  private final Map<String, String> texts = new LinkedHashMap<>();

  EventRows(Tx tx, OrgId org, EventQuery query) {
    this.tx = tx;
    this.org = org;
    // An agent has few events, so this prevents the use of another index.
    String further = query.agentId().isPresent() ? " || ''" : "";
    if (query.feeds().size() == 1) {
      is("feed", "feed" + further, query.feeds().iterator().next().toString());
    } else if (!query.feeds().isEmpty()) {
      throw new IllegalArgumentException("one feed or all of them");
    }
    query.type().ifPresent(type -> is("event_type", "event_type" + further, type));
    query.agentId().ifPresent(agent -> is("agent_id", "agent_id", agent));
  }

  private void is(String name, String expression, String value) {
    conditions.append(" AND ").append(expression).append(" = :").append(name);
    texts.put(name, value);
  }

  /** Returns the next events after a number. */
  List<Event> after(long seq, int limit) {
    return events(
        query(COLUMNS, " AND event_seq > :seq ORDER BY event_seq LIMIT :limit")
            .bind("seq", seq)
            .bind("limit", limit));
  }

  /** Returns the later events that were committed together with an event. */
  List<Event> laterInTransaction(Event last) {
    // The numbers of a group are consecutive: without its end, the query would read all later
    // events.
    String end =
        "COALESCE((SELECT other.event_seq FROM event other WHERE other.org_id = :org"
            + " AND other.event_seq > :seq AND other.group_seq <> :group"
            + " ORDER BY other.event_seq LIMIT 1), "
            + Long.MAX_VALUE
            + ")";
    return events(
        query(
                COLUMNS,
                " AND event_seq > :seq AND event_seq < "
                    + end
                    + " AND group_seq = :group ORDER BY event_seq")
            .bind("seq", last.seq())
            .bind("group", last.groupSeq()));
  }

  boolean anyAfter(long seq) {
    return query("1", " AND event_seq > :seq LIMIT 1")
        .bind("seq", seq)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Counts events after a number, or all, up to a limit. */
  long count(Optional<Long> seq) {
    Query query =
        tx.handle()
            .createQuery(
                "SELECT count(*) FROM (SELECT 1 FROM event WHERE "
                    + conditions
                    + seq.map(number -> " AND event_seq > :seq").orElse("")
                    + " LIMIT "
                    + (MAX_COUNTED + 1)
                    + ") counted");
    seq.ifPresent(number -> query.bind("seq", number));
    return bound(query).mapTo(Long.class).one();
  }

  private Query query(String columns, String rest) {
    return bound(
        tx.handle().createQuery("SELECT " + columns + " FROM event WHERE " + conditions + rest));
  }

  private Query bound(Query query) {
    query.bind("org", org);
    texts.forEach(query::bind);
    return query;
  }

  private static List<Event> events(Query query) {
    return query.mapTo(Event.class).list();
  }
}
