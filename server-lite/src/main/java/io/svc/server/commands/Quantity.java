package io.svc.server.commands;

/** Formats a number with a noun: {@code 1 entry}, {@code 2 entries}. */
final class Quantity {
  private Quantity() {}

  static String of(long count, String singular, String plural) {
    return count + " " + (count == 1 ? singular : plural);
  }

  static String of(long count, String singular) {
    return of(count, singular, singular + "s");
  }
}
