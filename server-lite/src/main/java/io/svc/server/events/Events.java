package io.svc.server.events;

import io.svc.server.db.Batch;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The feed: events are appended in the transaction of the change, numbered for each tenant without
 * gaps in commit order, and read forward by number. Safe for many threads.
 */
public final class Events {
  /** Limits the time that one deletion of old events occupies the writer. */
  private static final int REMOVED_AT_ONCE = 10_000;

  private final Database database;
  private final Identifiers identifiers;

  public Events(Database database, Identifiers identifiers) {
    this.database = database;
    this.identifiers = identifiers;
  }

  /** The groups of events in a transaction: one for each tenant. */
  private static final class EventGroups {
    private final Map<OrgId, Long> firsts = new HashMap<>();
  }

  /** Appends an event. Returns the stored event. */
  public Event append(Tx tx, OrgId org, EventDraft draft) {
    return append(tx, org, List.of(draft)).get(0);
  }

  /** Appends events; a page never separates them from the other events of this transaction. */
  public List<Event> append(Tx tx, OrgId org, List<EventDraft> drafts) {
    Map<OrgId, Long> firsts = tx.note(EventGroups.class, EventGroups::new).firsts;
    return append(
        tx,
        org,
        drafts,
        first -> {
          long group = firsts.computeIfAbsent(org, tenant -> first);
          return index -> group;
        });
  }

  /** Appends independent events that are committed together, which pages may separate. */
  public List<Event> appendEach(Tx tx, OrgId org, List<EventDraft> drafts) {
    return append(tx, org, drafts, first -> index -> first + index);
  }

  private List<Event> append(
      Tx tx,
      OrgId org,
      List<EventDraft> drafts,
      java.util.function.LongFunction<java.util.function.IntToLongFunction> grouping) {
    if (drafts.isEmpty()) {
      return List.of();
    }
    EventStore.FeedRange range = allocate(tx, org, drafts.size());
    long first = range.nextSeq() - drafts.size();
    java.util.function.IntToLongFunction groups = grouping.apply(first);
    List<Event> events = new ArrayList<>(drafts.size());
    try (Batch batch =
        tx.batch(
            """
            INSERT INTO event (org_id, event_seq, group_seq, event_id, event_type, feed,
              agent_id, session_id, at, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      for (int i = 0; i < drafts.size(); i++) {
        EventDraft draft = drafts.get(i);
        Event event =
            new Event(
                org,
                first + i,
                groups.applyAsLong(i),
                identifiers.next("evt_"),
                draft.type().toString(),
                draft.agentId().orElse(""),
                draft.sessionId().orElse(""),
                range.lastAt(),
                Json.text(draft.payload()));
        events.add(event);
        batch.row(
            org.value(),
            event.seq(),
            event.groupSeq(),
            event.eventId(),
            event.type(),
            draft.type().feed().toString(),
            event.agentId(),
            event.sessionId(),
            event.at().toEpochMilli(),
            event.payload());
      }
      batch.run();
    }
    return events;
  }

  private static EventStore.FeedRange allocate(Tx tx, OrgId org, int count) {
    List<EventStore.FeedRange> range = take(tx, org, count);
    if (range.isEmpty()) {
      tx.on(EventStore.class).begin(org, tx.now());
      range = take(tx, org, count);
    }
    return range.get(0);
  }

  /**
   * Allocates numbers. Other transactions that need numbers of this tenant wait until this one is
   * committed.
   */
  private static List<EventStore.FeedRange> take(Tx tx, OrgId org, long count) {
    long now = tx.now().toEpochMilli();
    return tx.rows(
        """
        UPDATE event_feed
        SET next_seq = next_seq + ?, last_at = CASE WHEN last_at > ? THEN last_at ELSE ? END
        WHERE org_id = ?
        RETURNING first_seq, next_seq, last_at
        """,
        row ->
            new EventStore.FeedRange(
                row.getLong(1), row.getLong(2), Instant.ofEpochMilli(row.getLong(3))),
        count,
        now,
        now,
        org.value());
  }

  /**
   * Returns a page, oldest first. Events that were committed together are on one page, which can
   * therefore be longer.
   *
   * @throws ApiException {@code cursor_expired} when events after the cursor were deleted
   */
  public EventPage page(Tx tx, OrgId org, EventQuery query) {
    EventStore store = tx.on(EventStore.class);
    EventStore.FeedRange range =
        store.stretch(org).orElse(new EventStore.FeedRange(1, 1, Instant.EPOCH));
    long after = after(store, org, query, range);
    EventRows rows = new EventRows(tx, org, query);
    List<Event> events = new ArrayList<>(rows.after(after, query.limit()));
    boolean isCut = events.size() == query.limit();
    if (isCut) {
      Event last = events.get(events.size() - 1);
      events.addAll(rows.laterInTransaction(last));
      isCut = rows.anyAfter(events.get(events.size() - 1).seq());
    }
    long to = isCut ? events.get(events.size() - 1).seq() : range.nextSeq() - 1;
    to = Math.max(to, after);
    String resume = EventQuery.cursor(to);
    long count = rows.count(query.since().map(since -> before(store, org, since, range)));
    return new EventPage(
        events,
        after + 1,
        to,
        isCut ? Optional.of(resume) : Optional.empty(),
        resume,
        Math.min(count, EventRows.MAX_COUNTED),
        count > EventRows.MAX_COUNTED);
  }

  private static long after(
      EventStore store, OrgId org, EventQuery query, EventStore.FeedRange range) {
    if (query.after().isPresent()) {
      long after = query.after().get();
      if (after < range.firstSeq() - 1) {
        throw ApiException.cursorExpired(
            "Events after this cursor are no longer stored.",
            EventQuery.cursor(range.firstSeq() - 1));
      }
      return Math.min(after, range.nextSeq() - 1);
    }
    return query
        .since()
        .map(since -> before(store, org, since, range))
        .orElse(range.firstSeq() - 1);
  }

  /**
   * Returns the number before the first event of a time or later, by binary search: times increase
   * with the numbers.
   */
  private static long before(
      EventStore store, OrgId org, Instant since, EventStore.FeedRange range) {
    // The store has milliseconds.
    long limit = since.toEpochMilli();
    long first = range.firstSeq();
    long end = range.nextSeq();
    while (first < end) {
      long middle = (first + end) >>> 1;
      if (store.timeFrom(org, middle).filter(at -> at.toEpochMilli() < limit).isPresent()) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    return first - 1;
  }

  /** Returns the last use of a kill switch to stop something, within the retention of the feed. */
  public Optional<Instant> lastSwitch(Tx tx, OrgId org) {
    return tx.on(EventStore.class).lastSwitch(org);
  }

  /**
   * Deletes events beyond the retention of their tenant.
   *
   * @param keeping the retention of a tenant
   * @return the number of deleted events
   */
  public int prune(Instant now, BiFunction<Tx, OrgId, Duration> keeping) {
    int removed = 0;
    for (OrgId org : database.read(tx -> tx.on(EventStore.class).tenants())) {
      int step;
      do {
        step = database.write(tx -> pruneSome(tx, org, now.minus(keeping.apply(tx, org))));
        removed += step;
      } while (step > 0);
    }
    return removed;
  }

  private static int pruneSome(Tx tx, OrgId org, Instant before) {
    EventStore store = tx.on(EventStore.class);
    Optional<EventStore.FeedRange> range = store.stretch(org);
    if (range.isEmpty()) {
      return 0;
    }
    long first = range.get().firstSeq();
    long last = Math.min(before(store, org, before, range.get()), first + REMOVED_AT_ONCE - 1);
    if (last < first) {
      return 0;
    }
    store.keepFrom(org, last + 1);
    return store.removeUpTo(org, last);
  }

  /** Deletes everything of a tenant. Returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "event", "event_feed");
  }
}
