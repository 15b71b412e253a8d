package io.svc.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.HandClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockJumpDetectorTest {
  private final HandClock clock = HandClock.now();
  private final AtomicLong nanos = new AtomicLong();
  private final ClockJumpDetector watch = new ClockJumpDetector(clock, nanos::get);

  private void pass(Duration time) {
    clock.advance(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void time_that_passes_is_no_jump() {
    pass(Duration.ofDays(300));

    assertThat(watch.mayRemove()).isTrue();
  }

  @Test
  void after_a_jump_forward_nothing_is_removed_for_a_day() {
    clock.advance(Duration.ofDays(365));
    assertThat(watch.mayRemove()).isFalse();
    pass(Duration.ofHours(23));
    assertThat(watch.mayRemove()).isFalse();
    pass(Duration.ofHours(2));
    assertThat(watch.mayRemove()).isTrue();
  }

  @Test
  void a_jump_back_removes_nothing_early() {
    clock.advance(Duration.ofDays(-365));

    assertThat(watch.mayRemove()).isTrue();
  }
}
