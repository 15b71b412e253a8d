package io.svc.rules;

import java.util.Locale;
import java.util.Optional;

/**
 * How bad a finding is, in ascending order; the order of the constants is the order of severity.
 */
public enum Severity {
  INFO,
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The lower-case word used in reports and options, such as {@code high}. */
  public String label() {
    return label;
  }

  /** The severity of a word, in any case; empty when there is none of that name. */
  public static Optional<Severity> ofLabel(String label) {
    for (Severity severity : values()) {
      if (severity.label.equalsIgnoreCase(label)) {
        return Optional.of(severity);
      }
    }
    return Optional.empty();
  }

  /** Whether this is as bad as {@code threshold} or worse. */
  public boolean isAtLeast(Severity threshold) {
    return compareTo(threshold) >= 0;
  }

  @Override
  public String toString() {
    return label;
  }
}
