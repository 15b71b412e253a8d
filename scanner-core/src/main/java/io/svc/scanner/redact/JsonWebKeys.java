package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigText;
import java.util.Optional;

/** Finds the private part of a JSON Web Key (RFC 7517, RFC 7518, RFC 8037). */
final class JsonWebKeys {
  /** Name of the field of a private part, which has one letter in the key. */
  static final String FIELD = "private JSON Web Key";

  private static final int SHORTEST = 16;

  private JsonWebKeys() {}

  /** Returns {@code d} of an RSA, EC or OKP key, or {@code k} of a symmetric key. */
  static Optional<ConfigText> privatePart(ConfigObject object) {
    Optional<ConfigText> type = object.findText("kty");
    if (type.isEmpty()) {
      return Optional.empty();
    }
    return switch (type.get().text()) {
      case "RSA", "EC", "OKP" -> object.findText("d").filter(JsonWebKeys::isKey);
      case "oct" -> object.findText("k").filter(JsonWebKeys::isKey);
      default -> Optional.empty();
    };
  }

  private static boolean isKey(ConfigText value) {
    String text = value.text();
    for (int i = 0; i < text.length(); i++) {
      if (SecretCandidate.digit(text.charAt(i)) < 0) {
        return false;
      }
    }
    return text.length() >= SHORTEST;
  }
}
