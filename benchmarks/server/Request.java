package server;

import java.util.Locale;

/**
 * One kind of request. In the body, {@code #} is replaced by a number of its own each time, and
 * {@code ~} by the same number with as many digits as end an identifier, {@code ^} by one of 64, and
 * {@code %} by one that fifty in a row share.
 *
 * @param key an API key to send in place of the session; empty for none
 */
record Request(String name, String method, String path, String body, String key) {
  /** The characters that are replaced. */
  static final String PLACEHOLDERS = "#~^%";

  static Request get(String name, String path) {
    return new Request(name, "GET", path, "", "");
  }

  static Request send(String name, String method, String path, String body) {
    return new Request(name, method, path, body, "");
  }

  Request withKey(String text) {
    return new Request(name, method, path, body, text);
  }

  /** The same request with the first occurrence of a text in its body replaced. */
  Request replaced(String text, String replacement) {
    int at = body.indexOf(text);
    String replaced = body.substring(0, at) + replacement + body.substring(at + text.length());
    return new Request(name, method, path, replaced, key);
  }

  /** The same request with a number in place of the placeholders. */
  Request numbered(long number) {
    String numbered = body;
    for (char name : PLACEHOLDERS.toCharArray()) {
      numbered = numbered.replace(Character.toString(name), value(name, number));
    }
    return new Request(name, method, path, numbered, key);
  }

  /** What a placeholder is replaced by. */
  static String value(char placeholder, long number) {
    return switch (placeholder) {
      case '#' -> Long.toString(number);
      case '~' -> String.format(Locale.ROOT, "%016d", number);
      case '^' -> Long.toString(number % 64);
      case '%' -> Long.toString(number / 50);
      default -> throw new IllegalArgumentException("no placeholder: " + placeholder);
    };
  }
}
