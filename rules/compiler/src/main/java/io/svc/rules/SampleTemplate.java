package io.svc.rules;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills the placeholders of an example, such as <code>ghp_{{base62:36}}</code>, with random
 * characters. Samples have the shape of a secret, but no file contains one. Some placeholders use
 * the preceding text: a checksum covers the text since <code>{{begin}}</code>, and an encoding
 * replaces it.
 */
public final class SampleTemplate {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{\\{([a-z0-9-]{1,20})(?::([0-9]{1,4}))?}}");
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789";
  static final String BASE62 = DIGITS + UPPER + LOWER;

  private SampleTemplate() {}

  /**
   * Returns the template with every placeholder filled.
   *
   * @throws IllegalArgumentException if a placeholder is of an unknown kind or has no length
   */
  public static String fill(String template, Random random) {
    Matcher matcher = PLACEHOLDER.matcher(template);
    StringBuilder filled = new StringBuilder();
    int begin = 0;
    int copied = 0;
    while (matcher.find()) {
      filled.append(template, copied, matcher.start());
      copied = matcher.end();
      String kind = matcher.group(1);
      if (kind.equals("begin")) {
        begin = filled.length();
      } else if (kind.startsWith("to-")) {
        String encoded = SampleEncoding.encode(kind, filled.substring(begin));
        filled.replace(begin, filled.length(), encoded);
      } else if (SampleChecksum.isKind(kind)) {
        filled.append(SampleChecksum.of(kind, filled.substring(begin)));
      } else {
        filled.append(sample(kind, matcher.group(2), random));
      }
    }
    return filled.append(template, copied, template.length()).toString();
  }

  private static String sample(String kind, String length, Random random) {
    return switch (kind) {
      case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
      case "jwt" -> jwt(random);
      case "aws-key-id" -> SampleKeys.awsKeyId(random);
      case "azure-devops-pat" -> SampleKeys.azureDevOpsPat(random);
      case "bitcoin-wif" -> SampleKeys.bitcoinWif(random);
      case "extended-key" -> SampleKeys.extendedKey(random);
      case "stellar-seed" -> SampleKeys.stellarSeed(random);
      case "nats-seed" -> SampleKeys.natsSeed(random);
      case "sts-token" -> SampleKeys.stsToken(random);
      case "minisign-key" -> SampleKeys.minisignKey(random);
      case "signify-key" -> SampleKeys.signifyKey(random);
      case "pypi-macaroon" -> SampleKeys.pypiMacaroon(random);
      case "curve25519" -> SampleKeys.curve25519(random);
      default -> sized(kind, length, random);
    };
  }

  private static String sized(String kind, String length, Random random) {
    if (length == null) {
      throw new IllegalArgumentException(
          "the placeholder {{" + kind + "}} needs a length, as in {{" + kind + ":32}}");
    }
    int size = Integer.parseInt(length);
    return switch (kind) {
      case "der" -> SampleKeys.der(size, random);
      case "base64-bytes" -> SampleKeys.base64(SampleKeys.bytes(size, random));
      default -> random(alphabet(kind), size, random);
    };
  }

  private static String alphabet(String kind) {
    return switch (kind) {
      case "base62" -> BASE62;
      case "base64" -> BASE62 + "+/";
      case "base64url" -> BASE62 + "-_";
      case "base58" -> SampleKeys.BASE58;
      case "hex" -> DIGITS + "abcdef";
      case "upperhex" -> DIGITS + "ABCDEF";
      case "lower" -> LOWER;
      case "upper" -> UPPER;
      case "digits" -> DIGITS;
      case "alnum-lower" -> DIGITS + LOWER;
      case "alnum-upper" -> DIGITS + UPPER;
      case "base32" -> UPPER + "234567";
      case "bech32" -> SampleChecksum.BECH32;
      case "bech32-upper" -> SampleChecksum.BECH32.toUpperCase(Locale.ROOT);
      default ->
          throw new IllegalArgumentException(
              "unknown placeholder \"{{" + kind + "}}\" in an example");
    };
  }

  static String random(String alphabet, int length, Random random) {
    StringBuilder sample = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      sample.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return sample.toString();
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
