package io.svc.server.events;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Cursor;
import io.svc.server.http.Query;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A query for events.
 *
 * @param feeds empty for all feeds
 * @param after the number of the last event that the caller has; takes precedence over {@code
 *     since}
 * @param since events of this time or later
 */
public record EventQuery(
    Set<Feed> feeds,
    Optional<String> type,
    Optional<String> agentId,
    Optional<Instant> since,
    Optional<Long> after,
    int limit) {
  private static final int USUAL = 100;
  private static final int MAX = 500;

  public EventQuery {
    feeds = Set.copyOf(feeds);
  }

  /**
   * Reads {@code since}, {@code cursor}, {@code limit} and {@code agentId}.
   *
   * @throws io.svc.server.http.ApiException when one of them is invalid
   */
  public static EventQuery of(Query query, Feed... feeds) {
    return new EventQuery(
        Set.of(feeds),
        Optional.empty(),
        query.text("agentId"),
        query.time("since"),
        query.text("cursor").map(EventQuery::seq),
        query.number("limit", 1, MAX, USUAL));
  }

  /**
   * Returns the start time of the query, for records that are returned in addition to events. Empty
   * for all events.
   */
  public Optional<Instant> from(Tx tx, OrgId org) {
    return after.isEmpty()
        ? since
        : tx.handle()
            .createQuery("SELECT at FROM event WHERE org_id = :org AND event_seq = :seq")
            .bind("org", org.value())
            .bind("seq", after.get())
            .mapTo(Long.class)
            .findOne()
            .map(Instant::ofEpochMilli);
  }

  /** Returns the cursor for following a feed from now on. */
  public static String latest(Tx tx, OrgId org, Feed feed) {
    return cursor(
        tx.handle()
            .createQuery(
                """
                SELECT coalesce(
                  (SELECT max(event_seq) FROM event WHERE org_id = :org AND feed = :feed),
                  (SELECT first_seq - 1 FROM event_feed WHERE org_id = :org),
                  0)
                """)
            .bind("org", org.value())
            .bind("feed", feed.toString())
            .mapTo(Long.class)
            .one());
  }

  /** Returns the query for one type. */
  EventQuery ofType(Optional<String> other) {
    return new EventQuery(feeds, other, agentId, since, after, limit);
  }

  /** Returns the opaque cursor of a position. */
  static String cursor(long seq) {
    return Cursor.of(seq);
  }

  private static long seq(String cursor) {
    return Cursor.number("cursor", cursor, "", "expected a cursor from an earlier response");
  }
}
