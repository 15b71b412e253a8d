package io.svc.scanner.address;

import java.util.Optional;

/** Parses numeric addresses like the resolvers of operating systems and browsers. */
final class IpNumberParser {
  private static final long LARGEST = 0xFFFFFFFFL;
  private static final int GROUPS = 8;
  private static final int LONGEST_IPV6 = 45;

  private IpNumberParser() {}

  /**
   * Parses one to four parts; the last one fills the remaining bytes. Returns -1 for other texts.
   */
  static long ofIpv4(String text) {
    long number = 0;
    int start = 0;
    for (int part = 0; part < 4; part++) {
      int dot = text.indexOf('.', start);
      long value = part(text, start, dot < 0 ? text.length() : dot);
      if (dot < 0) {
        boolean isValid = value >= 0 && value <= LARGEST >>> (8 * part);
        return isValid ? number << (8 * (4 - part)) | value : -1;
      }
      if (value < 0 || value > 0xFF) {
        return -1;
      }
      number = number << 8 | value;
      start = dot + 1;
    }
    return -1;
  }

  /** Parses a decimal, octal ({@code 0…}) or hexadecimal ({@code 0x…}) part; -1 when invalid. */
  private static long part(String text, int from, int to) {
    if (text.startsWith("0x", from) || text.startsWith("0X", from)) {
      return digits(text, from + 2, to, 16);
    }
    boolean mayBeOctal = to - from > 1 && text.charAt(from) == '0';
    long octal = mayBeOctal ? digits(text, from, to, 8) : -1;
    // A zero before 8 or 9 is not octal: programs that accept it parse it as decimal.
    return octal >= 0 ? octal : digits(text, from, to, 10);
  }

  private static long digits(String text, int from, int to, int radix) {
    long value = from < to ? 0 : -1;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), radix) : -1;
      if (digit < 0) {
        return -1;
      }
      // Stop early: the exact size of an overflow does not matter.
      value = Math.min(value * radix + digit, LARGEST + 1);
    }
    return value;
  }

  /**
   * Parses groups of digits with at most one {@code ::}, and an IPv4 address or zone at the end.
   */
  static Optional<IpNumber> ofIpv6(String text) {
    int zone = text.indexOf('%');
    String rest = zone < 0 ? text : text.substring(0, zone);
    int gap = rest.indexOf("::");
    if (rest.length() > LONGEST_IPV6 || rest.indexOf(':') < 0) {
      return Optional.empty();
    }
    int[] before = new int[GROUPS];
    int[] afterGap = new int[GROUPS];
    int first = groups(gap < 0 ? rest : rest.substring(0, gap), before, gap < 0);
    int last = gap < 0 ? 0 : groups(rest.substring(gap + 2), afterGap, true);
    boolean hasAllGroups = gap < 0 ? first == GROUPS : first + last < GROUPS;
    if (first < 0 || last < 0 || !hasAllGroups) {
      return Optional.empty();
    }
    System.arraycopy(afterGap, 0, before, GROUPS - last, last);
    long high = 0;
    long low = 0;
    for (int i = 0; i < GROUPS / 2; i++) {
      high = high << 16 | before[i];
      low = low << 16 | before[i + GROUPS / 2];
    }
    return Optional.of(new IpNumber(high, low));
  }

  /** Returns the number of groups in a text; -1 when it contains anything else. */
  private static int groups(String text, int[] groups, boolean mayEndInIpv4) {
    int count = 0;
    int start = 0;
    while (start < text.length()) {
      int colon = text.indexOf(':', start);
      int end = colon < 0 ? text.length() : colon;
      boolean isIpv4 = mayEndInIpv4 && colon < 0 && text.indexOf('.', start) >= 0;
      long number = isIpv4 ? ofIpv4(text.substring(start)) : digits(text, start, end, 16);
      int width = isIpv4 ? 2 : 1;
      if (number < 0 || (!isIpv4 && end - start > 4) || count + width > GROUPS) {
        return -1;
      }
      if (isIpv4) {
        groups[count++] = (int) (number >>> 16);
      }
      groups[count++] = (int) (number & 0xFFFF);
      start = end + 1;
    }
    return text.endsWith(":") ? -1 : count;
  }
}
