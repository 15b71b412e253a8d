package io.svc.rules;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Fills the places of an example, such as <code>ghp_{{base62:36}}</code>, with random characters,
 * so that samples have the shape of a secret while no file holds one.
 */
public final class SampleTemplate {
  private static final Pattern PLACE =
      Pattern.compile("\\{\\{([a-z0-9-]{1,20})(?::([0-9]{1,4}))?}}");
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789";
  private static final String BASE62 = DIGITS + UPPER + LOWER;

  private SampleTemplate() {}

  /**
   * The template with every place filled.
   *
   * @throws IllegalArgumentException when a place names an unknown alphabet or lacks its length
   */
  public static String fill(String template, Random random) {
    Matcher place = PLACE.matcher(template);
    StringBuilder filled = new StringBuilder();
    while (place.find()) {
      String sample = sample(place.group(1), place.group(2), random);
      place.appendReplacement(filled, Matcher.quoteReplacement(sample));
    }
    return place.appendTail(filled).toString();
  }

  private static String sample(String kind, String length, Random random) {
    if (kind.equals("uuid")) {
      return new UUID(random.nextLong(), random.nextLong()).toString();
    }
    if (kind.equals("jwt")) {
      return jwt(random);
    }
    if (length == null) {
      throw new IllegalArgumentException(
          "the place {{" + kind + "}} needs a length, as in {{" + kind + ":32}}");
    }
    int characters = Integer.parseInt(length);
    return kind.equals("github-crc32")
        ? withChecksum(characters, random)
        : random(alphabet(kind), characters, random);
  }

  private static String alphabet(String kind) {
    return switch (kind) {
      case "base62" -> BASE62;
      case "base64" -> BASE62 + "+/";
      case "base64url" -> BASE62 + "-_";
      case "hex" -> DIGITS + "abcdef";
      case "upperhex" -> DIGITS + "ABCDEF";
      case "lower" -> LOWER;
      case "upper" -> UPPER;
      case "digits" -> DIGITS;
      case "alnum-lower" -> DIGITS + LOWER;
      case "alnum-upper" -> DIGITS + UPPER;
      case "base32" -> UPPER + "234567";
      default ->
          throw new IllegalArgumentException(
              "unknown kind of place \"{{" + kind + "}}\" in an example");
    };
  }

  private static String random(String alphabet, int length, Random random) {
    StringBuilder sample = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      sample.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return sample.toString();
  }

  private static String withChecksum(int length, Random random) {
    String body = random(BASE62, length - 6, random);
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.US_ASCII));
    StringBuilder checksum = new StringBuilder();
    for (long rest = crc.getValue(); rest > 0; rest /= 62) {
      checksum.insert(0, BASE62.charAt((int) (rest % 62)));
    }
    return body + String.format(Locale.ROOT, "%6s", checksum).replace(' ', '0');
  }

  private static String jwt(Random random) {
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    String header = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";
    String claims =
        "{\"sub\":\""
            + random(DIGITS, 10, random)
            + "\",\"iat\":"
            + (1_700_000_000 + random.nextInt(9_999))
            + "}";
    return base64.encodeToString(header.getBytes(StandardCharsets.UTF_8))
        + "."
        + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + "."
        + random(BASE62 + "-_", 43, random);
  }
}
