package io.svc.rules;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The checksums at the end of formats, calculated over the preceding text. The code is independent
 * of the scanner's own tests, so that each verifies the other.
 */
final class SampleChecksum {
  static final String BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  private static final String BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz";
  private static final String CLIENT_SECRET =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890.-_~";

  /** Microsoft's checksum seeds, by the signature at the end of the text. */
  private static final Map<String, String> SEEDS =
      Map.ofEntries(
          Map.entry("+ASt", "Default0"),
          Map.entry("ACDb", "MastRW00"),
          Map.entry("AzCa", "Access00"),
          Map.entry("+ACR", "ACRDflt0"),
          Map.entry("AzFu", "Functi00"),
          Map.entry("AIoT", "IoTHub00"),
          Map.entry("+ASb", "Manage00"),
          Map.entry("+AEh", "Send0000"),
          Map.entry("+ARm", "Listen00"),
          Map.entry("+ABa", "AbAcct00"),
          Map.entry("APIM", "Tenant00"),
          Map.entry("AzSe", "PAdmin00"),
          Map.entry("AZEG", "Default0"));

  private SampleChecksum() {}

  static boolean isKind(String kind) {
    return kind.startsWith("crc32-") || kind.endsWith("-checksum");
  }

  /**
   * Returns the checksum of a text.
   *
   * @throws IllegalArgumentException if the kind is unknown
   */
  static String of(String kind, String text) {
    return switch (kind) {
      case "crc32-base62" -> digits(crc32(text), SampleTemplate.BASE62, 6);
      case "crc32-base36" -> digits(crc32(text), BASE36, 7);
      case "crc32-hex" -> String.format(Locale.ROOT, "%08x", crc32(text));
      case "crc32-upperhex" -> String.format(Locale.ROOT, "%08X", crc32(text));
      case "crc32-hex-reversed" ->
          String.format(Locale.ROOT, "%08x", Integer.reverseBytes((int) crc32(text)));
      case "bech32-checksum" -> bech32(text);
      case "azure-checksum" -> azure(text);
      case "cask-checksum" -> cask(text);
      case "entra-checksum" -> entra(text);
      default ->
          throw new IllegalArgumentException(
              "unknown placeholder \"{{" + kind + "}}\" in an example");
    };
  }

  private static long crc32(String text) {
    CRC32 crc = new CRC32();
    // The checksum does not cover the separator before it.
    String covered = text.endsWith("_") ? text.substring(0, text.length() - 1) : text;
    crc.update(covered.getBytes(StandardCharsets.US_ASCII));
    return crc.getValue();
  }

  private static String digits(long number, String alphabet, int width) {
    StringBuilder digits = new StringBuilder();
    for (long rest = number; rest > 0; rest /= alphabet.length()) {
      digits.insert(0, alphabet.charAt((int) (rest % alphabet.length())));
    }
    while (digits.length() < width) {
      digits.insert(0, alphabet.charAt(0));
    }
    return digits.toString();
  }

  private static String bech32(String text) {
    int separator = text.lastIndexOf('1');
    String head = text.substring(0, separator).toLowerCase(Locale.ROOT);
    String data = text.substring(separator + 1).toLowerCase(Locale.ROOT);
    int length = head.length();
    int[] values = new int[2 * length + 1 + data.length() + 6];
    for (int i = 0; i < length; i++) {
      values[i] = head.charAt(i) >> 5;
      values[length + 1 + i] = head.charAt(i) & 31;
    }
    for (int i = 0; i < data.length(); i++) {
      values[2 * length + 1 + i] = BECH32.indexOf(data.charAt(i));
    }
    int checksum = 1;
    for (int value : values) {
      int top = checksum >>> 25;
      checksum = ((checksum & 0x1ffffff) << 5) ^ value;
      int[] generator = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};
      for (int bit = 0; bit < generator.length; bit++) {
        checksum ^= ((top >> bit) & 1) == 1 ? generator[bit] : 0;
      }
    }
    checksum ^= 1;
    StringBuilder end = new StringBuilder();
    for (int i = 5; i >= 0; i--) {
      end.append(BECH32.charAt((checksum >> (5 * i)) & 31));
    }
    boolean isUpper = text.equals(text.toUpperCase(Locale.ROOT));
    return isUpper ? end.toString().toUpperCase(Locale.ROOT) : end.toString();
  }

  /** Fills the last byte of the signature with zeros and appends four bytes. */
  private static String azure(String text) {
    String plain = text.replace('-', '+').replace('_', '/');
    byte[] bytes = Base64.getDecoder().decode(plain + "A".repeat((4 - plain.length() % 4) % 4));
    byte[] covered = Arrays.copyOf(bytes, (plain.length() * 6 + 7) / 8);
    int hash =
        SampleMarvin32Hash.hash(
            covered, requireNonNull(SEEDS.get(text.substring(text.length() - 4))));
    byte[] key = Arrays.copyOf(covered, covered.length + 4);
    for (int i = 0; i < 4; i++) {
      key[covered.length + i] = (byte) (hash >>> (8 * i));
    }
    Base64.Encoder encoder = text.contains("AzFu") ? Base64.getUrlEncoder() : Base64.getEncoder();
    return encoder.encodeToString(key).substring(text.length());
  }

  private static String cask(String text) {
    int hash = SampleMarvin32Hash.hash(Base64.getDecoder().decode(text), "Default0");
    long number = Integer.toUnsignedLong(Integer.reverseBytes(hash));
    return (digits(number, SampleTemplate.BASE62, 1) + "00000").substring(0, 4);
  }

  private static String entra(String text) {
    int hash = SampleMarvin32Hash.hash(text.getBytes(StandardCharsets.ISO_8859_1), "AadPwd00");
    return digits(Integer.toUnsignedLong(hash), CLIENT_SECRET, 3).substring(0, 3);
  }
}
