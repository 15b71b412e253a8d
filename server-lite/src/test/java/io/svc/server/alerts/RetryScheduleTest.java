package io.svc.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryScheduleTest {
  private static final RetrySchedule MIDDLE = new RetrySchedule(() -> 0.5);

  @ParameterizedTest
  @CsvSource({"1,PT10S", "2,PT1M", "3,PT5M", "4,PT30M", "5,PT2H", "6,PT6H"})
  void each_failure_waits_longer(long tries, Duration expected) {
    assertThat(MIDDLE.delay(tries, Optional.empty())).contains(expected);
  }

  @Test
  void the_seventh_failure_is_the_last() {
    assertThat(MIDDLE.delay(7, Optional.empty())).isEmpty();
    assertThat(MIDDLE.delay(7, Optional.of(Duration.ofMinutes(1)))).isEmpty();
  }

  @Test
  void waits_differ_by_a_fifth_either_way() {
    assertThat(new RetrySchedule(() -> 0).delay(2, Optional.empty()))
        .contains(Duration.ofSeconds(48));
    assertThat(new RetrySchedule(() -> 1).delay(2, Optional.empty()))
        .contains(Duration.ofSeconds(72));
  }

  @Test
  void who_asks_for_more_time_gets_it_up_to_a_day() {
    assertThat(MIDDLE.delay(1, Optional.of(Duration.ofMinutes(3)))).contains(Duration.ofMinutes(3));
    assertThat(MIDDLE.delay(3, Optional.of(Duration.ofSeconds(1)))).contains(Duration.ofMinutes(5));
    assertThat(MIDDLE.delay(1, Optional.of(Duration.ofDays(90)))).contains(Duration.ofDays(1));
  }
}
