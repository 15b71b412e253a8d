package io.svc.server.tenants;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The URL template of a tenant's traces: a URL that contains {@code {trace_id}}. The placeholder
 * must follow the host, so that the trace ID, which any caller can choose, never determines where a
 * link leads.
 */
public final class TraceUrl {
  static final int LONGEST = 1_000;

  private static final String PLACEHOLDER = "{trace_id}";
  private static final String SAMPLE = "0af7651916cd43dd8448eb211c80319c";

  private TraceUrl() {}

  /** Returns the problem of a template; empty for a valid one. */
  static Optional<String> problem(String template) {
    if (!template.contains(PLACEHOLDER)) {
      return Optional.of("it has no " + PLACEHOLDER);
    }
    URI uri;
    try {
      uri = new URI(template.replace(PLACEHOLDER, SAMPLE));
    } catch (URISyntaxException | NumberFormatException e) {
      return Optional.of("it is not an address");
    }
    String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !scheme.equals("http")) {
      return Optional.of("it begins with neither https:// nor http://");
    }
    if (uri.getHost() == null || uri.getHost().isEmpty()) {
      return Optional.of("it has no host");
    }
    if (uri.getRawUserInfo() != null) {
      return Optional.of("it contains a user name or a password, which every user could read");
    }
    return uri.getRawAuthority().contains(SAMPLE)
        ? Optional.of(PLACEHOLDER + " is before the end of the host")
        : Optional.empty();
  }

  /**
   * Returns the URL of a trace.
   *
   * @param template empty if there is none
   */
  public static Optional<String> of(String template, String traceId) {
    return template.isEmpty()
        ? Optional.empty()
        : Optional.of(
            template.replace(
                PLACEHOLDER,
                URLEncoder.encode(traceId, StandardCharsets.UTF_8).replace("+", "%20")));
  }
}
