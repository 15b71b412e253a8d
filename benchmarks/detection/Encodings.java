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

  static String base62(long value) {
    return digits(value, BASE62, 6);
  }

  private static String digits(long value, String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    for (long rest = value; text.length() < length; rest /= alphabet.length()) {
      text.insert(0, alphabet.charAt((int) (rest % alphabet.length())));
    }
    return text.toString();
  }

  /** A routable token of GitLab. */
  static String routable(String random) {
    String payload = base64Url(random + "o:2v\nu:6k" + (char) 16);
    String base36 = BASE62.substring(0, 36).toLowerCase(Locale.ROOT);
    String head = "glpat-" + payload + ".01." + digits(payload.length(), base36, 2);
    return head + digits(crc(head), base36, 7);
  }

  /** A secret key of age: BIP 173. The text has its data in the letters of BIP 173. */
  static String age(String text) {
    String prefix = "age-secret-key-";
    List<Integer> values = new ArrayList<>();
    prefix.chars().forEach(c -> values.add(c >> 5));
    values.add(0);
    prefix.chars().forEach(c -> values.add(c & 31));
    text.chars().forEach(c -> values.add(BECH32.indexOf(c)));
    values.addAll(List.of(0, 0, 0, 0, 0, 0));
    int checksum = 1;
    for (int value : values) {
      int top = checksum >>> 25;
      checksum = ((checksum & 0x1ffffff) << 5) ^ value;
      for (int i = 0; i < 5; i++) {
        checksum ^= ((top >> i) & 1) == 1 ? BECH32_GENERATOR[i] : 0;
      }
    }
    StringBuilder key = new StringBuilder(prefix + "1" + text);
    for (int i = 25; i >= 0; i -= 5) {
      key.append(BECH32.charAt(((checksum ^ 1) >> i) & 31));
    }
    return key.toString().toUpperCase(Locale.ROOT);
  }
}
