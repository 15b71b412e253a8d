package io.svc.server.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Vendor;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventsTest extends StoreContract {
  private static final EventQuery ALL =
      new EventQuery(
          Set.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 100);

  private Workspace workspace;
  private Database database;
  private Events events;
  private OrgId org;

  @BeforeEach
  void found() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    events = new Events(database, workspace.identifiers());
    org = workspace.org();
  }

  private static List<EventDraft> drafts(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> EventDraft.of(EventType.REPLAY_VERDICT, Map.of("name", name, "number", i)))
        .toList();
  }

  /** Appends events of one transaction. */
  private List<Event> append(String name, int count) {
    return database.write(tx -> events.append(tx, org, drafts(name, count)));
  }

  private EventPage page(EventQuery query) {
    return database.read(tx -> events.page(tx, org, query));
  }

  private static EventQuery limited(int limit) {
    return new EventQuery(
        Set.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), limit);
  }

  private static EventQuery after(long seq, int limit) {
    return new EventQuery(
        Set.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(seq), limit);
  }

  private static EventQuery since(Instant time) {
    return new EventQuery(
        Set.of(), Optional.empty(), Optional.empty(), Optional.of(time), Optional.empty(), 100);
  }

  private static List<Long> numbers(List<Event> list) {
    return list.stream().map(Event::seq).toList();
  }

  @Test
  void an_empty_feed_has_an_end_to_come_back_to() {
    EventPage page = page(ALL);

    assertThat(page.events()).isEmpty();
    assertThat(page.cursor()).isEmpty();
    assertThat(page.hasMore()).isFalse();
    assertThat(page.resumeCursor()).isEqualTo(EventQuery.cursor(0));
    append("a", 2);
    assertThat(numbers(page(after(0, 100)).events())).containsExactly(1L, 2L);
  }

  @Test
  void events_that_are_appended_at_once_are_numbered_without_a_gap() {
    int threads = 8;
    int each = 20;
    AtomicInteger rollbacks = new AtomicInteger();

    AtOnce.run(
        threads,
        thread -> {
          for (int i = 0; i < each; i++) {
            append(thread + "-" + i, 1 + i % 3);
            try {
              database.change(
                  tx -> {
                    events.append(tx, org, drafts("never", 2));
                    throw new IllegalStateException("given up");
                  });
            } catch (IllegalStateException e) {
              rollbacks.incrementAndGet();
            }
          }
          return thread;
        });

    int expected = threads * IntStream.range(0, each).map(i -> 1 + i % 3).sum();
    EventPage page = page(limited(500));
    assertThat(rollbacks).hasValue(threads * each);
    assertThat(numbers(page.events()))
        .isEqualTo(LongStream.rangeClosed(1, expected).boxed().toList());
    assertThat(page.total()).isEqualTo(expected);
    assertThat(page.events()).extracting(Event::payload).noneMatch(p -> p.contains("never"));
    assertThat(new HashSet<>(page.events().stream().map(Event::eventId).toList()))
        .hasSize(expected);
  }

  @Test
  void no_page_parts_what_was_committed_together() {
    append("a", 2);
    append("b", 4);
    append("c", 1);

    EventPage first = page(limited(3));
    EventPage second = page(after(6, 3));

    assertThat(numbers(first.events())).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(first.cursor()).contains(EventQuery.cursor(6));
    assertThat(first.from()).isEqualTo(1);
    assertThat(first.to()).isEqualTo(6);
    assertThat(numbers(second.events())).containsExactly(7L);
    assertThat(second.cursor()).isEmpty();
  }

  @Test
  void appends_of_one_transaction_belong_together_however_many_there_are() {
    database.change(
        tx -> {
          events.append(tx, org, drafts("a", 2));
          events.append(tx, org, drafts("b", 2));
        });

    assertThat(numbers(page(limited(1)).events())).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void events_of_two_tenants_in_one_transaction_are_two_groups() {
    OrgId other = workspace.newAdmin("robin").orgId().orElseThrow();
    append("before", 3);
    database.change(
        tx -> {
          events.append(tx, org, drafts("ours", 2));
          events.append(tx, other, drafts("theirs", 2));
        });

    assertThat(page(after(3, 1)).events()).extracting(Event::groupSeq).containsExactly(4L, 4L);
    assertThat(database.read(tx -> events.page(tx, other, limited(1))).events())
        .extracting(Event::groupSeq)
        .containsExactly(1L, 1L);
  }

  @Test
  void events_that_represent_themselves_may_be_parted() {
    database.change(tx -> events.appendEach(tx, org, drafts("a", 3)));

    assertThat(numbers(page(limited(2)).events())).containsExactly(1L, 2L);
  }

  @Test
  void the_last_page_has_no_cursor() {
    append("a", 1);
    append("b", 1);

    EventPage page = page(limited(2));

    assertThat(page.cursor()).isEmpty();
    assertThat(page.resumeCursor()).isEqualTo(EventQuery.cursor(2));
  }

  @Test
  void a_follower_sees_everything_once_while_others_write() throws Exception {
    int writers = 4;
    int each = 40;
    Set<Long> seen = new HashSet<>();
    List<Long> order = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      String name = "w" + writer;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  append(name, 1 + i % 4);
                }
              }));
    }
    threads.forEach(Thread::start);
    Optional<Long> next = Optional.of(0L);
    while (true) {
      boolean isFinished = threads.stream().noneMatch(Thread::isAlive);
      EventPage page = page(after(next.get(), 7));
      for (Event event : page.events()) {
        assertThat(seen.add(event.seq())).as("event %s twice", event.seq()).isTrue();
        order.add(event.seq());
      }
      assertThatNoGroupIsCut(page);
      next = Optional.of(page.to());
      assertThat(page.resumeCursor()).isEqualTo(EventQuery.cursor(page.to()));
      if (isFinished && !page.hasMore()) {
        break;
      }
    }

    int expected = writers * IntStream.range(0, each).map(i -> 1 + i % 4).sum();
    assertThat(order).isEqualTo(LongStream.rangeClosed(1, expected).boxed().toList());
  }

  private static void assertThatNoGroupIsCut(EventPage page) {
    for (Event event : page.events()) {
      assertThat(event.groupSeq()).isGreaterThanOrEqualTo(page.from());
    }
    if (!page.events().isEmpty()) {
      Event last = page.events().get(page.events().size() - 1);
      long size = page.events().stream().filter(e -> e.groupSeq() == last.groupSeq()).count();
      // Group i of a writer has 1 + i % 4 events, and each of them tells its number in the group.
      assertThat(last.payload()).contains("\"number\":" + (size - 1));
    }
  }

  @Test
  void a_time_is_where_a_follower_may_begin() {
    append("early", 1);
    clock.advance(Duration.ofMinutes(1));
    Instant time = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    append("then", 2);
    clock.advance(Duration.ofMinutes(1));
    append("late", 1);

    assertThat(numbers(page(since(time)).events())).containsExactly(2L, 3L, 4L);
    assertThat(numbers(page(since(time.plusMillis(1))).events())).containsExactly(4L);
    assertThat(numbers(page(since(Instant.EPOCH)).events())).containsExactly(1L, 2L, 3L, 4L);
    EventPage none = page(since(clock.instant().plusSeconds(1)));
    assertThat(none.events()).isEmpty();
    assertThat(none.resumeCursor()).isEqualTo(EventQuery.cursor(4));
    EventQuery both =
        new EventQuery(
            Set.of(), Optional.empty(), Optional.empty(), Optional.of(time), Optional.of(3L), 9);
    assertThat(numbers(page(both).events())).as("the cursor wins").containsExactly(4L);
  }

  @Test
  void times_rise_with_the_numbers_also_when_the_clock_goes_back() {
    append("a", 1);
    Instant first = page(ALL).events().get(0).at();
    clock.advance(Duration.ofHours(-2));
    append("b", 1);
    clock.advance(Duration.ofHours(1));
    append("c", 1);
    clock.advance(Duration.ofHours(3));
    append("d", 1);

    List<Instant> times = page(ALL).events().stream().map(Event::at).toList();
    assertThat(times).isSorted().startsWith(first, first, first);
    assertThat(times.get(3)).isEqualTo(first.plus(Duration.ofHours(2)));
    assertThat(numbers(page(since(first)).events())).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void feeds_types_and_agents_are_distinguished() {
    database.change(
        tx ->
            events.append(
                tx,
                org,
                List.of(
                    EventDraft.of(EventType.ROLLOUT_FROZEN, Map.of()),
                    EventDraft.of(EventType.ATTESTATION_ISSUED, "agt_1", Map.of()),
                    EventDraft.of(EventType.ATTESTATION_REVOKED, "agt_2", Map.of()))));

    assertThat(numbers(page(of(Set.of(Feed.ATTESTATION), "", "")).events()))
        .containsExactly(2L, 3L);
    assertThat(numbers(page(of(Set.of(), "rollout.frozen", "")).events())).containsExactly(1L);
    assertThat(numbers(page(of(Set.of(Feed.ATTESTATION), "", "agt_2")).events()))
        .containsExactly(3L);
    EventPage none = page(of(Set.of(Feed.EXECUTION), "", ""));
    assertThat(none.events()).isEmpty();
    assertThat(none.total()).isZero();
    assertThat(none.resumeCursor()).isEqualTo(EventQuery.cursor(3));
  }

  private static EventQuery of(Set<Feed> feeds, String type, String agent) {
    return new EventQuery(
        feeds,
        Optional.of(type).filter(t -> !t.isEmpty()),
        Optional.of(agent).filter(t -> !t.isEmpty()),
        Optional.empty(),
        Optional.empty(),
        100);
  }

  @Test
  void what_is_too_old_goes_and_its_cursors_with_it() {
    append("old", 3);
    clock.advance(Duration.ofDays(200));
    append("new", 2);

    int removed = events.prune(clock.instant(), (tx, tenant) -> Duration.ofDays(180));

    assertThat(removed).isEqualTo(3);
    assertThat(numbers(page(ALL).events())).containsExactly(4L, 5L);
    assertThat(numbers(page(after(3, 9)).events())).containsExactly(4L, 5L);
    assertThatThrownBy(() -> page(after(2, 9)))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CURSOR_EXPIRED));
    assertThat(numbers(page(since(Instant.EPOCH)).events())).containsExactly(4L, 5L);
    assertThat(events.prune(clock.instant(), (tx, tenant) -> Duration.ofDays(180))).isZero();
  }

  @Test
  void a_feed_of_which_all_is_gone_continues_with_its_numbers() {
    append("old", 3);
    clock.advance(Duration.ofDays(200));
    events.prune(clock.instant(), (tx, tenant) -> Duration.ofDays(180));

    EventPage empty = page(ALL);
    append("new", 1);

    assertThat(empty.events()).isEmpty();
    assertThat(empty.resumeCursor()).isEqualTo(EventQuery.cursor(3));
    assertThat(numbers(page(after(3, 9)).events())).containsExactly(4L);
  }

  @Test
  void each_tenant_keeps_its_events_as_long_as_it_wants() {
    OrgId other = workspace.newAdmin("robin").orgId().orElseThrow();
    append("ours", 1);
    database.change(tx -> events.append(tx, other, drafts("theirs", 1)));
    clock.advance(Duration.ofDays(10));

    events.prune(clock.instant(), (tx, tenant) -> Duration.ofDays(tenant.equals(org) ? 30 : 3));

    assertThat(page(ALL).events()).hasSize(1);
    assertThat(database.read(tx -> events.page(tx, other, ALL)).events()).isEmpty();
  }

  @Test
  void a_feed_that_two_servers_write_has_one_numbering() {
    assumeTrue(vendor == Vendor.POSTGRESQL, "a file has one writer");
    Database second = store.open();
    Events others = new Events(second, workspace.identifiers());

    AtOnce.run(
        8,
        thread -> {
          for (int i = 0; i < 15; i++) {
            if (thread % 2 == 0) {
              append("one", 2);
            } else {
              second.write(tx -> others.append(tx, org, drafts("other", 2)));
            }
          }
          return thread;
        });

    assertThat(numbers(page(limited(500)).events()))
        .isEqualTo(LongStream.rangeClosed(1, 8 * 15 * 2).boxed().toList());
  }
}
