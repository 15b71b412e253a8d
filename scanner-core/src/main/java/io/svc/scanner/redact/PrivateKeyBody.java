package io.svc.scanner.redact;

import io.svc.scanner.redact.SecretStructureChecker.Verdict;

/** Tests the first bytes between the lines of a PEM block. */
final class PrivateKeyBody {
  private static final String DASHES = "-----";
  private static final String OPENSSH_MAGIC = "b3BlbnNzaC1rZXktdjEA";
  private static final int HEAD = 16;
  private static final int SEQUENCE = 0x30;
  private static final int INTEGER = 0x02;

  private PrivateKeyBody() {}

  static Verdict test(String pem) {
    int begin = pem.indexOf(DASHES, DASHES.length());
    if (begin < 0 || pem.contains("Proc-Type")) {
      // A completely encrypted body can have any content.
      return Verdict.OPEN;
    }
    String head = head(pem, begin + DASHES.length());
    if (head.startsWith(OPENSSH_MAGIC.substring(0, HEAD))) {
      return Verdict.CONFIRMED;
    }
    byte[] bytes = head.length() < HEAD ? null : Base64Text.decode(head);
    return Verdict.confirmedIf(bytes != null && isSequence(bytes));
  }

  /** Returns the first digits without line breaks, which may be written as {@code \n}. */
  private static String head(String pem, int from) {
    StringBuilder head = new StringBuilder(HEAD);
    for (int i = from; i < pem.length() && head.length() < HEAD; i++) {
      char c = pem.charAt(i);
      if (c == '\\') {
        i++;
      } else if (SecretCandidate.digit(c) >= 0) {
        head.append(c);
      } else if (!Character.isWhitespace(c)) {
        break;
      }
    }
    return head.toString();
  }

  /** Matches a sequence that starts with a version, or with the sequence of an encrypted key. */
  private static boolean isSequence(byte[] bytes) {
    int lengthBytes = bytes[1] < 0 ? bytes[1] & 127 : 0;
    int content = 2 + lengthBytes;
    return bytes[0] == SEQUENCE
        && lengthBytes <= 4
        && (bytes[content] == INTEGER || bytes[content] == SEQUENCE);
  }
}
