package io.svc.rules;

import java.util.Locale;
import java.util.Optional;

/** The severity of a finding, in ascending order of the constants. */
public enum Severity {
  INFO,
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the lower-case name in reports and options, such as {@code high}. */
  public String label() {
    return label;
  }

  /** Returns the severity with the given name, ignoring case; empty if there is none. */
  public static Optional<Severity> ofLabel(String label) {
    for (Severity severity : values()) {
      if (severity.label.equalsIgnoreCase(label)) {
        return Optional.of(severity);
      }
    }
    return Optional.empty();
  }

  /** Returns whether this severity is at least {@code threshold}. */
  public boolean isAtLeast(Severity threshold) {
    return compareTo(threshold) >= 0;
  }

  @Override
  public String toString() {
    return label;
  }
}
