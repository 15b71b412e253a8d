package io.svc.server.telemetry;

import java.net.URI;
import java.util.Locale;

/** Of where something went, no more than the host: the rest is nobody's business later. */
final class HostNames {
  private HostNames() {}

  /** The host of an address, or of a name with a port; empty when there is none. */
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
