package io.svc.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A place in a list as callers carry it from one page to the next, which they need not understand.
 * There is one spelling of each place: whatever else could be read as the same is refused.
 */
public final class Cursor {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private Cursor() {}

  /** The cursor of a place. */
  public static String of(String place) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(place.getBytes(StandardCharsets.UTF_8));
  }

  /** The cursor of a place that has a number. */
  public static String of(long number) {
    return of(Long.toString(number));
  }

  /** The place that a cursor means; empty for what {@link #of} never made. */
  public static Optional<String> read(String cursor) {
    try {
      String place = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      // Padding and spare bits are read too, but never written.
      return of(place).equals(cursor) ? Optional.of(place) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * The place that the cursor in a parameter means.
   *
   * @param isPlace what the places of this list look like
   * @param expected in words, for whoever sent another
   * @throws ApiException for any other text
   */
  public static String place(
      String parameter, String cursor, Predicate<String> isPlace, String expected) {
    return read(cursor)
        .filter(isPlace)
        .orElseThrow(() -> Query.invalid(parameter, cursor, expected));
  }

  /**
   * The number that the cursor in a parameter means.
   *
   * @param front what stands before it
   * @param expected in words, for whoever sent another
   * @throws ApiException for any other text
   */
  public static long number(String parameter, String cursor, String front, String expected) {
    String place =
        place(
            parameter,
            cursor,
            text ->
                text.startsWith(front) && NUMBER.matcher(text.substring(front.length())).matches(),
            expected);
    return Long.parseLong(place.substring(front.length()));
  }
}
