package io.svc.server.policies.dsl;

import io.svc.server.config.Cidr;
import java.net.IDN;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Normalizes hosts. Clients accept many spellings: {@code 2852039166}, {@code 0xA9.0xFEA9FE},
 * {@code 0251.0376.169.254} and {@code [::ffff:a9fe:a9fe]} all are 169.254.169.254 (WHATWG URL,
 * "IPv4 parser"; RFC 4291 section 2.5.5.2), and none of them may bypass a rule.
 */
public final class HostText {
  /** Characters that no host contains, in addition to controls and blanks. */
  private static final String FORBIDDEN = "#%/:<>?@[\\]^|";

  /** The dots that separate labels (RFC 3490, section 3.1). */
  private static final String DOTS = ".\u3002\uFF0E\uFF61";

  private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");
  private static final long PARTS = 4;

  private HostText() {}

  /**
   * Returns the host of a URL, without port; empty for an invalid one. IPv6 is without brackets.
   */
  public static String normalise(String raw) {
    String host = decoded(raw);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    Optional<String> ipv6 = ipv6(host);
    if (ipv6.isPresent()) {
      return ipv6.get();
    }
    // One trailing dot is the root; more are invalid, but must not bypass a rule about the labels
    // before them, in any script.
    host = ascii(withoutLastDots(host)).toLowerCase(Locale.ROOT);
    if (host.isEmpty() || hasForbidden(host)) {
      return "";
    }
    return ipv4(host).orElse(host);
  }

  private static String withoutLastDots(String host) {
    int end = host.length();
    while (end > 0 && DOTS.indexOf(host.charAt(end - 1)) >= 0) {
      end--;
    }
    return host.substring(0, end);
  }

  private static Optional<String> ipv6(String host) {
    if (host.indexOf(':') < 0) {
      return Optional.empty();
    }
    int zone = host.indexOf('%');
    return Cidr.literal(zone < 0 ? host : host.substring(0, zone)).map(HostText::textOf);
  }

  static String textOf(InetAddress address) {
    return new Cidr(address, address.getAddress().length * Byte.SIZE).toString();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 128) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasForbidden(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c < ' ' || c == 127 || Character.isWhitespace(c) || FORBIDDEN.indexOf(c) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static String ascii(String host) {
    if (isAscii(host)) {
      return host;
    }
    try {
      return IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      return host;
    }
  }

  /** Parses one to four numbers like {@code inet_aton} and browsers. */
  private static Optional<String> ipv4(String host) {
    String last = host.substring(host.lastIndexOf('.') + 1);
    if (last.isEmpty() || last.charAt(0) < '0' || last.charAt(0) > '9') {
      return Optional.empty();
    }
    List<String> parts = Arrays.asList(host.split("\\.", -1));
    if (!NUMBER.matcher(last).matches() || parts.size() > PARTS) {
      return Optional.empty();
    }
    long address = 0;
    for (int i = 0; i < parts.size(); i++) {
      long number = number(parts.get(i));
      boolean isLast = i == parts.size() - 1;
      long limit = isLast ? 1L << (Byte.SIZE * (PARTS - i)) : 1L << Byte.SIZE;
      if (number < 0 || number >= limit) {
        return Optional.empty();
      }
      address = isLast ? address + number : address + (number << (Byte.SIZE * (3 - i)));
    }
    return Optional.of(
        (address >> 24)
            + "."
            + ((address >> 16) & 255)
            + "."
            + ((address >> 8) & 255)
            + "."
            + (address & 255));
  }

  /**
   * Parses a number in C notation; -1 for anything else and for numbers too large for an address.
   */
  private static long number(String part) {
    if (!NUMBER.matcher(part).matches()) {
      return -1;
    }
    try {
      if (part.startsWith("0x") || part.startsWith("0X")) {
        return part.length() == 2 ? 0 : Long.parseLong(part.substring(2), 16);
      }
      // With an 8 or 9, it is not octal; some clients then read it as decimal.
      boolean isOctal = part.charAt(0) == '0' && part.chars().allMatch(c -> c < '8');
      return Long.parseLong(part, isOctal ? 8 : 10);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Decodes bytes written as {@code %41}; other text is unchanged. */
  public static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] plain = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      int value = bytes[i] == '%' ? hex(bytes, i + 1) : -1;
      plain[length++] = value < 0 ? bytes[i] : (byte) value;
      i += value < 0 ? 0 : 2;
    }
    return new String(plain, 0, length, StandardCharsets.UTF_8);
  }

  private static int hex(byte[] bytes, int at) {
    if (at + 1 >= bytes.length) {
      return -1;
    }
    int high = Character.digit(bytes[at], 16);
    int low = Character.digit(bytes[at + 1], 16);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }

  /**
   * Returns the IP addresses in a host: itself, and the IPv4 address that it embeds (RFC 4291
   * section 2.5.5.1, RFC 6052 section 2.1, RFC 3056 section 2). Empty for a name.
   */
  static List<InetAddress> addresses(String host) {
    Optional<InetAddress> literal = Cidr.literal(host);
    if (literal.isEmpty()) {
      return List.of();
    }
    List<InetAddress> addresses = new ArrayList<>(List.of(literal.get()));
    if (!(literal.get() instanceof Inet4Address)) {
      embedded(literal.get().getAddress()).ifPresent(addresses::add);
    }
    return addresses;
  }

  private static Optional<InetAddress> embedded(byte[] address) {
    boolean isTranslated = startsWith(address, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0);
    boolean isCompatible = startsWith(address, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    if (isTranslated || isCompatible) {
      return Optional.of(ipv4(address, 12));
    }
    return startsWith(address, 0x20, 0x02) ? Optional.of(ipv4(address, 2)) : Optional.empty();
  }

  private static boolean startsWith(byte[] address, int... front) {
    for (int i = 0; i < front.length; i++) {
      if ((address[i] & 255) != front[i]) {
        return false;
      }
    }
    return true;
  }

  private static InetAddress ipv4(byte[] address, int from) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(address, from, from + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
