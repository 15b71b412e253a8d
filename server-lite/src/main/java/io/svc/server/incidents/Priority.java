package io.svc.server.incidents;

import io.svc.rules.Severity;
import java.time.Duration;
import java.util.Locale;

/** The priority of an incident. */
public enum Priority {
  P0(Duration.ofMinutes(15), Duration.ofHours(1), Duration.ofHours(24)),
  P1(Duration.ofMinutes(30), Duration.ofHours(4), Duration.ofDays(3)),
  P2(Duration.ofHours(4), Duration.ofHours(24), Duration.ofDays(7)),
  P3(Duration.ofHours(24), Duration.ofDays(3), Duration.ofDays(30));

  private final Duration acknowledge;
  private final Duration contain;
  private final Duration resolve;

  Priority(Duration acknowledge, Duration contain, Duration resolve) {
    this.acknowledge = acknowledge;
    this.contain = contain;
    this.resolve = resolve;
  }

  /** Returns the default priority of a severity. */
  static Priority of(Severity severity) {
    return switch (severity) {
      case CRITICAL -> P0;
      case HIGH -> P1;
      case MEDIUM -> P2;
      case LOW, INFO -> P3;
    };
  }

  Duration acknowledge() {
    return acknowledge;
  }

  Duration contain() {
    return contain;
  }

  Duration resolve() {
    return resolve;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
