package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * Verifies Microsoft's identifiable keys. Four letters at a fixed position identify the service.
 * They are followed by a checksum whose seed identifies the kind of key. Both are published in
 * Microsoft's security-utilities (IdentifiableSecrets, IdentifiableMetadata, AdoPat).
 */
final class AzureKeys {
  /** Length of signature and checksum at the end of a key, without padding. */
  private static final int MARK = 10;

  private static final int CHECKSUM_BYTES = 4;
  private static final String COMMON_SIGNATURE = "JQQJ9";
  private static final int COMMON_SIGNATURE_AT = 52;
  private static final int COMMON_CHECKSUM_AT = 80;
  private static final String COMMON_SEED = "Default0";
  private static final String CLIENT_SECRET_SEED = "AadPwd00";
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final String CLIENT_SECRET_DIGITS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890.-_~";

  private static final int[] DEVOPS_USER_AND_APPLICATION = {0xE0B9692D, 0x1019F92E};

  private AzureKeys() {}

  static Verdict test(String key) {
    String digits = key;
    while (digits.endsWith("=")) {
      digits = digits.substring(0, digits.length() - 1);
    }
    if (digits.startsWith(COMMON_SIGNATURE, COMMON_SIGNATURE_AT)) {
      return Verdict.confirmedIf(hasCommonChecksum(digits));
    }
    if (digits.length() <= MARK) {
      return Verdict.OPEN;
    }
    String signature = digits.substring(digits.length() - MARK, digits.length() - MARK + 4);
    String[] seeds = seedsOf(signature);
    if (seeds.length == 0) {
      return Verdict.openIf(Base64Text.isCanonical(key));
    }
    byte[] bytes = Base64Text.decode(digits);
    for (String seed : seeds) {
      if (bytes != null && endsInHash(bytes, seed)) {
        return Verdict.CONFIRMED;
      }
    }
    // Some Redis keys use other characters for plus and slash.
    return signature.equals("AzCa") ? Verdict.OPEN : Verdict.DOUBTED;
  }

  private static String[] seedsOf(String signature) {
    return switch (signature) {
      case "+ASt" -> new String[] {"Default0"};
      case "ACDb" ->
          new String[] {
            "MastRW00", "MastRO00", "SysAll00", "Resour00", "SystRO00", "SystRW00", "Encryp00"
          };
      case "AzCa" -> new String[] {"Access00"};
      case "+ACR" -> new String[] {"ACRDflt0"};
      case "AzFu" -> new String[] {"Functi00", "Master00", "System00"};
      case "AIoT" -> new String[] {"IoTHub00", "DpsKey00", "Device00"};
      case "+ASb", "+AEh", "+ARm" ->
          new String[] {"Manage00", "Send0000", "Listen00", "Unknown0", "System00"};
      case "+ABa" -> new String[] {"AbAcct00"};
      case "APIM" -> new String[] {"Tenant00", "IoTHub00", "Gatewy00", "GitKey00"};
      case "AzSe" -> new String[] {"PAdmin00", "Query000"};
      case "AZEG" -> new String[] {COMMON_SEED};
      default -> new String[0];
    };
  }

  private static boolean endsInHash(byte[] bytes, String seed) {
    int split = bytes.length - CHECKSUM_BYTES;
    byte[] hash = Marvin32Hash.hash(bytes, split, seed);
    return Arrays.equals(bytes, split, bytes.length, hash, 0, CHECKSUM_BYTES);
  }

  /**
   * Checks four characters: the start of the hash in base 62, or its first three bytes in Base64.
   */
  private static boolean hasCommonChecksum(String digits) {
    byte[] covered = Base64Text.decode(digits.substring(0, COMMON_CHECKSUM_AT));
    String checksum = digits.substring(COMMON_CHECKSUM_AT);
    if (covered == null || checksum.length() < CHECKSUM_BYTES) {
      return false;
    }
    byte[] hash = Marvin32Hash.hash(covered, covered.length, COMMON_SEED);
    byte[] encoded = Base64Text.decode(checksum.substring(0, CHECKSUM_BYTES));
    if (encoded != null && Arrays.equals(encoded, 0, 3, hash, 0, 3)) {
      return true;
    }
    String inBase62 = digits(Marvin32Hash.bigEndian(hash), BASE62) + "000000";
    return inBase62.startsWith(checksum.substring(0, CHECKSUM_BYTES));
  }

  /** Tests a token of 52 letters and digits, whose CRC-32 is distributed over its 32 bytes. */
  static Verdict testDevOpsPat(String token) {
    byte[] bytes = KeyEncodings.base32(token.toUpperCase(Locale.ROOT));
    if (bytes.length != 32) {
      return Verdict.OPEN;
    }
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, 2);
    crc.update(bytes, 3, 4);
    crc.update(bytes, 9, 13);
    crc.update(bytes, 23, 9);
    int found = Marvin32Hash.bigEndian(new byte[] {bytes[2], bytes[7], bytes[8], bytes[22]});
    int actual = (int) crc.getValue();
    return Verdict.confirmedIf(
        found == (actual ^ DEVOPS_USER_AND_APPLICATION[0])
            || found == (actual ^ DEVOPS_USER_AND_APPLICATION[1]));
  }

  /**
   * Tests {@code …8Q~…}: the last three characters are the start of the hash of the preceding ones.
   */
  static Verdict testClientSecret(String secret) {
    if (!secret.startsWith("8Q~", 3)) {
      return Verdict.OPEN;
    }
    int split = secret.length() - 3;
    byte[] covered = secret.substring(0, split).getBytes(StandardCharsets.ISO_8859_1);
    byte[] hash = Marvin32Hash.hash(covered, covered.length, CLIENT_SECRET_SEED);
    int number = Integer.reverseBytes(Marvin32Hash.bigEndian(hash));
    return Verdict.confirmedIf(
        digits(number, CLIENT_SECRET_DIGITS).startsWith(secret.substring(split)));
  }

  private static String digits(int number, String alphabet) {
    StringBuilder digits = new StringBuilder();
    for (long rest = Integer.toUnsignedLong(number); rest > 0; rest /= alphabet.length()) {
      digits.append(alphabet.charAt((int) (rest % alphabet.length())));
    }
    return digits.reverse().toString();
  }
}
