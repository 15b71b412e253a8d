package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Tests the bytes between the lines of a PEM block: a DER sequence, or the format of OpenSSH (its
 * PROTOCOL.key).
 */
final class PrivateKeyBody {
  private static final String DASHES = "-----";
  private static final byte[] OPENSSH_MAGIC =
      "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);
  private static final String PUTTY_PUBLIC = "Public-Lines: ";
  private static final String PUTTY_PRIVATE = "Private-Lines: ";
  private static final int SHORTEST = 12;
  private static final int FEWEST_DIGITS = 40;
  private static final int SEQUENCE = 0x30;
  private static final int INTEGER = 0x02;

  /** Rules match no more characters of a longer key, including its indentation. */
  private static final int LONGEST = 2_000;

  private PrivateKeyBody() {}

  static Verdict test(String pem) {
    int begin = pem.indexOf(DASHES, DASHES.length());
    if (begin < 0 || pem.contains("Proc-Type")) {
      // A completely encrypted body can have any content.
      return Verdict.OPEN;
    }
    String digits = digits(pem, begin + DASHES.length());
    byte[] bytes = Base64Text.decode(digits.substring(0, digits.length() - digits.length() % 4));
    if (bytes == null || bytes.length < SHORTEST) {
      return Verdict.DOUBTED;
    }
    boolean isCut = pem.length() >= LONGEST && pem.indexOf(DASHES, begin + DASHES.length()) < 0;
    if (startsWith(bytes, OPENSSH_MAGIC)) {
      return isOpenSsh(ByteBuffer.wrap(bytes), isCut) ? Verdict.CONFIRMED : Verdict.PLAUSIBLE;
    }
    if (!isSequence(bytes)) {
      return Verdict.DOUBTED;
    }
    return isCut || isComplete(bytes, digits.length() % 4) ? Verdict.CONFIRMED : Verdict.PLAUSIBLE;
  }

  /** Returns the digits without line breaks, which may be written as {@code \n}. */
  private static String digits(String pem, int from) {
    StringBuilder digits = new StringBuilder();
    for (int i = from; i < pem.length(); i++) {
      char c = pem.charAt(i);
      if (c == '\\') {
        i++;
      } else if (SecretCandidate.digit(c) >= 0 && c != '-') {
        digits.append(c);
      } else if (!Character.isWhitespace(c)) {
        break;
      }
    }
    return digits.toString();
  }

  /**
   * Tests a key of PuTTY (its documentation, appendix C). The public half starts with the length
   * and the name of its type, which is also in the first line.
   */
  static Verdict testPutty(String key) {
    int publicHalf = afterCount(key, PUTTY_PUBLIC);
    int privateHalf = afterCount(key, PUTTY_PRIVATE);
    int type = key.indexOf(": ") + 2;
    if (publicHalf < 0 || privateHalf < publicHalf || type < 2) {
      return Verdict.DOUBTED;
    }
    String digits = digits(key, publicHalf);
    byte[] bytes = Base64Text.decode(digits.substring(0, digits.length() - digits.length() % 4));
    if (bytes == null || bytes.length < SHORTEST) {
      return Verdict.DOUBTED;
    }
    ByteBuffer blob = ByteBuffer.wrap(bytes);
    int length = blob.getInt();
    boolean isOfType =
        length > 0
            && length < bytes.length - 4
            && key.startsWith(new String(bytes, 4, length, StandardCharsets.US_ASCII), type);
    String secret = digits(key, privateHalf);
    return Verdict.confirmedIf(
        isOfType && secret.length() >= FEWEST_DIGITS && RandomTextClassifier.isRandom(secret));
  }

  /** Returns the index after a field with a number of lines; negative without it. */
  private static int afterCount(String key, String field) {
    int start = key.indexOf(field);
    if (start < 0) {
      return -1;
    }
    int end = start + field.length();
    while (end < key.length() && Character.isDigit(key.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean startsWith(byte[] bytes, byte[] head) {
    if (bytes.length < head.length) {
      return false;
    }
    for (int i = 0; i < head.length; i++) {
      if (bytes[i] != head[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Follows the lengths of a key: cipher, key derivation, its options, number of keys, public key
   * and private part. The private part of a long key may be cut.
   */
  private static boolean isOpenSsh(ByteBuffer key, boolean isCut) {
    key.position(OPENSSH_MAGIC.length);
    for (int i = 0; i < 3; i++) {
      if (!skip(key)) {
        return false;
      }
    }
    if (key.remaining() < 4 || key.getInt() != 1 || !skip(key) || key.remaining() < 4) {
      return false;
    }
    int length = key.getInt();
    // The last one or two bytes may be in an incomplete group of digits.
    return length > 0 && (isCut || Math.abs(length - key.remaining()) < 3);
  }

  private static boolean skip(ByteBuffer key) {
    if (key.remaining() < 4) {
      return false;
    }
    int length = key.getInt();
    if (length < 0 || length > key.remaining()) {
      return false;
    }
    key.position(key.position() + length);
    return true;
  }

  /** Matches a sequence that starts with a version, or with the sequence of an encrypted key. */
  private static boolean isSequence(byte[] bytes) {
    int content = contentOf(bytes);
    return bytes[0] == SEQUENCE
        && content <= 6
        && (bytes[content] == INTEGER || bytes[content] == SEQUENCE);
  }

  /** Returns the index after the tag and the length. */
  private static int contentOf(byte[] bytes) {
    return 2 + (bytes[1] < 0 ? bytes[1] & 127 : 0);
  }

  /** Compares the length of the sequence with the available bytes. */
  private static boolean isComplete(byte[] bytes, int remainingDigits) {
    int content = contentOf(bytes);
    long length = content == 2 ? bytes[1] : 0;
    for (int i = 2; i < content; i++) {
      length = (length << 8) | (bytes[i] & 255);
    }
    int available = bytes.length + (remainingDigits > 1 ? remainingDigits - 1 : 0);
    return content + length == available;
  }
}
