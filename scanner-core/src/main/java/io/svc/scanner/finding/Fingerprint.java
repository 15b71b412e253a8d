package io.svc.scanner.finding;

import java.nio.charset.StandardCharsets;

/**
 * Computes fingerprints that identify the same problem across reports. A fingerprint is a SHA-256
 * hash of the kind of problem and its place. It never includes a value, so that no secret can be
 * guessed from it.
 */
public final class Fingerprint {
  private static final String HEX = "0123456789abcdef";

  private Fingerprint() {}

  /** Returns the fingerprint of ordered parts, as {@code sha256:<hex>}. */
  public static String of(String... parts) {
    StringBuilder joined = new StringBuilder();
    for (String part : parts) {
      // The length prefix distinguishes "ab","c" from "a","bc".
      joined.append(part.length()).append(':').append(part);
    }
    return ofBytes(joined.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the hash of bytes, as {@code sha256:<hex>}. */
  public static String ofBytes(byte[] bytes) {
    return "sha256:" + hex(Sha256.digest(bytes));
  }

  /** Returns bytes as lowercase hexadecimal digits. */
  public static String hex(byte[] bytes) {
    StringBuilder hex = new StringBuilder(bytes.length * 2);
    for (byte b : bytes) {
      hex.append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
    }
    return hex.toString();
  }
}
