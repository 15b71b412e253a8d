package io.svc.scanner.redact;

import io.svc.rules.Rule.StructureTest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;

/** Tests of a secret's inner structure, beyond what a pattern can say. */
final class Structure {
  /** What a test says of a match. */
  enum Verdict {
    /** The structure proves the format. */
    CONFIRMED,
    /** Nothing is known against it. */
    OPEN,
    /** It is no secret of this format. */
    REFUTED
  }

  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int CHECKSUM_LENGTH = 6;

  private Structure() {}

  static Verdict test(StructureTest test, String secret) {
    return switch (test) {
      case NONE -> Verdict.OPEN;
      case GITHUB_CRC32 -> hasValidChecksum(secret) ? Verdict.CONFIRMED : Verdict.OPEN;
      case JWT -> jwt(secret);
      case AWS_KEY_ID -> secret.endsWith("EXAMPLE") ? Verdict.REFUTED : Verdict.OPEN;
    };
  }

  private static boolean hasValidChecksum(String token) {
    int start = token.indexOf('_') + 1;
    int split = token.length() - CHECKSUM_LENGTH;
    if (split <= start) {
      return false;
    }
    CRC32 crc = new CRC32();
    crc.update(token.substring(start, split).getBytes(StandardCharsets.US_ASCII));
    long expected = 0;
    for (int i = split; i < token.length(); i++) {
      expected = expected * 62 + BASE62.indexOf(token.charAt(i));
    }
    return expected == crc.getValue();
  }

  /**
   * Supabase's and others' JWT with the role {@code anon} is made to be published, and a token
   * whose first part is no JSON with an algorithm is no JWT.
   */
  private static Verdict jwt(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length < 2 || !decoded(parts[0]).contains("\"alg\"")) {
      return Verdict.REFUTED;
    }
    return isForEverybody(parts[1]) ? Verdict.REFUTED : Verdict.CONFIRMED;
  }

  /** Whether a text is a JWT that its issuer makes to be published. */
  static boolean isPublicToken(String text) {
    String[] parts = text.split("\\.", 4);
    return text.startsWith("eyJ") && parts.length >= 2 && isForEverybody(parts[1]);
  }

  private static boolean isForEverybody(String claims) {
    return decoded(claims).replaceAll("\\s", "").contains("\"role\":\"anon\"");
  }

  private static String decoded(String part) {
    try {
      return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
