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

  /**
   * Allocates numbers. Other transactions that need numbers of this tenant wait until this one is
   * committed.
   */
  @SqlQuery(
      """
      UPDATE event_feed
      SET next_seq = next_seq + :count, last_at = CASE WHEN last_at > :at THEN last_at ELSE :at END
      WHERE org_id = :org
      RETURNING first_seq, next_seq, last_at
      """)
  Optional<FeedRange> take(OrgId org, long count, Instant at);

  @SqlQuery("SELECT first_seq, next_seq, last_at FROM event_feed WHERE org_id = :org")
  Optional<FeedRange> stretch(OrgId org);

  /** The first event at a time or later: times increase with the numbers. */
  @SqlQuery(
      """
      SELECT event_seq FROM event WHERE org_id = :org AND at >= :since
      ORDER BY at, event_seq LIMIT 1
      """)
  Optional<Long> firstSince(OrgId org, Instant since);

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

  /** The first event to retain when all before a time are deleted; empty when none is deleted. */
  @SqlQuery(
      "SELECT max(event_seq) FROM event WHERE org_id = :org AND at < :before AND event_seq < :most")
  Optional<Long> lastBefore(OrgId org, Instant before, long most);

  @SqlUpdate("DELETE FROM event WHERE org_id = :org AND event_seq <= :last")
  int removeUpTo(OrgId org, long last);

  @SqlUpdate("UPDATE event_feed SET first_seq = :first WHERE org_id = :org AND first_seq < :first")
  int keepFrom(OrgId org, long first);
}
