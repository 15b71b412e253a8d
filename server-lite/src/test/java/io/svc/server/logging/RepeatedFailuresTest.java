package io.svc.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class RepeatedFailuresTest {
  private final AtomicLong millis = new AtomicLong();
  private final RepeatedFailures repeats = new RepeatedFailures(millis::get);

  private static LogRecord failed(String location, String message) {
    LogRecord entry = new LogRecord(Level.SEVERE, message);
    entry.setLoggerName("io.svc.server.http");
    entry.setSourceClassName("HttpServer");
    entry.setSourceMethodName(location);
    entry.setThrown(new IllegalStateException("no"));
    return entry;
  }

  @Test
  void the_next_minute_reports_how_many_were_suppressed() {
    LogRecord entry = failed("answer", "refused");
    for (int i = 0; i < 3; i++) {
      assertThat(repeats.suppressedBefore(entry)).isZero();
    }
    for (int i = 0; i < 7; i++) {
      assertThat(repeats.suppressedBefore(entry)).isNegative();
    }

    millis.set(60_000);

    assertThat(repeats.suppressedBefore(entry)).isEqualTo(7);
    assertThat(RepeatedFailures.summary(entry, 7).getMessage())
        .isEqualTo("7 more failures like the next one were omitted");
    assertThat(repeats.suppressedBefore(entry)).isZero();
  }

  @Test
  void what_comes_from_another_place_or_is_no_failure_is_written() {
    for (int i = 0; i < 10; i++) {
      repeats.suppressedBefore(failed("answer", "refused " + i));
    }
    LogRecord plain = new LogRecord(Level.SEVERE, "plain");

    assertThat(repeats.suppressedBefore(failed("other", "refused"))).isZero();
    for (int i = 0; i < 10; i++) {
      assertThat(repeats.suppressedBefore(plain)).isZero();
    }
  }
}
