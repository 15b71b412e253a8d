package io.svc.scanner.redact;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Verifies the checksums of human-readable key encodings. */
final class KeyEncodings {
  static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final String BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  private static final int[] BECH32_GENERATOR = {
    0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3
  };
  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

  /** Extended keys have 111 characters; decoding longer texts would be slow. */
  private static final int LONGEST_BASE58 = 120;

  private static final int CHECKSUM_BYTES = 4;
  private static final int STELLAR_SEED_VERSION = 18 << 3;
  private static final int STELLAR_SEED_BYTES = 35;
  private static final int NATS_SEED_PREFIX = 18 << 3;
  private static final int NATS_SEED_BYTES = 36;

  private KeyEncodings() {}

  /** Returns true if a text in one case ends with the checksum of BIP-173. */
  static boolean isBech32(String key) {
    int separator = key.lastIndexOf('1');
    if (separator < 1) {
      return false;
    }
    int checksum = 1;
    for (int i = 0; i < separator; i++) {
      checksum = bech32Step(checksum, lower(key.charAt(i)) >> 5);
    }
    checksum = bech32Step(checksum, 0);
    for (int i = 0; i < separator; i++) {
      checksum = bech32Step(checksum, lower(key.charAt(i)) & 31);
    }
    for (int i = separator + 1; i < key.length(); i++) {
      int value = BECH32.indexOf(lower(key.charAt(i)));
      if (value < 0) {
        return false;
      }
      checksum = bech32Step(checksum, value);
    }
    return checksum == 1;
  }

  private static int bech32Step(int checksum, int value) {
    int top = checksum >>> 25;
    int next = ((checksum & 0x1ffffff) << 5) ^ value;
    for (int bit = 0; bit < BECH32_GENERATOR.length; bit++) {
      next ^= ((top >> bit) & 1) == 1 ? BECH32_GENERATOR[bit] : 0;
    }
    return next;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }

  /** Returns true if a text ends with the checksum of Bitcoin's Base58 (BIP-13). */
  static boolean isBase58Check(String key) {
    if (key.length() > LONGEST_BASE58) {
      return false;
    }
    BigInteger number = BigInteger.ZERO;
    BigInteger radix = BigInteger.valueOf(BASE58.length());
    for (int i = 0; i < key.length(); i++) {
      int value = BASE58.indexOf(key.charAt(i));
      if (value < 0) {
        return false;
      }
      number = number.multiply(radix).add(BigInteger.valueOf(value));
    }
    byte[] bytes = number.toByteArray();
    // A sign byte is not part of the key; no supported key starts with zero.
    int start = bytes[0] == 0 ? 1 : 0;
    int split = bytes.length - CHECKSUM_BYTES;
    if (split <= start) {
      return false;
    }
    byte[] hash = sha256(sha256(Arrays.copyOfRange(bytes, start, split)));
    return Arrays.equals(bytes, split, bytes.length, hash, 0, CHECKSUM_BYTES);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java platform has no SHA-256, which each must have", e);
    }
  }

  /** Returns true if a text is a secret seed of Stellar with its CRC-16 (SEP-23). */
  static boolean isStellarSeed(String seed) {
    byte[] bytes = base32(seed);
    return bytes.length == STELLAR_SEED_BYTES
        && (bytes[0] & 255) == STELLAR_SEED_VERSION
        && endsInCrc16(bytes);
  }

  /**
   * Returns true if a text is a seed of NATS with its CRC-16 (nkeys, {@code EncodeSeed}). The five
   * bits after the prefix of a seed are the first letter of the public key.
   */
  static boolean isNatsSeed(String seed) {
    byte[] bytes = base32(seed);
    return bytes.length == NATS_SEED_BYTES
        && (bytes[0] & 0xF8) == NATS_SEED_PREFIX
        && endsInCrc16(bytes);
  }

  private static boolean endsInCrc16(byte[] bytes) {
    int end = bytes.length - 2;
    int crc = 0;
    for (int i = 0; i < end; i++) {
      crc ^= (bytes[i] & 255) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      }
    }
    return bytes[end] == (byte) crc && bytes[end + 1] == (byte) (crc >> 8);
  }

  /** Returns the complete bytes of a base 32 text; empty when it is invalid. */
  static byte[] base32(String text) {
    byte[] bytes = new byte[text.length() * 5 / 8];
    int buffer = 0;
    int bits = 0;
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      int value = BASE32.indexOf(text.charAt(i));
      if (value < 0) {
        return new byte[0];
      }
      buffer = (buffer << 5) | value;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes[count++] = (byte) (buffer >> bits);
      }
    }
    return bytes;
  }
}
