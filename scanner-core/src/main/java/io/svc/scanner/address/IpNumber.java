package io.svc.scanner.address;

import java.util.Optional;

/**
 * A numeric host in any notation that programs accept. Other notations of {@code 127.0.0.1} are
 * {@code 127.1}, {@code 0177.0.0.1}, {@code 0x7f.1}, {@code 2130706433} and {@code
 * ::ffff:127.0.0.1}. IPv4 addresses are stored as IPv6.
 */
public record IpNumber(long high, long low) {
  /**
   * The reachability of an address according to the registries of special addresses (RFC 6890) and
   * RFC 1918, 6598 and 4193.
   */
  public enum Reachability {
    LOOPBACK,
    /** The service that provides a cloud machine's own credentials. */
    METADATA,
    LINK_LOCAL,
    PRIVATE,
    /** Behind a provider's address translation; also used by overlay networks. */
    SHARED,
    /** Not a single machine: broadcast, multicast, reserved. */
    UNREACHABLE,
    PUBLIC
  }

  private static final long MAPPED = 0xFFFFL;
  private static final long NAT64 = 0x0064FF9B00000000L;
  private static final long IPV4 = 0xFFFFFFFFL;

  /** Parses the host of a URL, IPv6 in brackets; empty when it is a name. */
  static Optional<IpNumber> of(String host) {
    if (host.isEmpty()) {
      return Optional.empty();
    }
    if (host.charAt(0) == '[') {
      return host.endsWith("]")
          ? IpNumberParser.ofIpv6(host.substring(1, host.length() - 1))
          : Optional.empty();
    }
    long number = IpNumberParser.ofIpv4(host);
    return number < 0 ? Optional.empty() : Optional.of(new IpNumber(0, MAPPED << 32 | number));
  }

  /** Returns the reachability of the address. */
  Reachability reach() {
    long upper = low >>> 32;
    boolean isEmbedded = (high == 0 && upper == MAPPED) || (high == NAT64 && upper == 0);
    if (isEmbedded || (high == 0 && upper == 0 && low > 1)) {
      return reachOfIpv4(low & IPV4);
    }
    if (high >>> 48 == 0x2002) {
      return reachOfIpv4(high >>> 16 & IPV4);
    }
    if (high == 0 && low <= 1 && low >= 0) {
      return Reachability.LOOPBACK;
    }
    if (MetadataAddresses.containsIpv6(high, low)) {
      return Reachability.METADATA;
    }
    if (high >>> 54 == 0x3FA) {
      return Reachability.LINK_LOCAL;
    }
    if (high >>> 57 == 0x7E || high >>> 54 == 0x3FB) {
      return Reachability.PRIVATE;
    }
    return high >>> 56 == 0xFF ? Reachability.UNREACHABLE : Reachability.PUBLIC;
  }

  private static Reachability reachOfIpv4(long number) {
    int first = (int) (number >>> 24);
    int second = (int) (number >>> 16 & 0xFF);
    if (MetadataAddresses.containsIpv4(number)) {
      return Reachability.METADATA;
    }
    if (first == 127 || number == 0) {
      return Reachability.LOOPBACK;
    }
    if (first == 10 || (first == 172 && second >>> 4 == 1) || (first == 192 && second == 168)) {
      return Reachability.PRIVATE;
    }
    if (first == 169 && second == 254) {
      return Reachability.LINK_LOCAL;
    }
    if (first == 100 && second >>> 6 == 1) {
      return Reachability.SHARED;
    }
    return first == 0 || first >= 224 ? Reachability.UNREACHABLE : Reachability.PUBLIC;
  }
}
