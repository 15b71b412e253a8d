package io.svc.server.logging;

import java.util.Locale;
import java.util.logging.Level;

/** The minimum level of logged records. */
public enum LogLevel {
  ERROR,
  WARNING,
  INFO,
  DEBUG;

  /** Returns the JDK level that SLF4J maps to it. */
  Level level() {
    return switch (this) {
      case ERROR -> Level.SEVERE;
      case WARNING -> Level.WARNING;
      case INFO -> Level.INFO;
      case DEBUG -> Level.FINE;
    };
  }

  /** Returns the label of a level in a log line. */
  static String labelOf(Level level) {
    for (LogLevel candidate : values()) {
      if (level.intValue() >= candidate.level().intValue()) {
        return candidate.name().toLowerCase(Locale.ROOT);
      }
    }
    return "trace";
  }
}
