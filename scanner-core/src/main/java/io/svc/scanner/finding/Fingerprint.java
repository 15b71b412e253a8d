package io.svc.scanner.finding;

import java.nio.charset.StandardCharsets;

/**
 * Computes fingerprints that identify the same problem across reports. A fingerprint is a SHA-256
 * hash of the kind of problem and its place. It never includes a value, so that no secret can be
 * guessed from it.
 */
public final class Fingerprint {
  /** The length of most parts has at most three digits, before a colon. */
  private static final int LONGEST_PREFIX = 4;

  private static final String HEX = "0123456789abcdef";

  private Fingerprint() {}

  /** Returns the fingerprint of ordered parts, as {@code sha256:<hex>}. */
  public static String of(String... parts) {
    int length = 0;
    for (String part : parts) {
      length += part.length() + LONGEST_PREFIX;
    }
    StringBuilder joined = new StringBuilder(length);
    for (String part : parts) {
      // The length prefix distinguishes "ab","c" from "a","bc".
      joined.append(part.length()).append(':').append(part);
    }
    return ofBytes(joined.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the hash of bytes, as {@code sha256:<hex>}. */
  public static String ofBytes(byte[] bytes) {
    return hex("sha256:", Sha256.digest(bytes));
  }

  /** Returns bytes as lowercase hexadecimal digits. */
  public static String hex(byte[] bytes) {
    return hex("", bytes);
  }

  private static String hex(String prefix, byte[] bytes) {
    StringBuilder hex = new StringBuilder(prefix.length() + bytes.length * 2).append(prefix);
    for (byte b : bytes) {
      hex.append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
    }
    return hex.toString();
  }
}
