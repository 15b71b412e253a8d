package io.svc.server.doctor;

import java.util.Locale;

/**
 * What one look gave.
 *
 * @param check what was looked at, such as {@code disk}
 * @param message for people: what was found, and what to do about it
 */
public record Diagnosis(Level level, String check, String message) {
  /** How bad it is. */
  public enum Level {
    /** As it should be. */
    OK,
    /** It works, and should not stay so. */
    WARNING,
    /** Something does not work, or is about to be lost. */
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
