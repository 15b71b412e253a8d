package io.svc.server.ops;

/** Formats a number with a noun: {@code 1 entry}, {@code 2 entries}. */
final class Quantity {
  private Quantity() {}

  static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  static String of(long count, String one) {
    return of(count, one, one + "s");
  }
}
