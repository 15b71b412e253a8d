package io.svc.scanner.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  @Test
  void an_id_is_a_prefix_and_26_characters_of_crockfords_alphabet() {
    var ids = new Ids(Clock.systemUTC());

    for (int i = 0; i < 1_000; i++) {
      assertThat(ids.next("fnd_")).matches("fnd_[0-7][0-9A-HJKMNP-TV-Z]{25}");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0000000000",
    "1, 0000000001",
    "31, 000000000Z",
    "32, 0000000010",
    "1469918176385, 01ARYZ6S41",
    "281474976710655, 7ZZZZZZZZZ",
  })
  void the_first_ten_characters_are_the_time(long millis, String time) {
    var ids = new Ids(Clock.fixed(Instant.ofEpochMilli(millis), ZoneOffset.UTC));

    assertThat(ids.next("")).startsWith(time);
  }

  @Test
  void ids_of_one_millisecond_count_upwards() {
    var ids = new Ids(Clock.fixed(NOW, ZoneOffset.UTC));
    List<BigInteger> numbers = new ArrayList<>();

    for (int i = 0; i < 3_000; i++) {
      numbers.add(numberOf(ids.next("")));
    }

    for (int i = 1; i < numbers.size(); i++) {
      assertThat(numbers.get(i)).isEqualTo(numbers.get(i - 1).add(BigInteger.ONE));
    }
  }

  @Test
  void the_random_part_leaves_room_to_count() {
    var ids = new Ids(new StepClock(NOW, 1));

    for (int i = 0; i < 1_000; i++) {
      assertThat(ids.next("").charAt(10)).isBetween('0', 'F');
    }
  }

  @Test
  void two_makers_of_ids_differ_in_the_same_millisecond() {
    Set<String> all = new HashSet<>();

    for (int i = 0; i < 1_000; i++) {
      all.add(new Ids(Clock.fixed(NOW, ZoneOffset.UTC)).next(""));
    }

    assertThat(all).hasSize(1_000);
  }

  @Test
  void ids_sort_in_the_order_in_which_they_were_created() {
    var clock = new StepClock(NOW, 0, 0, 1, 0, 1_000, 0);
    var ids = new Ids(clock);
    List<String> created = new ArrayList<>();

    for (int i = 0; i < 2_000; i++) {
      created.add(ids.next("rpt_"));
    }

    assertThat(created).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void ids_sort_when_the_clock_goes_back() {
    var clock = new StepClock(NOW, 5, -60_000, 3, 0, -1);
    var ids = new Ids(clock);
    List<String> created = new ArrayList<>();

    for (int i = 0; i < 1_000; i++) {
      created.add(ids.next(""));
    }

    assertThat(created).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_new_millisecond_draws_a_new_random_part() {
    var ids = new Ids(new StepClock(NOW, 1));

    assertThat(List.of(ids.next(""), ids.next(""), ids.next("")))
        .extracting(id -> id.substring(10))
        .doesNotHaveDuplicates();
  }

  @Test
  void ids_are_unique_among_threads() throws Exception {
    var ids = new Ids(Clock.systemUTC());
    ExecutorService pool = Executors.newFixedThreadPool(8);
    Set<String> all = new HashSet<>();
    try {
      Callable<List<String>> work = () -> tenThousandOf(ids);
      for (Future<List<String>> created : pool.invokeAll(Collections.nCopies(8, work))) {
        assertThat(created.get()).isSorted();
        all.addAll(created.get());
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(all).hasSize(80_000);
  }

  private static List<String> tenThousandOf(Ids ids) {
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      created.add(ids.next("x_"));
    }
    return created;
  }

  private static BigInteger numberOf(String id) {
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < id.length(); i++) {
      int digit = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(id.charAt(i));
      number = number.shiftLeft(5).add(BigInteger.valueOf(digit));
    }
    return number;
  }

  /** Goes on by the given steps of milliseconds, over and over. */
  private static final class StepClock extends Clock {
    private final int[] steps;
    private Instant now;
    private int next;

    StepClock(Instant start, int... steps) {
      this.now = start;
      this.steps = steps;
    }

    @Override
    public Instant instant() {
      now = now.plusMillis(steps[next]);
      next = (next + 1) % steps.length;
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("This clock has one zone");
    }
  }
}
