package io.svc.server.egress;

import io.svc.server.config.CanonicalHost;
import io.svc.server.egress.OutgoingException.Reason;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The destination of a request, parsed from its URL without a DNS lookup.
 *
 * @param uri the URL in ASCII, with the canonical host, without a fragment
 */
record Destination(boolean isSecure, CanonicalHost host, int port, URI uri) {
  private static final int LONGEST = 8192;
  private static final int LAST_PORT = 65_535;
  private static final int LONGEST_SHOWN = 100;

  static Destination of(URI uri) throws OutgoingException {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean isSecure = scheme.equals("https");
    if (!isSecure && !scheme.equals("http")) {
      throw bad("The address begins with \"" + scheme + ":\"; expected an https address.");
    }
    if (uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') >= 0) {
      throw bad("The address contains a user name; remove it.");
    }
    CanonicalHost host = host(uri);
    if (uri.toString().length() > LONGEST) {
      throw bad("The address is longer than " + LONGEST + " characters.");
    }
    int port = uri.getPort() == -1 ? (isSecure ? 443 : 80) : uri.getPort();
    if (port < 1 || port > LAST_PORT) {
      throw bad("The address has the port " + port + "; expected 1 to " + LAST_PORT + ".");
    }
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String written = uri.getPort() == -1 ? "" : ":" + port;
    URI canonical = URI.create(scheme + "://" + host + written + path + query);
    // Other characters are escaped as UTF-8 (RFC 3987, section 3.1).
    return new Destination(isSecure, host, port, URI.create(canonical.toASCIIString()));
  }

  /** Returns the destination of a call, without its path and query. */
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
      throw bad("The address has no host; expected an address such as https://example.com/path.");
    }
  }

  private static CanonicalHost host(URI uri) throws OutgoingException {
    String written = writtenHost(uri);
    try {
      CanonicalHost host = CanonicalHost.parse(written);
      if (uri.getHost() != null) {
        return host;
      }
    } catch (IllegalArgumentException e) {
      if (!written.isEmpty()) {
        throw bad("The host of the address is \"" + shown(written) + "\"; " + e.getMessage() + ".");
      }
    }
    throw bad("The address has no host; expected an address such as https://example.com/path.");
  }

  /** Returns the host as written, which the JDK returns only when it is valid. */
  private static String writtenHost(URI uri) {
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    int colon = authority.lastIndexOf(':');
    return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
  }

  private static String shown(String host) {
    String plain = host.replaceAll("[^\\x21-\\x7E]", "?");
    return plain.length() <= LONGEST_SHOWN ? plain : plain.substring(0, LONGEST_SHOWN) + "…";
  }

  private static OutgoingException bad(String message) {
    return new OutgoingException(Reason.BAD_URL, message);
  }
}
