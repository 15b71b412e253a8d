package io.svc.scanner.checks.network;

import java.util.Locale;

/** Recognizes the notations of the wildcard address, which denotes all network interfaces. */
final class WildcardAddress {
  private WildcardAddress() {}

  /**
   * Returns whether a text is a wildcard address with an optional port: {@code 0.0.0.0}, {@code
   * ::}, {@code [::]:80}, and, if signs are allowed, {@code *} and {@code +}.
   */
  static boolean is(String text, boolean allowsSigns) {
    String address = text.strip();
    if (address.isEmpty() || address.length() > 200) {
      return false;
    }
    char first = address.charAt(0);
    if (first == '[') {
      int close = address.indexOf(']');
      return close > 1 && isZeroV6(address.substring(1, close)) && isEnd(address, close + 1);
    }
    if (first == '*' || first == '+') {
      return allowsSigns && isEnd(address, 1);
    }
    if (isZeroV6(address) || address.equals(":::") || isPortAfterColons(address)) {
      return true;
    }
    int end = address.indexOf(':') < 0 ? address.length() : address.indexOf(':');
    return isZeroV4(address.substring(0, end)) && isEnd(address, end);
  }

  /**
   * Returns the host of a URL such as {@code http://0.0.0.0:8000}, or the text itself if it is not
   * a URL.
   */
  static String hostOf(String text) {
    int scheme = text.indexOf("://");
    if (scheme < 0) {
      return text;
    }
    int slash = text.indexOf('/', scheme + 3);
    return text.substring(scheme + 3, slash < 0 ? text.length() : slash);
  }

  /**
   * Returns whether an address has the form {@code :::8080}, which some programs print and accept.
   */
  private static boolean isPortAfterColons(String address) {
    return address.startsWith(":::") && isDigits(address, 3);
  }

  /** Returns whether an index is at the end, at a port, or at a port with a forwarding target. */
  private static boolean isEnd(String address, int index) {
    return index == address.length()
        || (address.charAt(index) == ':'
            && index + 1 < address.length()
            && isPort(address.charAt(index + 1)));
  }

  private static boolean isPort(char c) {
    return Character.isDigit(c) || c == '$' || c == '{' || c == '<';
  }

  private static boolean isDigits(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (!Character.isDigit(text.charAt(i))) {
        return false;
      }
    }
    return from < text.length();
  }

  /**
   * Returns whether a text is {@code 0.0.0.0} with any number of zeros. A single {@code 0} is
   * usually a number.
   */
  private static boolean isZeroV4(String text) {
    int dots = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '0' && c != '.') {
        return false;
      }
      dots += c == '.' ? 1 : 0;
    }
    return dots == 3 && text.startsWith("0") && text.endsWith("0");
  }

  /**
   * Returns whether a text is {@code ::}, {@code ::0}, {@code 0:0:0:0:0:0:0:0} or {@code
   * ::ffff:0.0.0.0}.
   */
  private static boolean isZeroV6(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("::ffff:0.0.0.0") || lower.equals("::ffff:0:0")) {
      return true;
    }
    int colons = 0;
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c != '0' && c != ':') {
        return false;
      }
      colons += c == ':' ? 1 : 0;
    }
    return lower.contains("::") ? colons <= 7 && !lower.contains(":::") : colons == 7;
  }
}
