package detection;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/** Encodings and checksums of credentials. In a text, a character below 256 is a byte. */
final class Encodings {
  static final String LATIN_1 =
      IntStream.range(0, 256).mapToObj(Character::toString).collect(Collectors.joining());

  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;
  private static final String BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  private static final int[] BECH32_GENERATOR = {
    0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3
  };

  private Encodings() {}

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(BYTES));
  }

  static String base64Url(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(BYTES));
  }

  static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Everything but RFC 3986's unreserved characters. */
  static String percent(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = (BASE62 + "-._~").indexOf((char) (b & 255)) >= 0;
      encoded.append(isPlain ? String.valueOf((char) b) : String.format(Locale.ROOT, "%%%02X", b));
    }
    return encoded.toString();
  }

  /** Characters that no font shows but models read. */
  static String tags(String text) {
    return text.chars()
        .mapToObj(c -> Character.toString(0xE0000 + c))
        .collect(Collectors.joining());
  }

  static long crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  static String hexCrc(String text) {
    return String.format(Locale.ROOT, "%08X", crc(text));
  }

  static String reversedCrc(String text) {
    return String.format(Locale.ROOT, "%08x", Integer.reverseBytes((int) crc(text)));
  }

  static String base62(long value, int length) {
    StringBuilder text = new StringBuilder();
    for (long rest = value; text.length() < length; rest /= 62) {
      text.insert(0, BASE62.charAt((int) (rest % 62)));
    }
    return text.toString();
  }

  /** A routable token of GitLab. */
  static String routable(String random) {
    String payload = base64Url(random + "o:2v\nu:6k" + (char) 16);
    String head = "glpat-" + payload + ".01." + base36(payload.length(), 2);
    return head + base36(crc(head), 7);
  }

  private static String base36(long value, int length) {
    String digits = Long.toString(value, 36);
    return "0".repeat(length - digits.length()) + digits;
  }

  /** A secret key of age: BIP 173 over 32 bytes. */
  static String age(String bytes) {
    String prefix = "age-secret-key-";
    List<Integer> values = new ArrayList<>();
    String bits =
        bytes
                .chars()
                .mapToObj(b -> Integer.toBinaryString(256 | b).substring(1))
                .collect(Collectors.joining())
            + "0000";
    for (int i = 0; i + 5 <= bits.length(); i += 5) {
      values.add(Integer.parseInt(bits.substring(i, i + 5), 2));
    }
    List<Integer> checked = new ArrayList<>();
    prefix.chars().forEach(c -> checked.add(c >> 5));
    checked.add(0);
    prefix.chars().forEach(c -> checked.add(c & 31));
    checked.addAll(values);
    checked.addAll(List.of(0, 0, 0, 0, 0, 0));
    int checksum = 1;
    for (int value : checked) {
      int top = checksum >>> 25;
      checksum = ((checksum & 0x1ffffff) << 5) ^ value;
      for (int i = 0; i < 5; i++) {
        checksum ^= ((top >> i) & 1) == 1 ? BECH32_GENERATOR[i] : 0;
      }
    }
    for (int i = 5; i >= 0; i--) {
      values.add(((checksum ^ 1) >> (5 * i)) & 31);
    }
    String data =
        values.stream().map(v -> BECH32.substring(v, v + 1)).collect(Collectors.joining());
    return (prefix + "1" + data).toUpperCase(Locale.ROOT);
  }
}
