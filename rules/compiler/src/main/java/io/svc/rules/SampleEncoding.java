package io.svc.rules;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** Encodes the text of an example, for {@code {{to-base64}}} and similar placeholders. */
final class SampleEncoding {
  private static final String UNRESERVED = SampleTemplate.BASE62 + "-._~";

  private SampleEncoding() {}

  /**
   * Returns the encoded text.
   *
   * @throws IllegalArgumentException if the encoding is unknown
   */
  static String encode(String kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return switch (kind) {
      case "to-base64" -> Base64.getEncoder().encodeToString(bytes);
      case "to-base64-unpadded" -> Base64.getEncoder().withoutPadding().encodeToString(bytes);
      case "to-base64url" -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      case "to-hex" -> hex(bytes, "");
      case "to-percent" -> percent(bytes);
      default ->
          throw new IllegalArgumentException(
              "unknown placeholder \"{{" + kind + "}}\" in an example");
    };
  }

  private static String hex(byte[] bytes, String before) {
    StringBuilder hex = new StringBuilder();
    for (byte b : bytes) {
      hex.append(before)
          .append(Character.forDigit((b >> 4) & 15, 16))
          .append(Character.forDigit(b & 15, 16));
    }
    return hex.toString();
  }

  private static String percent(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      if (UNRESERVED.indexOf((char) b) >= 0) {
        text.append((char) b);
      } else {
        text.append(hex(new byte[] {b}, "%").toUpperCase(Locale.ROOT));
      }
    }
    return text.toString();
  }
}
