package io.svc.server.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A path without its variable parts: {@code /v1/charges/{id}/refunds}. Segments that may be an
 * identifier, a person's name or a secret are replaced, even at the cost of replacing too many.
 */
final class PathTemplate {
  private static final int MAX_SEGMENTS = 20;
  private static final Pattern VERSION = Pattern.compile("v[0-9]{1,4}(?:\\.[0-9]{1,2})?(?:beta)?");
  private static final Pattern WORD =
      Pattern.compile(
          "[a-z]{1,20}(?:[-_.:][a-z]{1,20}){0,4}|[A-Z]?[a-z]{1,15}(?:[A-Z][a-z]{2,15}){0,2}");

  private PathTemplate() {}

  static String of(String path) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      if (segments.size() > MAX_SEGMENTS) {
        segments.add("…");
        break;
      }
      boolean isLiteral =
          segment.isEmpty()
              || VERSION.matcher(segment).matches()
              || WORD.matcher(segment).matches();
      segments.add(isLiteral ? segment : "{id}");
    }
    return String.join("/", segments);
  }
}
