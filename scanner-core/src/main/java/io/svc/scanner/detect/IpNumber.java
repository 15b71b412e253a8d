package io.svc.scanner.detect;

import java.util.Optional;

/**
 * A host that is a number, in any of the spellings that programs take for one: {@code 127.0.0.1} is
 * also {@code 127.1}, {@code 0177.0.0.1}, {@code 0x7f.1}, {@code 2130706433} and {@code
 * ::ffff:127.0.0.1}. IPv4 is kept as IPv6 keeps it.
 */
record IpNumber(long high, long low) {
  /**
   * Whom a number reaches, after the registries of special addresses (RFC 6890) and RFC 1918, 6598
   * and 4193.
   */
  enum Reach {
    LOOPBACK,
    /** Where a cloud machine asks for its own credentials. */
    METADATA,
    LINK_LOCAL,
    PRIVATE,
    /** Behind a provider's address translation; private networks laid over the internet too. */
    SHARED,
    /** No single machine: broadcast, multicast, reserved. */
    NOBODY,
    PUBLIC
  }

  private static final long MAPPED = 0xFFFFL;
  private static final long NAT64 = 0x0064FF9B00000000L;
  private static final long IPV4 = 0xFFFFFFFFL;

  /** A host of a URL, IPv6 in brackets; empty when it is a name. */
  static Optional<IpNumber> of(String host) {
    if (host.isEmpty()) {
      return Optional.empty();
    }
    if (host.charAt(0) == '[') {
      return host.endsWith("]")
          ? IpSpelling.ofIpv6(host.substring(1, host.length() - 1))
          : Optional.empty();
    }
    long number = IpSpelling.ofIpv4(host);
    return number < 0 ? Optional.empty() : Optional.of(new IpNumber(0, MAPPED << 32 | number));
  }

  /** Whom the number reaches. */
  Reach reach() {
    long upper = low >>> 32;
    boolean isEmbedded = (high == 0 && upper == MAPPED) || (high == NAT64 && upper == 0);
    if (isEmbedded || (high == 0 && upper == 0 && low > 1)) {
      return reachOfIpv4(low & IPV4);
    }
    if (high >>> 48 == 0x2002) {
      return reachOfIpv4(high >>> 16 & IPV4);
    }
    if (high == 0 && low <= 1 && low >= 0) {
      return Reach.LOOPBACK;
    }
    if (isMetadata()) {
      return Reach.METADATA;
    }
    if (high >>> 54 == 0x3FA) {
      return Reach.LINK_LOCAL;
    }
    if (high >>> 57 == 0x7E || high >>> 54 == 0x3FB) {
      return Reach.PRIVATE;
    }
    return high >>> 56 == 0xFF ? Reach.NOBODY : Reach.PUBLIC;
  }

  /** Amazon (also for pods), Google and Scaleway over IPv6, after their documentation. */
  private boolean isMetadata() {
    return (high == 0xFD000EC200000000L && (low == 0x254 || low == 0x23))
        || (high == 0xFD2000CE00000000L && low == 0x254)
        || (high == 0xFD00004200000000L && low == 0x42);
  }

  private static Reach reachOfIpv4(long number) {
    int first = (int) (number >>> 24);
    int second = (int) (number >>> 16 & 0xFF);
    if (isMetadataOfIpv4(number)) {
      return Reach.METADATA;
    }
    if (first == 127 || number == 0) {
      return Reach.LOOPBACK;
    }
    if (first == 10 || (first == 172 && second >>> 4 == 1) || (first == 192 && second == 168)) {
      return Reach.PRIVATE;
    }
    if (first == 169 && second == 254) {
      return Reach.LINK_LOCAL;
    }
    if (first == 100 && second >>> 6 == 1) {
      return Reach.SHARED;
    }
    return first == 0 || first >= 224 ? Reach.NOBODY : Reach.PUBLIC;
  }

  private static boolean isMetadataOfIpv4(long number) {
    return number == 0xA9FEA9FEL // 169.254.169.254: Amazon, Google, Azure, Oracle and most others
        || number == 0xA9FEAA02L // 169.254.170.2: Amazon's containers
        || number == 0xA9FEAA17L // 169.254.170.23: Amazon's pods
        || number == 0xA9FE2A2AL // 169.254.42.42: Scaleway
        || number == 0xA9FE0017L // 169.254.0.23: Tencent
        || number == 0x646464C8L // 100.100.100.200: Alibaba
        || number == 0xC00000C0L // 192.0.0.192: Oracle, the older one
        || number == 0xA83F8110L; // 168.63.129.16: Azure's own channel to a machine
  }
}
