package io.svc.server.apikeys;

import io.svc.server.db.Identifiers;
import io.svc.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The text of a key: {@code svck_}, eight characters that identify it, 32 secret ones (190 bits),
 * and six with the CRC-32 of all before them. The first eight characters are Crockford's base 32,
 * the others base 62. With the checksum, scanners can distinguish a key from similar text, and this
 * server rejects a mistyped one without a store lookup.
 *
 * @param publicId the eight characters
 * @param text the complete text
 */
record ApiKeyText(String publicId, String text) {
  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int SECRET_LENGTH = 32;
  private static final int CHECKSUM_LENGTH = 6;

  private static final String PREFIX = "svck_";
  private static final int PUBLIC_END = PREFIX.length() + 8;
  private static final int HEAD_END = PUBLIC_END + 1 + SECRET_LENGTH;

  /** Creates a key. */
  static ApiKeyText create(Identifiers identifiers) {
    String publicId = identifiers.random(CROCKFORD, 8);
    String head = PREFIX + publicId + "_" + identifiers.random(BASE62, SECRET_LENGTH);
    return new ApiKeyText(publicId, head + "_" + checksum(head));
  }

  /** Parses a key; empty when the text is not one. */
  static Optional<ApiKeyText> read(String text) {
    boolean isFormed =
        text.length() == HEAD_END + 1 + CHECKSUM_LENGTH
            && text.startsWith(PREFIX)
            && consistsOf(CROCKFORD, text, PREFIX.length(), PUBLIC_END)
            && text.charAt(PUBLIC_END) == '_'
            && consistsOf(BASE62, text, PUBLIC_END + 1, HEAD_END)
            && text.charAt(HEAD_END) == '_'
            && checksum(text.substring(0, HEAD_END)).equals(text.substring(HEAD_END + 1));
    return isFormed
        ? Optional.of(new ApiKeyText(text.substring(PREFIX.length(), PUBLIC_END), text))
        : Optional.empty();
  }

  private static boolean consistsOf(String alphabet, String text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (alphabet.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  private static String checksum(String head) {
    CRC32 crc = new CRC32();
    crc.update(head.getBytes(StandardCharsets.US_ASCII));
    long rest = crc.getValue();
    char[] digits = new char[CHECKSUM_LENGTH];
    for (int i = CHECKSUM_LENGTH - 1; i >= 0; i--) {
      digits[i] = BASE62.charAt((int) (rest % BASE62.length()));
      rest /= BASE62.length();
    }
    return new String(digits);
  }

  /** Returns the stored hash. */
  String hash() {
    return Call.sha256(text);
  }

  /** Returns the last characters of the secret, which identify the key to its holder. */
  String last4() {
    int end = text.length() - CHECKSUM_LENGTH - 1;
    return text.substring(end - 4, end);
  }

  /** Returns the public identifier, and never the secret. */
  @Override
  public String toString() {
    return PREFIX + publicId;
  }
}
