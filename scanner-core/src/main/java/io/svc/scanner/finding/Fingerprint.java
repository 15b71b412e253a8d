package io.svc.scanner.finding;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Names a problem so that it can be recognised in later reports: a SHA-256 over what kind of
 * problem it is and where, never over a value, so that no secret can be guessed back from it.
 */
public final class Fingerprint {
  private static final String HEX = "0123456789abcdef";

  private Fingerprint() {}

  /** The fingerprint of parts, {@code sha256:<hex>}; other parts or another order give another. */
  public static String of(String... parts) {
    StringBuilder joined = new StringBuilder();
    for (String part : parts) {
      // The length keeps "ab","c" and "a","bc" apart.
      joined.append(part.length()).append(':').append(part);
    }
    return ofBytes(joined.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The hash of bytes, {@code sha256:<hex>}. */
  public static String ofBytes(byte[] bytes) {
    return "sha256:" + hex(Prototype.copy().digest(bytes));
  }

  /** Lower-case hexadecimal digits of bytes. */
  public static String hex(byte[] bytes) {
    StringBuilder hex = new StringBuilder(bytes.length * 2);
    for (byte b : bytes) {
      hex.append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
    }
    return hex.toString();
  }

  /** Copies of one digest: asking the security providers each time costs more than hashing. */
  private static final class Prototype {
    private static final MessageDigest SHA_256 = create();

    private static MessageDigest create() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("Every Java runtime has SHA-256", e);
      }
    }

    static MessageDigest copy() {
      try {
        return (MessageDigest) SHA_256.clone();
      } catch (CloneNotSupportedException e) {
        // A provider may refuse to copy.
        return create();
      }
    }
  }
}
