package io.svc.server.db;

import java.util.Collection;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Text that is looked for and looked in, alike in both stores: in lower case, since no store lowers
 * letters beyond ASCII.
 */
public final class SearchText {
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

  /** What goes into a column {@code search}. */
  @Override
  public String toString() {
    return parts.toString();
  }

  /** The pattern for {@code search LIKE :pattern ESCAPE '!'}; empty for no text. */
  public static String pattern(String text) {
    if (text.isEmpty()) {
      return "";
    }
    return "%"
        + text.toLowerCase(Locale.ROOT).replace("!", "!!").replace("%", "!%").replace("_", "!_")
        + "%";
  }
}
