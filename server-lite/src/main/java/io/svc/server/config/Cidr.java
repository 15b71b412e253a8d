package io.svc.server.config;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A CIDR block such as {@code 10.0.0.0/8} or {@code fd00::/8} (RFC 4632, RFC 4291 section 2.3); a
 * single address is a block of one. Never queries a name server.
 *
 * @param network the first address of the block
 * @param bits the length of the prefix
 */
public record Cidr(InetAddress network, int bits) {
  private static final Pattern IPV4 =
      Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F.]*:[0-9a-fA-F:.]*");
  private static final Pattern BITS = Pattern.compile("\\d{1,3}");

  public Cidr {
    if (bits < 0 || bits > network.getAddress().length * 8) {
      throw new IllegalArgumentException("bits is " + bits + " for " + network.getHostAddress());
    }
    if (!masked(network, bits).equals(network)) {
      throw new IllegalArgumentException("network has bits set behind the first " + bits);
    }
  }

  /** Parses a block; empty for invalid text. */
  public static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    Optional<InetAddress> address = literal(slash < 0 ? text : text.substring(0, slash));
    if (address.isEmpty()) {
      return Optional.empty();
    }
    int maxBits = address.get().getAddress().length * 8;
    String prefixText = slash < 0 ? Integer.toString(maxBits) : text.substring(slash + 1);
    if (!BITS.matcher(prefixText).matches()) {
      return Optional.empty();
    }
    int bits = Integer.parseInt(prefixText);
    boolean isBlock = bits <= maxBits && masked(address.get(), bits).equals(address.get());
    return isBlock ? Optional.of(new Cidr(address.get(), bits)) : Optional.empty();
  }

  /** Parses an address; empty for a name. */
  public static Optional<InetAddress> literal(String text) {
    if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(text));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** Returns whether an address is in the block. An address of another family is not. */
  public boolean contains(InetAddress address) {
    return address.getAddress().length == network.getAddress().length
        && masked(address, bits).equals(network);
  }

  /** Returns whether another block is completely in this one. */
  public boolean contains(Cidr other) {
    return other.bits >= bits && contains(other.network);
  }

  private static InetAddress masked(InetAddress address, int bits) {
    byte[] bytes = address.getAddress();
    for (int i = 0; i < bytes.length; i++) {
      int maskBits = Math.max(0, Math.min(8, bits - i * 8));
      bytes[i] = (byte) (bytes[i] & (0xFF << (8 - maskBits)));
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("The address has a wrong length", e);
    }
  }

  @Override
  public String toString() {
    boolean isSingle = bits == network.getAddress().length * 8;
    String address =
        network instanceof Inet4Address
            ? network.getHostAddress()
            : Ipv6Text.of(network.getAddress());
    return isSingle ? address : address + "/" + bits;
  }
}
