package io.svc.server.db;

import java.util.Collection;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Text that is looked for and looked in, alike in both stores: in lower case, since no store lowers
 * letters beyond ASCII.
 */
public final class SearchText {
  /** A text is searched for in the latest so many rows of a tenant, whichever list it is. */
  public static final int MOST_LOOKED_AT = 10_000;

  /** Of each row, so many characters are searched. */
  static final int LONGEST = 8_192;

  private final StringJoiner parts = new StringJoiner("\n");

  /** Nothing yet. */
  public SearchText() {
    parts.setEmptyValue("");
  }

  /** With one more text to be found by. */
  public SearchText with(String text) {
    if (!text.isEmpty()) {
      // PostgreSQL takes no NUL in a text.
      parts.add(text.toLowerCase(Locale.ROOT).replace('\0', ' '));
    }
    return this;
  }

  /** With more texts to be found by. */
  public SearchText with(Collection<String> texts) {
    texts.forEach(this::with);
    return this;
  }

  /** The text of a column {@code search}; longer text is cut. */
  @Override
  public String toString() {
    return cut(parts.toString());
  }

  /** The beginning of a text, as long as a column {@code search} is at most. */
  public static String cut(String text) {
    int end = Math.min(text.length(), LONGEST);
    boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, splits ? end - 1 : end);
  }

  /**
   * The condition {@code <contains>} of all statements: whether the column {@code search} has the
   * text {@code :wanted}, the empty text included. Both functions compare bytes at each place,
   * which is 50 times as fast as LIKE and {@code strpos} for texts of repeated characters: these
   * take milliseconds for a row.
   */
  static String contains(Vendor vendor) {
    String place =
        vendor == Vendor.POSTGRESQL
            ? "position(convert_to(:wanted, 'UTF8') IN convert_to(search, 'UTF8'))"
            : "instr(search, :wanted)";
    return "(:wanted = '' OR " + place + " > 0)";
  }

  /**
   * A further condition on rows in which a text is searched for: that they are among the latest of
   * the tenant {@code :org}. It reads {@value #MOST_LOOKED_AT} entries of the index of the key and
   * then a range of it, so that no store reads older rows.
   *
   * @param key its column that orders the rows of a tenant by age
   */
  public static String latest(String table, String key) {
    return " AND "
        + key
        + " >= COALESCE((SELECT "
        + key
        + " FROM "
        + table
        + " WHERE org_id = :org ORDER BY "
        + key
        + " DESC LIMIT 1 OFFSET "
        + (MOST_LOOKED_AT - 1)
        + "), '')";
  }

  /** What {@code <contains>} compares with, as {@code :wanted}. */
  public static String wanted(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
