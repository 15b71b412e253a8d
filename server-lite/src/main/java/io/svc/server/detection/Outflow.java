package io.svc.server.detection;

import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether what an agent does carries something out of the house. */
final class Outflow {
  private static final Set<String> SENDING =
      Set.of(
          "send", "post", "upload", "publish", "share", "mail", "email", "webhook", "notify",
          "forward", "tweet", "submit", "push", "export", "reply", "gist", "fax", "sms");

  private static final Set<String> FETCHING = Set.of("", "GET", "HEAD", "OPTIONS");

  private static final Pattern INSIDE =
      Pattern.compile(
          "localhost|[^.]{1,63}|127(?:\\.\\d{1,3}){3}|10(?:\\.\\d{1,3}){3}"
              + "|192\\.168(?:\\.\\d{1,3}){2}|172\\.(?:1[6-9]|2\\d|3[01])(?:\\.\\d{1,3}){2}"
              + "|169\\.254(?:\\.\\d{1,3}){2}|::1|f[cd][0-9a-f:]{2,40}"
              + "|(?:[^.]{1,63}\\.){1,8}(?:internal|local|localdomain|svc|corp|lan|intra|intranet|home"
              + "|test|localhost)",
          Pattern.CASE_INSENSITIVE);

  private Outflow() {}

  /** Whether a host is of the house: no name of the public network. */
  static boolean isInside(String host) {
    return host.isEmpty() || INSIDE.matcher(host).matches();
  }

  /** Whether it goes to somebody outside whom the tenant does not vouch for. */
  static boolean isOutside(Observation seen, AllowList allowed) {
    return !isInside(seen.host()) && !allowed.hasHost(seen.host());
  }

  /** Whether it hands something on to the outside. */
  static boolean sends(Observation seen, AllowList allowed) {
    if (!seen.host().isEmpty()) {
      return isOutside(seen, allowed)
          && (!FETCHING.contains(seen.method().toUpperCase(Locale.ROOT)) || namesSending(seen));
    }
    return namesSending(seen);
  }

  private static boolean namesSending(Observation seen) {
    List<String> words = FieldName.of(seen.tool()).words();
    return words.stream().anyMatch(SENDING::contains)
        || FieldName.of(seen.operation()).words().stream().anyMatch(SENDING::contains);
  }
}
