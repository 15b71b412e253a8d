package detection;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.CRC32;

/** Values drawn at random: the same seed and the same purpose give the same values everywhere. */
final class Draw {
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789";
  private static final String BASE62 = DIGITS + UPPER + LOWER;
  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final String BASE36 = DIGITS + LOWER;

  /** {@code java.util.Random} is specified to the bit, so a seed means the same on every JDK. */
  private final Random random;

  Draw(long seed, String purpose) {
    random = new Random(seed * 1_000_003L + crc(purpose));
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  @SafeVarargs
  final <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  String from(String alphabet, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Fills a template: {@code {b20}} is twenty characters of base62, {@code {u27-60}} 27 to 60 of
   * base64url. See {@link #alphabet} for the letters; {@code {uuid}} is a random UUID.
   */
  String fill(String template) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', open + 1)) {
      int close = template.indexOf('}', open);
      if (close > open && isSlot(template.substring(open + 1, close))) {
        text.append(template, at, open).append(slot(template.substring(open + 1, close)));
        at = close + 1;
      }
    }
    return text.append(template, at, template.length()).toString();
  }

  /** Other braces, such as those of JSON, stay. */
  private static boolean isSlot(String text) {
    return text.equals("uuid") || text.matches("[A-Za-z0-9][0-9]{1,3}(-[0-9]{1,3})?");
  }

  private String slot(String slot) {
    if (slot.equals("uuid")) {
      return fill("{h8}-{h4}-4{h3}-a{h3}-{h12}");
    }
    String[] window = slot.substring(1).split("-", 2);
    int least = Integer.parseInt(window[0]);
    int most = window.length > 1 ? Integer.parseInt(window[1]) : least;
    return from(alphabet(slot.charAt(0)), between(least, most));
  }

  private static String alphabet(char letter) {
    return switch (letter) {
      case 'b' -> BASE62;
      case 'u' -> BASE62 + "-_";
      case 'B' -> BASE62 + "+/";
      case '5' -> BASE58;
      case 'h' -> DIGITS + "abcdef";
      case 'H' -> DIGITS + "ABCDEF";
      case 'l' -> DIGITS + LOWER;
      case 'U' -> DIGITS + UPPER;
      case 'd' -> DIGITS;
      case 'a' -> UPPER + LOWER;
      case 'w' -> LOWER;
      case 'W' -> UPPER;
      case '3' -> UPPER + "234567";
      case '4' -> LOWER + "234567";
      default -> throw new IllegalArgumentException("alphabet " + letter);
    };
  }

  static long crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }

  static String base62(long value, int length) {
    return digits(value, BASE62, length);
  }

  static String base36(long value, int length) {
    return digits(value, BASE36, length);
  }

  private static String digits(long value, String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    for (long rest = value; rest > 0; rest /= alphabet.length()) {
      text.insert(0, alphabet.charAt((int) (rest % alphabet.length())));
    }
    while (text.length() < length) {
      text.insert(0, alphabet.charAt(0));
    }
    return text.toString();
  }

  static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  static String base64Url(String text) {
    return base64Url(text.getBytes(StandardCharsets.UTF_8));
  }

  static String base64Url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String hex(String text) {
    StringBuilder hex = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hex.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return hex.toString();
  }

  /** Everything but RFC 3986's unreserved characters. */
  static String percent(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 255);
      if (BASE62.indexOf(c) >= 0 || "-._~".indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded
            .append('%')
            .append(Integer.toHexString(256 | c).substring(1).toUpperCase(Locale.ROOT));
      }
    }
    return encoded.toString();
  }
}
