package io.svc.server.egress;

import io.svc.scanner.address.MetadataAddresses;
import io.svc.server.config.Cidr;
import java.net.InetAddress;
import java.util.List;

/**
 * The kind of an address, from IANA's registries of special-purpose addresses (RFC 6890) and the
 * scanner's table of cloud metadata services.
 */
enum AddressKind {
  /** Cloud metadata services, which return credentials. Never called. */
  METADATA("a cloud's metadata service", false, MetadataAddresses.texts().toArray(String[]::new)),
  /** Not a valid destination, though some systems treat it as their own. Never called. */
  UNSPECIFIED("not the address of a machine", false, "0.0.0.0/8", "::"),
  /** Groups of machines. Never called. */
  MULTICAST("a multicast address", false, "224.0.0.0/4", "ff00::/8"),
  /** Unassigned addresses, and the broadcast address. Never called. */
  RESERVED("a reserved address", false, "240.0.0.0/4"),
  LOOPBACK("a loopback address", true, "127.0.0.0/8", "::1"),
  LINK_LOCAL("a link-local address", true, "169.254.0.0/16", "fe80::/10", "fec0::/10"),
  PRIVATE(
      "a private address",
      true,
      "10.0.0.0/8",
      "172.16.0.0/12",
      "192.168.0.0/16",
      "100.64.0.0/10",
      "fc00::/7"),
  /** For documentation, benchmarks and protocols. */
  SPECIAL(
      "an address for special purposes",
      true,
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.88.99.0/24",
      "198.18.0.0/15",
      "198.51.100.0/24",
      "203.0.113.0/24",
      "2001::/23",
      "2001:db8::/32",
      "3fff::/20"),
  /** An IPv4 address that is embedded in an IPv6 address, and could be any address. */
  TRANSITION(
      "an IPv4 address within an IPv6 address",
      true,
      "::/96",
      "::ffff:0:0:0/96",
      "64:ff9b::/96",
      "64:ff9b:1::/48",
      "2002::/16"),
  PUBLIC("a public address", true);

  /** The addresses that IPv6 has assigned so far (RFC 4291, section 2.4). */
  private static final Cidr GLOBAL_UNICAST = Cidr.parse("2000::/3").orElseThrow();

  private static final int IPV6_BYTES = 16;

  private final String words;
  private final boolean isOpenable;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable, as are the blocks in it.
  private final List<Cidr> blocks;

  AddressKind(String words, boolean isOpenable, String... blocks) {
    this.words = words;
    this.isOpenable = isOpenable;
    this.blocks = List.of(blocks).stream().map(block -> Cidr.parse(block).orElseThrow()).toList();
  }

  static AddressKind of(InetAddress address) {
    for (AddressKind kind : values()) {
      if (kind.blocks.stream().anyMatch(block -> block.contains(address))) {
        return kind;
      }
    }
    boolean isUnassigned =
        address.getAddress().length == IPV6_BYTES && !GLOBAL_UNICAST.contains(address);
    return isUnassigned ? SPECIAL : PUBLIC;
  }

  /** Returns whether an operator can permit such addresses. */
  boolean isOpenable() {
    return isOpenable;
  }

  /** Returns a description such as "a private address". */
  @Override
  public String toString() {
    return words;
  }
}
