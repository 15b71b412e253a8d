package io.svc.scanner.redact;

import java.util.List;

/**
 * Recognizes password hashes: the notation of crypt ({@code $2b$10$…}, {@code $argon2id$…}), also
 * with the doubled dollar signs of Compose files, and the notations of LDAP, Django and Werkzeug.
 * The user name of an htpasswd file may precede the hash. A hash does not sign in, but a weak
 * password can be guessed from it.
 */
final class PasswordHashes {
  private static final int SHORTEST = 20;
  private static final int LONGEST = 512;

  /** Identifiers of crypt(5), PHP, Drupal, WordPress and Apache. */
  private static final List<String> CRYPT =
      List.of(
          "1",
          "2",
          "2a",
          "2b",
          "2x",
          "2y",
          "5",
          "6",
          "7",
          "y",
          "gy",
          "apr1",
          "argon2i",
          "argon2d",
          "argon2id",
          "scrypt",
          "pbkdf2",
          "pbkdf2-sha1",
          "pbkdf2-sha256",
          "pbkdf2-sha512",
          "P",
          "S");

  private static final List<String> OTHERS =
      List.of(
          "{SSHA}",
          "{SHA}",
          "{SMD5}",
          "{MD5}",
          "{SSHA256}",
          "{SSHA512}",
          "{CRYPT}",
          "{BCRYPT}",
          "{ARGON2}",
          "{PBKDF2",
          "{bcrypt}",
          "{argon2",
          "{pbkdf2",
          "{scrypt}",
          "pbkdf2_sha256$",
          "pbkdf2_sha1$",
          "bcrypt_sha256$",
          "argon2$",
          "pbkdf2:sha256",
          "pbkdf2:sha512",
          "scrypt:",
          "SCRAM-SHA-256$");

  private PasswordHashes() {}

  static boolean isPasswordHash(String text) {
    if (text.length() < SHORTEST || text.length() > LONGEST) {
      return false;
    }
    int colon = text.indexOf(':');
    boolean hasUser =
        colon > 0
            && colon < text.length() - SHORTEST
            && "${".indexOf(text.charAt(colon + 1)) >= 0
            && isUserName(text, colon);
    return isHash(hasUser ? text.substring(colon + 1) : text);
  }

  private static boolean isUserName(String text, int end) {
    for (int i = 0; i < end; i++) {
      if (!Character.isLetterOrDigit(text.charAt(i)) && "._-@+".indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHash(String text) {
    char first = text.charAt(0);
    if (first == '$') {
      return isCrypt(text);
    }
    if ("{pbasS".indexOf(first) < 0) {
      return false;
    }
    for (String head : OTHERS) {
      if (text.startsWith(head)) {
        return isEncoded(text, head.length());
      }
    }
    return false;
  }

  private static boolean isCrypt(String text) {
    String plain = text.startsWith("$$") ? text.replace("$$", "$") : text;
    int end = plain.indexOf('$', 1);
    return end > 1 && CRYPT.contains(plain.substring(1, end)) && isEncoded(plain, end + 1);
  }

  /** Returns true for digits of Base64 and the separators of parameters. */
  private static boolean isEncoded(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (SecretCandidate.digit(text.charAt(i)) < 0 && "$.,=:}".indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return text.length() - from >= SHORTEST - 4;
  }
}
