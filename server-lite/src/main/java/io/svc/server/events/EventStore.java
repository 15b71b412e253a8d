package io.svc.server.events;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for the feed. */
interface EventStore {
  /** The numbers of a feed: the oldest retained event and the next one. */
  record FeedRange(long firstSeq, long nextSeq, Instant lastAt) {}

  @SqlUpdate(
      """
      INSERT INTO event_feed (org_id, first_seq, next_seq, last_at) VALUES (:org, 1, 1, :at)
      ON CONFLICT (org_id) DO NOTHING
      """)
  int begin(OrgId org, Instant at);

  @SqlQuery("SELECT first_seq, next_seq, last_at FROM event_feed WHERE org_id = :org")
  Optional<FeedRange> stretch(OrgId org);

  /** The time of the first event with a number or a later one. */
  @SqlQuery(
      """
      SELECT at FROM event WHERE org_id = :org AND event_seq >= :seq ORDER BY event_seq LIMIT 1
      """)
  Optional<Instant> timeFrom(OrgId org, long seq);

  /**
   * The last use of a kill switch to stop something; the literals match the index event_of_switch.
   */
  @SqlQuery(
      """
      SELECT max(at) FROM event
      WHERE org_id = :org AND event_type IN ('rollout.frozen', 'enforcement.disabled')
      """)
  Optional<Instant> lastSwitch(OrgId org);

  @SqlQuery("SELECT org_id FROM event_feed")
  List<OrgId> tenants();

  @SqlUpdate("DELETE FROM event WHERE org_id = :org AND event_seq <= :last")
  int removeUpTo(OrgId org, long last);

  @SqlUpdate("UPDATE event_feed SET first_seq = :first WHERE org_id = :org AND first_seq < :first")
  int keepFrom(OrgId org, long first);
}
