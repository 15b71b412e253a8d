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
  static Request get(String name, String path) {
    return new Request(name, "GET", path, "", "");
  }

  static Request send(String name, String method, String path, String body) {
    return new Request(name, method, path, body, "");
  }

  Request withKey(String text) {
    return new Request(name, method, path, body, text);
  }

  Request numbered(long number) {
    String digits = String.format(Locale.ROOT, "%016d", number);
    return new Request(
        name,
        method,
        path,
        body.replace("#", Long.toString(number))
            .replace("~", digits)
            .replace("^", Long.toString(number % 64))
            .replace("%", Long.toString(number / 50)),
        key);
  }
}
