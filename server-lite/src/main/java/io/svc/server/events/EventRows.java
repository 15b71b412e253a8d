package io.svc.server.events;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

/** The events of a tenant that a query asks for. */
final class EventRows {
  /** Beyond so many, a page tells that there are at least so many. */
  static final int MOST_COUNTED = 1_000;

  private static final String COLUMNS =
      "org_id, event_seq AS seq, group_seq, event_id, event_type AS type, agent_id, session_id, at,"
          + " payload";

  private final Tx tx;
  private final OrgId org;
  private final StringBuilder where = new StringBuilder("org_id = :org");
  private final Map<String, String> texts = new LinkedHashMap<>();

  EventRows(Tx tx, OrgId org, EventQuery query) {
    this.tx = tx;
    this.org = org;
    // Those of one agent are few; no other index is to be thought better.
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
    where.append(" AND ").append(expression).append(" = :").append(name);
    texts.put(name, value);
  }

  /** The next ones behind a number. */
  List<Event> after(long seq, int limit) {
    return events(
        query(COLUMNS, " AND event_seq > :seq ORDER BY event_seq LIMIT :limit")
            .bind("seq", seq)
            .bind("limit", limit));
  }

  /** What was committed together with an event and comes behind it. */
  List<Event> restOf(Event last) {
    // Numbers of a group follow each other: without its end, the rest of the feed would be read.
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

  /** How many there are behind a number, or at all, counted no further than is worth it. */
  long count(Optional<Long> seq) {
    Query query =
        tx.handle()
            .createQuery(
                "SELECT count(*) FROM (SELECT 1 FROM event WHERE "
                    + where
                    + seq.map(number -> " AND event_seq > :seq").orElse("")
                    + " LIMIT "
                    + (MOST_COUNTED + 1)
                    + ") counted");
    seq.ifPresent(number -> query.bind("seq", number));
    return bound(query).mapTo(Long.class).one();
  }

  private Query query(String columns, String rest) {
    return bound(
        tx.handle().createQuery("SELECT " + columns + " FROM event WHERE " + where + rest));
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
