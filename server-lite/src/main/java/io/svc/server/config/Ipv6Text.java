package io.svc.server.config;

import java.util.StringJoiner;

/** Formats an IPv6 address as RFC 5952 section 4 recommends. */
final class Ipv6Text {
  private static final int GROUPS = 8;

  private Ipv6Text() {}

  static String of(byte[] address) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = (address[2 * i] & 0xFF) << 8 | (address[2 * i + 1] & 0xFF);
    }
    int start = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
    }
    // A single group of zeros is written in full.
    return length < 2
        ? joined(groups, 0, GROUPS)
        : joined(groups, 0, start) + "::" + joined(groups, start + length, GROUPS);
  }

  private static String joined(int[] groups, int from, int to) {
    StringJoiner text = new StringJoiner(":");
    for (int i = from; i < to; i++) {
      text.add(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }
}
