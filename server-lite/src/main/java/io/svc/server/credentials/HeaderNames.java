package io.svc.server.credentials;

import io.svc.rules.WordBlock;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which headers can carry a credential: any that is a name (RFC 9110, section 5.1) and neither
 * belongs to the connection (section 7.6.1), nor says where a message ends, where it goes or what
 * it holds, nor is this server's own.
 */
final class HeaderNames {
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
  private static final Set<String> TAKEN =
      WordBlock.set(
          """
          connection date expect forwarded host http2-settings keep-alive max-forwards range te
          trailer transfer-encoding upgrade via""");
  private static final Set<String> TAKEN_BEGINNINGS =
      Set.of("content-", "proxy-", "x-forwarded-", "x-svc-", "if-");

  private HeaderNames() {}

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Whether a header of this name is not a credential's to set. */
  static boolean isTaken(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return TAKEN.contains(lower) || TAKEN_BEGINNINGS.stream().anyMatch(lower::startsWith);
  }
}
