package io.svc.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * An opaque cursor: a position in a list that callers pass from one page to the next. Each position
 * has exactly one spelling; other spellings are rejected.
 */
public final class Cursor {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private Cursor() {}

  /** Returns the cursor of a position. */
  public static String of(String position) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(position.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the cursor of a numeric position. */
  public static String of(long number) {
    return of(Long.toString(number));
  }

  /** Returns the position of a cursor; empty for text that {@link #of} does not produce. */
  public static Optional<String> read(String cursor) {
    try {
      String position = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      // The decoder also accepts padding and spare bits, which are never written.
      return of(position).equals(cursor) ? Optional.of(position) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the position of the cursor in a parameter.
   *
   * @param isPosition matches the positions of this list
   * @param expected a description of the valid cursors, for the message
   * @throws ApiException for any other text
   */
  public static String position(
      String parameter, String cursor, Predicate<String> isPosition, String expected) {
    return read(cursor)
        .filter(isPosition)
        .orElseThrow(() -> Query.invalid(parameter, cursor, expected));
  }

  /**
   * Returns the number of the cursor in a parameter.
   *
   * @param front the prefix of the number
   * @param expected a description of the valid cursors, for the message
   * @throws ApiException for any other text
   */
  public static long number(String parameter, String cursor, String front, String expected) {
    String position =
        position(
            parameter,
            cursor,
            text ->
                text.startsWith(front) && NUMBER.matcher(text.substring(front.length())).matches(),
            expected);
    return Long.parseLong(position.substring(front.length()));
  }
}
