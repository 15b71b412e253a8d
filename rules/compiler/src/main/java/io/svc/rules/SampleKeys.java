package io.svc.rules;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.zip.CRC32;

/** Random keys with structured bytes. */
final class SampleKeys {
  static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private SampleKeys() {}

  static byte[] bytes(int count, Random random) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Returns a DER sequence of the given number of bytes that starts with a version, in Base64. */
  static String der(int count, Random random) {
    byte[] bytes = bytes(count, random);
    byte[] head = {0x30, (byte) 0x82, (byte) ((count - 4) >> 8), (byte) (count - 4), 2, 1, 0};
    System.arraycopy(head, 0, bytes, 0, head.length);
    return base64(bytes);
  }

  /**
   * Returns the sixteen characters after the prefix of a key id that contains an account number.
   */
  static String awsKeyId(Random random) {
    long account = Math.floorMod(random.nextLong(), 1_000_000_000_000L);
    BigInteger bits =
        BigInteger.ONE
            .shiftLeft(40)
            .add(BigInteger.valueOf(account))
            .shiftLeft(39)
            .add(new BigInteger(39, random));
    return base32(bits, 16);
  }

  /** Returns 52 characters; the last four bits are not part of a byte. */
  static String azureDevOpsPat(Random random) {
    byte[] token = bytes(32, random);
    ByteArrayOutputStream covered = new ByteArrayOutputStream();
    covered.write(token, 0, 2);
    covered.write(token, 3, 4);
    covered.write(token, 9, 13);
    covered.write(token, 23, 9);
    CRC32 crc = new CRC32();
    crc.update(covered.toByteArray());
    int checksum = (int) crc.getValue() ^ 0xE0B9692D;
    token[22] = (byte) checksum;
    token[8] = (byte) (checksum >>> 8);
    token[7] = (byte) (checksum >>> 16);
    token[2] = (byte) (checksum >>> 24);
    return base32(new BigInteger(1, token).shiftLeft(4), 52).toLowerCase(Locale.ROOT);
  }

  static String bitcoinWif(Random random) {
    byte[] key = bytes(34, random);
    key[0] = (byte) 0x80;
    key[33] = 1;
    return base58Check(key);
  }

  static String extendedKey(Random random) {
    byte[] key = bytes(78, random);
    byte[] version = {0x04, (byte) 0x88, (byte) 0xAD, (byte) 0xE4};
    System.arraycopy(version, 0, key, 0, version.length);
    key[45] = 0;
    return base58Check(key);
  }

  static String stellarSeed(Random random) {
    byte[] seed = bytes(35, random);
    seed[0] = (byte) (18 << 3);
    int crc = 0;
    for (int i = 0; i < 33; i++) {
      crc ^= (seed[i] & 255) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
      }
    }
    seed[33] = (byte) crc;
    seed[34] = (byte) (crc >> 8);
    return base32(new BigInteger(1, seed), 56);
  }

  static String pypiMacaroon(Random random) {
    ByteArrayOutputStream macaroon = new ByteArrayOutputStream();
    macaroon.write(2);
    packet(macaroon, 1, "pypi.org".getBytes(StandardCharsets.US_ASCII));
    packet(macaroon, 2, SampleTemplate.fill("{{uuid}}", random).getBytes(StandardCharsets.UTF_8));
    macaroon.write(0);
    packet(macaroon, 2, "{\"permissions\":\"user\"}".getBytes(StandardCharsets.UTF_8));
    macaroon.write(0);
    macaroon.write(0);
    packet(macaroon, 6, bytes(32, random));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(macaroon.toByteArray());
  }

  static String curve25519(Random random) {
    byte[] key = bytes(32, random);
    key[0] &= (byte) 248;
    key[31] = (byte) ((key[31] & 127) | 64);
    return base64(key);
  }

  private static void packet(ByteArrayOutputStream macaroon, int type, byte[] content) {
    macaroon.write(type);
    macaroon.write(content.length);
    macaroon.writeBytes(content);
  }

  private static String base32(BigInteger bits, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = length - 1; i >= 0; i--) {
      text.append(BASE32.charAt(bits.shiftRight(5 * i).intValue() & 31));
    }
    return text.toString();
  }

  private static String base58Check(byte[] payload) {
    byte[] payloadWithChecksum = Arrays.copyOf(payload, payload.length + 4);
    System.arraycopy(sha256(sha256(payload)), 0, payloadWithChecksum, payload.length, 4);
    StringBuilder text = new StringBuilder();
    BigInteger radix = BigInteger.valueOf(58);
    for (BigInteger rest = new BigInteger(1, payloadWithChecksum);
        rest.signum() > 0;
        rest = rest.divide(radix)) {
      text.insert(0, BASE58.charAt(rest.mod(radix).intValue()));
    }
    return text.toString();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java platform has no SHA-256, which each must have", e);
    }
  }
}
