package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the account number from an AWS key id. Since 2019, the sixteen characters after the
 * prefix are ten bytes in base 32. The first bit is set, and the next forty are the account (Tal
 * Be'ery, "A short note on AWS KEY ID", 2023). The format of older ids is unknown.
 */
final class AwsKeyId {
  private static final int PREFIX = 4;
  private static final int LENGTH = 20;
  private static final int ACCOUNT_DIGITS = 12;
  private static final long UNKNOWN = -1;
  private static final long MAX = 999_999_999_999L;
  private static final String BEDROCK_ACCOUNT = "-at-";

  private AwsKeyId() {}

  static Verdict test(String id) {
    long account = accountOf(id);
    if (id.endsWith("EXAMPLE")) {
      return Verdict.REFUTED;
    }
    if (account > MAX) {
      // Account numbers have twelve digits, but the format of ids is known only from observation.
      return Verdict.DOUBTED;
    }
    return account == UNKNOWN ? Verdict.OPEN : Verdict.PLAUSIBLE;
  }

  static @Nullable SecretNote noteOf(String id) {
    long account = accountOf(id);
    return account == UNKNOWN || account > MAX ? null : note(Long.toString(account));
  }

  /** A Bedrock key is the Base64 encoding of {@code BedrockAPIKey-x-at-123456789012:…}. */
  static @Nullable SecretNote noteOfBedrockKey(String key) {
    if (!key.startsWith("ABSK")) {
      return null;
    }
    byte[] decoded = Base64Text.decode(key.substring(PREFIX));
    String text = decoded == null ? "" : new String(decoded, StandardCharsets.ISO_8859_1);
    int at = text.indexOf(BEDROCK_ACCOUNT);
    int start = at + BEDROCK_ACCOUNT.length();
    int end = start + ACCOUNT_DIGITS;
    if (at < 0 || end >= text.length() || text.charAt(end) != ':') {
      return null;
    }
    String account = text.substring(start, end);
    return LiteralClassifier.digits(account) == ACCOUNT_DIGITS ? note(account) : null;
  }

  private static long accountOf(String id) {
    if (id.length() != LENGTH) {
      return UNKNOWN;
    }
    long bits = 0;
    // Ten characters are fifty bits. The first forty-one are used.
    for (int i = PREFIX; i < PREFIX + 10; i++) {
      int value = KeyEncodings.BASE32.indexOf(id.charAt(i));
      if (value < 0) {
        return UNKNOWN;
      }
      bits = (bits << 5) | value;
    }
    boolean isOfNewerKind = bits >> 49 == 1;
    return isOfNewerKind ? (bits >> 9) & ((1L << 40) - 1) : UNKNOWN;
  }

  private static SecretNote note(String account) {
    String padded = "0".repeat(ACCOUNT_DIGITS - account.length()) + account;
    return new SecretNote("aws_account", "AWS account", padded);
  }
}
