package io.svc.scanner.redact;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Decodes Base64 in either alphabet, with or without padding (RFC 4648). */
final class Base64Text {
  private Base64Text() {}

  /** Returns the decoded bytes; null when the text is not Base64. */
  static byte @Nullable [] decode(String text) {
    int end = endOfDigits(text);
    String digits = text.substring(0, end);
    boolean isForUrls = digits.indexOf('-') >= 0 || digits.indexOf('_') >= 0;
    try {
      return (isForUrls ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(digits);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Returns true if no bit is set after the last byte. All encoders clear these bits; at most one
   * in four random texts has them cleared.
   */
  static boolean isCanonical(String text) {
    String plain = unescaped(text);
    int end = endOfDigits(plain);
    int unusedBits = end * 6 % 8;
    if (unusedBits == 6 || end == 0) {
      return false;
    }
    int last = SecretCandidate.digit(plain.charAt(end - 1));
    return (last & ((1 << unusedBits) - 1)) == 0;
  }

  private static int endOfDigits(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '=') {
      end--;
    }
    return end;
  }

  /** Unescapes plus, slash and equals signs of a signature in a URL. */
  private static String unescaped(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    return text.replace("%2B", "+")
        .replace("%2b", "+")
        .replace("%2F", "/")
        .replace("%2f", "/")
        .replace("%3D", "=")
        .replace("%3d", "=");
  }
}
