package io.svc.server.outgoing;

import io.svc.server.config.Cidr;
import io.svc.server.outgoing.OutgoingException.Reason;
import java.net.Inet4Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where a request goes, as its address tells: checked for form alone.
 *
 * @param host an IPv6 address without brackets
 * @param uri the address, in ASCII
 */
record Destination(boolean isSecure, String host, int port, URI uri) {
  private static final int LONGEST = 8192;
  private static final int LAST_PORT = 65_535;

  static Destination of(URI uri) throws OutgoingException {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean isSecure = scheme.equals("https");
    if (!isSecure && !scheme.equals("http")) {
      throw bad("The address begins with \"" + scheme + ":\"; expected an https address.");
    }
    if (uri.getRawUserInfo() != null) {
      throw bad("The address has a user in front of its host; expected none.");
    }
    if (uri.getHost() == null) {
      throw bad("The address names no host; expected one such as https://example.com/path.");
    }
    if (uri.toString().length() > LONGEST) {
      throw bad("The address is longer than " + LONGEST + " characters.");
    }
    int port = uri.getPort() == -1 ? (isSecure ? 443 : 80) : uri.getPort();
    if (port < 1 || port > LAST_PORT) {
      throw bad("The address has the port " + port + "; expected 1 to " + LAST_PORT + ".");
    }
    // Other characters are escaped as UTF-8 (RFC 3987, section 3.1).
    return new Destination(isSecure, host(uri.getHost()), port, URI.create(uri.toASCIIString()));
  }

  /** Of a call, whose path and query are nobody's business here. */
  static Destination of(OutgoingCall call) throws OutgoingException {
    String host = call.host().indexOf(':') < 0 ? call.host() : "[" + call.host() + "]";
    boolean isUsual = call.port() == (call.isSecure() ? 443 : 80);
    try {
      return of(
          new URI(
              (call.isSecure() ? "https://" : "http://")
                  + host
                  + (isUsual ? "" : ":" + call.port())
                  + "/"));
    } catch (URISyntaxException | NumberFormatException e) {
      throw bad("The address names no host; expected one such as https://example.com/path.");
    }
  }

  private static String host(String host) throws OutgoingException {
    if (!host.startsWith("[")) {
      return host;
    }
    String literal = host.substring(1, host.length() - 1);
    // The JDK makes an IPv4 address of it, so that nothing behind this could tell.
    if (Cidr.literal(literal).filter(Inet4Address.class::isInstance).isPresent()) {
      throw new OutgoingException(
          Reason.BLOCKED_ADDRESS,
          "\"" + literal + "\" is an IPv4 address within an IPv6 address, which is not called.");
    }
    return literal;
  }

  private static OutgoingException bad(String message) {
    return new OutgoingException(Reason.BAD_URL, message);
  }
}
