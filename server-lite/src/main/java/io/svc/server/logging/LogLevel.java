package io.svc.server.logging;

import java.util.Locale;
import java.util.logging.Level;

/** How much is logged: a level and all that are worse. */
public enum LogLevel {
  ERROR,
  WARNING,
  INFO,
  DEBUG;

  /** The JDK's level that SLF4J uses for it. */
  Level level() {
    return switch (this) {
      case ERROR -> Level.SEVERE;
      case WARNING -> Level.WARNING;
      case INFO -> Level.INFO;
      case DEBUG -> Level.FINE;
    };
  }

  /** The level as it stands in a line. */
  static String labelOf(Level level) {
    for (LogLevel candidate : values()) {
      if (level.intValue() >= candidate.level().intValue()) {
        return candidate.name().toLowerCase(Locale.ROOT);
      }
    }
    return "trace";
  }
}
