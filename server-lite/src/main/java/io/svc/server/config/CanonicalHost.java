package io.svc.server.config;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The host of an outbound address, parsed once into the form that is checked, compared with
 * policies, resolved and connected to. Components interpret every other spelling differently:
 * {@code 0177.0.0.1} is 127.0.0.1 for curl and browsers and 177.0.0.1 for the JDK. Such spellings
 * are rejected, not converted.
 *
 * @param text a name in lower case, an IPv4 address of four decimal numbers, or an IPv6 address
 *     without brackets in the form of RFC 5952
 * @param address the address that the text represents; empty for a name
 */
public record CanonicalHost(String text, Optional<InetAddress> address) {
  private static final int LONGEST = 253;
  private static final int LONGEST_LABEL = 63;

  /** Trailing dots, empty labels and non-ASCII characters do not match. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]++(?:\\.[A-Za-z0-9_-]++)*+");

  /** The WHATWG URL standard parses a host as a number if its last label matches. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]++|0[xX][0-9a-fA-F]*+");

  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:]{2,39}");

  /**
   * Parses the host of a URL.
   *
   * @param host an IPv6 address with or without brackets
   * @throws IllegalArgumentException when the host is not in canonical form; the message is a
   *     clause that begins with "expected" and does not repeat the host
   */
  public static CanonicalHost parse(String host) {
    boolean isBracketed = host.startsWith("[") && host.endsWith("]") && host.length() > 1;
    String bare = isBracketed ? host.substring(1, host.length() - 1) : host;
    if (isBracketed || bare.indexOf(':') >= 0) {
      return ipv6(bare);
    }
    if (bare.endsWith(".")) {
      throw expected("a host without a trailing dot");
    }
    if (bare.length() > LONGEST || !NAME.matcher(bare).matches()) {
      throw expected("a host name in ASCII such as example.com, or an IP address");
    }
    String last = bare.substring(bare.lastIndexOf('.') + 1);
    if (!NUMBER.matcher(last).matches()) {
      return name(bare);
    }
    // Never queries a name server: the text has four numbers from 0 to 255 without leading zeros.
    InetAddress address =
        Cidr.literal(bare)
            .orElseThrow(
                () -> expected("an IPv4 address of four decimal numbers without leading zeros"));
    return new CanonicalHost(bare, Optional.of(address));
  }

  private static CanonicalHost name(String name) {
    for (String label : name.split("\\.", -1)) {
      if (label.length() > LONGEST_LABEL) {
        throw expected("a host name with at most " + LONGEST_LABEL + " characters between dots");
      }
    }
    return new CanonicalHost(name.toLowerCase(Locale.ROOT), Optional.empty());
  }

  private static CanonicalHost ipv6(String text) {
    if (text.indexOf('%') >= 0) {
      throw expected("an IPv6 address without a zone");
    }
    Optional<InetAddress> address =
        IPV6.matcher(text).matches() ? Cidr.literal(text) : Optional.empty();
    // The JDK returns an IPv4 address for a mapped IPv6 address.
    if (address.isEmpty() || address.get() instanceof Inet4Address) {
      throw expected("an IPv6 address in hexadecimal, without an IPv4 address in it");
    }
    return new CanonicalHost(Ipv6Text.of(address.get().getAddress()), address);
  }

  private static IllegalArgumentException expected(String description) {
    return new IllegalArgumentException("expected " + description);
  }

  /** Returns the host as in a URL, with IPv6 in brackets. */
  @Override
  public String toString() {
    return text.indexOf(':') < 0 ? text : "[" + text + "]";
  }
}
