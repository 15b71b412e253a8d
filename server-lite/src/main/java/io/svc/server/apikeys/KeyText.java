package io.svc.server.apikeys;

import io.svc.server.db.Identifiers;
import io.svc.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A key as its holder writes it: {@code svck_}, eight characters that name it, 32 that prove it
 * (190 bits), and six that are the CRC-32 of all before them, all of base 62 but the first eight,
 * which are of Crockford's base 32. The checksum lets scanners tell a key from a look-alike, and
 * lets this server refuse a mistyped one without asking the store.
 *
 * @param publicId the eight characters
 * @param text all of it
 */
record KeyText(String publicId, String text) {
  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int SECRET_LENGTH = 32;
  private static final int CHECKSUM_LENGTH = 6;

  private static final Pattern FORM =
      Pattern.compile("(svck_([0-9A-HJKMNP-TV-Z]{8})_[0-9A-Za-z]{32})_([0-9A-Za-z]{6})");

  /** A new key. */
  static KeyText create(Identifiers identifiers) {
    String publicId = identifiers.random(CROCKFORD, 8);
    String head = "svck_" + publicId + "_" + identifiers.random(BASE62, SECRET_LENGTH);
    return new KeyText(publicId, head + "_" + checksum(head));
  }

  /** Reads a key; empty when the text cannot be one. */
  static Optional<KeyText> read(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches() && checksum(form.group(1)).equals(form.group(3))
        ? Optional.of(new KeyText(form.group(2), text))
        : Optional.empty();
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

  /** What is stored. */
  String hash() {
    return Call.sha256(text);
  }

  /** The last characters of what proves it, by which its holder tells it from others. */
  String last4() {
    int end = text.length() - CHECKSUM_LENGTH - 1;
    return text.substring(end - 4, end);
  }

  /** Says which, and never the secret. */
  @Override
  public String toString() {
    return "svck_" + publicId;
  }
}
