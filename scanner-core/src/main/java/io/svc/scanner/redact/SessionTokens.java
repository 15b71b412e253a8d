package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;

/**
 * Tests session tokens of the AWS Security Token Service. They are undocumented; the tokens that
 * AWS issues are a byte and a message in the encoding of Protocol Buffers. Its first field is the
 * word {@code origin_ec} or {@code er/aws}, and a negative number adds a run of slashes to the
 * Base64.
 */
final class SessionTokens {
  private static final int VARINT = 0;
  private static final int BYTES = 2;
  private static final int FEWEST_FIELDS = 4;
  private static final int LONGEST_VARINT = 10;

  private SessionTokens() {}

  static Verdict test(String token) {
    byte[] bytes = Base64Text.decode(token.substring(0, token.length() - token.length() % 4));
    return bytes != null && isMessage(bytes) ? Verdict.CONFIRMED : Verdict.OPEN;
  }

  /** Follows the fields. The last one may be incomplete, because rules match no more of it. */
  private static boolean isMessage(byte[] bytes) {
    int fields = 0;
    int i = 1;
    while (i < bytes.length) {
      int type = bytes[i] & 7;
      int number = (bytes[i] & 255) >> 3;
      int end = endOfVarint(bytes, i + 1);
      if (end < 0 || number == 0 || number > 15 || (type != VARINT && type != BYTES)) {
        break;
      }
      long length = type == BYTES ? varint(bytes, i + 1, end) : 0;
      if (length < 0 || end + length > bytes.length) {
        break;
      }
      i = end + (int) length;
      fields++;
    }
    return fields >= FEWEST_FIELDS && i * 4L >= bytes.length * 3L;
  }

  private static int endOfVarint(byte[] bytes, int from) {
    for (int i = from; i < bytes.length && i < from + LONGEST_VARINT; i++) {
      if (bytes[i] >= 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static long varint(byte[] bytes, int from, int end) {
    long value = 0;
    for (int i = end - 1; i >= from; i--) {
      value = (value << 7) | (bytes[i] & 127);
    }
    return value;
  }
}
