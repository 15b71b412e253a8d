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
    addCrc16(seed);
    return base32(new BigInteger(1, seed), 56);
  }

  /**
   * Returns the seed of a user. Its text starts with SU, the five bits 18 and 20; the next six bits
   * are zero. The last two bits are not part of a byte.
   */
  static String natsSeed(Random random) {
    byte[] seed = bytes(36, random);
    seed[0] = (byte) (18 << 3 | 20 >> 2);
    seed[1] = 0;
    addCrc16(seed);
    return base32(new BigInteger(1, seed).shiftLeft(2), 58);
  }

  private static void addCrc16(byte[] seed) {
    int end = seed.length - 2;
    int crc = 0;
    for (int i = 0; i < end; i++) {
      crc ^= (seed[i] & 255) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
      }
    }
    seed[end] = (byte) crc;
    seed[end + 1] = (byte) (crc >> 8);
  }

  /** Returns a session token of AWS, with the negative number that is a run of slashes. */
  static String stsToken(Random random) {
    ByteArrayOutputStream token = new ByteArrayOutputStream();
    token.write(0x21);
    packet(token, 0x0A, "origin_ec".getBytes(StandardCharsets.US_ASCII));
    token.write(0x10);
    token.write(0x80 | random.nextInt(128));
    token.writeBytes(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, 1});
    packet(token, 0x1A, "us-east-1".getBytes(StandardCharsets.US_ASCII));
    packet(token, 0x22, bytes(72, random));
    token.write(0x2A);
    token.writeBytes(new byte[] {(byte) (0x80 | 300 % 128), 300 / 128});
    token.writeBytes(bytes(300, random));
    packet(token, 0x3A, bytes(100, random));
    return base64(token.toByteArray());
  }

  /** Returns a secret key of minisign that is not encrypted, with its zeros. */
  static String minisignKey(Random random) {
    byte[] key = new byte[158];
    System.arraycopy(new byte[] {'E', 'd', 0, 0, 'B', '2'}, 0, key, 0, 6);
    System.arraycopy(bytes(72, random), 0, key, 54, 72);
    return base64(key);
  }

  /** Returns a secret key of signify that is not encrypted, with its checksum. */
  static String signifyKey(Random random) {
    byte[] key = bytes(104, random);
    System.arraycopy(new byte[] {'E', 'd', 'B', 'K', 0, 0, 0, 0}, 0, key, 0, 8);
    byte[] hash = digest("SHA-512", Arrays.copyOfRange(key, 40, 104));
    System.arraycopy(hash, 0, key, 24, 8);
    return base64(key);
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
    byte[] hash = digest("SHA-256", digest("SHA-256", payload));
    System.arraycopy(hash, 0, payloadWithChecksum, payload.length, 4);
    StringBuilder text = new StringBuilder();
    BigInteger radix = BigInteger.valueOf(58);
    for (BigInteger rest = new BigInteger(1, payloadWithChecksum);
        rest.signum() > 0;
        rest = rest.divide(radix)) {
      text.insert(0, BASE58.charAt(rest.mod(radix).intValue()));
    }
    return text.toString();
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java platform has no " + algorithm, e);
    }
  }
}
