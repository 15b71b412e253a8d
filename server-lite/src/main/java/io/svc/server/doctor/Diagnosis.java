package io.svc.server.doctor;

import java.util.Locale;

/**
 * The result of a check.
 *
 * @param check the name of the check, such as {@code disk}
 * @param message the finding and the remedy, for users
 */
public record Diagnosis(Level level, String check, String message) {
  /** The level of a result. */
  public enum Level {
    /** No problem. */
    OK,
    /** It works, but should be changed. */
    WARNING,
    /** Something does not work, or data loss is likely. */
    ERROR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Diagnosis ok(String check, String message) {
    return new Diagnosis(Level.OK, check, message);
  }

  public static Diagnosis warning(String check, String message) {
    return new Diagnosis(Level.WARNING, check, message);
  }

  public static Diagnosis error(String check, String message) {
    return new Diagnosis(Level.ERROR, check, message);
  }
}
