package io.svc.scanner.redact;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A user name and a password in HTTP Basic encoding (RFC 7617). Some services expect a key in one
 * of the two and leave the other empty.
 */
record BasicLogin(String encoded, String user, String password) {
  private static final String SCHEME = "basic ";

  /** Parses the login after the name of the scheme; null when there is none. */
  static @Nullable BasicLogin in(String text) {
    String value = text.strip();
    if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    String encoded = value.substring(SCHEME.length()).strip();
    byte[] bytes = Base64Text.decode(encoded);
    String decoded = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    int colon = decoded.indexOf(':');
    return colon < 0
        ? null
        : new BasicLogin(encoded, decoded.substring(0, colon), decoded.substring(colon + 1));
  }

  boolean isSecret() {
    return password.isEmpty() ? isKey(user) : LiteralClassifier.canBePassword(password);
  }

  /** Returns true for a specific user with a placeholder-like password. */
  boolean isPreset() {
    return !password.isEmpty()
        && !References.occurIn(password)
        && password.matches("[a-z]{4,}")
        && user.indexOf('@') > 0
        && !Placeholders.isPlaceholder(user);
  }

  boolean isWeak() {
    return !password.isEmpty() && LiteralClassifier.isWeak(password);
  }

  private static boolean isKey(String text) {
    return RandomTextClassifier.isRandom(text) && LiteralClassifier.canBeSecret(text);
  }
}
