package io.svc.server.approvals;

import io.svc.rules.WordListParser;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Selects the headers of an upstream response that are returned: no hop-by-hop headers (RFC 9110,
 * section 7.6.1), no cookies, and none that describe this server.
 */
final class HeldResponseHeaders {
  private static final Set<String> EXCLUDED =
      WordListParser.set(
          """
          connection keep-alive proxy-connection proxy-authenticate te trailer transfer-encoding
          upgrade content-length set-cookie set-cookie2 strict-transport-security clear-site-data
          alt-svc www-authenticate x-request-id""");

  private HeldResponseHeaders() {}

  /** Returns the selected headers with joined values; names are in lower case. */
  static Map<String, String> shown(HeldCallResponse executed) {
    Map<String, String> shown = new LinkedHashMap<>();
    executed
        .headers()
        .forEach(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              String value = String.join(", ", values);
              boolean isWellFormed =
                  value.chars().allMatch(c -> (c >= ' ' && c < 127) || c == '\t');
              if (!EXCLUDED.contains(lower) && !lower.startsWith("x-svc-") && isWellFormed) {
                shown.put(lower, value);
              }
            });
    return shown;
  }
}
