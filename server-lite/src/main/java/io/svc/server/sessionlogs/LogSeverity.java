package io.svc.server.sessionlogs;

import io.svc.rules.Severity;
import java.util.Locale;

/** The severity of a log line, the least first. The labels are part of the interface. */
public enum LogSeverity {
  DEBUG(0),
  INFO(1),
  WARNING(2),
  ERROR(3),
  CRITICAL(4);

  private final long weight;

  LogSeverity(long weight) {
    this.weight = weight;
  }

  /** Returns a number that increases with the severity; stored, and never changed. */
  long weight() {
    return weight;
  }

  /** Returns the log severity for a timeline entry's severity. */
  static LogSeverity of(Severity severity) {
    return switch (severity) {
      case INFO, LOW -> INFO;
      case MEDIUM -> WARNING;
      case HIGH -> ERROR;
      case CRITICAL -> CRITICAL;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
