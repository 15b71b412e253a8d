package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Tests secret keys of minisign and of OpenBSD's signify. Both are the algorithms, the parameters
 * of the key derivation, a checksum, the number of the key and an Ed25519 key, encrypted or not.
 */
final class SigningKeys {
  private static final int MINISIGN_LENGTH = 158;
  private static final int MINISIGN_KEY = 54;
  private static final int SIGNIFY_LENGTH = 104;
  private static final int SIGNIFY_CHECKSUM = 24;
  private static final int SIGNIFY_KEY = 40;
  private static final int CHECKSUM_BYTES = 8;
  private static final int FEWEST_VALUES = 40;

  private SigningKeys() {}

  static Verdict test(String key) {
    byte[] bytes = Base64Text.decode(key);
    if (bytes == null) {
      return Verdict.DOUBTED;
    }
    return switch (bytes.length) {
      case MINISIGN_LENGTH -> Verdict.confirmedIf(isVaried(bytes, MINISIGN_KEY));
      case SIGNIFY_LENGTH ->
          Verdict.confirmedIf(isVaried(bytes, SIGNIFY_KEY) && (isEncrypted(bytes) || isSum(bytes)));
      default -> Verdict.DOUBTED;
    };
  }

  /** Returns true unless the bytes of the key are padding. */
  private static boolean isVaried(byte[] bytes, int from) {
    BitSet values = new BitSet(256);
    for (int i = from; i < bytes.length; i++) {
      values.set(bytes[i] & 255);
    }
    return values.cardinality() >= FEWEST_VALUES;
  }

  /** Returns true for a key derivation with at least one round. */
  private static boolean isEncrypted(byte[] bytes) {
    return (bytes[4] | bytes[5] | bytes[6] | bytes[7]) != 0;
  }

  private static boolean isSum(byte[] bytes) {
    byte[] hash = sha512(Arrays.copyOfRange(bytes, SIGNIFY_KEY, SIGNIFY_LENGTH));
    int end = SIGNIFY_CHECKSUM + CHECKSUM_BYTES;
    return Arrays.equals(bytes, SIGNIFY_CHECKSUM, end, hash, 0, CHECKSUM_BYTES);
  }

  private static byte[] sha512(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-512").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java platform has no SHA-512", e);
    }
  }
}
