package io.svc.server.redaction;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of a tenant for digests of values. An unkeyed digest of a telephone number would hide
 * nothing, since all numbers can be tried. Never printed; safe for many threads.
 */
public final class PseudonymKey {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int FEWEST_BYTES = 16;

  private final SecretKeySpec key;

  private PseudonymKey(byte[] bytes) {
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** A key of at least 16 bytes. */
  public static PseudonymKey of(byte[] bytes) {
    if (bytes.length < FEWEST_BYTES) {
      throw new IllegalArgumentException(
          "a key of " + bytes.length + " bytes: " + FEWEST_BYTES + " or more were expected");
    }
    return new PseudonymKey(bytes);
  }

  /** Returns the HMAC-SHA-256 of a value; it differs by type for the same text. */
  byte[] digest(EntityType type, String value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(type.label().getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return mac.doFinal(type.canonical(value).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "PseudonymKey[hidden]";
  }
}
