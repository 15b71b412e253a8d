package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Verifies tokens that end with the CRC-32 of the preceding characters, in several notations. */
final class Checksums {
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int BASE62_LENGTH = 6;
  private static final int BASE36_LENGTH = 7;
  private static final int HEX_LENGTH = 8;
  private static final int GITHUB_BODY = 36;

  private Checksums() {}

  /**
   * Tests {@code ghp_…} and {@code vcp_…}, with a checksum of the text after the prefix, and {@code
   * syt_…}, with a checksum of the complete text.
   */
  static Verdict crc32Base62(String token) {
    int start = token.indexOf('_') + 1;
    int split = token.length() - BASE62_LENGTH;
    // Longer tokens of GitHub Apps have another format.
    boolean isOfOtherScheme = token.startsWith("gh") && token.length() - start != GITHUB_BODY;
    if (split <= start || isOfOtherScheme) {
      return Verdict.OPEN;
    }
    long expected = number(token, split, 62);
    int end = token.charAt(split - 1) == '_' ? split - 1 : split;
    return Verdict.confirmedIf(
        expected == crc32(token, start, split) || expected == crc32(token, 0, end));
  }

  /**
   * Tests {@code glpat-….01.0s1k2j3h4}: a checksum of all characters, or of those after the first
   * prefix.
   */
  static Verdict crc32Base36(String token) {
    int split = token.length() - BASE36_LENGTH;
    if (token.lastIndexOf('.') < 0 || split <= 0) {
      return Verdict.OPEN;
    }
    long expected = number(token, split, 36);
    return Verdict.confirmedIf(
        expected == crc32(token, 0, split)
            || expected == crc32(token, token.indexOf('-') + 1, split));
  }

  /**
   * Tests with and without prefix and in both byte orders. The probability of a false match is four
   * in four billion.
   */
  static Verdict crc32Hex(String token) {
    int split = token.length() - HEX_LENGTH;
    if (split <= 0) {
      return Verdict.OPEN;
    }
    long expected = number(token, split, 16);
    if (expected < 0) {
      return Verdict.OPEN;
    }
    int end = token.charAt(split - 1) == '_' ? split - 1 : split;
    long reversed = Integer.toUnsignedLong(Integer.reverseBytes((int) expected));
    long checksum = crc32(token, 0, end);
    int start = token.indexOf('_') + 1;
    long behindPrefix = start < end ? crc32(token, start, end) : checksum;
    return Verdict.confirmedIf(
        expected == checksum
            || reversed == checksum
            || expected == behindPrefix
            || reversed == behindPrefix);
  }

  private static long crc32(String text, int start, int end) {
    CRC32 crc = new CRC32();
    crc.update(text.substring(start, end).getBytes(StandardCharsets.US_ASCII));
    return crc.getValue();
  }

  /** Parses the number at the end of a text; negative when there is none. */
  private static long number(String text, int from, int radix) {
    long number = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = radix == 62 ? BASE62.indexOf(c) : Character.digit(c, radix);
      if (digit < 0) {
        return -1;
      }
      number = number * radix + digit;
    }
    return number;
  }
}
