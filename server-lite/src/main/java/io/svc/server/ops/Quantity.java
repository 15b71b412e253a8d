package io.svc.server.ops;

/** How many, in words: {@code 1 entry}, {@code 2 entries}. */
final class Quantity {
  private Quantity() {}

  static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  static String of(long count, String one) {
    return of(count, one, one + "s");
  }
}
