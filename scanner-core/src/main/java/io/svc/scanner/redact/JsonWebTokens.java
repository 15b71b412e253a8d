package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import java.nio.charset.StandardCharsets;

/** Tests JSON Web Tokens (RFC 7519) without verifying their signatures. */
final class JsonWebTokens {
  /** Header, encrypted key, initialization vector, ciphertext and tag. */
  private static final int ENCRYPTED_PARTS = 5;

  private JsonWebTokens() {}

  /**
   * Tests a token. Tokens with the role {@code anon}, as issued by Supabase and others, are public.
   * A text whose first part is not JSON with an algorithm is not a token. The claims of an
   * encrypted token (RFC 7516) are unreadable, which is not evidence against it. No result confirms
   * a token, because documentation replaces signatures.
   */
  static Verdict test(String token) {
    String[] parts = token.split("\\.", -1);
    String header = parts.length < 2 ? "" : decoded(parts[0]);
    boolean isEncrypted = parts.length == ENCRYPTED_PARTS;
    if (!header.contains("\"alg\"") || (isEncrypted && !header.contains("\"enc\""))) {
      return Verdict.REFUTED;
    }
    if (isPublicToken(parts[1])) {
      return Verdict.REFUTED;
    }
    return isEncrypted || decoded(parts[1]).startsWith("{") ? Verdict.PLAUSIBLE : Verdict.OPEN;
  }

  /** Returns true for a JWT that its issuer intends to be published. */
  static boolean arePublic(String text) {
    String[] parts = text.split("\\.", 4);
    return parts.length >= 2 && isPublicToken(parts[1]);
  }

  /** Returns true for the decoded header of a token, which contains no secret. */
  static boolean isHeader(String json) {
    return json.startsWith("{") && json.contains("\"alg\"") && !json.contains("\"kty\"");
  }

  private static boolean isPublicToken(String claims) {
    String plain = decoded(claims).replaceAll("\\s", "");
    return plain.contains("\"role\":\"anon\"") || isSample(plain);
  }

  /** Matches the sample token of jwt.io, with any signature. */
  private static boolean isSample(String claims) {
    return claims.contains("\"sub\":\"1234567890\"") && claims.contains("\"JohnDoe\"");
  }

  private static String decoded(String part) {
    byte[] bytes = Base64Text.decode(part);
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
