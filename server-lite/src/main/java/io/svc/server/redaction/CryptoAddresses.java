package io.svc.server.redaction;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses of Bitcoin and its descendants (Base58Check; BIP 173 and BIP 350), of Tron, and of
 * Ethereum (20 bytes in hexadecimal digits; the checksum in their letter case is not verified).
 */
final class CryptoAddresses implements Recognizer {
  private static final Pattern CANDIDATE =
      Pattern.compile(
          "(?<![A-Za-z0-9])(?:(?<ether>0x[0-9A-Fa-f]{40})"
              + "|(?<segwit>(?i:bc1|ltc1|tb1)[02-9AC-HJ-NP-Zac-hj-np-z]{11,87})"
              + "|(?<base>[123DLMTmn][1-9A-HJ-NP-Za-km-z]{24,34}))(?![A-Za-z0-9])");

  private static final int SHORTEST = 14;

  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final String BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  private static final int[] GENERATOR = {
    0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3
  };
  private static final int BECH32M = 0x2bc830a3;

  /** The version bytes: Bitcoin and its test network, Litecoin, Dogecoin, Tron. */
  private static final Set<Integer> VERSIONS =
      Set.of(0x00, 0x05, 0x6f, 0xc4, 0x30, 0x32, 0x1e, 0x16, 0x41);

  private static final int BYTES = 25;
  private static final int CHECKSUM = 4;

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    if (passage.longestToken() < SHORTEST) {
      return;
    }
    Matcher candidate = CANDIDATE.matcher(passage.text());
    while (candidate.find()) {
      double score = score(candidate);
      if (score > 0) {
        matches.add(EntityType.CRYPTO_ADDRESS, candidate.start(), candidate.end(), score);
      }
    }
  }

  private static double score(Matcher candidate) {
    if (candidate.group("ether") != null) {
      String digits = candidate.group("ether").substring(2);
      return digits.chars().distinct().count() < 6 ? 0.2 : 0.85;
    }
    String segwit = candidate.group("segwit");
    boolean isSound = segwit != null ? isBech32(segwit) : isBase58Check(candidate.group("base"));
    return isSound ? 1 : 0;
  }

  private static boolean isBase58Check(String address) {
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < address.length(); i++) {
      number =
          number
              .multiply(BigInteger.valueOf(58))
              .add(BigInteger.valueOf(BASE58.indexOf(address.charAt(i))));
    }
    if (number.bitLength() > BYTES * 8) {
      return false;
    }
    byte[] bytes = new byte[BYTES];
    byte[] plain = number.toByteArray();
    for (int i = 1; i <= Math.min(BYTES, plain.length); i++) {
      bytes[BYTES - i] = plain[plain.length - i];
    }
    byte[] digest = digest(digest(bytes, BYTES - CHECKSUM), 32);
    for (int i = 0; i < CHECKSUM; i++) {
      if (digest[i] != bytes[BYTES - CHECKSUM + i]) {
        return false;
      }
    }
    return VERSIONS.contains(bytes[0] & 255);
  }

  private static byte[] digest(byte[] bytes, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, length);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isBech32(String address) {
    String lower = address.toLowerCase(Locale.ROOT);
    if (!address.equals(lower) && !address.equals(address.toUpperCase(Locale.ROOT))) {
      return false;
    }
    int separator = lower.indexOf('1');
    int checksum = 1;
    byte[] prefix = lower.substring(0, separator).getBytes(StandardCharsets.US_ASCII);
    for (byte b : prefix) {
      checksum = step(checksum, b >> 5);
    }
    checksum = step(checksum, 0);
    for (byte b : prefix) {
      checksum = step(checksum, b & 31);
    }
    for (int i = separator + 1; i < lower.length(); i++) {
      checksum = step(checksum, BECH32.indexOf(lower.charAt(i)));
    }
    return checksum == 1 || checksum == BECH32M;
  }

  private static int step(int checksum, int value) {
    int top = checksum >>> 25;
    int next = ((checksum & 0x1ffffff) << 5) ^ value;
    for (int i = 0; i < GENERATOR.length; i++) {
      next ^= ((top >> i) & 1) == 1 ? GENERATOR[i] : 0;
    }
    return next;
  }
}
