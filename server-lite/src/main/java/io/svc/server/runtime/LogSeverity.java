package io.svc.server.runtime;

import io.svc.rules.Severity;
import java.util.Locale;

/** How much a line of a log matters, the least first. The labels are part of the interface. */
public enum LogSeverity {
  DEBUG,
  INFO,
  WARNING,
  ERROR,
  CRITICAL;

  /** What the severity of an entry of a timeline is in a log. */
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
