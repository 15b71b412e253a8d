package io.svc.server.telemetry;

import java.net.URI;
import java.util.Locale;

/** Reduces destinations to host names, because the other parts may be confidential. */
final class HostNames {
  private HostNames() {}

  /** Returns the host of a URL, or of a name with a port; empty when there is none. */
  static String of(String destination) {
    String text = destination.strip();
    if (text.isEmpty()) {
      return "";
    }
    try {
      String host = URI.create(text.contains("://") ? text : "https://" + text).getHost();
      return host == null ? "" : host.toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
